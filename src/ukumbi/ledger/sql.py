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
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from ukumbi.core import Instant, Record
from ukumbi.ledger.interface import (
    Append,
    Conflict,
    MemoryGrowth,
    Occupant,
    PassRow,
    PersonalBest,
    SeatChange,
    Snapshot,
    Stamps,
    Status,
    TableRow,
)
from ukumbi.ledger.moves import UPDATE_TABLE, add_to_memories, write_besides
from ukumbi.ledger.schema import (
    COOKIE_STAMPS,
    EVENTS,
    HEARTBEAT,
    HIDDEN_TABLES,
    MEMORIES,
    OCCUPANTS,
    PASSES,
    PEOPLE,
    PERSONAL_BESTS,
    SEAT_CHANGES,
    SNAPSHOTS,
    TABLES,
    change_row,
    read_record,
    read_snapshot,
    table_row,
    table_rows,
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


class SqlLedger(Writer):
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

    async def _rows(self, statement: Executable) -> Sequence[Any]:
        return await self._read(lambda connection: connection.execute(statement).all())

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

    async def knows_ref(self, table: int, actor: int, ref: str) -> bool:
        known = select(EVENTS.c.seq).where(
            EVENTS.c.table_number == table, EVENTS.c.actor == actor, EVENTS.c.ref == ref
        )
        return await self._read(lambda connection: connection.scalar(known)) is not None

    async def records(self, table: int, after: int, limit: int) -> list[Record]:
        newer = (
            select(EVENTS)
            .where(EVENTS.c.table_number == table, EVENTS.c.seq > after)
            .order_by(EVENTS.c.seq)
            .limit(limit)
        )
        return [read_record(row) for row in await self._rows(newer)]

    async def snapshot(self, table: int, at_most: int, version: int) -> Snapshot | None:
        newest = (
            select(SNAPSHOTS)
            .where(
                SNAPSHOTS.c.table_number == table,
                SNAPSHOTS.c.seq <= at_most,
                SNAPSHOTS.c.version == version,
            )
            .order_by(SNAPSHOTS.c.seq.desc())
            .limit(1)
        )
        row = await self._read(lambda connection: connection.execute(newest).first())
        if row is None:
            return None
        found = read_snapshot(row)
        if found.checksum(table) != row.checksum:
            LOGGER.error("snapshot of table %d at event %d is damaged", table, row.seq)
            return None
        return found

    async def latest(self, tables: Sequence[int]) -> dict[int, tuple[int, Instant]]:
        last = (
            select(EVENTS.c.table_number, func.max(EVENTS.c.seq).label("seq"))
            .where(EVENTS.c.table_number.in_(tables))
            .group_by(EVENTS.c.table_number)
            .subquery()
        )
        same = and_(EVENTS.c.table_number == last.c.table_number, EVENTS.c.seq == last.c.seq)
        asked = select(EVENTS.c.table_number, EVENTS.c.seq, EVENTS.c.at).join(last, same)
        return {row.table_number: (row.seq, Instant(row.at)) for row in await self._rows(asked)}

    async def latest_instant(self) -> Instant:
        """When the last event happened, or the last one at a table that waits for the clock: should the
        calendar have been ahead then, that table would stand until it has caught up."""
        last = select(EVENTS.c.at).order_by(EVENTS.c.number.desc()).limit(1)
        waiting = (
            select(func.max(EVENTS.c.at))
            .join(TABLES, TABLES.c.number == EVENTS.c.table_number)
            .where(TABLES.c.wake.is_not(None))
        )
        both = await self._read(lambda connection: [connection.scalar(last), connection.scalar(waiting)])
        return Instant(max(at or 0 for at in both))

    async def memories(self, game: str, people: Sequence[str]) -> dict[str, dict[str, int]]:
        asked = select(MEMORIES.c.person, MEMORIES.c.key, MEMORIES.c.times).where(
            MEMORIES.c.game == game, MEMORIES.c.person.in_(people)
        )
        found: dict[str, dict[str, int]] = {}
        for person, key, times in await self._rows(asked):
            found.setdefault(person, {})[key] = int(times)
        return found

    async def remember(self, grown: MemoryGrowth) -> None:
        await self._write(lambda connection: add_to_memories(connection, [grown], self.upsert))

    async def personal_bests(self, person: str, game: str) -> list[PersonalBest]:
        best = PERSONAL_BESTS.c
        asked = (
            select(best.category, best.value, TABLES.c.id, best.at, best.beaten)
            .join(TABLES, TABLES.c.number == best.table_number)
            .where(best.person == person, best.game == game)
            .order_by(best.category)
        )
        return [PersonalBest(*row) for row in await self._rows(asked)]

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

    async def row(self, table: str) -> TableRow | None:
        rows = await self._read(lambda connection: table_rows(connection, [table]))
        return rows[0] if rows else None

    async def rows_of(self, person: str, limit: int) -> list[TableRow]:
        over = TABLES.c.status.in_(["over", "stopped"])
        hidden = and_(
            HIDDEN_TABLES.c.table_number == TABLES.c.number, HIDDEN_TABLES.c.person == OCCUPANTS.c.person
        )
        mine = (
            select(TABLES.c.id)
            .join(OCCUPANTS, OCCUPANTS.c.table_number == TABLES.c.number)
            .outerjoin(HIDDEN_TABLES, hidden)
            .where(OCCUPANTS.c.person == person, TABLES.c.status != "cancelled")
            .where(or_(HIDDEN_TABLES.c.person.is_(None), ~over))
            .order_by(over, TABLES.c.created.desc())
            .limit(limit)
        )
        return await self._read(lambda connection: table_rows(connection, connection.scalars(mine).all()))

    async def in_play(self, person: str, game: str) -> list[TableRow]:
        mine = (
            select(TABLES.c.id)
            .join(OCCUPANTS, OCCUPANTS.c.table_number == TABLES.c.number)
            .where(OCCUPANTS.c.person == person, TABLES.c.status == "playing", TABLES.c.game == game)
        )
        return await self._read(lambda connection: table_rows(connection, connection.scalars(mine).all()))

    async def open_tables(self, host: str) -> int:
        waiting = select(func.count()).where(TABLES.c.host == host, TABLES.c.status == "open")
        return await self._read(lambda connection: connection.scalars(waiting).one())

    async def to_wake(self) -> list[tuple[str, Instant]]:
        due = select(TABLES.c.id, TABLES.c.wake).where(TABLES.c.wake.is_not(None))
        return [(row.id, Instant(row.wake)) for row in await self._rows(due)]

    async def seat_changes(self, table: int) -> list[SeatChange]:
        changes = (
            select(SEAT_CHANGES).where(SEAT_CHANGES.c.table_number == table).order_by(SEAT_CHANGES.c.seq)
        )
        return [
            SeatChange(row.seq, row.after, Instant(row.at), row.event.encode())
            for row in await self._rows(changes)
        ]

    async def hide(self, table: int, person: str, after: int) -> None:
        await self._do(self._put(HIDDEN_TABLES, {"person": person, "table_number": table}, {"after": after}))

    async def unhide(self, table: int, person: str) -> None:
        mark = HIDDEN_TABLES.c.person == person, HIDDEN_TABLES.c.table_number == table
        await self._do(delete(HIDDEN_TABLES).where(*mark))

    async def hidden_at(self, table: int) -> dict[str, int]:
        mark = HIDDEN_TABLES.c
        who = select(mark.person, mark.after).where(mark.table_number == table)
        return {row.person: row.after for row in await self._rows(who)}

    async def hidden_by(self, person: str) -> dict[int, int]:
        mark = HIDDEN_TABLES.c
        which = select(mark.table_number, mark.after).where(mark.person == person)
        return {row.table_number: row.after for row in await self._rows(which)}

    # people

    async def person(self, person: str) -> str | None:
        named = select(PEOPLE.c.name).where(PEOPLE.c.id == person)
        return await self._read(lambda connection: connection.scalar(named))

    async def name_person(self, person: str, name: str, now: Instant) -> None:
        await self._do(self._put(PEOPLE, {"id": person, "since": now}, {"name": name}))

    async def stamps(self) -> dict[str, Stamps]:
        return {row.person: Stamps(row.stamp, row.next) for row in await self._rows(select(COOKIE_STAMPS))}

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
