"""The schema and its migrations: all or nothing, with a copy from before."""

import asyncio
import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from itertools import count
from pathlib import Path

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from benchmarks.postgres import Postgres
from tests.kit.ledger_entries import created, in_database
from ukumbi.ledger import CannotOpen, migrations
from ukumbi.ledger.migrations import head, migrate
from ukumbi.ledger.postgres import PostgresLedger
from ukumbi.ledger.postgres import prepare as prepare_shared
from ukumbi.ledger.schema import METADATA
from ukumbi.ledger.sqlite import SqliteLedger, open_engine, prepare

NEXT = '''
"""A revision that is yet to come."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.create_table("medals", sa.Column("person", sa.Text, primary_key=True))
    op.create_index("medals_by_person", "medals", ["person"])
    op.add_column("tables", sa.Column("mood", sa.Text))
    op.execute("UPDATE tables SET mood = 'merry'")
'''
STEPS = ("create_table", "create_index", "add_column", "execute")


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """A function that adds a revision and returns its id."""

    def add() -> str:
        before, scripts = head(), tmp_path / "migrations"
        revision = f"{int(before) + 1:04}"
        shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
        script = NEXT.format(revision=revision, before=before)
        (scripts / "versions" / f"{revision}_next.py").write_text(script)
        monkeypatch.setattr(migrations, "SCRIPTS", scripts)
        return revision

    return add


def test_migrations_build_the_schema(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "hall.sqlite")
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def _structure(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()


def _killed_after(steps: int, path: Path) -> bool:
    """Migrate in a process that is killed after this many steps; whether it was."""
    child = os.fork()
    if child == 0:
        counter = count()
        for name in STEPS:
            setattr(op, name, _dying(getattr(op, name), counter, steps))
        prepare(path)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def _dying(do: Callable[..., object], counter: Iterator[int], steps: int) -> Callable[..., object]:
    def step(*args: object, **wishes: object) -> object:
        if next(counter) == steps:
            os.kill(os.getpid(), signal.SIGKILL)
        return do(*args, **wishes)

    return step


async def test_a_migration_killed_anywhere_is_done_again(tmp_path: Path, newer: Callable[[], str]) -> None:
    path, first = tmp_path / "hall.sqlite", head()
    ledger = SqliteLedger(path)
    table = (await created(ledger)).id
    await ledger.close()
    before, revision, steps = _structure(path), newer(), 0
    while _killed_after(steps, path):
        assert _structure(path) == before, f"killed after {steps} steps"
        steps += 1
    assert steps == len(STEPS), "it was killed at every step"
    assert in_database(tmp_path, "SELECT id, mood FROM tables") == [(table, "merry")]
    assert in_database(tmp_path, "SELECT version_num FROM alembic_version") == [(revision,)]
    with closing(sqlite3.connect(tmp_path / f"hall.sqlite.{first}")) as copy:
        assert copy.execute("SELECT id FROM tables").fetchall() == [(table,)], "the copy from before"


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path, newer = tmp_path / "hall.sqlite", f"{int(head()) + 1:04}"
    prepare(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", [newer])
    with pytest.raises(CannotOpen, match=rf"was written by a newer Ukumbi \(revision {newer}"):
        prepare(path)
    assert in_database(tmp_path, "SELECT version_num FROM alembic_version") == [(newer,)]


async def test_of_several_nodes_that_start_one_migrates(postgres: Postgres) -> None:
    url = postgres.url(postgres.new_database())
    await asyncio.gather(*(prepare_shared(url) for _ in range(4)))
    ledger = await PostgresLedger.open(url, "a")
    assert (await created(ledger)).status == "open"
    await ledger.close()


async def test_a_shared_schema_one_step_newer_is_used(postgres: Postgres) -> None:
    """Every change keeps the version before it working, so that nodes are upgraded one after the other."""
    name = postgres.new_database()
    url = postgres.url(name)
    await prepare_shared(url)
    for further, used in ((1, True), (2, False)):
        postgres.ask(f"UPDATE alembic_version SET version_num = '{int(head()) + further:04}'", name)
        with nullcontext() if used else pytest.raises(CannotOpen, match="was written by a newer Ukumbi"):
            await prepare_shared(url)
