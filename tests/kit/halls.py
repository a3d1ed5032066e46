"""Halls without a server, in the test's own process, and tables with a long log."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from benchmarks.players.guest import Guest
from ukumbi.bots.pool import Pool
from ukumbi.core import AnyGame, Match, Refused, Seat, Step, codec, load
from ukumbi.hall import seats
from ukumbi.hall.allowance import Latency
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.bots_and_clock import BotPlayers
from ukumbi.hall.clock import HallClock
from ukumbi.hall.cluster import Cluster
from ukumbi.hall.hall import Hall
from ukumbi.hall.history import AcceptedRefs
from ukumbi.hall.messages import Called, Coach, Elsewhere, Presence, Stopped, TableNews, Update
from ukumbi.hall.people import People, new_id
from ukumbi.hall.requests import LookAround, Move, Reply
from ukumbi.hall.table import Table
from ukumbi.ledger import Append, Ledger, Occupant, SeatChange, Snapshot, TableRow
from ukumbi.ledger.folder import SECRET, read_secret
from ukumbi.ledger.postgres import PostgresLedger
from ukumbi.ledger.sqlite import SqliteLedger
from ukumbi.server.identify import COOKIE
from ukumbi.server.settings import Settings

MODULES: Final = ("ukumbi.games", "tests.kit.pounce", "tests.kit.berries", "tests.kit.fragile")
REGISTRY: Final = load(MODULES)
AWAY_MILLISECONDS: Final = round(1000 * Settings().away_after)
TIMEOUT_SECONDS: Final = Settings().bot_timeout
_decode: Final = msgspec.json.Decoder(
    Update | Presence | Stopped | Called | TableNews | Coach | Elsewhere
).decode
ADA, BEN = Occupant("ada", ready=True), Occupant("ben", ready=True)


@asynccontextmanager
async def open_hall(
    folder: Path,
    ledger: SqliteLedger | None = None,
    clock: HallClock | None = None,
    fair_order: bool = True,
    pace: float = 0,
) -> AsyncIterator[Hall]:
    ledger = ledger or SqliteLedger(folder / "hall.sqlite")
    clock = clock or HallClock(await ledger.latest_instant())
    people = People(ledger, clock, read_secret(folder / SECRET))
    bots = BotPlayers(Pool(MODULES, 1, TIMEOUT_SECONDS), pace)
    hall = Hall(REGISTRY, ledger, clock, people, bots, fair_order, AWAY_MILLISECONDS)
    await hall.start()
    try:
        yield hall
    finally:
        await hall.close()


@asynccontextmanager
async def open_node(url: str, name: str) -> AsyncIterator[Hall]:
    """A node of a hall of several."""
    versions = {entry.game.name: entry.game.version for entry in REGISTRY}
    ledger = await PostgresLedger.open(url, name, versions)
    nodes = Cluster(url, ledger.life)
    people = People(ledger, nodes.clock, await ledger.secret())
    bots = BotPlayers(Pool(MODULES, 1, TIMEOUT_SECONDS), 0)
    hall = Hall(REGISTRY, ledger, nodes.clock, people, bots, True, AWAY_MILLISECONDS, nodes)
    await hall.start()
    try:
        yield hall
    finally:
        await hall.close()


class Recorder:
    """A viewer that keeps all messages it is sent."""

    def __init__(self, person: str = "eve", lag: float | None = None) -> None:
        self.person = person
        self.lag = lag
        self.silent = False
        self.updates: list[Update] = []
        self.accepted: list[str] = []
        """Refs of this viewer's accepted moves."""
        self.syncs: list[SimpleNamespace] = []
        self.presences: list[Presence] = []
        self.stopped: list[Stopped] = []
        self.calls: list[Called] = []
        self.table_news: list[TableNews] = []
        self.elsewhere: list[str] = []
        """The nodes that it was sent to."""
        self.greeted = 0
        self.closed: list[str] = []
        """Why it was closed."""
        self.coached: list[Coach] = []
        self.refusals: list[Refused] = []
        self.news = asyncio.Event()

    @property
    def latency(self) -> Latency:
        """A connection that never varies."""
        return Latency(self.lag, self.lag or 0.0, self.silent)

    def send(self, message: bytes, later: bool = False) -> None:
        if message.startswith(b'{"type":"sync"'):  # a view may be null there
            self.syncs.append(SimpleNamespace(**msgspec.json.decode(message)))
            self.news.set()
            return
        match received := _decode(message):
            case Update():
                self.updates.append(received)
            case Presence():
                self.presences.append(received)
            case Stopped():
                self.stopped.append(received)
            case Called():
                self.calls.append(received)
            case TableNews():
                self.table_news.append(received)
            case Elsewhere(node=node):
                self.elsewhere.append(node)
            case Coach():
                self.coached.append(received)
        self.news.set()

    def close(self, code: int, reason: str) -> None:
        self.closed.append(reason)
        self.news.set()

    def greet(self) -> None:
        self.greeted += 1
        self.news.set()

    def submit(self, table: Table, seat: int, move: str, ref: str | None = None, waited: int = 0) -> None:
        def reply(reply: Reply) -> None:
            if isinstance(reply, Refused):
                self.refused(reply)
            else:
                self.was_accepted(ref or "")
            self.news.set()

        table.put(Move(Seat(seat), move, ref), reply, self, waited)

    def was_accepted(self, ref: str) -> None:
        self.accepted.append(ref)

    def refused(self, refusal: Refused) -> None:
        self.refusals.append(refusal)

    async def received(self, kept: Sequence[Any], count: int = 1) -> None:
        """Wait until one of the lists above has this many items."""
        while len(kept) < count:
            self.news.clear()
            await self.news.wait()


