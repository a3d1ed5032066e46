"""The hall's clock counts on evenly while somebody sets the calendar, and across restarts."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.kit.actions import tamper
from tests.kit.halls import ADA, new_row, open_hall, past_table
from ukumbi.core import Instant
from ukumbi.hall.clock import HallClock
from ukumbi.hall.expiry import Expiry
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant, TableRow
from ukumbi.ledger.sqlite import SqliteLedger

HOUR, DAY = 3_600_000, 86_400_000


async def played_ahead(ledger: SqliteLedger, by: int, monkeypatch: pytest.MonkeyPatch) -> TableRow:
    """A game in real time whose events happened while the calendar was ahead."""
    calendar = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: calendar() + by * 1_000_000)
    row, _ = await past_table(ledger, new_row("pounce", options=b'{"rounds":1000,"beat_ms":50}'), 20)
    monkeypatch.undo()
    return row


async def goes_on(hall: Hall, row: TableRow) -> Table:
    """Wait until the clock has moved there twice."""
    table = await hall.table(row.id)
    before = table.match.seq
    while table.match.seq < before + 2:
        await table.bots_and_clock.changed()
    return table


async def test_somebody_sets_the_calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, calendar = HallClock(), time.time_ns
    rang = asyncio.Event()
    for step in (-HOUR, DAY):
        before = clock.now()
        monkeypatch.setattr(time, "time_ns", lambda step=step: calendar() + step * 1_000_000)
        assert 0 <= clock.now() - before < HOUR
        clock.alarm(Instant(clock.now() + 1), rang.set)
        await rang.wait()
        rang.clear()


async def test_a_calendar_that_was_ahead_takes_nothing_from_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cookies, names and tables that wait are kept for so many days of the calendar as it is now."""
    async with open_hall(tmp_path) as hall:
        token = hall.people.tokens.issue("ada")
        await hall.people.rename("ben", "Ben")
        waiting = await hall.create(new_row("rukuni", ADA, Occupant(), status="open"))
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    await played_ahead(ledger, 400 * DAY, monkeypatch)
    await ledger.close()
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    clock = HallClock(await ledger.latest_instant())
    assert clock.now() - clock.calendar() > 399 * DAY
    async with open_hall(tmp_path, ledger, clock) as hall:
        await Expiry(hall).run()
        assert hall.people.tokens.recognise(token) is not None
        assert await hall.people.name("ben") == "Ben"
        assert (await hall.table(waiting.id)).status == "open"


async def test_a_calendar_that_was_ahead_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was due a moment after a table's last event is due a moment after it, and not a day."""
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row = await played_ahead(ledger, DAY, monkeypatch)
    async with open_hall(tmp_path, ledger) as hall:
        table = await goes_on(hall, row)
        times = [record.at for record, _ in table.match.history]
        assert times == sorted(times)
        assert times[-1] - times[0] < HOUR


async def test_nor_does_a_table_that_was_ahead_alone_though_others_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row = await played_ahead(ledger, DAY, monkeypatch)
    tamper(tmp_path, "UPDATE tables SET wake = 1 WHERE id = ?", row.id)
    await past_table(ledger, new_row("rukuni"), 5)
    async with open_hall(tmp_path, ledger) as hall:
        await goes_on(hall, row)
