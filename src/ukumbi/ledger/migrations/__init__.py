"""Alembic's home: how the database came to look as it does."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

SCRIPTS: Final = Path(__file__).parent
LOCK: Final = 8_529_347_201
"""The advisory lock of PostgreSQL under which one node migrates."""


def head() -> str:
    """The newest revision; they are numbered, so that a greater one is newer."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None
    return newest


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the database to a revision, all of it or nothing."""
    with engine.begin() as connection:
        _upgrade(connection, revision)


def migrate_shared(connection: Connection) -> str:
    """Bring a database that several nodes share up to date, one of them at a time; its revision."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    revision = revision_of(connection)
    if revision is not None and revision >= head():
        return revision
    _upgrade(connection, "head")
    return head()


def _upgrade(connection: Connection, revision: str) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revision_of(connection: Connection) -> str | None:
    """Which revision a database has; none if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("path_separator", "os")
    return config
