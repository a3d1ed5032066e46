"""Halls without a server, in the test's own process, and tables with a long past."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from ukumbi.bots.pool import Pool
from ukumbi.core import AnyGame, Match, Refused, Seat, Step, codec, load
from ukumbi.hall import seating
from ukumbi.hall.allowance import Latency
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.bots import BotPlayers
from ukumbi.hall.clock import HallClock
from ukumbi.hall.hall import Hall
from ukumbi.hall.people import People, new_id
from ukumbi.hall.queue import Accepted, Answer, Known, move_request
from ukumbi.hall.refs import AcceptedRefs
from ukumbi.hall.seats import Seats
from ukumbi.hall.standings import Standing
from ukumbi.hall.table import Table
from ukumbi.hall.views import Broadcast
from ukumbi.lab.people.guest import Guest
from ukumbi.ledger import Append, Ledger, Occupant, SeatChange, Snapshot, TableRow
from ukumbi.ledger.folder import SECRET, read_secret
from ukumbi.ledger.sqlite import SqliteLedger
from ukumbi.server.security import COOKIE

MODULES: Final = ("ukumbi.games", "tests.kit.pounce", "tests.kit.berries", "tests.kit.fragile")
REGISTRY: Final = load(MODULES)
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
    hall = Hall(REGISTRY, ledger, clock, people, BotPlayers(Pool(MODULES), pace), fair_order)
    Seats(hall)
    await hall.start()
    try:
        yield hall
    finally:
        await hall.close()


class Recorder:
    """Somebody at tables who keeps what they are told."""

    def __init__(self, person: str = "eve", lag: float | None = None) -> None:
        self.person = person
        self.lag = lag
        self.silent = False
        self.changes: list[tuple[Step, str | None]] = []
        """Each step, with the ref of the own move where it is the answer to one."""
        self.known: list[Table] = []
        self.presences: list[Table] = []
        self.stopped: list[Table] = []
        self.calls: list[tuple[str, str]] = []
        self.briefs: list[tuple[str, Standing | None]] = []
        self.refusals: list[Refused] = []
        self.signed_out = False
        self.news = asyncio.Event()

    @property
    def latency(self) -> Latency:
        """A connection that never varies."""
        return Latency(self.lag, self.lag or 0.0, self.silent)

    def tell_step(self, table: Table, broadcast: Broadcast, seat: Seat | None) -> None:
        self._keep_step(table, broadcast.step, None)

    def _keep_step(self, table: Table, step: Step, ref: str | None) -> None:
        self.changes.append((step, ref))
        self.news.set()

    def tell_presence(self, table: Table, _: dict[Seat | None, bytes]) -> None:
        self.presences.append(table)
        self.news.set()

    def tell_stopped(self, table: Table) -> None:
        self.stopped.append(table)
        self.news.set()

    def tell_anew(self, table: Table) -> None:
        self.known.append(table)
        self.news.set()

    def tell_news(self, table: Table, standing: Standing | None) -> None:
        self.briefs.append((table.id, standing))
        self.news.set()

    def call(self, table: Table, name: str) -> None:
        self.calls.append((table.id, name))
        self.news.set()

    def sign_out(self) -> None:
        self.signed_out = True

    def refused(self, refusal: Refused) -> None:
        self.refusals.append(refusal)
        self.news.set()

    def submit(self, table: Table, seat: int, move: str, ref: str | None = None, waited: int = 0) -> None:
        def answer(answer: Answer) -> None:
            match answer:
                case Accepted():
                    self._keep_step(table, answer.broadcast.step, ref)
                case Known():
                    self.tell_anew(table)
                case Refused():
                    self.refused(answer)

        table.submit(move_request(Seat(seat), move, answer, ref, viewer=self, waited=waited))

    async def told(self, kept: Sequence[Any], count: int = 1) -> None:
        """Wait until one of the lists above is so long."""
        while len(kept) < count:
            self.news.clear()
            await self.news.wait()


def arrive(table: Table, viewer: Recorder, seat: Seat | None) -> None:
    """Join a table, as a session does that has been told how it stands."""
    table.hall.connect(viewer)
    if table.join(viewer, seat):
        table.arrived(seat)


def new_row(game: str, *occupants: Occupant, options: bytes = b"{}", **facts: Any) -> TableRow:
    fields: dict[str, Any] = {
        "status": "playing",
        "host": "ada",
        "watch": "on",
        "watch_key": "key",
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
    """Who sits at a table from the start, as the ledger keeps it."""
    return SeatChange(1, 0, row.created, seating.encode(seating.SetUp(row.occupants)))


async def past_table(ledger: Ledger, row: TableRow, events: int) -> tuple[TableRow, list[str]]:
    """A table that has been played for at least so many events; the moves made, `ref` by `ref`."""
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
    """The ref of a past table's first, second, ... move."""
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
    """Somebody who has the token of this person."""
    ledger: Any = None
    signer = People(ledger, ledger, read_secret(folder / SECRET)).tokens._signer
    guest = Guest(port)
    guest.cookie = f"{COOKIE}={signer.dumps(person)}"
    return guest
