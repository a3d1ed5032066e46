"""The hall: tables are opened when somebody needs them, and put away when nobody does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from random import SystemRandom
from typing import Any, Final, NamedTuple

import msgspec
from prometheus_client import Histogram

from ukumbi.core import (
    AnyGame,
    Instant,
    Match,
    NewerVersion,
    Options,
    Record,
    Refused,
    Registry,
    Seat,
    codec,
)
from ukumbi.hall import seating
from ukumbi.hall.absence import AWAY
from ukumbi.hall.bots import BotPlayers
from ukumbi.hall.clock import HallClock
from ukumbi.hall.expiry import Expiry
from ukumbi.hall.fair_order import DELAY_BUCKETS_SECONDS
from ukumbi.hall.history import ALL, Recorded, recall, records_since
from ukumbi.hall.looplag import LoopLag
from ukumbi.hall.names import told_apart
from ukumbi.hall.news import News
from ukumbi.hall.people import People
from ukumbi.hall.prompter import RETRY
from ukumbi.hall.recent import Recent
from ukumbi.hall.refs import AcceptedRefs
from ukumbi.hall.standings import Standings
from ukumbi.hall.table import KEPT, Table
from ukumbi.hall.viewers import Viewer
from ukumbi.hall.views import Views
from ukumbi.ledger import Ledger, NotWritten, SeatChange, Snapshot, Stamps, TableRow

LOGGER = logging.getLogger(__name__)
IDLE: Final = 30_000
"""Milliseconds that a table nobody looks at stays in memory."""
NAMES: Final = 10_000
"""Names in memory, but for those at live tables."""
PAGE: Final = 500
"""Records told at once to somebody who has missed many."""

AtSeat = Callable[[Table, Seat], Awaitable[None]]


class Folded(NamedTuple):
    """A table's game as the ledger has it."""

    match: Match
    refs: AcceptedRefs


