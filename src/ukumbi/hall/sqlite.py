"""The embedded ledger: one SQLite file, written by one thread, many moves to a commit."""

import asyncio
import logging
import sqlite3
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text, update
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import IntegrityError, OperationalError

from ukumbi.core import Instant, Record, Seat
from ukumbi.hall.ledger import Conflict, Done, Entry, NoRoom, Sitter, Snapshot, TableRow
from ukumbi.hall.migrations import migrate
from ukumbi.hall.schema import EVENTS, PEOPLE, SITTERS, SNAPSHOTS, TABLES

LOGGER = logging.getLogger(__name__)
T = TypeVar("T")

GROUP: Final = 500
"""The most entries that one commit carries."""

# One statement for all rows of a batch: executemany would give up and take back the interpreter
# lock for every row, and wait for the event loop each time.
_INSERT_EVENTS: Final = text(
    "INSERT INTO events (table_id, seq, at, actor, ref, event)"
    " SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(:rows)"
)

Job = tuple[Callable[[Connection], Any], asyncio.Future[Any]]


def open_engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": 10})

    @event.listens_for(engine, "connect")
    def _settings(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    return engine


class SqliteLedger:
    def __init__(self, path: Path) -> None:
        self._engine = open_engine(path)
        migrate(self._engine)
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[tuple[Entry, Done] | Job | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="ledger-reader")
        self._writer = Thread(target=self._write_on, name="ledger-writer", daemon=True)
        self._writer.start()
        sys.setswitchinterval(0.001)  # the writer must not wait long for the event loop's thread

    # writing

    def append(self, entry: Entry, done: Done) -> None:
        self._queue.put((entry, done))

    def _write_on(self) -> None:
        with self._engine.connect() as connection:
            while (first := self._queue.get()) is not None:
                batch, stop = [first], False
                while not self._queue.empty() and len(batch) < GROUP:
                    if (more := self._queue.get()) is None:
                        stop = True
                        break
                    batch.append(more)
                self._write(connection, batch)
                if stop:
                    return

    def _write(self, connection: Connection, batch: Sequence[tuple[Entry, Done] | Job]) -> None:
        appends: list[tuple[Entry, Done]] = []
        results: list[tuple[Done, Exception | None]] = []
        for item in batch:
            if isinstance(item[0], Entry):
                appends.append(item)
            else:
                self._do_job(connection, item)
        if appends:
            results = _append_all(connection, appends)
            self._loop.call_soon_threadsafe(_tell, results)

    def _do_job(self, connection: Connection, job: Job) -> None:
        work, future = job
        try:
            with connection.begin():
                result = work(connection)
        except Exception as fault:
            self._loop.call_soon_threadsafe(_fail, future, _plain(fault))
        else:
            self._loop.call_soon_threadsafe(_succeed, future, result)

    def _job(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        future: asyncio.Future[T] = self._loop.create_future()
        self._queue.put((work, future))
        return future

    async def create(self, row: TableRow) -> None:
        def work(connection: Connection) -> None:
            values = {
                name: getattr(row, name) for name in TABLES.columns.keys() if name not in ("seats", "options")
            }
            values |= {"seats": len(row.sitters), "options": row.options.decode()}
            connection.execute(insert(TABLES), values)
            sitters = [
                {"table_id": row.id, "seat": seat, "person": sitter.person, "bot": sitter.bot}
                for seat, sitter in enumerate(row.sitters)
            ]
            connection.execute(insert(SITTERS), sitters)

        await self._job(work)

    async def sit(self, table: str, seat: Seat, person: str) -> None:
        place = update(SITTERS).where(SITTERS.c.table_id == table, SITTERS.c.seat == seat)
        await self._job(lambda connection: connection.execute(place, {"person": person}) and None)

    async def go_again(self, table: str, again: str) -> None:
        mark = update(TABLES).where(TABLES.c.id == table).values(again=again)
        await self._job(lambda connection: connection.execute(mark) and None)

    async def stop(self, table: str) -> None:
        mark = update(TABLES).where(TABLES.c.id == table).values(status="stopped", wake=None)
        await self._job(lambda connection: connection.execute(mark) and None)

    async def name_person(self, person: str, name: str, now: Instant) -> None:
        put = upsert(PEOPLE).values(id=person, name=name, since=now)
        put = put.on_conflict_do_update(index_elements=["id"], set_={"name": name})
        await self._job(lambda connection: connection.execute(put) and None)

    # reading

    async def _read(self, look: Callable[[Connection], T]) -> T:
        def work() -> T:
            with self._engine.connect() as connection:
                return look(connection)

        return await self._loop.run_in_executor(self._readers, work)

    async def row(self, table: str) -> TableRow | None:
        rows = await self._read(lambda connection: _rows(connection, [table]))
        return rows[0] if rows else None

    async def rows_of(self, person: str, limit: int) -> list[TableRow]:
        mine = (
            select(TABLES.c.id)
            .join(SITTERS, SITTERS.c.table_id == TABLES.c.id)
            .where(SITTERS.c.person == person)
            .order_by(TABLES.c.status.in_(["over", "stopped"]), TABLES.c.created.desc())
            .limit(limit)
        )
        return await self._read(lambda connection: _rows(connection, connection.scalars(mine).all()))

    async def to_wake(self) -> list[tuple[str, Instant]]:
        due = select(TABLES.c.id, TABLES.c.wake).where(TABLES.c.wake.is_not(None))
        rows = await self._read(lambda connection: connection.execute(due).all())
        return [(row.id, Instant(row.wake)) for row in rows]

    async def records(self, table: str, after: int, limit: int) -> list[Record]:
        newer = (
            select(EVENTS)
            .where(EVENTS.c.table_id == table, EVENTS.c.seq > after)
            .order_by(EVENTS.c.seq)
            .limit(limit)
        )
        rows = await self._read(lambda connection: connection.execute(newer).all())
        return [Record(r.seq, Instant(r.at), r.actor, msgspec.Raw(r.event.encode()), r.ref) for r in rows]

    async def snapshot(self, table: str, at_most: int) -> Snapshot | None:
        newest = (
            select(SNAPSHOTS)
            .where(SNAPSHOTS.c.table_id == table, SNAPSHOTS.c.seq <= at_most)
            .order_by(SNAPSHOTS.c.seq.desc())
            .limit(1)
        )
        row = await self._read(lambda connection: connection.execute(newest).first())
        if row is None:
            return None
        return Snapshot(row.seq, row.state.encode(), msgspec.json.decode(row.refs, type=tuple[str, ...]))

    async def person(self, person: str) -> str | None:
        named = select(PEOPLE.c.name).where(PEOPLE.c.id == person)
        return await self._read(lambda connection: connection.scalar(named))

    async def close(self) -> None:
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        self._readers.shutdown()
        self._engine.dispose()


def _append_all(
    connection: Connection, appends: Sequence[tuple[Entry, Done]]
) -> list[tuple[Done, Exception | None]]:
    """Write a batch in one transaction; if that conflicts, each entry in its own, to see which."""
    fault = _append(connection, [entry for entry, _ in appends])
    if isinstance(fault, Conflict) and len(appends) > 1:
        return [(done, _append(connection, [entry])) for entry, done in appends]
    return [(done, fault) for _, done in appends]


def _append(connection: Connection, entries: Sequence[Entry]) -> Exception | None:
    try:
        with connection.begin():
            connection.execute(_INSERT_EVENTS, {"rows": _event_rows(entries)})
            for entry in entries:
                if entry.row_changed:
                    _update_row(connection, entry)
            snapshots = [_snapshot_row(entry) for entry in entries if entry.snapshot]
            if snapshots:
                connection.execute(insert(SNAPSHOTS), snapshots)
    except Exception as fault:
        return _plain(fault)
    return None


def _event_rows(entries: Sequence[Entry]) -> str:
    rows = [
        (entry.table, record.seq, record.at, record.actor, record.ref, bytes(record.event).decode())
        for entry in entries
        for record in entry.records
    ]
    return msgspec.json.encode(rows).decode()


def _update_row(connection: Connection, entry: Entry) -> None:
    changed = update(TABLES).where(TABLES.c.id == entry.table)
    connection.execute(changed, {"status": entry.status, "wake": entry.wake})


def _snapshot_row(entry: Entry) -> dict[str, Any]:
    assert entry.snapshot is not None
    return {
        "table_id": entry.table,
        "seq": entry.snapshot.seq,
        "state": entry.snapshot.state.decode(),
        "refs": msgspec.json.encode(entry.snapshot.refs).decode(),
    }


def _rows(connection: Connection, ids: Sequence[str]) -> list[TableRow]:
    """These tables, in this order."""
    sitters: dict[str, list[Sitter]] = {}
    seats = select(SITTERS).where(SITTERS.c.table_id.in_(ids)).order_by(SITTERS.c.seat)
    for row in connection.execute(seats):
        sitters.setdefault(row.table_id, []).append(Sitter(row.person, row.bot))
    found = {}
    for row in connection.execute(select(TABLES).where(TABLES.c.id.in_(ids))):
        found[row.id] = TableRow(
            id=row.id,
            game=row.game,
            version=row.version,
            options=row.options.encode(),
            sitters=tuple(sitters[row.id]),
            status=row.status,
            host=row.host,
            watch=row.watch,
            watch_key=row.watch_key,
            created=row.created,
            wake=row.wake,
            again=row.again,
        )
    return [found[table] for table in ids if table in found]


def _plain(fault: Exception) -> Exception:
    """The fault in the hall's own words."""
    if isinstance(fault, IntegrityError):
        return Conflict(str(fault.orig))
    if isinstance(fault, OperationalError):
        LOGGER.error("cannot write: %s", fault.orig)
        return NoRoom(str(fault.orig))
    return fault


def _tell(results: Sequence[tuple[Done, Exception | None]]) -> None:
    for done, fault in results:
        done(fault)


def _succeed(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[Any], fault: Exception) -> None:
    if not future.done():
        future.set_exception(fault)
