"""The hall: tables are opened when somebody needs them, and put away when nobody does."""

import asyncio
import logging
from functools import partial
from random import SystemRandom
from typing import Any, Final

import msgspec

from ukumbi.core import AnyGame, Instant, Record, Refused, Registry, Seat, codec
from ukumbi.core.log import read_options
from ukumbi.hall.botseats import BotSeats
from ukumbi.hall.clock import HallClock
from ukumbi.hall.gate import Holds
from ukumbi.hall.journal import Journal
from ukumbi.hall.ledger import Ledger, NoRoom, Snapshot, TableRow
from ukumbi.hall.people import People
from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
IDLE: Final = 30_000
"""Milliseconds that a table nobody looks at stays in memory."""
PAGE: Final = 500
"""Records told at once to somebody who has missed many."""


class Hall:
    def __init__(
        self,
        shelf: Registry,
        ledger: Ledger,
        clock: HallClock,
        people: People,
        bots: BotSeats,
        fair_order: bool = True,
    ) -> None:
        self.shelf = shelf
        self.ledger = ledger
        self.clock = clock
        self.people = people
        self.bots = bots
        self.fair_order = fair_order
        """Whether lag is evened out where everyone moves at once."""
        self.holds = Holds()
        self.names: dict[str, str] = {}
        """Names of the people at live tables."""
        self.tables: dict[str, Table] = {}
        self.moves = 0
        """Moves acknowledged since the start."""
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._chores: set[asyncio.Task[Any]] = set()
        self._rng = SystemRandom()

    async def start(self) -> None:
        """Wake the tables that waited for the clock or a bot while the hall was closed."""
        for table, wake in await self.ledger.to_wake():
            self.wake_at(table, wake)

    async def close(self) -> None:
        for table in list(self.tables.values()):
            table.close()
        for chore in list(self._chores):
            chore.cancel()
        await self.bots.close()
        await self.ledger.close()

    # opening and putting away

    async def table(self, table_id: str) -> Table:
        """The live table, opened from the ledger if need be."""
        if table_id in self.tables:
            return self.tables[table_id]
        if table_id not in self._opening:
            task = asyncio.create_task(self._open(table_id))
            self._opening[table_id] = task
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(self._opening[table_id])

    async def _open(self, table_id: str) -> Table:
        row = await self.ledger.row(table_id)
        if row is None:
            raise Refused("no_such_table", table=table_id[:40])
        return await self._place(row, await self._journal(row))

    async def create(self, row: TableRow) -> Table:
        """A new table, in the ledger and in the hall."""
        row = msgspec.structs.replace(row, number=await self.ledger.create(row))
        return await self._place(row, Journal(self.game(row), self._rng))

    async def _place(self, row: TableRow, journal: Journal) -> Table:
        await self.learn_names(row)
        table = self.tables[row.id] = Table(self, row, journal)
        if row.status == "open" and row.free_seat() is None:
            table.begin()
        table.attend()
        # Even a table that is over stays a while: whoever had it opened is about to join it.
        self.clock.alarm(Instant(self.clock.now() + IDLE), partial(self._forget_idle, row.id))
        return table

    async def _journal(self, row: TableRow, at_most: int = 2**53) -> Journal:
        """The table's game, folded up to this event."""
        snapshot = await self._snapshot(row, at_most)
        # An older build may have written the snapshot: it only saves time, the log is the truth.
        for start in (snapshot, None) if snapshot else (None,):
            seen = start.seq if start else 0
            records = await self.ledger.records(row.number, seen, at_most - seen)
            journal = Journal(self.game(row), self._rng)
            try:
                journal.restore(start, records)
            except Exception:
                LOGGER.exception("table %s cannot be folded from event %d on", row.id, seen)
            else:
                return journal
        raise Refused("table_stopped")

    async def _snapshot(self, row: TableRow, at_most: int) -> Snapshot | None:
        try:
            return await self.ledger.snapshot(row.number, at_most)
        except msgspec.MsgspecError:
            return None

    def forget(self, table: Table) -> None:
        """Put a table away; it is folded again from its log when needed."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        table.close()
        if table.row.wake is not None:
            self.wake_at(table.id, table.row.wake)

    def reopen(self, table: Table) -> None:
        """Fold a table again that somebody else has written to, for those who look at it."""
        self.forget(table)
        self._chore(self._move_over(table))

    async def _move_over(self, old: Table) -> None:
        try:
            table = await self.table(old.id)
        except Refused:
            for viewer in old.viewers:
                viewer.tell_stopped(old)
            raise
        for viewer, seat in old.viewers.items():
            table.join(viewer, seat)
            viewer.tell_known(table)

    def idle(self, table: Table) -> None:
        """Put the table away when nobody needs it: at once if it is over, else after a while."""
        if table.status in ("over", "stopped"):
            self._forget_idle(table.id)
        else:
            self.clock.alarm(Instant(self.clock.now() + IDLE), partial(self._forget_idle, table.id))

    def _forget_idle(self, table_id: str) -> None:
        table = self.tables.get(table_id)
        if table is not None and not table.busy:
            self.forget(table)

    def wake_at(self, table_id: str, at: Instant) -> None:
        self.clock.alarm(at, lambda: self._chore(self.table(table_id)))

    def _chore(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._chores.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOGGER.error("chore failed: %s", fault)

    def stopped(self, table: Table) -> None:
        self._chore(self._keep_stopped(table.row))

    async def _keep_stopped(self, row: TableRow) -> None:
        try:
            await self.ledger.stop(row.number)
        except NoRoom:
            LOGGER.warning("table %s: could not note that it stopped", row.id)

    def moved(self) -> None:
        self.moves += 1

    # what tables and the server ask for

    def game(self, row: TableRow) -> AnyGame:
        return self.shelf[row.game].game

    def options(self, row: TableRow) -> Any:
        return read_options(self.game(row), row.options)

    async def learn_names(self, row: TableRow) -> None:
        for sitter in row.sitters:
            if sitter.person is not None:
                self.names[sitter.person] = await self.people.name(sitter.person)

    async def renamed(self, person: str, name: str) -> None:
        self.names[person] = name
        for table in self.tables.values():
            if table.row.seat_of(person) is not None:
                table.tell_company()

    async def missed(self, table: Table, since: int) -> list[tuple[Record, Any]]:
        """The records after `since`, as far as one page reaches."""
        older: list[tuple[Record, Any]] = []
        first = table.journal.recent[0][0].seq if table.journal.recent else table.journal.seq + 1
        if since + 1 < first:
            read = codec(table.journal.game).event
            records = await self.ledger.records(table.row.number, since, PAGE)
            older = [(record, read(record.event)) for record in records]
            # The ledger may be ahead of the table by what was written but not yet told.
            older = [pair for pair in older if pair[0].seq <= table.journal.seq]
        last = older[-1][0].seq if older else since
        return older + [pair for pair in table.journal.recent if pair[0].seq > last][: PAGE - len(older)]

    async def past_view(self, table: Table, seat: Seat | None, seq: int) -> Any:
        """What this seat saw after event `seq`, encoded."""
        if not 0 < seq <= table.journal.seq:
            raise Refused("no_such_moment", seq=seq)
        if seq == table.journal.seq:
            return table.journal.view(seat)
        return (await self._journal(table.row, seq)).view(seat)
