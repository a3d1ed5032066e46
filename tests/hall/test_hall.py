"""The hall opens tables and puts them away: a seat is never taken at a table that is gone."""

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


async def test_nobody_sits_down_at_a_table_that_has_been_put_away(tmp_path: Path) -> None:
    """Another stands for it by then, and would not know."""
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


async def test_of_two_who_sit_down_while_it_is_put_away_one_has_the_seat(tmp_path: Path) -> None:
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


async def test_nobody_sits_down_at_a_table_that_is_gone_from_the_ledger(tmp_path: Path) -> None:
    """Nothing may be written for it: the next table could have its number."""
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        far = Instant(it.hall.clock.now() + 1_000_000)
        assert await it.hall.ledger.expire_tables(far, [], 10) == [table.id]
        assert await refused(it.hall.ask(table.id, Sit("ben", table.row.seat_key))) == "stale"
        await it.settle(table)
        assert table.id not in it.hall.tables
    assert in_ledger(tmp_path, "SELECT count(*) FROM seat_changes") == [(0,)]


async def test_nor_does_a_game_begin_there(tmp_path: Path) -> None:
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


async def test_a_table_that_could_not_be_read_when_its_time_had_come_is_tried_again(
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
        while table.match.seq == seq:  # nobody looks, and the clock goes on
            await table.bots_and_clock.changed()
    assert tried == [row.id] * 3
