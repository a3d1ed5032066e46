"""Alembic's home: how the database came to look as it does."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, inspect, text

HEAD: Final = "0005"
"""The newest revision; a database that has it needs nothing done."""


def migrate(engine: Engine, revision: str = HEAD) -> None:
    """Bring the database to the newest revision."""
    with engine.begin() as connection:
        if _revision(connection) == revision:
            return
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
