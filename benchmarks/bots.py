"""`bots`: do other tables notice when four bots think as hard as they can?

In one run, with and without them by turns. And how long the first answer takes where nothing is compiled yet,
and the longest of some thoughts.
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
from benchmarks.players.choosing import rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.pair import Pair
from benchmarks.players.player import Player, Said
from benchmarks.results import Result, at_least, at_most, conclude
from benchmarks.waits import MEMORY, THINKS, Waits, stolen
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.rukuni.bot import ThinkingBot
from ukumbi.games.rukuni.engine.loading import ENGINES
from ukumbi.games.rukuni.position import Position

BOTS: Final = 4
GOAL: Final = 1.5
"""How many times longer the slowest hundredth of all moves may wait while they think."""
FIRST_SECONDS: Final = 3.0
"""Seconds within which the first answer has to come."""
OVER: Final = 1.1
"""How many times as long as it may a bot thinks at most: it looks at the clock every now and then."""
THOUGHTS: Final = 12
STRETCHES: Final = 6
SETTLE_SECONDS: Final = 2.0
"""Seconds after which those who are held back have ended their thoughts."""
STRONGEST: Final = list(ENTRY.bots)[-1]


class ThinkingFigures(msgspec.Struct, frozen=True):
    tables: int
    without: Waits
    thinking: Waits
    turns: int
    """That the bots have made meanwhile."""
    first: float
    """Seconds until the first answer after an install."""
    longest: float
    """How many times as long as it may the strongest level has thought, at most."""

    @property
    def slower(self) -> float:
        return self.thinking.p99 / self.without.p99

    def results(self) -> Iterator[Result]:
        yield at_least("bots, turns made", self.turns, 1, digits=0)
        yield at_most("bots, p99 of others beside that without bots", self.slower, GOAL, " times", 2)
        yield at_most("bots, first answer after an install", self.first, FIRST_SECONDS, " s", 2)
        yield at_most("bots, longest thought beside its time", self.longest, OVER, " times", 2)


class Challenger:
    """A player against the strongest level, who answers at once and begins again after each game."""

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

    def let(self, play: bool) -> None:
        """Play on, or hold back: then the bot has nothing to think about."""
        self.player.eager = play
        if play:
            self.player.join(self.player.table, self.player.seq)

    def _count(self, _: Player, said: Said) -> None:
        self.turns += said.type == "update" and not self.player.waiting  # else it is our own

    def _go_again(self, _: Player) -> None:
        self._task = asyncio.create_task(self.sit_down())

    def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self.player.leave()


def measure(tables: int, seconds: float, progress: Callable[[str], None]) -> ThinkingFigures:
    gc.disable()  # it would be counted as the hall's
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as folder, HallProcess(Path(folder)) as hall:
        figures = uvloop.run(_measure(hall, tables, seconds, progress))
    progress("the first answer after an install")
    first = first_answer()
    progress("the longest thought")
    return msgspec.structs.replace(figures, first=first, longest=longest_thought())


def longest_thought() -> float:
    """How many times as long as it may the strongest level thinks, at most, on its way through a game."""
    bot, rng, longest = ENTRY.bots[STRONGEST], Random(1), 0.0
    assert isinstance(bot, ThinkingBot)
    assert bot.seconds is not None
    position = Position.opening()
    engine = ENGINES.strongest()  # loading it is no thought
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
    """Seconds from setting a table up to the bot's first turn, where nothing has been compiled."""
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
    challenger.let(play=False)

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
) -> ThinkingFigures:
    progress("sitting down")
    pairs = [Pair(hall.port, number) for number in range(tables)]
    for pair in pairs:
        await pair.sit_down(partial(pair.rng.uniform, *THINKS))
    for pair in pairs:
        pair.start()
    challengers = [Challenger(hall.port, number) for number in range(BOTS)]
    for challenger in challengers:
        await challenger.sit_down()
    progress("getting warm: the engine is loaded")
    await asyncio.sleep(5 * SETTLE_SECONDS)
    quiet, busy, turns = list[Waits](), list[Waits](), 0
    for stretch in range(1, STRETCHES + 1):
        for think, waits in ((False, quiet), (True, busy)):
            progress(f"stretch {stretch} of {STRETCHES}, {'with' if think else 'without'} bots")
            for challenger in challengers:
                challenger.let(play=think)
            await asyncio.sleep(SETTLE_SECONDS)
            made = sum(challenger.turns for challenger in challengers)
            waits.append(await _listen(pairs, seconds))
            turns += sum(challenger.turns for challenger in challengers) - made
    for pair in pairs:
        pair.leave()
    for challenger in challengers:
        challenger.leave()
    return ThinkingFigures(tables, Waits.usual(quiet), Waits.usual(busy), turns, 0.0, 0.0)


async def _listen(pairs: list[Pair], seconds: float) -> Waits:
    """What is acknowledged in so many seconds; moves that still wait have waited so far."""
    players = [player for pair in pairs for player in pair.players]
    for player in players:
        player.acknowledged.clear()
    before = stolen()
    await asyncio.sleep(seconds)
    waits = [move.seconds for player in players for move in player.acknowledged]
    overdue = [player.waiting for player in players if player.waiting]
    return Waits.of([1000 * wait for wait in (*waits, *overdue)], stolen() - before)


def run(
    tables: Annotated[int, typer.Option(min=1, help="Tables of people in play at once.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="How long each stretch is measured.")] = 4.0,
) -> None:
    """Four bots that think as hard as they can: do other tables notice, and how soon is the first answer?"""
    with Console(stderr=True).status("starting a hall") as status:
        figures = measure(tables, seconds, status.update)
    typer.echo(f"{tables} tables of people, with and without {BOTS} bots of Rukuni ({STRONGEST}) by turns")
    for name, waits in (("without bots", figures.without), ("with bots thinking", figures.thinking)):
        typer.echo(f"  {name:<20}{waits.moves:10,} moves, p50 {waits.p50:.1f} ms, p99 {waits.p99:.1f} ms")
    conclude(*figures.results())
