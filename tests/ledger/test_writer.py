"""Moves share commits, are acknowledged only on disk, and a failed one spoils no other."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec
import pytest

from tests.kit.ledger_entries import HeldWriter, append, created, in_database, record, step
from tests.ledger.conftest import OpenLedger, opened
from ukumbi.core import Instant, Record
from ukumbi.ledger import NoRoom, NotWritten
from ukumbi.ledger.writer import EXIT_CODE, MAX_OTHERS

TABLES: Final = 40
DYING: Final = """
import asyncio, sys
from pathlib import Path
from ukumbi.ledger.sqlite import SqliteLedger

async def main():
    ledger = SqliteLedger(Path(sys.argv[1]))
    await ledger._write(lambda connection: sys.exit("out of memory, say"))

asyncio.run(main())
"""


async def test_moves_share_a_commit_and_are_acknowledged_after_it(
    open_sqlite: OpenLedger, tmp_path: Path
) -> None:
    statements: list[str] = []
    safe: list[bool] = []

    async with opened(open_sqlite) as ledger:
        tables = [(await created(ledger)).number for _ in range(TABLES)]
        await ledger._write(lambda connection: connection.connection.set_trace_callback(statements.append))
        statements.clear()
        with HeldWriter(ledger):
            for table in tables:

                def done(fault: Exception | None, table: int = table) -> None:
                    found = in_database(tmp_path, "SELECT seq FROM events WHERE table_number = ?", table)
                    safe.append(fault is None and found == [(1,)])

                ledger.append(step(table, record(1)), done)
            assert safe == [], "acknowledged before it was written"
        await ledger.beat(Instant(1))
    assert safe == [True] * TABLES
    assert [said.startswith("INSERT INTO events") for said in statements].count(True) == 1, "one for all"


async def test_moves_are_written_before_anything_else(open_sqlite: OpenLedger) -> None:
    """Also before most of what waited already."""
    order: list[str] = []
    async with opened(open_sqlite) as ledger:
        table = (await created(ledger)).number
        with HeldWriter(ledger) as first, HeldWriter(ledger, in_line=True) as second:
            for _ in range(MAX_OTHERS - 1):
                HeldWriter(ledger, in_line=True).release()
            ledger._queue.put((lambda _: None, lambda *_: order.append("other")))
            ledger.append(step(table, record(1)), lambda _: order.append("first move"))
            first.release()
            second.wait_until_held()
            ledger.append(step(table, record(2)), lambda _: order.append("second move"))
            second.release()
        await ledger.beat(Instant(1))
    assert order == ["first move", "second move", "other"]


async def test_a_move_that_cannot_be_encoded_spoils_no_other(open_sqlite: OpenLedger) -> None:
    async with opened(open_sqlite) as ledger:
        spoilt, table = [(await created(ledger)).number for _ in range(2)]
        faults: list[Exception | None] = []
        with HeldWriter(ledger):
            ledger.append(step(spoilt, Record(1, Instant(0), 0, msgspec.Raw(b'"\xff"'))), faults.append)
            ledger.append(step(table, record(1)), faults.append)
        await ledger.beat(Instant(1))
        assert [type(fault) for fault in faults] == [NotWritten, type(None)]


async def test_on_a_full_disk_writes_fail_until_there_is_room(open_sqlite: OpenLedger) -> None:
    long = msgspec.Raw(msgspec.json.encode("x" * 100_000))
    async with opened(open_sqlite) as ledger:
        row = await created(ledger)
        await ledger._write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 50"))
        for row_changed in (False, True):
            entry = step(row.number, Record(1, Instant(0), 0, long), row_changed=row_changed)
            faults: list[Exception | None] = []
            with HeldWriter(ledger):
                for _ in range(3):
                    ledger.append(entry, faults.append)
            with pytest.raises(NoRoom):
                await created(ledger, options=bytes(long))
            assert [type(fault) for fault in faults] == [NoRoom] * 3
        assert await ledger.row(row.id) == row
        await ledger._write(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 5000"))
        assert await append(ledger, entry) is None


def test_a_dead_writing_thread_ends_the_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", DYING, str(tmp_path / "hall.sqlite")]
    died = subprocess.run(command, capture_output=True, text=True, check=False)
    assert died.returncode == EXIT_CODE
    assert "the ledger's writing thread has died" in died.stderr
    assert "out of memory, say" in died.stderr
