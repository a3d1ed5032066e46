"""`bots`: do other tables notice when four bots think at full load?

One run alternates stretches with and without them. It also measures the first answer before anything is
compiled, and the longest of several thoughts.
"""

import asyncio
import gc
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Annotated, Final

import msgspec
import typer
import uvloop
from rich.console import Console

from benchmarks.hall_process import HallProcess
from benchmarks.move_latency import MEMORY_FOLDER, THINK_SECONDS, MoveLatency, stolen
from benchmarks.players.choosing import rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.pair import Pair
from benchmarks.players.player import Player, Said
from benchmarks.results import Result, at_least, at_most, conclude
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.rukuni.bot import ThinkingBot
from ukumbi.games.rukuni.engine.loading import ENGINES
from ukumbi.games.rukuni.position import Position

BOTS: Final = 4
MAX_P99_RATIO: Final = 1.5
"""The accepted ratio of the p99 with thinking bots to the p99 without."""
MAX_FIRST_SECONDS: Final = 3.0
"""The accepted time to the first answer."""
MAX_THOUGHT_RATIO: Final = 1.1
"""The accepted ratio of a thought's time to its limit: the engine checks the clock now and then."""
THOUGHTS: Final = 12
STRETCHES: Final = 6
SETTLE_SECONDS: Final = 2.0
"""The pause in which stopped bots finish their thoughts."""
STRONGEST: Final = list(ENTRY.bots)[-1]


class ThinkingMeasurements(msgspec.Struct, frozen=True):
    tables: int
    without: MoveLatency
    thinking: MoveLatency
    turns: int
    """Turns of the bots."""
    first: float
    """Seconds to the first answer after an install."""
    longest: float
    """The highest ratio of a thought's time to its limit."""

    @property
    def p99_ratio(self) -> float:
        return self.thinking.p99 / self.without.p99

    def results(self) -> Iterator[Result]:
        yield at_least("bots, turns made", self.turns, 1, digits=0)
        yield at_most(
            "bots, p99 of others beside that without bots", self.p99_ratio, MAX_P99_RATIO, " times", 2
        )
        yield at_most("bots, first answer after an install", self.first, MAX_FIRST_SECONDS, " s", 2)
        yield at_most("bots, longest thought beside its time", self.longest, MAX_THOUGHT_RATIO, " times", 2)


class Challenger:
    """A player against the strongest level, who moves at once and plays game after game."""

    def __init__(self, port: int, seed: int) -> None:
        self.player = Player(Guest(port), rukuni_turn, Random(seed))
        self.player.on_over = self._go_again
        self.player.on_heard = self._count
        self.turns = 0
        self._task: asyncio.Task[None] | None = None

    async def sit_down(self, white: str = "first") -> None:
        form = {"game": "rukuni", "others": [STRONGEST], "options": {"white": white}}
        table = (await self.player.guest.ask("POST", "/api/tables", form))["table"]
        if self.player.table:
            self.player.join(table)
        else:
            self.player.table = table
            await self.player.connect()

    def set_playing(self, play: bool) -> None:
        """Play, or stop playing so that the bot has nothing to think about."""
        self.player.eager = play
        if play:
            self.player.join(self.player.table, self.player.seq)

    def _count(self, _: Player, said: Said) -> None:
        self.turns += said.type == "update" and not self.player.waiting  # otherwise it is our own

    def _go_again(self, _: Player) -> None:
        self._task = asyncio.create_task(self.sit_down())

    def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self.player.leave()


def measure(tables: int, seconds: float, progress: Callable[[str], None]) -> ThinkingMeasurements:
    gc.disable()  # its pauses would count as the hall's
    place = MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder, HallProcess(Path(folder)) as hall:
        measured = uvloop.run(_measure(hall, tables, seconds, progress))
    progress("the first answer after an install")
    first = first_answer()
    progress("the longest thought")
    return msgspec.structs.replace(measured, first=first, longest=longest_thought())


