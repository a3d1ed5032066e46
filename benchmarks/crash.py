"""`crash`: kill a hall full of players again and again, and look for what got lost."""

import asyncio
import math
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import msgspec
import typer
import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks.audit import Findings, Seen, audit
from benchmarks.hall_process import HallProcess
from benchmarks.players.choosing import any_move, rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.player import RETRY, Acknowledged, Choose, Player, Said
from benchmarks.results import conclude, none_of
from ukumbi.core import Refused, Registry, Seat, load
from ukumbi.core.inputs import generator

LIFE_SECONDS: Final = 0.5
"""A hall is killed at a random moment of so many seconds after every table has made a move."""
STUCK_SECONDS: Final = 60.0
"""Seconds after which a party that has made no move is not going to."""
LINGER_SECONDS: Final = 10.0
"""Seconds after which a line to a dead hall is cut from this side."""
OPEN: Final = "open"


class Stuck(Exception):
    """Some party does not get on."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of table to have in the hall."""

    game: str
    others: tuple[str, ...]
    """For each seat after the host's the level of a bot, or "open" for another player."""
    options: msgspec.Raw = msgspec.Raw(b"{}")


class CrashFigures(msgspec.Struct, frozen=True):
    rounds: int
    tables: int
    """In play at once."""
    recovery: tuple[float, ...]
    """For each round the seconds from the start of the process to the first acknowledged move."""
    findings: Findings

    @property
    def p50(self) -> float:
        return statistics.median(self.recovery or [math.nan])

    @property
    def slowest(self) -> float:
        return max(self.recovery, default=math.nan)


