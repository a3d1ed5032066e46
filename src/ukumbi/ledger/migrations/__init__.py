"""Alembic's home: how the database came to look as it does."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, inspect, text

HEAD: Final = "0009"
"""The newest revision; they are numbered, so that a greater one is newer."""


def migrate(engine: Engine, revision: str = HEAD) -> None:
    """Bring the database to the newest revision, all of it or nothing."""
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def revision_of(connection: Connection) -> str | None:
    """Which revision a database has; none if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
