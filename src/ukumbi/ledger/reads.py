"""What is read of the ledger: the same statements for every database."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Executable, and_, func, or_, select

from ukumbi.core import Instant, Record
from ukumbi.ledger.interface import PersonalBest, SeatChange, Snapshot, Stamps, TableRow
from ukumbi.ledger.schema import (
    COOKIE_STAMPS,
    EVENTS,
    HIDDEN_TABLES,
    MEMORIES,
    OCCUPANTS,
    PEOPLE,
    PERSONAL_BESTS,
    SEAT_CHANGES,
    SNAPSHOTS,
    TABLES,
    read_record,
    read_snapshot,
    table_rows,
)

LOGGER = logging.getLogger(__name__)
MAX_SEQ: Final = 2**31 - 1
"""The greatest number of an event."""
T = TypeVar("T")


class Reads(ABC):
    @abstractmethod
    async def _read(self, look: Callable[[Connection], T]) -> T:
        """What this finds over a connection, all of it at one moment."""

    async def _rows(self, statement: Executable) -> Sequence[Any]:
        """Those of a single statement."""
        return await self._read(lambda connection: connection.execute(statement).all())

    # moves

    async def knows_ref(self, table: int, actor: int, ref: str) -> bool:
        known = select(EVENTS.c.seq).where(
            EVENTS.c.table_number == table, EVENTS.c.actor == actor, EVENTS.c.ref == ref
        )
        return bool(await self._rows(known))

    async def records(self, table: int, after: int, limit: int) -> list[Record]:
        newer = (
            select(EVENTS)
            .where(EVENTS.c.table_number == table, EVENTS.c.seq > min(after, MAX_SEQ))
            .order_by(EVENTS.c.seq)
            .limit(min(limit, MAX_SEQ))
        )
        return [read_record(row) for row in await self._rows(newer)]

    async def snapshot(self, table: int, at_most: int, version: int) -> Snapshot | None:
        newest = (
            select(SNAPSHOTS)
            .where(
                SNAPSHOTS.c.table_number == table,
                SNAPSHOTS.c.seq <= min(at_most, MAX_SEQ),
                SNAPSHOTS.c.version == version,
            )
            .order_by(SNAPSHOTS.c.seq.desc())
            .limit(1)
        )
        if not (rows := await self._rows(newest)):
            return None
        (row,) = rows
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
        rows = await self._rows(named)
        return rows[0].name if rows else None

    async def stamps(self) -> dict[str, Stamps]:
        return {row.person: Stamps(row.stamp, row.next) for row in await self._rows(select(COOKIE_STAMPS))}