class Party:
    """The people at one table, who play game after game with each other."""

    def __init__(self, port: int, kind: Kind, choose: Choose, rng: Random) -> None:
        self.tables: list[str] = []
        self._kind = kind
        people = 1 + kind.others.count(OPEN)
        self.players = [Player(Guest(port), choose, rng) for _ in range(people)]
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def moves(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    async def sit_down(self) -> None:
        host, *others = self.players
        form = {"game": self._kind.game, "others": self._kind.others, "options": self._kind.options}
        table = (await host.guest.ask("POST", "/api/tables", form))["table"]
        for player in others:
            await player.guest.sit(table)
        self.tables.append(table)
        for player in self.players:
            player.table = table
            player.on_over = self._go_again
            await player.connect()

    def _go_again(self, player: Player) -> None:
        task = asyncio.create_task(self._follow(player, player.table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, player: Player, over: str) -> None:
        """Go to the next game's table, asking until the hall answers."""
        while True:
            try:
                fresh = (await player.guest.ask("POST", f"/api/tables/{over}/rematch"))["table"]
                break
            except (OSError, Refused, IndexError, ValueError):  # killed in mid-answer
                await asyncio.sleep(RETRY)
        if fresh not in self.tables:
            self.tables.append(fresh)
        if player.table == over:
            player.join(fresh)

    def complaint(self) -> str:
        """Where it does not get on, and what its players have to say about it."""
        said = [repr(player.puzzled or player.refused[-1:]) for player in self.players]
        return f"{self.tables[-1]}: {', '.join(said)}"

    def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        for player in self.players:
            player.leave()


class Torment:
    """A hall, the parties in it, and everything that they were told."""

    def __init__(
        self, hall: HallProcess, registry: Registry, kinds: Sequence[Kind], tables: int, seed: int
    ) -> None:
        self._hall = hall
        self._rng = generator(seed)
        self.parties = [self._party(registry, kinds[place % len(kinds)]) for place in range(tables)]
        self.seen: list[Seen] = []
        self.stuck: list[str] = []
        self._latest: dict[Player, Seen] = {}
        self._moved = asyncio.Event()
        self._first = 0.0

    def _party(self, registry: Registry, kind: Kind) -> Party:
        choose = rukuni_turn if kind.game == "rukuni" else any_move(registry[kind.game].game)
        return Party(self._hall.port, kind, choose, Random(self._rng.random()))

    async def sit_down(self) -> None:
        for party in self.parties:
            for player in party.players:
                player.on_heard = self._note
                player.on_acknowledged = self._count
            await party.sit_down()
        await self._all_move([0] * len(self.parties))

    def acknowledged(self) -> list[Acknowledged]:
        return [move for party in self.parties for player in party.players for move in player.acknowledged]

    def _note(self, player: Player, said: Said) -> None:
        if said.seq:
            self._latest[player] = Seen(player.table, player.seat, said.seq, bytes(said.view))
            if said.type == "sync":
                self.seen.append(self._latest[player])

    def _count(self, _: Player) -> None:
        self._first = self._first or time.perf_counter()
        self._moved.set()

    async def _all_move(self, before: Sequence[int]) -> None:
        """Wait until every party has made one more move that was acknowledged."""
        waited_for = dict(zip(self.parties, before, strict=True))
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                while waited_for := {p: moves for p, moves in waited_for.items() if p.moves == moves}:
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError:
            self.stuck = [party.complaint() for party in waited_for]
            raise Stuck from None

    async def crash(self) -> float:
        """Kill the hall and start it again, until every table has moved; seconds to the first move."""
        await asyncio.sleep(self._rng.uniform(0, LIFE_SECONDS))
        self._hall.kill()
        # What the dead hall has sent may still be on its way: it counts for the time before.
        await self._all_away()
        self.seen.extend(self._latest.values())
        before = [party.moves for party in self.parties]
        self._first, started = 0.0, time.perf_counter()
        await asyncio.to_thread(self._hall.start)
        await self._all_move(before)
        return self._first - started

    async def _all_away(self) -> None:
        """Wait until every line is lost; one that lingers is cut, as a page does that hears nothing."""
        players = [player for party in self.parties for player in party.players]
        for _ in range(2):
            try:
                async with asyncio.timeout(LINGER_SECONDS):
                    for player in players:
                        await player.away.wait()
            except TimeoutError:
                for player in players:
                    player.drop_line()
            else:
                return
        self.stuck = ["lines that cannot be cut"]
        raise Stuck

    async def leave(self) -> None:
        for party in self.parties:
            party.leave()
        await self._all_away()

    async def look_around(self) -> None:
        """See every table once more, also those whose game is over."""
        await self.leave()
        for party in self.parties:
            host = party.players[0].guest
            looker = Player(host, _nothing, self._rng)
            for table in party.tables:
                await self._look(looker, table)
            looker.leave()
            await looker.away.wait()

    async def _look(self, looker: Player, table: str) -> None:
        shown = asyncio.Event()

        def note(player: Player, said: Said) -> None:
            if said.type == "sync":
                self._note(player, said)
                shown.set()

        looker.on_heard = note
        if looker.table:
            looker.join(table)
        else:
            looker.table = table
            await looker.connect()
        await shown.wait()


def _nothing(view: msgspec.Raw, seat: Seat, rng: Random) -> None:
    """How a player chooses who only looks."""


def every_kind(registry: Registry) -> list[Kind]:
    """For each game a table of people, and one with bots of its weakest level."""
    return [
        Kind(box.game.name, (who,) * (box.game.seats.start - 1))
        for box in registry
        for who in (OPEN, next(iter(box.bots), OPEN))
    ]


def torment(
    folder: Path,
    rounds: int,
    tables: int,
    seed: int = 0,
    also: Sequence[str] = (),
    kinds: Sequence[Kind] = (),
    progress: Callable[[], None] = lambda: None,
) -> CrashFigures:
    """Let so many tables play, kill the hall so many times, then audit its ledger."""
    registry = load(["ukumbi.games", *also])
    args = [part for module in also for part in ("--also", module)]
    with HallProcess(folder, *args, "--bot-pace", "0") as hall:
        scene = Torment(hall, registry, kinds or every_kind(registry), tables, seed)
        recovery = uvloop.run(_play_and_crash(scene, rounds, progress))
    findings = audit(folder / "hall.sqlite", registry, scene.acknowledged(), scene.seen)
    findings.stuck = scene.stuck
    return CrashFigures(rounds, tables, recovery, findings)


async def _play_and_crash(scene: Torment, rounds: int, progress: Callable[[], None]) -> tuple[float, ...]:
    recovery = []
    try:
        await scene.sit_down()
        for _ in range(rounds):
            recovery.append(await scene.crash())
            progress()
        await scene.look_around()
    except Stuck:
        pass  # the scene says which; what the ledger says will tell why
    finally:
        with suppress(Stuck):
            await scene.leave()
    return tuple(recovery)


def run(
    rounds: Annotated[int, typer.Option(min=1, help="How often the hall is killed.")] = 100,
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 50,
    seed: Annotated[int, typer.Option(help="Draws the moves and the moments of death.")] = 0,
    also: Annotated[list[str] | None, typer.Option(help="A module that lists more games.")] = None,
) -> None:
    """Kill a hall full of players again and again, and look for what got lost."""
    with TemporaryDirectory() as folder, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("killing the hall", total=rounds)
        figures = torment(
            Path(folder), rounds, tables, seed, also or (), progress=lambda: progress.advance(bar)
        )
    found = figures.findings
    typer.echo(f"{len(figures.recovery)} times killed and started again, with {tables} tables in play")
    typer.echo(f"  acknowledged moves  {found.acknowledged:10,}")
    typer.echo(f"  events              {found.events:10,} in {found.tables:,} logs")
    typer.echo(f"  views and snapshots {found.views + found.snapshots:10,} compared with a fold of the log")
    typer.echo(f"  first move after    {figures.p50:10.2f} s (p50), {figures.slowest:.2f} s at most")
    for fault in found.faults():
        typer.echo(fault, err=True)
    conclude(
        none_of("crash, moves lost", len(found.lost)),
        none_of("crash, moves doubled", len(found.doubled)),
        none_of("crash, moves written otherwise", len(found.altered)),
        none_of("crash, views and snapshots that differ", len(found.astray)),
        none_of("crash, tables stuck", len(found.stuck)),
        none_of("crash, broken logs", len(found.broken)),
    )
