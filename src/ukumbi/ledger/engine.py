"""SQLite as the ledger wants it: durable, in real transactions, brought up to date with a copy at hand."""

import fcntl
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, event

from ukumbi.ledger.interface import CannotOpen
from ukumbi.ledger.migrations import HEAD, migrate, revision_of

OLDEST: Final = (3, 31)
"""SQLite from 2020; what the ledger asks for has been there since."""


def check_sqlite() -> None:
    """It must be new enough, and have been built with JSON, which it once was only if somebody wished so."""
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
        connection.exec_driver_sql("BEGIN")

    return engine


def prepare(path: Path) -> None:
    """Bring the database up to date, in one transaction; before that, put a copy beside it."""
    engine = open_engine(path)
    try:
        with engine.connect() as connection:
            revision = revision_of(connection)
        if revision is not None and revision > HEAD:
            raise CannotOpen(
                f"{path} was written by a newer Ukumbi (revision {revision}, this one knows {HEAD})."
            )
        if revision is not None and revision != HEAD:
            copy_database(path, path.with_name(f"{path.name}.{revision}"))
        if revision != HEAD:
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


def sync(file: int) -> None:
    """Until it is on disk. On macOS a plain sync may stop at the drive's own memory, and some file systems
    know no other."""
    if hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    os.fsync(file)


def put_in_place(draft: Path, path: Path) -> None:
    """What was written and synced takes its name, and that is on disk as well."""
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        sync(folder)
    finally:
        os.close(folder)
