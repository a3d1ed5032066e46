"""`crash`: kill a hall in play repeatedly, and look for lost moves."""

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

from benchmarks.audit import Findings, ShownView, audit
from benchmarks.hall_process import HallProcess
from benchmarks.players.choosing import any_move, rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.player import RETRY_SECONDS, Acknowledged, Choose, Player, Said
from benchmarks.results import conclude, none_of
from ukumbi.core import Refused, Registry, Seat, load
from ukumbi.core.inputs import generator

MAX_LIFE_SECONDS: Final = 0.5
"""A hall is killed at a random time within this after every table has made a move."""
STUCK_SECONDS: Final = 60.0
"""The time without a move after which a table is stuck."""
LINGER_SECONDS: Final = 10.0
"""The time after which a player closes a connection to a dead hall."""
OPEN: Final = "open"


class Stuck(Exception):
    """A table does not go on."""


class TableKind(msgspec.Struct, frozen=True):
    """A kind of table."""

    game: str
    others: tuple[str, ...]
    """For each seat after the host's: a bot's level, or "open" for a player."""
    options: msgspec.Raw = msgspec.Raw(b"{}")


class CrashMeasurements(msgspec.Struct, frozen=True):
    kills: int
    tables: int
    """Tables in play at once."""
    recovery: tuple[float, ...]
    """For each kill, the seconds from the restart to the first acknowledged move."""
    findings: Findings

    @property
    def p50(self) -> float:
        return statistics.median(self.recovery or [math.nan])

    @property
    def slowest(self) -> float:
        return max(self.recovery, default=math.nan)


class TableGroup:
    """The players at one table, who play game after game."""

    def __init__(self, kind: TableKind, new_player: Callable[[], Player]) -> None:
        self.tables: list[str] = []
        self._kind = kind
        self.players = [new_player() for _ in range(1 + kind.others.count(OPEN))]
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
        """Go to the rematch; ask until the hall answers."""
        while True:
            try:
                fresh = (await player.guest.ask("POST", f"/api/tables/{over}/rematch"))["table"]
                break
            except (OSError, Refused, IndexError, ValueError):  # killed during the answer
                await asyncio.sleep(RETRY_SECONDS)
        if fresh not in self.tables:
            self.tables.append(fresh)
        if player.table == over:
            player.join(fresh)

    def problem(self) -> str:
        """The table, and its players' last problems."""
        said = [
            f"{player.fault or player.refused[-1:]} at {player.seq}, waiting {player.waiting:.1f} s"
            for player in self.players
        ]
        return f"{self.tables[-1]}: {', '.join(said)}"

    def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        for player in self.players:
            player.leave()


class CrashTest:
    """A hall, its players, and all views they were sent."""

    def __init__(
        self, hall: HallProcess, registry: Registry, kinds: Sequence[TableKind], tables: int, seed: int
    ) -> None:
        self._hall = hall
        self._rng = generator(seed)
        self.groups = [self._group(registry, kinds[place % len(kinds)]) for place in range(tables)]
        self.shown_views: list[ShownView] = []
        self.stuck: list[str] = []
        self._latest: dict[Player, ShownView] = {}
        self._moved = asyncio.Event()
        self._first = 0.0

    def _group(self, registry: Registry, kind: TableKind) -> TableGroup:
        choose, rng = choice_of(registry, kind), Random(self._rng.random())
        return TableGroup(kind, lambda: Player(Guest(self._hall.port), choose, rng))

    async def sit_down(self) -> None:
        for group in self.groups:
            for player in group.players:
                player.on_heard = self._note
                player.on_acknowledged = self._count
            await group.sit_down()
        await self._all_move([0] * len(self.groups))

    def acknowledged(self) -> list[Acknowledged]:
        return [move for group in self.groups for player in group.players for move in player.acknowledged]

    def _note(self, player: Player, said: Said) -> None:
        if said.seq:
            self._latest[player] = ShownView(player.table, player.seat, said.seq, bytes(said.view))
            if said.type == "sync":
                self.shown_views.append(self._latest[player])

    def _count(self, _: Player) -> None:
        self._first = self._first or time.perf_counter()
        self._moved.set()

    async def _all_move(self, before: Sequence[int]) -> None:
        """Wait until every table has another acknowledged move."""
        waited_for = dict(zip(self.groups, before, strict=True))
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                while waited_for := {p: moves for p, moves in waited_for.items() if p.moves == moves}:
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError:
            self.stuck = [group.problem() for group in waited_for]
            raise Stuck from None

    async def crash(self) -> float:
        """Kill and restart the hall, wait for a move at every table; return the seconds to the first move."""
        await asyncio.sleep(self._rng.uniform(0, MAX_LIFE_SECONDS))
        self._hall.kill()
        # Data from the dead hall may still be on its way. It belongs to the time before the kill.
        await self._all_away()
        self.shown_views.extend(self._latest.values())
        before = [group.moves for group in self.groups]
        self._first, started = 0.0, time.perf_counter()
        await asyncio.to_thread(self._hall.start)
        await self._all_move(before)
        return self._first - started

    async def _all_away(self) -> None:
        """Wait until every connection is lost; close those that linger, as a page does after silence."""
        players = [player for group in self.groups for player in group.players]
        for _ in range(2):
            try:
                async with asyncio.timeout(LINGER_SECONDS):
                    for player in players:
                        await player.away.wait()
            except TimeoutError:
                for player in players:
                    player.drop_connection()
            else:
                return
        self.stuck = ["connections that cannot be closed"]
        raise Stuck

    async def leave(self) -> None:
        for group in self.groups:
            group.leave()
        await self._all_away()

    async def view_all_tables(self) -> None:
        """Get a last view of every table, also of finished games."""
        await self.leave()
        for group in self.groups:
            host = group.players[0].guest
            looker = Player(host, _no_move, self._rng)
            for table in group.tables:
                await self._view_table(looker, table)
            looker.leave()
            await looker.away.wait()

    async def _view_table(self, looker: Player, table: str) -> None:
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


