"""Alembic's home: how the database came to look as it does."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

SCRIPTS: Final = Path(__file__).parent


def head() -> str:
    """The newest revision; they are numbered, so that a greater one is newer."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None
    return newest


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the database to a revision, all of it or nothing."""
    with engine.begin() as connection:
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
