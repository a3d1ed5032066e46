"""The hall opens tables when they are needed, and puts them away when they are not."""

import asyncio
import logging
from collections.abc import Collection
from functools import partial
from random import SystemRandom
from typing import Any, Final, NamedTuple

import msgspec
from cachetools import LRUCache
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
from ukumbi.hall import seats
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.bots_and_clock import RETRY_MILLISECONDS, BotPlayers
from ukumbi.hall.cards import Names, names_at
from ukumbi.hall.clock import HallClock
from ukumbi.hall.coaching import Coachings
from ukumbi.hall.expiry import Expiry
from ukumbi.hall.fair_order import DELAY_BUCKETS_SECONDS
from ukumbi.hall.history import ALL, AcceptedRefs, recall
from ukumbi.hall.looplag import LoopLag
from ukumbi.hall.messages import Called
from ukumbi.hall.nodes import Alone, LivesElsewhere
from ukumbi.hall.people import People
from ukumbi.hall.publish import Viewer, Views, encode
from ukumbi.hall.requests import Expire, LinkRematch, Moved, PutAway, Request
from ukumbi.hall.start_pages import News, Summaries
from ukumbi.hall.table import Table
from ukumbi.ledger import (
    InDoubt,
    Ledger,
    NotWritten,
    SeatChange,
    Snapshot,
    Stamps,
    TableRow,
)

