"""The ledger in SQL: the statements that every database shares.

A backend adds its engine, its upsert, its append of events and the meaning of its errors.
"""

import logging
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Table,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from ukumbi.core import Instant
from ukumbi.ledger.interface import (
    Append,
    Conflict,
    MemoryGrowth,
    Occupant,
    PassRow,
    SeatChange,
    Stamps,
    Status,
    TableRow,
)
from ukumbi.ledger.moves import UPDATE_TABLE, add_to_memories, write_besides
from ukumbi.ledger.reads import Reads
from ukumbi.ledger.schema import (
    COOKIE_STAMPS,
    EVENTS,
    HEARTBEAT,
    HIDDEN_TABLES,
    OCCUPANTS,
    PASSES,
    PEOPLE,
    SEAT_CHANGES,
    TABLES,
    change_row,
    table_row,
)
from ukumbi.ledger.writer import Writer

LOGGER = logging.getLogger(__name__)

_INSERT_TABLE: Final = insert(TABLES)
_INSERT_OCCUPANT: Final = insert(OCCUPANTS)
_INSERT_CHANGE: Final = insert(SEAT_CHANGES)
_UPDATE_OCCUPANT: Final = update(OCCUPANTS).where(
    OCCUPANTS.c.table_number == bindparam("table"), OCCUPANTS.c.seat == bindparam("at")
)
_LINK_REMATCH: Final = (
    update(TABLES)
    .where(TABLES.c.number == bindparam("before"), TABLES.c.rematch.is_(None))
    .values(rematch=bindparam("next"))
)

T = TypeVar("T")


