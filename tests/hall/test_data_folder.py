"""The data folder: one hall at a time, whole files, and migrations that happen or do not."""

import asyncio
import fcntl
import os
import signal
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from alembic import op
from sqlalchemy import Connection
from typer.testing import CliRunner

from benchmarks.audit import audit
from benchmarks.hall_process import HallProcess
from tests.hall.scene import in_ledger
from tests.hall.test_old_ledgers import as_before_fair_order
from tests.kit.halls import REGISTRY
from tests.kit.loop import in_a_loop
from ukumbi.cli import app
from ukumbi.ledger import CannotOpen
from ukumbi.ledger.engine import copy_database, open_engine, prepare
from ukumbi.ledger.folder import open_folder, read_secret, write_whole
from ukumbi.ledger.migrations import HEAD
from ukumbi.ledger.sqlite import SqliteLedger


def _why(folder: Path) -> str:
    run = CliRunner().invoke(app, ["serve", "--no-browser", "--port", "0", "--data", str(folder)])
    assert run.exit_code == 1
    assert "Traceback" not in run.output
    return " ".join(run.stdout.split())


def test_a_second_hall_on_one_folder_is_told_who_holds_it(tmp_path: Path) -> None:
    with HallProcess(tmp_path) as hall:
        assert _why(tmp_path).endswith(f"is in use by another hall (process {hall.pid}).")
        hall.kill()
    with HallProcess(tmp_path) as again:
        assert again.pid, "a killed hall holds nothing"


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    with HallProcess(tmp_path) as hall:
        assert hall.pid
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert {*modes} >= {"hall.sqlite", "hall.sqlite-wal", "secret.key"}
    assert {*modes.values()} == {0o600}


def test_files_that_were_open_to_others_are_closed_to_them(tmp_path: Path) -> None:
    prepare(tmp_path / "hall.sqlite")
    (tmp_path / "hall.sqlite").chmod(0o644)
    with open_folder(tmp_path):
        assert (tmp_path / "hall.sqlite").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("rest", ["", "short", " \n"])
def test_a_damaged_secret_is_not_believed(tmp_path: Path, rest: str) -> None:
    (tmp_path / "secret.key").write_text(rest)
    assert "secret.key is damaged" in _why(tmp_path)
    assert (tmp_path / "secret.key").read_text() == rest, "what is left of it stays for whoever mends it"


def test_the_secret_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_fails(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", power_fails)
        with pytest.raises(KeyboardInterrupt):
            read_secret(tmp_path / "secret.key")
    assert not (tmp_path / "secret.key").exists()
    secret = read_secret(tmp_path / "secret.key")
    assert len(secret) >= 32
    assert read_secret(tmp_path / "secret.key") == secret


def test_what_is_written_whole_replaces_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "file.new").write_text("left over by somebody who was killed")
    write_whole(tmp_path / "file", b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_an_sqlite_that_is_too_old_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 7, 17))
    assert "the hall needs 3.31 or newer" in _why(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_an_sqlite_without_json_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def connect_without_json(database: str) -> sqlite3.Connection:
        connection = connect(database)
        connection.create_function("json_extract", 2, None)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_without_json)
    assert "without JSON" in _why(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_what_is_written_goes_past_the_drives_own_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As macOS wants it: the file, and the folder with its name."""
    synced: list[tuple[int, bool]] = []

    def sync(file: int, how: int) -> None:
        synced.append((how, stat.S_ISDIR(os.fstat(file).st_mode)))

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", sync)
    write_whole(tmp_path / "file", b"content")
    assert synced == [(51, False), (51, True)]


@in_a_loop
async def test_the_ledger_is_in_wal_with_full_sync(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    wanted = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1}

    def settings(connection: Connection) -> dict[str, object]:
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}

    assert await ledger._write(settings) == wanted, "of the thread that writes"
    await ledger.close()


def _structure(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()


def _killed_after(steps: int, path: Path) -> bool:
    """Whether a process that brings the database up to date was killed after so many steps of it."""
    child = os.fork()
    if child == 0:
        counter = count()
        for name in ("add_column", "create_table", "create_index", "drop_index", "rename_table"):
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


def test_a_migration_killed_anywhere_is_done_again(tmp_path: Path) -> None:
    table = asyncio.run(as_before_fair_order(tmp_path))
    path, steps = tmp_path / "hall.sqlite", 0
    before = _structure(path)
    while _killed_after(steps, path):
        assert _structure(path) == before, f"killed after {steps} steps"
        steps += 1
    assert steps > 10, "it was killed at every step"
    assert in_ledger(tmp_path, "SELECT id FROM tables") == [(table,)]
    assert audit(path, REGISTRY, [], []).faults() == []
    with closing(sqlite3.connect(tmp_path / "hall.sqlite.0001")) as copy:
        assert copy.execute("SELECT id FROM tables").fetchall() == [(table,)], "the copy from before"


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    prepare(path)
    newer = f"{int(HEAD) + 1:04}"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", [newer])
    assert f"was written by a newer Ukumbi (revision {newer}" in _why(tmp_path)
    with pytest.raises(CannotOpen):
        prepare(path)
    assert in_ledger(tmp_path, "SELECT version_num FROM alembic_version") == [(newer,)]


def test_a_copy_is_whole_while_somebody_writes(tmp_path: Path) -> None:
    prepare(tmp_path / "hall.sqlite")
    engine = open_engine(tmp_path / "hall.sqlite")
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO people VALUES ('ada', 'Ada', 1)")
    with engine.begin() as unfinished:
        unfinished.exec_driver_sql("INSERT INTO people VALUES ('bob', 'Bob', 2)")
        copy_database(tmp_path / "hall.sqlite", tmp_path / "copy.sqlite")
    engine.dispose()
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("SELECT name FROM people").fetchall() == [("Ada",)]
    assert not list(tmp_path.glob("copy.sqlite.new*"))
