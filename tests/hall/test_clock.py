"""The hall's clock runs evenly when the system's date is changed, and across restarts."""

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
    """A real-time game whose events were written while the system's date was ahead."""
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


async def test_the_clock_runs_evenly_when_the_date_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, calendar = HallClock(), time.time_ns
    rang = asyncio.Event()
    for step in (-HOUR, DAY):
        before = clock.now()
        monkeypatch.setattr(time, "time_ns", lambda step=step: calendar() + step * 1_000_000)
        assert 0 <= clock.now() - before < HOUR
        clock.alarm(Instant(clock.now() + 1), rang.set)
        await rang.wait()
        rang.clear()


async def test_after_a_date_ahead_nothing_expires_too_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cookies, names and waiting tables expire by the system's present date."""
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


async def test_after_a_date_ahead_deadlines_come_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deadline shortly after a table's last event stays shortly after it, not a day."""
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row = await played_ahead(ledger, DAY, monkeypatch)
    async with open_hall(tmp_path, ledger) as hall:
        table = await goes_on(hall, row)
        times = [record.at for record, _ in table.match.history]
        assert times == sorted(times)
        assert times[-1] - times[0] < HOUR


async def test_deadlines_come_in_time_if_one_table_was_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row = await played_ahead(ledger, DAY, monkeypatch)
    tamper(tmp_path, "UPDATE tables SET wake = 1 WHERE id = ?", row.id)
    await past_table(ledger, new_row("rukuni"), 5)
    async with open_hall(tmp_path, ledger) as hall:
        await goes_on(hall, row)