class SqlLedger(Reads, Writer):
    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="ledger-reader")

    @abstractmethod
    def upsert(self, table: Table) -> Any:
        """The dialect's INSERT, which knows ON CONFLICT."""

    async def close(self) -> None:
        await super().close()
        self._readers.shutdown()
        self._engine.dispose()

    async def _read(self, look: Callable[[Connection], T]) -> T:
        def work() -> T:
            with self._engine.connect() as connection:
                return look(connection)

        return await self._loop.run_in_executor(self._readers, work)

    async def _do(self, *statements: Executable) -> None:
        def work(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._write(work)

    def _put(self, table: Table, row: dict[str, Any], values: dict[str, Any]) -> Any:
        """Insert a row, or give these values to the one with the same primary key."""
        keys = [column.name for column in table.primary_key]
        statement = self.upsert(table).values(**row, **values)
        return statement.on_conflict_do_update(index_elements=keys, set_=values)

    # moves

    def write_moves(self, connection: Connection, moves: Sequence[Append]) -> None:
        self.insert_events(connection, moves)
        write_besides(connection, moves, self.upsert)

    async def remember(self, grown: MemoryGrowth) -> None:
        await self._write(lambda connection: add_to_memories(connection, [grown], self.upsert))

    # tables and seats

    async def create(self, row: TableRow, change: SeatChange, before: int | None = None) -> int:
        table = table_row(row)

        def work(connection: Connection) -> int:
            key = connection.execute(_INSERT_TABLE, table).inserted_primary_key
            assert key is not None
            number = int(key[0])
            occupants = [
                {"table_number": number, "seat": seat, **msgspec.structs.asdict(who)}
                for seat, who in enumerate(row.occupants)
            ]
            connection.execute(_INSERT_OCCUPANT, occupants)
            connection.execute(_INSERT_CHANGE, change_row(number, change))
            if before is not None:
                link = {"before": before, "next": row.id}
                if connection.execute(_LINK_REMATCH, link).rowcount != 1:
                    raise Conflict(f"table {before} has its next table already")
            return number

        return await self._write(work)

    async def change_seats(
        self,
        table: int,
        change: SeatChange,
        occupants: Sequence[Occupant],
        status: Status,
        wake: Instant | None,
    ) -> None:
        row = {"table": table, "status": status, "wake": wake}
        seats = [
            {"table": table, "at": seat, **msgspec.structs.asdict(who)} for seat, who in enumerate(occupants)
        ]

        def work(connection: Connection) -> None:
            connection.execute(_INSERT_CHANGE, change_row(table, change))
            connection.execute(_UPDATE_OCCUPANT, seats)
            if connection.execute(UPDATE_TABLE, row).rowcount != 1:
                raise Conflict(f"table {table} is gone")

        await self._write(work)

    async def stop(self, table: int) -> None:
        await self._do(update(TABLES).where(TABLES.c.number == table).values(status="stopped", wake=None))

    async def expire_tables(self, before: Instant, keep: Sequence[str], limit: int) -> list[str]:
        begun = select(EVENTS.c.seq).where(EVENTS.c.table_number == TABLES.c.number).exists()
        touched = SEAT_CHANGES.c.table_number == TABLES.c.number, SEAT_CHANGES.c.at >= before
        expired = (
            select(TABLES.c.number, TABLES.c.id)
            .where(TABLES.c.status.in_(["open", "cancelled"]), TABLES.c.created < before)
            .where(~begun, ~select(SEAT_CHANGES.c.seq).where(*touched).exists())
            .where(TABLES.c.id.not_in(keep))
            .limit(limit)
        )

        def work(connection: Connection) -> list[str]:
            rows = connection.execute(expired).all()
            numbers, ids = [row.number for row in rows], [row.id for row in rows]
            for part in (OCCUPANTS, SEAT_CHANGES, HIDDEN_TABLES):
                connection.execute(delete(part).where(part.c.table_number.in_(numbers)))
            connection.execute(delete(TABLES).where(TABLES.c.number.in_(numbers)))
            connection.execute(update(TABLES).where(TABLES.c.rematch.in_(ids)).values(rematch=None))
            return ids

        return await self._write(work)

    async def hide(self, table: int, person: str, after: int) -> None:
        await self._do(self._put(HIDDEN_TABLES, {"person": person, "table_number": table}, {"after": after}))

    async def unhide(self, table: int, person: str) -> None:
        mark = HIDDEN_TABLES.c.person == person, HIDDEN_TABLES.c.table_number == table
        await self._do(delete(HIDDEN_TABLES).where(*mark))

    # people

    async def name_person(self, person: str, name: str, now: Instant) -> None:
        await self._do(self._put(PEOPLE, {"id": person, "since": now}, {"name": name}))

    async def put_stamps(self, person: str, stamps: Stamps, now: Instant) -> None:
        fields = {"stamp": stamps.current, "next": stamps.next, "at": now}
        put = self._put(COOKIE_STAMPS, {"person": person}, fields)
        await self._do(put, delete(PASSES).where(PASSES.c.person == person))

    async def add_pass(self, new: PassRow, now: Instant) -> None:
        put = insert(PASSES).values(msgspec.structs.asdict(new))
        await self._do(delete(PASSES).where(PASSES.c.until < now), put)

    async def take_pass(self, code: str, now: Instant) -> str | None:
        good = PASSES.c.code == code, PASSES.c.until >= now

        def work(connection: Connection) -> str | None:
            person: str | None = connection.scalar(select(PASSES.c.person).where(*good))
            connection.execute(delete(PASSES).where(*good))
            return person

        return await self._write(work)

    async def expire_people(self, before: Instant) -> list[str]:
        def unseated(person: Any) -> Any:
            return ~select(OCCUPANTS.c.seat).where(OCCUPANTS.c.person == person).exists()

        named = delete(PEOPLE).where(PEOPLE.c.since < before, unseated(PEOPLE.c.id))
        stamped = COOKIE_STAMPS.c.at < before, unseated(COOKIE_STAMPS.c.person)

        def work(connection: Connection) -> list[str]:
            connection.execute(named)
            gone = connection.scalars(select(COOKIE_STAMPS.c.person).where(*stamped)).all()
            connection.execute(delete(COOKIE_STAMPS).where(*stamped))
            return list(gone)

        return await self._write(work)

    async def beat(self, now: Instant) -> None:
        await self._do(self._put(HEARTBEAT, {"number": 1}, {"at": now}))
