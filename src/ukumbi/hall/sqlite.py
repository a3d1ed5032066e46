"""The embedded ledger: one SQLite file."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Row, create_engine, event, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from ukumbi.core import Instant, Record, Seat
from ukumbi.hall.ledger import Done, Entry, Sitter, Snapshot, TableRow
from ukumbi.hall.migrations import migrate
from ukumbi.hall.schema import EVENTS, PEOPLE, SITTERS, SNAPSHOTS, TABLES
from ukumbi.hall.writer import Writer

T = TypeVar("T")


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
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="ledger-reader")

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    # writing

    def append(self, entry: Entry, done: Done) -> None:
        self._writer.put(entry, lambda fault, _: done(fault))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()

        def told(fault: Exception | None, result: T) -> None:
            if future.done():
                return
            if fault is None:
                future.set_result(result)
            else:
                future.set_exception(fault)

        self._writer.put(work, told)
        return await future

    async def create(self, row: TableRow) -> int:
        table = {name: value for name, value in msgspec.structs.asdict(row).items() if name in TABLES.columns}
        table |= {"seats": len(row.sitters), "options": row.options.decode(), "number": None}

        def work(connection: Connection) -> int:
            number = connection.execute(insert(TABLES), table).lastrowid
            sitters = [
                {"table_number": number, "seat": seat, "person": sitter.person, "bot": sitter.bot}
                for seat, sitter in enumerate(row.sitters)
            ]
            connection.execute(insert(SITTERS), sitters)
            return number

        return await self._write(work)

    async def sit(self, table: int, seat: Seat, person: str) -> None:
        place = update(SITTERS).where(SITTERS.c.table_number == table, SITTERS.c.seat == seat)
        await self._write(lambda connection: connection.execute(place.values(person=person)))

    async def go_again(self, table: int, again: str) -> None:
        mark = update(TABLES).where(TABLES.c.number == table).values(again=again)
        await self._write(lambda connection: connection.execute(mark))

    async def stop(self, table: int) -> None:
        mark = update(TABLES).where(TABLES.c.number == table).values(status="stopped", wake=None)
        await self._write(lambda connection: connection.execute(mark))

    async def name_person(self, person: str, name: str, now: Instant) -> None:
        put = upsert(PEOPLE).values(id=person, name=name, since=now)
        put = put.on_conflict_do_update(index_elements=["id"], set_={"name": name})
        await self._write(lambda connection: connection.execute(put))

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
            .join(SITTERS, SITTERS.c.table_number == TABLES.c.number)
            .where(SITTERS.c.person == person)
            .order_by(TABLES.c.status.in_(["over", "stopped"]), TABLES.c.created.desc())
            .limit(limit)
        )
        return await self._read(lambda connection: _rows(connection, connection.scalars(mine).all()))

    async def to_wake(self) -> list[tuple[str, Instant]]:
        due = select(TABLES.c.id, TABLES.c.wake).where(TABLES.c.wake.is_not(None))
        rows = await self._read(lambda connection: connection.execute(due).all())
        return [(row.id, Instant(row.wake)) for row in rows]

    async def records(self, table: int, after: int, limit: int) -> list[Record]:
        newer = (
            select(EVENTS)
            .where(EVENTS.c.table_number == table, EVENTS.c.seq > after)
            .order_by(EVENTS.c.seq)
            .limit(limit)
        )
        rows = await self._read(lambda connection: connection.execute(newer).all())
        return [read_record(row) for row in rows]

    async def snapshot(self, table: int, at_most: int) -> Snapshot | None:
        newest = (
            select(SNAPSHOTS)
            .where(SNAPSHOTS.c.table_number == table, SNAPSHOTS.c.seq <= at_most)
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


def read_record(row: Row[Any]) -> Record:
    event = msgspec.Raw(row.event.encode())
    return Record(row.seq, Instant(row.at), row.actor, event, row.ref, row.arrival, row.allowance)


def _rows(connection: Connection, ids: Sequence[str]) -> list[TableRow]:
    """These tables, in this order."""
    tables = connection.execute(select(TABLES).where(TABLES.c.id.in_(ids))).all()
    sitters: dict[int, list[Sitter]] = {}
    seats = select(SITTERS).where(SITTERS.c.table_number.in_([table.number for table in tables]))
    for row in connection.execute(seats.order_by(SITTERS.c.seat)):
        sitters.setdefault(row.table_number, []).append(Sitter(row.person, row.bot))
    found = {}
    for table in tables:
        columns = {name: value for name, value in table._asdict().items() if name not in ("seats", "options")}
        found[table.id] = TableRow(
            **columns, options=table.options.encode(), sitters=tuple(sitters[table.number])
        )
    return [found[table] for table in ids if table in found]
