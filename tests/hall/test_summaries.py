"""Summaries of tables that are not in memory."""

from pathlib import Path

import pytest

from tests.kit.actions import tamper
from tests.kit.halls import new_row, open_hall, past_table
from ukumbi.hall.summaries import summary_of
from ukumbi.ledger.sqlite import SqliteLedger


@pytest.mark.parametrize("events", [20, 120])
async def test_a_table_has_the_same_summary_in_and_out_of_memory(tmp_path: Path, events: int) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("pounce", options=b'{"rounds":100}'), events)
    async with open_hall(tmp_path, ledger) as hall:
        ((_, asleep),) = await hall.summaries.of("ada", 30)
        assert row.id not in hall.tables, "looking does not open it"
        awake = summary_of(await hall.table(row.id))
        assert awake == asleep
        assert asleep.seq >= events


async def test_a_reloaded_start_page_folds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    await past_table(ledger, new_row("rukuni"), 10)
    async with open_hall(tmp_path, ledger) as hall:
        before = await hall.summaries.of("ada", 30)
        monkeypatch.setattr(hall, "folded", None)
        assert await hall.summaries.of("ada", 30) == before


async def test_a_broken_table_is_listed_too(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    await past_table(ledger, new_row("rukuni"), 10)
    tamper(tmp_path, "UPDATE events SET event = '{}' WHERE seq = 3")
    async with open_hall(tmp_path, ledger) as hall:
        ((_, standing),) = await hall.summaries.of("ada", 30)
        assert (standing.seq, standing.awaited) == (10, ())