class Hall:
    def __init__(
        self,
        registry: Registry,
        ledger: Ledger,
        clock: HallClock,
        people: People,
        bots: BotPlayers,
        fair_order: bool = True,
        away_after: int = AWAY,
    ) -> None:
        self.registry = registry
        self.ledger = ledger
        self.clock = clock
        self.people = people
        self.bots = bots
        self.fair_order = fair_order
        """Whether lag is evened out where everyone moves at once."""
        self.away_after = away_after
        """Milliseconds after which somebody is taken to be away for longer."""
        self.hold_seconds = Histogram(
            "ukumbi_hold_seconds",
            "How long moves waited for earlier ones",
            buckets=DELAY_BUCKETS_SECONDS,
            registry=None,
        )
        self.loop_lag = LoopLag()
        self.names: Recent[str, str] = Recent(NAMES, self._named_at_tables)
        """Names of the people at live tables, and of others of late."""
        self.tables: dict[str, Table] = {}
        self.moves = 0
        """Moves acknowledged since the start."""
        self.connected: dict[str, set[Viewer]] = {}
        """Everybody's open connections, at whatever table they look."""
        self.homes: Recent[str, str] = Recent(NAMES)
        """Where people of late have called from: those at one address share what bots can think of."""
        self.on_came_back: AtSeat | None = None
        self.on_away: AtSeat | None = None
        """What is done when somebody returns to a seat that a bot plays for them, or is away for longer."""
        self.on_opened: Callable[[Table], Awaitable[None]] | None = None
        """What may have been left half done at a table when the hall was closed."""
        self.standings = Standings(self)
        self.news = News(self)
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self._rng = SystemRandom()

    async def start(self) -> None:
        """Wake the tables that waited for the clock or a bot while the hall was closed."""
        await self.people.start()
        self.people.tokens.on_revoked = self._signed_out
        self.loop_lag.start()
        for table, wake in await self.ledger.to_wake():
            self.wake_at(table, wake)
        Expiry(self).start()

    async def close(self) -> None:
        self.loop_lag.stop()
        for table in list(self.tables.values()):
            table.close()
        for task in list(self._background):
            task.cancel()
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
        changes = await self.ledger.seat_changes(row.number)
        hidden = await self.ledger.hidden_at(row.number)
        folded = await self.folded(row)
        await recall(self.ledger, row.number, folded.match)
        if folded.match.seq and row.status == "open":
            row = await self.ledger.row(table_id) or row  # it was laid out between one look and the other
        return await self._place(row, folded, changes, hidden)

    async def create(self, row: TableRow, before: int | None = None) -> Table:
        """A new table, in the ledger and in the hall; perhaps the next one of another."""
        first = SeatChange(1, 0, row.created, seating.encode(seating.SetUp(row.occupants)))
        row = msgspec.structs.replace(row, number=await self.ledger.create(row, first, before))
        table = await self._place(row, Folded(self._match(row), AcceptedRefs()), [first], {})
        self.news.tell(table)
        return table

    async def _place(
        self, row: TableRow, folded: Folded, changes: list[SeatChange], hidden: dict[str, int]
    ) -> Table:
        seats = seating.fold(row.occupants, changes)
        await self.learn_names(row, *seating.seated(changes))
        table = self.tables[row.id] = Table(self, row, *folded, seats, changes)
        table.hidden = hidden
        table.beginning.if_ready()
        table.pausing.opened()
        table.prompter.prompt()
        if self.on_opened is not None:
            self.in_background(self.on_opened(table))
        table.absence.look()
        # Even a table that is over stays a while: whoever had it opened is about to join it.
        self.clock.alarm(Instant(self.clock.now() + IDLE), partial(self._forget_idle, row.id))
        return table

    def _match(self, row: TableRow) -> Match:
        game = self.game(row)
        if row.version > game.version:
            raise NewerVersion(game, row.version)
        seats, options = len(row.occupants), self.options(row)
        return Match(game, seats, options, rng=self._rng, version=row.version, keep=KEPT)

    async def folded(self, row: TableRow, at_most: int = ALL) -> Folded:
        """The table's game, folded up to this event."""
        snapshot = await self._snapshot(row, at_most)
        # Another build may have written the snapshot: it only saves time, the log is the truth.
        for start in (snapshot, None) if snapshot else (None,):
            seen = start.seq if start else 0
            records = await self.ledger.records(row.number, seen, at_most - seen)
            try:
                return self._fold(row, start, records)
            except NewerVersion:
                raise
            except Exception:
                LOGGER.exception("table %s cannot be folded from event %d on", row.id, seen)
        raise Refused("table_stopped")

    def _fold(self, row: TableRow, snapshot: Snapshot | None, records: list[Record]) -> Folded:
        match, refs = self._match(row), AcceptedRefs()
        if snapshot is None:
            match.read(records)
        else:
            match.read(records, snapshot.seq, codec(match.game).state(snapshot.state), snapshot.clock)
            refs.restore(snapshot.refs)
        for record in records:
            refs.remember(record)
        return Folded(match, refs)

    async def _snapshot(self, row: TableRow, at_most: int) -> Snapshot | None:
        try:
            return await self.ledger.snapshot(row.number, at_most, self.game(row).version)
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
        for request in table.close():
            request.answer(Refused("stale", seq=table.match.seq))
        self.forget(table)
        self.in_background(self._move_over(table))

    async def _move_over(self, old: Table) -> None:
        try:
            table = await self.table(old.id)
        except Refused:
            for viewer in old.viewers:
                viewer.tell_stopped(old)
            raise
        for viewer, seat in old.viewers.items():
            table.join(viewer, seat)
            viewer.tell_anew(table)

    def idle(self, table: Table) -> None:
        """Put the table away when nobody needs it: at once if it is over, else after a while."""
        if table.status in ("over", "stopped", "cancelled"):
            self._forget_idle(table.id)
        else:
            self.clock.alarm(Instant(self.clock.now() + IDLE), partial(self._forget_idle, table.id))

    def _forget_idle(self, table_id: str) -> None:
        table = self.tables.get(table_id)
        if table is not None and not table.busy:
            self.forget(table)

    def expired(self, table_id: str) -> None:
        """A table is no longer in the ledger, because nobody ever began it."""
        for table in list(self.tables.values()):
            if table.row.rematch == table_id:
                table.row = msgspec.structs.replace(table.row, rematch=None)
            if table.id == table_id:
                table.row = msgspec.structs.replace(table.row, status="cancelled", wake=None)
                table.tell_presence()
                self.forget(table)

    def wake_at(self, table_id: str, at: Instant) -> None:
        self.clock.alarm(at, lambda: self.in_background(self._wake(table_id)))

    async def _wake(self, table_id: str) -> None:
        """Nobody else may ask for this table: it is tried until it can be read."""
        try:
            await self.table(table_id)
        except Refused:
            raise  # it is gone, or cannot be played any more
        except Exception:
            self.wake_at(table_id, Instant(self.clock.now() + RETRY))
            raise

    def in_background(self, work: Any) -> None:
        """Do something that nobody waits for."""
        task = asyncio.ensure_future(work)
        self._background.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._background.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOGGER.error("in the background: %s", fault)

    def stopped(self, table: Table) -> None:
        self.in_background(self._keep_stopped(table.row))

    async def _keep_stopped(self, row: TableRow) -> None:
        try:
            await self.ledger.stop(row.number)
        except NotWritten:
            LOGGER.warning("table %s: could not note that it stopped", row.id)

    def moved(self) -> None:
        self.moves += 1

    # people

    def connect(self, viewer: Viewer) -> None:
        self.connected.setdefault(viewer.person, set()).add(viewer)

    def disconnect(self, viewer: Viewer) -> None:
        others = self.connected.get(viewer.person, set())
        others.discard(viewer)
        if not others:
            self.connected.pop(viewer.person, None)

    def _signed_out(self, person: str, stamps: Stamps) -> None:
        """Lines that were opened with an earlier token end; whoever has the new one comes back."""
        self.in_background(self.people.keep(person, stamps))
        for viewer in list(self.connected.get(person, ())):
            viewer.sign_out()

    def call_others(self, table: Table, caller: str) -> None:
        """Let those who sit at this table and are elsewhere in the hall know that they are waited for."""
        self.news.need_others(table, caller)
        for occupant in table.seating.occupants:
            if occupant.person not in (None, caller):
                for viewer in self.connected.get(occupant.person, ()):
                    if viewer not in table.viewers:
                        viewer.call(table, self.names_at(table.row).get(caller, ""))

    def came_back(self, table: Table, seat: Seat) -> None:
        if self.on_came_back is not None:
            self.in_background(self.on_came_back(table, seat))

    def stand_in(self, table: Table, seat: Seat) -> None:
        if self.on_away is not None:
            self.in_background(self.on_away(table, seat))

    def _named_at_tables(self) -> set[str]:
        tables = self.tables.values()
        seated = {person for table in tables for person in seating.people_of(table.row.occupants)}
        return seated.union(*(seating.seated(table.changes) for table in tables))

    async def learn_names(self, row: TableRow, *others: str) -> None:
        """Of those who sit at a table, and of others that it tells of."""
        for person in {*seating.people_of(row.occupants), *others}:
            self.names[person] = await self.people.name(person)

    def names_at(self, row: TableRow) -> dict[str, str]:
        """What those who sit at this table, or did, are called there; who sat down first keeps the name."""
        table = self.tables.get(row.id)
        seated = [] if table is None else seating.seated(table.changes)
        people = (row.host, *seated, *seating.people_of(row.occupants))
        return told_apart({person: self.names.get(person, "") for person in people})

    async def renamed(self, person: str, name: str) -> None:
        self.names[person] = name
        for table in self.tables.values():
            if table.row.seat_of(person) is not None:
                table.tell_presence()
                self.news.tell(table)

    # what tables and the server ask for

    def game(self, row: TableRow) -> AnyGame:
        return self.registry[row.game].game

    def options(self, row: TableRow) -> Options:
        return codec(self.game(row)).read_options(row.options, row.version)

    async def missed(self, table: Table, since: int) -> list[Recorded]:
        """The records after `since`, as far as one page reaches."""
        return await records_since(self.ledger, table, since, PAGE)

    async def past_view(self, table: Table, seat: Seat | None, seq: int) -> Any:
        """What this seat saw after event `seq`, encoded; once the game is over, without secrets."""
        now = table.match
        if not 0 < seq <= table.told(seat).seq:
            raise Refused("no_such_moment", seq=seq)
        then = now if seq == now.seq else (await self.folded(table.row, seq)).match
        views = Views(then)
        return views.view(seat) if now.outcome is None else views.revealed(seat)
