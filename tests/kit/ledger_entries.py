"""Small things to write into a ledger, and a way to hold up its writing thread."""

import asyncio
import sqlite3
from contextlib import closing
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
    """A table of two that nobody has begun."""
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


def change(seq: int = 1, at: int = 1_000) -> SeatChange:
    return SeatChange(seq, 0, Instant(at), b'{"type":"sat_down"}')


def record(seq: int, actor: int | None = None, ref: str | None = None, **facts: Any) -> Record:
    return Record(seq, Instant(1_000 + seq), actor, msgspec.Raw(b'{"type":"moved"}'), ref, **facts)


def snapshot(seq: int, version: int = 1) -> Snapshot:
    return Snapshot(seq, version, b'{"taken":%d}' % seq, ("0:a", "1:b"))


def move(table: int, *records: Record, **facts: Any) -> Append:
    """What appends these records and changes nothing else, if nothing is said."""
    fields: dict[str, Any] = {"status": "playing", "wake": None, "row_changed": False}
    return Append(table, records, **(fields | facts))


async def created(ledger: Ledger, *occupants: Occupant, **facts: Any) -> TableRow:
    """A new table, as the ledger has it."""
    row = new_row(*occupants, **facts)
    await ledger.create(row, change())
    written = await ledger.row(row.id)
    assert written is not None
    return written


async def append(ledger: Ledger, entry: Append) -> Exception | None:
    """What went wrong, if something did."""
    written = asyncio.get_running_loop().create_future()
    ledger.append(entry, written.set_result)
    fault: Exception | None = await written
    return fault


def in_database(folder: Path, question: str, *facts: Any, name: str = "hall.sqlite") -> list[tuple[Any, ...]]:
    """What stands in the database, read past the ledger."""
    with closing(sqlite3.connect(folder / name)) as database:
        return database.execute(question, facts).fetchall()


class HeldWriter:
    """Holds up the writing thread, so that what is submitted meanwhile goes into one commit."""

    def __init__(self, ledger: Ledger, *, in_line: bool = False) -> None:
        """It is down; `in_line` it will be when its turn has come."""
        assert isinstance(ledger, SqlLedger)
        self._down, self._up = Event(), Event()
        ledger._writer.put(lambda _: self._stay(), lambda *_: None)
        if not in_line:
            self.wait_until_held()

    def wait_until_held(self) -> None:
        self._down.wait()

    def _stay(self) -> None:
        self._down.set()
        self._up.wait()

    def move(self) -> None:
        self._up.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.move()