def arrive(table: Table, viewer: Recorder, seat: Seat | None) -> None:
    """Join a table, as a session does."""
    table.hall.connect(viewer)
    table.join(viewer, seat, [])


async def settle(table: Table) -> None:
    """Wait until the table has handled its queue and all that follows from it."""
    for _ in range(3):
        if not table.queue.closed:
            await table.ask(LookAround())


async def gone(hall: Hall, table: str) -> None:
    """Wait until the table is put away."""
    while table in hall.tables:  # noqa: ASYNC110, nothing tells of it
        await asyncio.sleep(0)


async def act(table: Table, seat: int, move: str) -> Refused | None:
    """Make a move for a seat, without a connection; return the refusal, if any."""
    reply = await table.ask(Move(Seat(seat), move))
    return reply if isinstance(reply, Refused) else None


def new_row(game: str, *occupants: Occupant, options: bytes = b"{}", **facts: Any) -> TableRow:
    fields: dict[str, Any] = {
        "status": "playing",
        "host": "ada",
        "watch": "on",
        "watch_key": "key",
        "seat_key": "seat",
        "created": time.time_ns() // 1_000_000,
    }
    fields |= facts
    return TableRow(
        id=new_id(),
        game=game,
        version=REGISTRY[game].game.version,
        options=options,
        occupants=occupants or (ADA, BEN),
        **fields,
    )


def first_change(row: TableRow) -> SeatChange:
    """The seat change that sets up the table."""
    return SeatChange(1, 0, row.created, seats.encode(seats.SetUp(row.occupants)))


async def past_table(ledger: Ledger, row: TableRow, events: int) -> tuple[TableRow, list[str]]:
    """A table with at least this many events, and its moves; the refs are those of `ref_of`."""
    number = await ledger.create(row, first_change(row))
    game, loop = REGISTRY[row.game].game, asyncio.get_running_loop()
    options = codec(game).read_options(row.options, row.version)
    match, refs, now = (
        Match(game, len(row.occupants), options, rng=Random(1)),
        AcceptedRefs(),
        HallClock().now(),
    )
    step = match.decide_setup(now)
    moves: list[str] = []
    while True:
        written = loop.create_future()
        ledger.append(_append(number, match, refs, step), written.set_result)
        match.adopt(step)
        for record in step.records:
            refs.remember(record)
        if match.seq >= events:
            assert await written is None
            return row, moves
        moves.append(_any_move(game, match))
        made = game.parse_move(moves[-1])
        step = match.decide(min(match.may_act), made, now, ref_of(len(moves)))


def ref_of(move: int) -> str:
    """The ref of move number `move` of a past table."""
    return f"past-{move}"


def _any_move(game: AnyGame, match: Match) -> str:
    return game.format_move(next(iter(game.legal_moves(match.state, min(match.may_act)))))


def _append(number: int, match: Match, refs: AcceptedRefs, step: Step) -> Append:
    snapshot = None
    if step.seq // SNAPSHOT_EVERY != match.seq // SNAPSHOT_EVERY:
        state = codec(match.game).encode(step.state)
        snapshot = Snapshot(step.seq, match.game.version, state, refs.with_records(step.records))
    return Append(number, step.records, "playing", None, False, snapshot)


def guest_as(person: str, folder: Path, port: int) -> Guest:
    """A guest with this person's cookie."""
    ledger: Any = None
    tokens = People(ledger, HallClock(), read_secret(folder / SECRET)).tokens
    guest = Guest(port)
    guest.cookie = f"{COOKIE}={tokens.issue(person)}"
    return guest
