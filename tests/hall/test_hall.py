"""The hall opens tables and puts them away; no seat is taken at a table that is gone."""

import asyncio
from pathlib import Path

import pytest

from tests.kit.actions import in_ledger, tamper, until
from tests.kit.halls import new_row, open_hall, past_table
from tests.kit.scripted_hall import refused, scripted_hall
from ukumbi.core import Instant
from ukumbi.hall import hall as hall_module
from ukumbi.hall.requests import GetReady, Sit
from ukumbi.hall.table import Table
from ukumbi.ledger.sqlite import SqliteLedger


async def test_sitting_down_opens_a_table_that_was_put_away(tmp_path: Path) -> None:
    """A newer object of the table would not know of it."""
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        sitting = asyncio.create_task(it.hall.ask(table.id, Sit("ben", table.row.seat_key)))
        await asyncio.sleep(0)  # it is in the queue
        it.hall.forget(table)
        again = await it.hall.table(table.id)
        assert await refused(sitting) == "stale"
        assert again.row.seat_of("ben") is None
        assert await it.hall.ask(table.id, Sit("ben", table.row.seat_key)) is again
        assert again.row.seat_of("ben") is not None


async def test_of_two_who_sit_while_it_is_put_away_one_gets_the_seat(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        key = table.row.seat_key
        sitting = asyncio.create_task(it.hall.ask(table.id, Sit("ben", key)))
        await asyncio.sleep(0)
        it.hall.forget(table)
        await it.hall.ask(table.id, Sit("cyd", key))
        assert await refused(sitting) == "stale"
        assert await refused(it.hall.ask(table.id, Sit("ben", key))) == "table_is_full"
    async with scripted_hall(tmp_path) as it:
        again = await it.hall.table(table.id)
        assert [occupant.person for occupant in again.seating.occupants] == ["ada", "cyd"]


async def test_a_seat_at_a_deleted_table_is_refused(tmp_path: Path) -> None:
    """Nothing may be written for it: a new table could get its number."""
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        far = Instant(it.hall.clock.now() + 1_000_000)
        assert await it.hall.ledger.expire_tables(far, [], 10) == [table.id]
        assert await refused(it.hall.ask(table.id, Sit("ben", table.row.seat_key))) == "stale"
        await it.settle(table)
        assert table.id not in it.hall.tables
    assert in_ledger(tmp_path, "SELECT count(*) FROM seat_changes") == [(0,)]


async def test_a_game_at_a_deleted_table_does_not_begin(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        await it.hall.ask(table.id, Sit("ben", table.row.seat_key))
        for person in ("ada", "ben"):
            await it.hall.ask(table.id, GetReady(person))
        far = Instant(it.hall.clock.now() + 1_000_000)
        assert await it.hall.ledger.expire_tables(far, [], 10) == [table.id]
        await it.come(table, "ada", "ben")
        assert table.match.seq == 0
    assert in_ledger(tmp_path, "SELECT count(*) FROM events") == [(0,)]


async def test_a_failed_read_at_a_tables_wake_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "RETRY_MILLISECONDS", 10)
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("pounce", options=b'{"rounds":1000,"beat_ms":50}'), 20)
    tamper(tmp_path, "UPDATE tables SET wake = 1 WHERE id = ?", row.id)
    tried: list[str] = []
    async with open_hall(tmp_path, ledger) as hall:
        opened = hall.table

        async def open_later(table_id: str) -> Table:
            tried.append(table_id)
            if len(tried) < 3:
                raise OSError("the disk does not answer")
            return await opened(table_id)

        monkeypatch.setattr(hall, "table", open_later)
        await until(lambda: row.id in hall.tables)
        table = hall.tables[row.id]
        seq = table.match.seq
        while table.match.seq == seq:  # no viewer, and the clock goes on
            await table.bots_and_clock.changed()
    assert tried == [row.id] * 3
