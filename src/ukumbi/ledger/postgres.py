"""The ledger that several machines share: PostgreSQL, over which nothing else stands."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Self, TypeVar

import asyncpg
import msgspec
from sqlalchemy import Connection, Executable, exc
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ukumbi.core import Instant
from ukumbi.ledger import statements
from ukumbi.ledger.appender import Appender
from ukumbi.ledger.folder import MIN_SECRET_LENGTH
from ukumbi.ledger.interface import (
    Append,
    CannotOpen,
    Conflict,
    Done,
    InDoubt,
    MemoryGrowth,
    NotWritten,
    Occupant,
    PassRow,
    SeatChange,
    Stamps,
    Status,
    TableRow,
)
from ukumbi.ledger.life import Life
from ukumbi.ledger.line import (
    LOST,
    PATIENCE_SECONDS,
    RETRY_SECONDS,
    STATEMENT_SECONDS,
    Lines,
    NotReached,
    connect,
)
from ukumbi.ledger.migrations import head, migrate_shared
from ukumbi.ledger.reads import Reads
from ukumbi.ledger.schema import change_row, table_row

LOGGER = logging.getLogger(__name__)
LINES: Final = 3
"""Connections for what is written besides moves."""
READERS: Final = 3
"""Connections for what is read."""

T = TypeVar("T")


class PostgresLedger(Reads):
    """One life of a node. Every write of a table holds its row, and none is written without it."""

    def __init__(self, url: str, engine: AsyncEngine, life: Life) -> None:
        self.life = life
        self._engine = engine
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT")
        """The same connections for single statements: a transaction would take three times as many trips."""
        self._lines = Lines(url, f"{life.name} writes", LINES)
        self._appender = Appender(url, life)

    @classmethod
    async def open(cls, url: str, node: str, versions: Mapping[str, int] | None = None) -> Self:
        """Begin a life. `versions`: of the rules of each game that this node knows. Raises CannotOpen."""
        await prepare(url)
        life = Life(url, node, versions or {})
        try:
            await life.begin()
        except NotReached as fault:
            raise CannotOpen(f"the database cannot be reached: {fault}") from fault
        return cls(url, open_engine(url), life)

    async def close(self) -> None:
        """Write what waits, then end this life."""
        await self._appender.close()
        await self.life.end()
        await self._lines.close()
        await self._engine.dispose()

    async def secret(self) -> str:
        """The hall's own secret, made when first asked for."""
        await self._lines.repeat(statements.MAKE_SECRET, secrets.token_urlsafe(MIN_SECRET_LENGTH))
        return str((await self._lines.repeat(statements.SECRET))[0]["value"])

    async def _read(self, look: Callable[[Connection], T]) -> T:
        return await self._look(look, self._engine)

    async def _rows(self, statement: Executable) -> Sequence[Any]:
        return await self._look(lambda connection: connection.execute(statement).all(), self._single)

    async def _look(self, look: Callable[[Connection], T], engine: AsyncEngine) -> T:
        """Reading waits for a database that is away."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                async with asyncio.timeout(STATEMENT_SECONDS), engine.connect() as connection:
                    return await connection.run_sync(look)
            except (*LOST, NotReached, exc.DBAPIError) as fault:
                if isinstance(fault, exc.DBAPIError) and not fault.connection_invalidated:
                    raise
                if time.monotonic() > until:
                    raise NotWritten("not_written") from fault
                await asyncio.sleep(RETRY_SECONDS)

    async def _write(self, statement: str, *values: Any) -> Any:
        """Write once, under the fence; the row that comes back. Raises InDoubt, Conflict or NotWritten."""
        try:
            rows = await self._lines.run(statement, self.life.number, *values)
        except NotReached as fault:
            raise NotWritten("not_written") from fault
        except asyncpg.IntegrityConstraintViolationError as clash:
            raise Conflict(str(clash)) from clash
        except asyncpg.PostgresError as fault:
            LOGGER.exception("cannot write")
            raise NotWritten("not_written") from fault
        if not rows[0]["alive"]:
            self.life.is_over()
        return rows[0]

    # moves

    def append(self, move: Append, done: Done) -> None:
        self._appender.append(move, done)

    # tables and seats

    async def create(self, row: TableRow, change: SeatChange, before: int | None = None) -> int:
        seats = [{"seat": seat, **msgspec.structs.asdict(who)} for seat, who in enumerate(row.occupants)]
        table = {**table_row(row), "rules": max(row.version, self.life.versions.get(row.game, 0))}
        values = _json(table), _json(seats), _json(change_row(0, change)), before
        doubtful = False
        while True:
            try:
                written = await self._write(statements.CREATE, *values)
                clash = Conflict(f"table {before} has its next table already")
            except InDoubt:
                written, doubtful = None, True
            except NotWritten:
                if not doubtful:
                    raise
                written = None
            except Conflict as fault:
                written, clash = None, fault
            if written is not None and written["number"] is not None:
                return int(written["number"])
            # If an answer was lost, look: nothing else has this table's id.
            if doubtful and (known := await self.row(row.id)) is not None:
                return known.number
            if written is not None or not doubtful:
                raise clash

    async def change_seats(
        self,
        table: int,
        change: SeatChange,
        occupants: Sequence[Occupant],
        status: Status,
        wake: Instant | None,
    ) -> None:
        seats = [{"seat": seat, **msgspec.structs.asdict(who)} for seat, who in enumerate(occupants)]
        noted = _json(change_row(table, change))
        written = await self._write(
            statements.CHANGE_SEATS, table, change.seq, noted, _json(seats), status, wake
        )
        if not written["written"]:
            raise Conflict(f"table {table} is gone, or another's")

    async def stop(self, table: int) -> None:
        await self._write(statements.STOP, table)

    async def expire_tables(self, before: Instant, keep: Sequence[str], limit: int) -> list[str]:
        rows = await self._lines.repeat(statements.EXPIRE_TABLES, self.life.number, before, list(keep), limit)
        return [row["id"] for row in rows]

    async def remember(self, grown: MemoryGrowth) -> None:
        """Once: counts must not grow twice."""
        try:
            await self._lines.run(statements.REMEMBER, grown.person, grown.game, _json(dict(grown.counts)))
        except (NotReached, InDoubt, asyncpg.PostgresError) as fault:
            raise NotWritten("not_written") from fault

    async def hide(self, table: int, person: str, after: int) -> None:
        await self._lines.repeat(statements.HIDE, table, person, after)

    async def unhide(self, table: int, person: str) -> None:
        await self._lines.repeat(statements.UNHIDE, table, person)

    async def row(self, table: str) -> TableRow | None:
        return None if "\0" in table else await super().row(table)

    # people

    async def name_person(self, person: str, name: str, now: Instant) -> None:
        await self._lines.repeat(statements.NAME_PERSON, person, name, now)

    async def put_stamps(self, person: str, stamps: Stamps, now: Instant) -> None:
        await self._lines.repeat(statements.PUT_STAMPS, person, stamps.current, stamps.next, now)

    async def add_pass(self, new: PassRow, now: Instant) -> None:
        await self._lines.repeat(statements.ADD_PASS, new.code, new.person, new.until, now)

    async def take_pass(self, code: str, now: Instant) -> str | None:
        if "\0" in code:
            return None
        rows = await self._lines.repeat(statements.TAKE_PASS, code, now)
        return rows[0]["person"] if rows else None

    async def expire_people(self, before: Instant) -> list[str]:
        return [row["person"] for row in await self._lines.repeat(statements.EXPIRE_PEOPLE, before)]

    async def beat(self, now: Instant) -> None:
        try:
            await self._lines.run(statements.WRITE_SOMETHING, now)
        except Exception as fault:
            raise NotWritten("not_written") from fault


def open_engine(
    url: str, isolation: Literal["REPEATABLE READ", "READ COMMITTED"] = "REPEATABLE READ"
) -> AsyncEngine:
    """For what is read, and for migrations."""
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=lambda: connect(url, "ukumbi reads"),
        isolation_level=isolation,
        pool_size=READERS,
        max_overflow=0,
    )


async def prepare(url: str) -> None:
    """Bring the schema up to date; of several nodes that start, one does it. Raises CannotOpen.

    A schema one step newer is left alone: every change keeps the version before it working.
    """
    engine = open_engine(url, "READ COMMITTED")
    try:
        async with engine.begin() as connection:
            found = await connection.run_sync(migrate_shared)
    except (NotReached, exc.SQLAlchemyError, OSError) as fault:
        raise CannotOpen(f"the database cannot be used: {fault}") from fault
    finally:
        await engine.dispose()
    if int(found) > int(head()) + 1:
        raise CannotOpen(
            f"the database was written by a newer Ukumbi (revision {found}, this one knows {head()})."
        )


def _json(content: Any) -> str:
    return msgspec.json.encode(content).decode()