LOGGER = logging.getLogger(__name__)
KEPT_RECORDS: Final = 2 * SNAPSHOT_EVERY
"""Records kept in memory for those who come back."""
IDLE_MILLISECONDS: Final = 30_000
"""How long a table without viewers stays in memory."""
CACHED_ADDRESSES: Final = 10_000
"""Hosts whose addresses are remembered."""
SERVICE_RESTART: Final = 1012
"""The close code that makes a page come back."""


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
        fair_order: bool,
        away_after: int,
        nodes: Alone | None = None,
    ) -> None:
        self.registry = registry
        self.ledger = ledger
        self.clock = clock
        self.people = people
        self.bots = bots
        self.fair_order = fair_order
        """Whether lag is evened out where everyone moves at once."""
        self.away_after = away_after
        """Milliseconds after which an absent player counts as away for longer."""
        self.nodes = nodes or Alone()
        self.hold_seconds = Histogram(
            "ukumbi_hold_seconds",
            "How long moves waited for earlier ones",
            buckets=DELAY_BUCKETS_SECONDS,
            registry=None,
        )
        self.loop_lag = LoopLag()
        self.tables: dict[str, Table] = {}
        self.moves = 0
        """Steps written since the start."""
        self.connected: dict[str, tuple[Viewer, ...]] = {}
        """Each person's open connections."""
        self.addresses: LRUCache[str, str] = LRUCache(CACHED_ADDRESSES)
        """The address of each host: hosts at one address share the bots' slots."""
        self.coachings = Coachings(ledger)
        self.summaries = Summaries(self)
        self.news = News(self)
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._running: dict[Table, asyncio.Task[None]] = {}
        self._background: set[asyncio.Task[Any]] = set()
        self._rng = SystemRandom()

    async def start(self) -> None:
        """Wake the tables that waited for the clock or a bot while the hall was closed."""
        await self.people.start()
        self.people.tokens.on_revoked = self._signed_out
        self.loop_lag.start()
        await self.nodes.start(self)
        Expiry(self).start()

    async def close(self) -> None:
        self.loop_lag.stop()
        for table in list(self.tables.values()):
            table.close()
        for task in [*self._running.values(), *self._background]:
            task.cancel()
        await self.bots.close()
        await self.nodes.close()
        await self.ledger.close()

    # opening and putting away

    async def ask(self, table_id: str, request: Request) -> Table:
        """Ask a table for something; the table after it. Raises Refused."""
        table = await self.table(table_id)
        reply = await table.ask(request)
        if isinstance(reply, Refused):
            raise reply
        if isinstance(reply, Moved):
            raise LivesElsewhere(table_id, reply.node)
        return table

    async def table(self, table_id: str, shunned: Collection[str] = ()) -> Table:
        """The live table, opened from the ledger if need be. Raises LivesElsewhere.

        The `shunned` nodes do not answer: if one of them has the table, this waits for the end of its life.
        """
        renewed: float | None = None
        while True:
            await self.nodes.until_sure()
            try:
                return await self._own(table_id)
            except LivesElsewhere as there:
                renewed = await self.nodes.wait(there, shunned, renewed)

    async def _own(self, table_id: str) -> Table:
        if table_id in self.tables:
            return self.tables[table_id]
        if table_id not in self._opening:
            task = asyncio.create_task(self._open(table_id))
            self._opening[table_id] = task
            task.add_done_callback(partial(self._opened, table_id))
        return await asyncio.shield(self._opening[table_id])

    def _opened(self, table_id: str, task: asyncio.Task[Table]) -> None:
        self._opening.pop(table_id, None)
        if not task.cancelled():
            task.exception()  # nobody may be waiting any more

    async def _open(self, table_id: str) -> Table:
        await self.nodes.own(table_id)
        row, folded, changes = await self.read(table_id)
        table = await self._place(row, folded, changes)
        table.hidden = await self.ledger.hidden_at(row.number)
        return table

    async def read(self, table_id: str) -> tuple[TableRow, Folded, list[SeatChange]]:
        """A table as the ledger has it."""
        row = await self.ledger.row(table_id)
        if row is None:
            raise Refused("no_such_table", table=table_id[:40])
        changes = await self.ledger.seat_changes(row.number)
        folded = await self.folded(row)
        await recall(self.ledger, row.number, folded.match)
        if folded.match.seq and row.status == "open":
            row = await self.ledger.row(table_id) or row  # it was laid out between one look and the other
        return row, folded, changes

    async def read_again(self, table_id: str) -> tuple[TableRow, Folded, list[SeatChange]]:
        """The same for a table whose last write is in doubt; waits for a ledger that is away."""
        while True:
            await self.nodes.until_sure()
            try:
                await self.nodes.own(table_id)
                return await self.read(table_id)
            except NotWritten:
                LOGGER.warning("table %s cannot be read yet", table_id)

    async def create(self, row: TableRow, before: int | None = None) -> Table:
        """A new table, in the ledger and in the hall; perhaps the next one of another."""
        first = SeatChange(1, 0, row.created, seats.encode(seats.SetUp(row.occupants)))
        row = msgspec.structs.replace(row, number=await self.ledger.create(row, first, before))
        table = await self._place(row, Folded(self._match(row), AcceptedRefs()), [first])
        self.news.send(table)
        return table

    async def _place(self, row: TableRow, folded: Folded, changes: list[SeatChange]) -> Table:
        names = {person: await self.people.name(person) for person in {row.host, *seats.seated(changes)}}
        table = self.tables[row.id] = Table(self, row, folded, changes, names)
        task = self._running[table] = asyncio.create_task(table.run())
        task.add_done_callback(partial(self._table_ended, table))
        # Even a finished table stays a while: the client that had it opened is about to join it.
        self.put_away_later(table)
        return table

    def _table_ended(self, table: Table, task: asyncio.Task[None]) -> None:
        self._running.pop(table, None)
        if not task.cancelled() and (fault := task.exception()) is not None:
            LOGGER.error("table %s ended", table.id, exc_info=fault)
            self.forget(table)

    def _match(self, row: TableRow) -> Match:
        game = self.game(row)
        if row.version > game.version:
            raise NewerVersion(game, row.version)
        return Match(
            game, len(row.occupants), self.options(row), rng=self._rng, version=row.version, keep=KEPT_RECORDS
        )

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

    def idle(self, table: Table) -> None:
        """Put an unneeded table away: at once if it is over, else after a while."""
        if table.status in ("over", "stopped", "cancelled"):
            self._put_away(table.id)
        else:
            self.put_away_later(table)

    def put_away_later(self, table: Table) -> None:
        self.clock.alarm(Instant(self.clock.now() + IDLE_MILLISECONDS), self._put_away, table.id)

    def _put_away(self, table_id: str) -> None:
        table = self.tables.get(table_id)
        if table is not None and not table.needed:
            table.put(PutAway())

    def expired(self, table_id: str) -> None:
        """The ledger no longer has this table: its game never began."""
        for table in list(self.tables.values()):
            if table.row.rematch == table_id:
                table.put(LinkRematch(None))
            if table.id == table_id:
                table.put(Expire())

    def expired_here(self, table_id: str) -> None:
        self.expired(table_id)
        self.nodes.tell_expired(table_id)

    def wake_at(self, table_id: str, at: Instant) -> None:
        self.clock.alarm(at, lambda: self.in_background(self._wake(table_id)))

    async def _wake(self, table_id: str) -> None:
        """Open the table, and try again until it can be read: perhaps no viewer ever will."""
        try:
            await self.table(table_id)
        except LivesElsewhere:
            pass
        except Refused:
            raise  # it is gone, or cannot be played any more
        except Exception:
            self.wake_at(table_id, Instant(self.clock.now() + RETRY_MILLISECONDS))
            raise

    def in_background(self, work: Any) -> None:
        """Run a task whose result is not awaited."""
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
        except (NotWritten, InDoubt):
            LOGGER.warning("table %s: could not note that it stopped", row.id)

    # people

    def connect(self, viewer: Viewer) -> None:
        viewers = self.connected.get(viewer.person, ())
        if viewer not in viewers:
            self.connected[viewer.person] = (*viewers, viewer)

    def disconnect(self, viewer: Viewer) -> None:
        others = tuple(other for other in self.connected.pop(viewer.person, ()) if other is not viewer)
        if others:
            self.connected[viewer.person] = others

    def _signed_out(self, person: str, stamps: Stamps) -> None:
        """Connections opened with an earlier token end; the device with the new one comes back."""
        self.in_background(self._keep_stamps(person, stamps))
        self.end_connections(person)

    async def _keep_stamps(self, person: str, stamps: Stamps) -> None:
        await self.people.keep(person, stamps)
        self.nodes.tell_signed_out(person)

    def end_connections(self, person: str) -> None:
        for viewer in self.connected.get(person, ()):
            viewer.close(SERVICE_RESTART, "signed_out")

    def call_others(self, table: Table, caller: str) -> None:
        """Call the table's other players who look elsewhere in the hall."""
        self.news.need_others(table, caller)
        message = encode(Called(table.id, table.row.game, table.names_here().get(caller, "")))
        others = [person for person in seats.people_of(table.row.occupants) if person != caller]
        for person in others:
            for viewer in self.connected.get(person, ()):
                if viewer not in table.publisher:
                    viewer.send(message)
        self.nodes.tell_called(table.id, caller, others)

    async def names_at(self, row: TableRow) -> Names:
        """The names of a table's people, as that table shows them."""
        if (table := self.tables.get(row.id)) is not None:
            return table.names_here()
        people = {row.host, *seats.people_of(row.occupants)}
        return names_at(row, [], {person: await self.people.name(person) for person in people})

    async def rename(self, person: str, name: str) -> str:
        """Their name from now on."""
        name = await self.people.rename(person, name)
        self.renamed(person, name)
        self.nodes.tell_renamed(person)
        return name

    def renamed(self, person: str, name: str) -> None:
        for table in self.tables.values():
            if table.knows(person):
                table.rename(person, name)
                if table.row.seat_of(person) is not None:
                    table.send_presence()
                    self.news.send(table)

    # what tables and the server ask for

    def game(self, row: TableRow) -> AnyGame:
        return self.registry[row.game].game

    def options(self, row: TableRow) -> Options:
        return codec(self.game(row)).read_options(row.options, row.version)

    async def past_view(self, table: Table, seat: Seat | None, seq: int) -> Any:
        """What this seat saw after event `seq`, encoded; once the game is over, without secrets."""
        now = table.match
        if not 0 < seq <= table.publisher.shown(table, seat).seq:
            raise Refused("no_such_moment", seq=seq)
        then = now if seq == now.seq else (await self.folded(table.row, seq)).match
        views = Views(then)
        return views.view(seat) if now.outcome is None else views.revealed(seat)