def _no_move(view: msgspec.Raw, seat: Seat, rng: Random) -> None:
    """The choice of a player who never moves."""


def choice_of(registry: Registry, kind: TableKind) -> Choose:
    """How the players at such a table choose their moves."""
    return rukuni_turn if kind.game == "rukuni" else any_move(registry[kind.game].game)


def all_kinds(registry: Registry) -> list[TableKind]:
    """For each game a table of people, and one with its weakest bots."""
    return [
        TableKind(box.game.name, (who,) * (box.game.seats.start - 1))
        for box in registry
        for who in (OPEN, next(iter(box.bots), OPEN))
    ]


def run_crashes(
    folder: Path,
    kills: int,
    tables: int,
    seed: int = 0,
    also: Sequence[str] = (),
    kinds: Sequence[TableKind] = (),
    progress: Callable[[], None] = lambda: None,
) -> CrashMeasurements:
    """Let tables play, kill the hall `kills` times, then audit its ledger."""
    registry = load(["ukumbi.games", *also])
    args = [part for module in also for part in ("--also", module)]
    with HallProcess(folder, *args, "--bot-pace", "0") as hall:
        test = CrashTest(hall, registry, kinds or all_kinds(registry), tables, seed)
        recovery = uvloop.run(_play_and_crash(test, kills, progress))
    findings = audit(folder / "hall.sqlite", registry, test.acknowledged(), test.shown_views)
    findings.stuck = test.stuck
    return CrashMeasurements(kills, tables, recovery, findings)


async def _play_and_crash(test: CrashTest, kills: int, progress: Callable[[], None]) -> tuple[float, ...]:
    recovery = []
    try:
        await test.sit_down()
        for _ in range(kills):
            recovery.append(await test.crash())
            progress()
        await test.view_all_tables()
    except Stuck:
        pass  # `stuck` names the tables; the audit may tell why
    finally:
        with suppress(Stuck):
            await test.leave()
    return tuple(recovery)


def run(
    kills: Annotated[int, typer.Option(min=1, help="How often the hall is killed.")] = 100,
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 50,
    seed: Annotated[int, typer.Option(help="Draws the moves and the times of kills.")] = 0,
    also: Annotated[list[str] | None, typer.Option(help="A module that lists more games.")] = None,
) -> None:
    """Kill a hall in play repeatedly, and look for lost moves."""
    with TemporaryDirectory() as folder, Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("killing the hall", total=kills)
        measured = run_crashes(
            Path(folder), kills, tables, seed, also or (), progress=lambda: progress.advance(bar)
        )
    found = measured.findings
    typer.echo(f"{len(measured.recovery)} times killed and started again, with {tables} tables in play")
    typer.echo(f"  acknowledged moves  {found.acknowledged:10,}")
    typer.echo(f"  events              {found.events:10,} in {found.tables:,} logs")
    typer.echo(f"  views and snapshots {found.views + found.snapshots:10,} compared with a fold of the log")
    typer.echo(f"  first move after    {measured.p50:10.2f} s (p50), {measured.slowest:.2f} s at most")
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
