"""Small ledger entries, and a way to hold up the writing thread."""

import asyncio
import sqlite3
from contextlib import closing, nullcontext
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any, Self

import msgspec

from ukumbi.core import Instant, Record
from ukumbi.ledger import Append, Ledger, Occupant, SeatChange, Snapshot, TableRow
from ukumbi.ledger.sql import SqlLedger

ADA, BEN, NOBODY, BOT = Occupant("ada", ready=True), Occupant("ben"), Occupant(), Occupant(bot="1")
_ids = map(str, count(1))


def new_row(*occupants: Occupant, **facts: Any) -> TableRow:
    """A table for two, not begun."""
    fields: dict[str, Any] = {
        "id": f"table-{next(_ids)}",
        "game": "rukuni",
        "version": 1,
        "options": b'{"white":"first"}',
        "occupants": occupants or (ADA, BEN),
        "status": "open",
        "host": "ada",
        "watch": "on",
        "watch_key": "watch",
        "seat_key": "seat",
        "created": Instant(1_000),
    }
    return TableRow(**(fields | facts))


def seat_change(seq: int = 1, at: int = 1_000) -> SeatChange:
    return SeatChange(seq, 0, Instant(at), b'{"type":"sat_down"}')


def record(seq: int, actor: int | None = None, ref: str | None = None, **facts: Any) -> Record:
    return Record(seq, Instant(1_000 + seq), actor, msgspec.Raw(b'{"type":"moved"}'), ref, **facts)


def snapshot(seq: int, version: int = 1) -> Snapshot:
    return Snapshot(seq, version, b'{"taken":%d}' % seq, ("0:a", "1:b"))


def step(table: int, *records: Record, **facts: Any) -> Append:
    """An append of these records. By default it changes nothing else."""
    fields: dict[str, Any] = {"status": "playing", "wake": None, "row_changed": False}
    return Append(table, records, **(fields | facts))


async def created(ledger: Ledger, *occupants: Occupant, **facts: Any) -> TableRow:
    """Create a table; return the row as the ledger reads it."""
    row = new_row(*occupants, **facts)
    await ledger.create(row, seat_change())
    written = await ledger.row(row.id)
    assert written is not None
    return written


async def append(ledger: Ledger, entry: Append) -> Exception | None:
    """Append, and wait for it; return the fault, if any."""
    written = asyncio.get_running_loop().create_future()
    ledger.append(entry, written.set_result)
    fault: Exception | None = await written
    return fault


def in_database(folder: Path, question: str, *facts: Any, name: str = "hall.sqlite") -> list[tuple[Any, ...]]:
    """Query the database, not the ledger."""
    with closing(sqlite3.connect(folder / name)) as database:
        return database.execute(question, facts).fetchall()


async def append_together(ledger: Ledger, *entries: Append) -> list[Exception | None]:
    """Append all in one commit, and wait for it; their faults."""
    loop = asyncio.get_running_loop()
    written: list[asyncio.Future[Exception | None]] = [loop.create_future() for _ in entries]
    with HeldWriter(ledger) if isinstance(ledger, SqlLedger) else nullcontext():
        for entry, future in zip(entries, written, strict=True):
            ledger.append(entry, future.set_result)
    return await asyncio.gather(*written)


class HeldWriter:
    """Holds up the writing thread, so that all entries submitted meanwhile share one commit."""

    def __init__(self, ledger: Ledger, *, in_line: bool = False) -> None:
        """Wait until the thread is held; with `in_line`, do not wait for its turn."""
        assert isinstance(ledger, SqlLedger)
        self._held, self._released = Event(), Event()
        ledger._queue.put((lambda _: self._stay(), lambda *_: None))
        if not in_line:
            self.wait_until_held()

    def wait_until_held(self) -> None:
        self._held.wait()

    def _stay(self) -> None:
        self._held.set()
        self._released.wait()

    def release(self) -> None:
        self._released.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
