"""Halls without doors, in the test's own process, and tables with a long past."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from ukumbi.bots.pool import Pool
from ukumbi.core import AnyGame, Refused, Seat, load
from ukumbi.core.log import read_options
from ukumbi.hall.botseats import BotSeats
from ukumbi.hall.clock import HallClock
from ukumbi.hall.hall import Hall
from ukumbi.hall.journal import Journal, Step
from ukumbi.hall.ledger import Entry, Ledger, Sitter, TableRow
from ukumbi.hall.people import People, new_id, read_secret
from ukumbi.hall.sqlite import SqliteLedger
from ukumbi.hall.table import Change, Request, Table
from ukumbi.lab.people.guest import Guest
from ukumbi.server.guard import COOKIE

MODULES: Final = ("ukumbi.games", "tests.kit.pounce", "tests.kit.berries", "tests.kit.fragile")
REGISTRY: Final = load(MODULES)
ADA, BEN = Sitter("ada"), Sitter("ben")


@asynccontextmanager
async def open_hall(
    folder: Path,
    ledger: SqliteLedger | None = None,
    clock: HallClock | None = None,
    fair_order: bool = True,
    pace: float = 0,
) -> AsyncIterator[Hall]:
    ledger = ledger or SqliteLedger(folder / "hall.sqlite")
    clock = clock or HallClock()
    people = People(ledger, clock, read_secret(folder / "secret.key"))
    hall = Hall(REGISTRY, ledger, clock, people, BotSeats(Pool(MODULES), pace), fair_order)
    await hall.start()
    try:
        yield hall
    finally:
        await hall.close()


class Witness:
    """Somebody at tables who keeps what they are told."""

    def __init__(self, person: str = "eve", lag: float | None = None) -> None:
        self.person = person
        self.lag = lag
        self.changes: list[tuple[Change, str | None]] = []
        self.known: list[Table] = []
        self.companies: list[Table] = []
        self.stopped: list[Table] = []
        self.refusals: list[Refused] = []
        self.news = asyncio.Event()

    def tell_change(self, table: Table, change: Change, seat: Seat | None, ref: str | None) -> None:
        self.changes.append((change, ref))
        self.news.set()

    def tell_company(self, table: Table) -> None:
        self.companies.append(table)
        self.news.set()

    def tell_stopped(self, table: Table) -> None:
        self.stopped.append(table)
        self.news.set()

    def tell_known(self, table: Table) -> None:
        self.known.append(table)
        self.news.set()

    def _refused(self, refusal: Refused) -> None:
        self.refusals.append(refusal)
        self.news.set()

    def submit(self, table: Table, seat: int, move: str, ref: str | None = None) -> None:
        table.submit(Request(Seat(seat), move, refused=self._refused, ref=ref, viewer=self))

    async def told(self, kept: Sequence[Any], count: int = 1) -> None:
        """Wait until one of the lists above is so long."""
        while len(kept) < count:
            self.news.clear()
            await self.news.wait()


def new_row(game: str, *sitters: Sitter, options: bytes = b"{}", **facts: Any) -> TableRow:
    fields: dict[str, Any] = {
        "status": "playing",
        "host": "ada",
        "watch": "on",
        "watch_key": "key",
        "created": 0,
    }
    fields |= facts
    return TableRow(
        id=new_id(),
        game=game,
        version=REGISTRY[game].game.version,
        options=options,
        sitters=sitters or (ADA, BEN),
        **fields,
    )


async def past_table(ledger: Ledger, row: TableRow, events: int) -> tuple[TableRow, list[str]]:
    """A table that has been played for at least so many events; the moves made, `ref` by `ref`."""
    number = await ledger.create(row)
    game, loop = REGISTRY[row.game].game, asyncio.get_running_loop()
    journal, now = Journal(game, Random(1)), HallClock().now()
    step = journal.setup(len(row.sitters), read_options(game, row.options), now)
    moves: list[str] = []
    while True:
        written = loop.create_future()
        ledger.append(_entry(number, journal, step), written.set_result)
        journal.adopt(step)
        if journal.seq >= events:
            assert await written is None
            return row, moves
        moves.append(_any_move(game, journal))
        step = journal.work_out(min(journal.may_act), moves[-1], now, ref_of(len(moves)))


def ref_of(move: int) -> str:
    """The ref of a past table's first, second, ... move."""
    return f"past-{move}"


def _any_move(game: AnyGame, journal: Journal) -> str:
    return game.format_move(next(iter(game.legal_moves(journal.state, min(journal.may_act)))))


def _entry(number: int, journal: Journal, step: Step) -> Entry:
    return Entry(number, step.records, "playing", None, False, journal.snapshot_after(step))


def guest_as(person: str, folder: Path, port: int) -> Guest:
    """Somebody who has the token of this person."""
    ledger: Any = None
    signer = People(ledger, ledger, read_secret(folder / "secret.key"))._signer
    guest = Guest(port)
    guest.cookie = f"{COOKIE}={signer.dumps(person)}"
    return guest