def longest_thought() -> float:
    """The highest ratio of the strongest level's time to its limit, over positions of a game."""
    bot, rng, longest = ENTRY.bots[STRONGEST], Random(1), 0.0
    assert isinstance(bot, ThinkingBot)
    assert bot.seconds is not None
    position = Position.opening()
    engine = ENGINES.strongest()  # load it first
    for _ in range(THOUGHTS):
        started = perf_counter()
        thought = engine.think(position, bot.seconds)
        longest = max(longest, perf_counter() - started)
        for turn in (thought.best[0].turn, None, None):
            if not position.is_over():
                position = position.after(turn or rng.choice(list(position.turns())))
        if position.is_over():
            position = Position.opening()
    return longest / bot.seconds


def first_answer() -> float:
    """Seconds from setting up a table to the bot's first turn, with nothing compiled."""
    before = os.environ.get("NUMBA_CACHE_DIR")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        try:
            with HallProcess(Path(folder)) as hall:
                return uvloop.run(_first_answer(hall))
        finally:
            os.environ.pop("NUMBA_CACHE_DIR")
            if before is not None:
                os.environ["NUMBA_CACHE_DIR"] = before


async def _first_answer(hall: HallProcess) -> float:
    await Guest(hall.port).ask("GET", "/api/games")
    challenger, heard = Challenger(hall.port, 0), asyncio.Event()
    challenger.set_playing(play=False)

    def hear(_: Player, said: Said) -> None:
        if said.seq > 1:  # the game has begun, and the bot has moved
            heard.set()

    challenger.player.on_heard = hear
    started = perf_counter()
    await challenger.sit_down(white="second")
    await heard.wait()
    took = perf_counter() - started
    challenger.leave()
    return took


async def _measure(
    hall: HallProcess, tables: int, seconds: float, progress: Callable[[str], None]
) -> ThinkingMeasurements:
    progress("sitting down")
    pairs = [Pair(hall.port, number) for number in range(tables)]
    for pair in pairs:
        await pair.sit_down(partial(pair.rng.uniform, *THINK_SECONDS))
    for pair in pairs:
        pair.start()
    challengers = [Challenger(hall.port, number) for number in range(BOTS)]
    for challenger in challengers:
        await challenger.sit_down()
    progress("getting warm: the engine is loaded")
    await asyncio.sleep(5 * SETTLE_SECONDS)
    quiet, busy, turns = list[MoveLatency](), list[MoveLatency](), 0
    for stretch in range(1, STRETCHES + 1):
        for think, latency in ((False, quiet), (True, busy)):
            progress(f"stretch {stretch} of {STRETCHES}, {'with' if think else 'without'} bots")
            for challenger in challengers:
                challenger.set_playing(play=think)
            await asyncio.sleep(SETTLE_SECONDS)
            made = sum(challenger.turns for challenger in challengers)
            latency.append(await _listen(pairs, seconds))
            turns += sum(challenger.turns for challenger in challengers) - made
    for pair in pairs:
        pair.leave()
    for challenger in challengers:
        challenger.leave()
    return ThinkingMeasurements(tables, MoveLatency.usual(quiet), MoveLatency.usual(busy), turns, 0.0, 0.0)


async def _listen(pairs: list[Pair], seconds: float) -> MoveLatency:
    """The latency of the moves in this many seconds. Waiting moves count with their wait so far."""
    players = [player for pair in pairs for player in pair.players]
    for player in players:
        player.acknowledged.clear()
    before = stolen()
    await asyncio.sleep(seconds)
    latency = [move.seconds for player in players for move in player.acknowledged]
    overdue = [player.waiting for player in players if player.waiting]
    return MoveLatency.of([1000 * wait for wait in (*latency, *overdue)], stolen() - before)


def run(
    tables: Annotated[int, typer.Option(min=1, help="Tables of people in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each stretch is measured.")] = 4.0,
) -> None:
    """Four bots at full load: do other tables notice, and how soon is the first answer?"""
    with Console(stderr=True).status("starting a hall") as status:
        measured = measure(tables, seconds, status.update)
    typer.echo(f"{tables} tables of people, with and without {BOTS} bots of Rukuni ({STRONGEST}) by turns")
    for name, latency in (("without bots", measured.without), ("with bots thinking", measured.thinking)):
        typer.echo(
            f"  {name:<20}{latency.moves:10,} moves, p50 {latency.p50:.1f} ms, p99 {latency.p99:.1f} ms"
        )
    conclude(*measured.results())
