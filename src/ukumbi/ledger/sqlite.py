"""The embedded ledger: one SQLite file, durable, brought up to date with a copy at hand."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.dialects.sqlite import Insert, insert

from ukumbi.ledger.files import put_in_place, sync
from ukumbi.ledger.interface import Append, CannotOpen, Conflict, KnownRef, NoRoom, NotWritten
from ukumbi.ledger.migrations import head, migrate, revision_of
from ukumbi.ledger.schema import EVENTS
from ukumbi.ledger.sql import SqlLedger

OLDEST: Final = (3, 31)
"""SQLite from 2020; what the ledger asks for has been there since."""

_NO_ROOM: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
"""What SQLite says when the disk is the reason."""

# One statement for all rows of a batch: executemany would give up and take back the interpreter
# lock for every row, and wait for the event loop each time.
_INSERT_EVENTS: Final = (
    "INSERT INTO events (table_number, seq, at, actor, ref, event, arrival, allowance, version)"
    " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),"
    " json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),"
    " json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]')"
    " FROM json_each(?)"
)


class SqliteLedger(SqlLedger):
    def __init__(self, path: Path) -> None:
        prepare(path)
        super().__init__(open_engine(path))

    def upsert(self, table: Table) -> Insert:
        return insert(table)

    def insert_events(self, connection: Connection, moves: Sequence[Append]) -> None:
        rows = [
            (
                move.table,
                record.seq,
                record.at,
                record.actor,
                record.ref,
                bytes(record.event).decode(),
                record.arrival,
                record.allowance,
                record.version,
            )
            for move in moves
            for record in move.records
        ]
        _driver(connection).execute(_INSERT_EVENTS, (msgspec.json.encode(rows).decode(),))

    def explain(self, fault: Exception) -> Exception:
        match getattr(fault, "orig", fault):
            case Conflict():
                return fault
            case sqlite3.IntegrityError() as clash:
                reason = str(clash)
                return KnownRef() if EVENTS.c.ref.name in reason.split(".") else Conflict(reason)
            # The lowest byte is the kind of error; the others give details.
            case sqlite3.OperationalError(sqlite_errorcode=code) if code & 0xFF in _NO_ROOM:
                return NoRoom("no_room")
        return NotWritten("not_written")


def check_sqlite() -> None:
    """It must be new enough, and have been built with JSON, which is optional in old ones."""
    if sqlite3.sqlite_version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise CannotOpen(
            f"this Python has SQLite {sqlite3.sqlite_version}, and the hall needs {wanted} or newer."
        )
    with closing(sqlite3.connect(":memory:")) as database:
        try:
            database.execute("SELECT json_extract(value, '$[0]') FROM json_each('[[1]]')").fetchall()
        except sqlite3.OperationalError as fault:
            raise CannotOpen(
                f"this Python has an SQLite {sqlite3.sqlite_version} without JSON, and the hall needs it."
            ) from fault


def open_engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": 10})

    @event.listens_for(engine, "connect")
    def _settings(connection: sqlite3.Connection, _: object) -> None:
        # The driver would begin transactions only before some statements, and never before DDL.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        # On macOS a plain sync may stop at the drive's own memory; elsewhere these change nothing.
        connection.execute("PRAGMA fullfsync=ON")
        connection.execute("PRAGMA checkpoint_fullfsync=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        _driver(connection).execute("BEGIN")

    return engine


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def prepare(path: Path) -> None:
    """Bring the database up to date, in one transaction; before that, put a copy beside it."""
    engine, newest = open_engine(path), head()
    try:
        with engine.connect() as connection:
            revision = revision_of(connection)
        if revision is not None and revision > newest:
            raise CannotOpen(
                f"{path} was written by a newer Ukumbi (revision {revision}, this one knows {newest})."
            )
        if revision is not None and revision != newest:
            copy_database(path, path.with_name(f"{path.name}.{revision}"))
        if revision != newest:
            migrate(engine)
    finally:
        engine.dispose()


def copy_database(path: Path, target: Path) -> None:
    """A whole copy of a database that may be in use; it takes its name when it is on disk."""
    draft = target.with_name(f"{target.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(draft)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    with draft.open("rb") as file:
        sync(file.fileno())
    put_in_place(draft, target)
