"""The embedded ledger: one SQLite file."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert as upsert

from ukumbi.core import Instant, PlayClock, Record
from ukumbi.ledger.engine import open_engine, prepare
from ukumbi.ledger.interface import Append, Conflict, Done
from ukumbi.ledger.mapping import change_row, occupant_rows, read_record, table_rows
from ukumbi.ledger.prepared import Prepared
from ukumbi.ledger.rows import Occupant, Pass, PersonalBest, SeatChange, Snapshot, Stamps, Status, TableRow
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
)
from ukumbi.ledger.writer import UPDATE_TABLE, Writer

LOGGER = logging.getLogger(__name__)

_INSERT_TABLE: Final = Prepared(insert(TABLES))
_INSERT_OCCUPANT: Final = Prepared(insert(OCCUPANTS))
_INSERT_CHANGE: Final = Prepared(insert(SEAT_CHANGES))
_UPDATE_OCCUPANT: Final = Prepared(
    update(OCCUPANTS)
    .where(OCCUPANTS.c.table_number == bindparam("table_number"), OCCUPANTS.c.seat == bindparam("seat"))
    .values({name: bindparam(name) for name in Occupant.__struct_fields__})
)
_LINK_TABLE: Final = Prepared(
    update(TABLES)
    .where(TABLES.c.number == bindparam("before"), TABLES.c.rematch.is_(None))
    .values(rematch=bindparam("next_table"))
)
_PERSON: Final = upsert(PEOPLE)
_NAME_PERSON: Final = Prepared(
    _PERSON.on_conflict_do_update(index_elements=["id"], set_={"name": _PERSON.excluded.name})
)

T = TypeVar("T")


class SqliteLedger:
    def __init__(self, path: Path) -> None:
        prepare(path)
        self._engine = open_engine(path)
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="ledger-reader")

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    # writing

    def append(self, move: Append, done: Done) -> None:
        self._writer.put(move, lambda fault, _: done(fault))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()

        def done(fault: Exception | None, result: T) -> None:
            if future.done():
                return
            if fault is None:
                future.set_result(result)
            else:
                future.set_exception(fault)

        self._writer.put(work, done)
        return await future

    async def create(self, row: TableRow, change: SeatChange, before: int | None = None) -> int:
        table = {name: value for name, value in msgspec.structs.asdict(row).items() if name in TABLES.columns}
        table |= {"seats": len(row.occupants), "options": row.options.decode(), "number": None}

        def work(connection: Connection) -> int:
            number = _INSERT_TABLE.run(connection, table).lastrowid
            _INSERT_OCCUPANT.run(connection, *occupant_rows(number, row.occupants))
            _INSERT_CHANGE.run(connection, change_row(number, change))
            if before is not None:
                linked = _LINK_TABLE.run(connection, {"before": before, "next_table": row.id})
                if linked.rowcount != 1:
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
        def work(connection: Connection) -> None:
            if connection.scalar(select(TABLES.c.number).where(TABLES.c.number == table)) is None:
                raise Conflict(f"table {table} is gone")
            _INSERT_CHANGE.run(connection, change_row(table, change))
            _UPDATE_OCCUPANT.run(connection, *occupant_rows(table, occupants))
            UPDATE_TABLE.run(connection, {"table": table, "new_status": status, "new_wake": wake})

        await self._write(work)

    async def expire_tables(self, before: Instant, keep: Sequence[str], limit: int) -> list[str]:
        begun = select(EVENTS.c.seq).where(EVENTS.c.table_number == TABLES.c.number).exists()
        touched = SEAT_CHANGES.c.table_number == TABLES.c.number, SEAT_CHANGES.c.at >= before
        expired = (
            select(TABLES.c.number, TABLES.c.id)
            .where(TABLES.c.status.in_(["open", "cancelled"]), TABLES.c.created < before)
            .where(~begun, ~select(SEAT_CHANGES.c.number).where(*touched).exists())
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

    async def stop(self, table: int) -> None:
        mark = {"table": table, "new_status": "stopped", "new_wake": None}
        await self._write(lambda connection: UPDATE_TABLE.run(connection, mark))

    async def hide(self, table: int, person: str, after: int) -> None:
        put = upsert(HIDDEN_TABLES).values(person=person, table_number=table, after=after)
        put = put.on_conflict_do_update(index_elements=["person", "table_number"], set_={"after": after})
        await self._write(lambda connection: connection.execute(put))

    async def unhide(self, table: int, person: str) -> None:
        mark = HIDDEN_TABLES.c.person == person, HIDDEN_TABLES.c.table_number == table
        await self._write(lambda connection: connection.execute(delete(HIDDEN_TABLES).where(*mark)))

    async def beat(self, now: Instant) -> None:
        put = upsert(HEARTBEAT).values(number=1, at=now)
        put = put.on_conflict_do_update(index_elements=["number"], set_={"at": now})
        await self._write(lambda connection: connection.execute(put))

    async def knows_ref(self, table: int, actor: int, ref: str) -> bool:
        known = select(EVENTS.c.seq).where(
            EVENTS.c.table_number == table, EVENTS.c.actor == actor, EVENTS.c.ref == ref
        )
        return await self._read(lambda connection: connection.scalar(known)) is not None

    async def name_person(self, person: str, name: str, now: Instant) -> None:
        row = {"id": person, "name": name, "since": now}
        await self._write(lambda connection: _NAME_PERSON.run(connection, row))

    async def put_stamps(self, person: str, stamps: Stamps, now: Instant) -> None:
        fields = {"stamp": stamps.current, "next": stamps.next, "at": now}
        put = upsert(COOKIE_STAMPS).values(person=person, **fields)
        put = put.on_conflict_do_update(index_elements=["person"], set_=fields)

        def work(connection: Connection) -> None:
            connection.execute(put)
            connection.execute(delete(PASSES).where(PASSES.c.person == person))

        await self._write(work)

    async def add_pass(self, new: Pass, now: Instant) -> None:
        row = msgspec.structs.asdict(new)

        def work(connection: Connection) -> None:
            connection.execute(delete(PASSES).where(PASSES.c.until < now))
            connection.execute(insert(PASSES), row)

        await self._write(work)

    async def take_pass(self, code: str, now: Instant) -> str | None:
        good = PASSES.c.code == code, PASSES.c.until >= now

        def work(connection: Connection) -> str | None:
            person: str | None = connection.scalar(select(PASSES.c.person).where(*good))
            connection.execute(delete(PASSES).where(*good))
            return person

        return await self._write(work)

    # reading

    async def _read(self, look: Callable[[Connection], T]) -> T:
        def work() -> T:
            with self._engine.connect() as connection:
                return look(connection)

        return await self._loop.run_in_executor(self._readers, work)

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

    async def hidden_at(self, table: int) -> dict[str, int]:
        who = select(HIDDEN_TABLES.c.person, HIDDEN_TABLES.c.after).where(
            HIDDEN_TABLES.c.table_number == table
        )
        rows = await self._read(lambda connection: connection.execute(who).all())
        return {row.person: row.after for row in rows}

    async def hidden_by(self, person: str) -> dict[int, int]:
        which = select(HIDDEN_TABLES.c.table_number, HIDDEN_TABLES.c.after).where(
            HIDDEN_TABLES.c.person == person
        )
        rows = await self._read(lambda connection: connection.execute(which).all())
        return {row.table_number: row.after for row in rows}

    async def memories(self, game: str, people: Sequence[str]) -> dict[str, bytes]:
        whose = MEMORIES.c.game == game, MEMORIES.c.person.in_(people)
        asked = select(MEMORIES.c.person, MEMORIES.c.memory).where(*whose)
        rows = await self._read(lambda connection: connection.execute(asked).all())
        return {row.person: row.memory.encode() for row in rows}

    async def personal_bests(self, person: str, game: str) -> list[PersonalBest]:
        best = PERSONAL_BESTS.c
        asked = (
            select(best.category, best.value, TABLES.c.id, best.at, best.beaten)
            .join(TABLES, TABLES.c.number == best.table_number)
            .where(best.person == person, best.game == game)
            .order_by(best.category)
        )
        rows = await self._read(lambda connection: connection.execute(asked).all())
        return [PersonalBest(*row) for row in rows]

    async def latest(self, tables: Sequence[int]) -> dict[int, tuple[int, Instant]]:
        # The event with the largest number: SQLite takes the other columns from the row of the maximum.
        last = (
            select(EVENTS.c.table_number, func.max(EVENTS.c.seq).label("seq"), EVENTS.c.at)
            .where(EVENTS.c.table_number.in_(tables))
            .group_by(EVENTS.c.table_number)
        )
        rows = await self._read(lambda connection: connection.execute(last).all())
        return {row.table_number: (row.seq, Instant(row.at)) for row in rows}

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

    async def open_tables(self, host: str) -> int:
        waiting = select(func.count()).where(TABLES.c.host == host, TABLES.c.status == "open")
        return await self._read(lambda connection: connection.scalars(waiting).one())

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

    async def seat_changes(self, table: int) -> list[SeatChange]:
        changes = (
            select(SEAT_CHANGES).where(SEAT_CHANGES.c.table_number == table).order_by(SEAT_CHANGES.c.seq)
        )
        rows = await self._read(lambda connection: connection.execute(changes).all())
        return [SeatChange(row.seq, row.after, Instant(row.at), row.event.encode()) for row in rows]

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
        refs = msgspec.json.decode(row.refs, type=tuple[str, ...])
        clock = msgspec.json.decode(row.clock, type=PlayClock)
        found = Snapshot(row.seq, row.version, row.state.encode(), refs, clock)
        if found.checksum(table) != row.checksum:
            LOGGER.error("snapshot of table %d at event %d is damaged", table, row.seq)
            return None
        return found

    async def stamps(self) -> dict[str, Stamps]:
        rows = await self._read(lambda connection: connection.execute(select(COOKIE_STAMPS)).all())
        return {row.person: Stamps(row.stamp, row.next) for row in rows}

    async def person(self, person: str) -> str | None:
        named = select(PEOPLE.c.name).where(PEOPLE.c.id == person)
        return await self._read(lambda connection: connection.scalar(named))
