"""Settings and faults of SQLite."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tests.kit.ledger_entries import append, created, in_database, record, snapshot, step
from ukumbi.ledger import CannotOpen, NotWritten
from ukumbi.ledger.sqlite import SqliteLedger, check_sqlite, copy_database, open_engine, prepare


async def test_the_ledger_is_in_wal_with_full_sync(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    wanted = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1}

    def settings(connection: Connection) -> dict[str, object]:
        return {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}

    assert await ledger._write(settings) == wanted, "of the thread that writes"
    await ledger.close()


def test_an_sqlite_without_json_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def connect_without_json(database: str) -> sqlite3.Connection:
        connection = connect(database)
        connection.create_function("json_extract", 2, None)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_without_json)
    with pytest.raises(CannotOpen, match="without JSON"):
        check_sqlite()


async def test_after_another_fault_the_move_can_be_written_later(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    table = (await created(ledger)).number
    with closing(sqlite3.connect(tmp_path / "hall.sqlite")) as other:
        other.execute("ALTER TABLE events RENAME TO lost")
        fault = await append(ledger, step(table, record(1)))
        assert isinstance(fault, NotWritten)
        assert fault.code == "not_written"
        other.execute("ALTER TABLE lost RENAME TO events")
    assert await append(ledger, step(table, record(1))) is None
    await ledger.close()


async def test_a_damaged_snapshot_is_ignored(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    table, other = [(await created(ledger)).number for _ in range(2)]
    for change in (
        "UPDATE snapshots SET state = '{\"taken\":2}'",
        "UPDATE snapshots SET refs = '[]'",
        "UPDATE snapshots SET clock = '{\"paused\":true}'",
        f"UPDATE snapshots SET table_number = {other}",
    ):
        await append(ledger, step(table, record(1), snapshot=snapshot(1)))
        assert await ledger.snapshot(table, 1, 1) == snapshot(1)
        with closing(sqlite3.connect(tmp_path / "hall.sqlite")) as database, database:
            database.execute(change)
        assert await ledger.snapshot(table, 1, 1) is None
        assert await ledger.snapshot(other, 1, 1) is None
        with closing(sqlite3.connect(tmp_path / "hall.sqlite")) as database, database:
            database.execute("DELETE FROM events")
            database.execute("DELETE FROM snapshots")
    await ledger.close()


def test_a_copy_is_consistent_during_writes(tmp_path: Path) -> None:
    prepare(tmp_path / "hall.sqlite")
    engine = open_engine(tmp_path / "hall.sqlite")
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO people VALUES ('ada', 'Ada', 1)")
    with engine.begin() as unfinished:
        unfinished.exec_driver_sql("INSERT INTO people VALUES ('bob', 'Bob', 2)")
        copy_database(tmp_path / "hall.sqlite", tmp_path / "copy.sqlite")
    engine.dispose()
    assert in_database(tmp_path, "SELECT name FROM people", name="copy.sqlite") == [("Ada",)]
    assert not list(tmp_path.glob("copy.sqlite.new*"))
