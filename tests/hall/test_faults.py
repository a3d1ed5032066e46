"""What goes wrong with the ledger: nothing happened, nothing is wedged, and what must be loud is."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from starlette.requests import Request

from benchmarks.players.guest import Guest
from tests.kit.client import Client
from tests.kit.halls import ADA, Recorder, arrive, first_change, new_row, open_hall, past_table
from tests.kit.people import LoudHall, guest_at
from tests.kit.scene import in_ledger, tamper, until
from ukumbi.core import Refused, Seat
from ukumbi.hall import hall as hall_module
from ukumbi.hall.hall import Hall
from ukumbi.hall.requests import Sit
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant
from ukumbi.ledger.sqlite import SqliteLedger
from ukumbi.server import metrics


def _run(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger, ledger:
        for statement in statements:
            ledger.execute(statement)


async def test_a_ledger_that_fails_for_a_while_stops_no_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":99}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        _run(tmp_path, "ALTER TABLE events RENAME TO lost")
        ada.submit(table, 0, "step", "first")
        await ada.told(ada.refusals)
        assert [refusal.code for refusal in ada.refusals] == ["not_written"]
        assert table.status == "playing"
        with pytest.raises(Refused, match="not_written"):
            await hall.ledger._write(lambda connection: connection.exec_driver_sql("SELECT * FROM events"))  # type: ignore[attr-defined]
        _run(tmp_path, "ALTER TABLE lost RENAME TO events")
        ada.submit(table, 0, "step", "first")
        await ada.told(ada.updates)
        assert table.match.seq == 2


async def test_a_ref_is_plain_text(server: LoudHall) -> None:
    client = await Client.at(await guest_at(server))
    client.say("join", table="none", since=0)
    await client.hear("refused")
    client.say("move", table="none", move="step", answers=1, ref="a\0b")
    assert (await client.hear("refused"))["code"] == "unexpected"


async def test_a_damaged_snapshot_is_thrown_away(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("fragile", options=b'{"steps":999}'), 60)
    await ledger.close()
    tamper(tmp_path, "UPDATE snapshots SET state = replace(state, '\"taken\":', '\"taken\":1')")
    async with open_hall(tmp_path) as hall:
        assert (await hall.table(row.id)).match.state.taken == 59


async def test_two_who_sit_down_in_two_halls_get_two_seats(tmp_path: Path) -> None:
    """The lock on the folder keeps a second hall away; if it does not, the ledger does."""
    async with open_hall(tmp_path) as one, open_hall(tmp_path) as other:
        row = (await one.create(new_row("fragile", Occupant(), ADA, status="open"))).row
        await other.table(row.id)
        await one.ask(row.id, Sit("ben", "seat"))
        with pytest.raises(Refused, match="stale"):
            await other.ask(row.id, Sit("eve", "seat"))
        with pytest.raises(Refused, match="table_is_full"):
            await other.ask(row.id, Sit("eve", "seat"))
    assert in_ledger(tmp_path, "SELECT person FROM occupants ORDER BY seat") == [("ben",), ("ada",)]


def _laid_out(hall: Hall, table: str) -> bool:
    return table in hall.tables and hall.tables[table].match.seq > 0


async def test_a_game_that_two_halls_lay_out_is_laid_out_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as one, open_hall(tmp_path) as other:
        against_bot = new_row("fragile", ADA, Occupant(bot="random"), status="open", options=b'{"steps":99}')
        await one.ledger.create(against_bot, first_change(against_bot))
        await asyncio.gather(one.table(against_bot.id), other.table(against_bot.id))
        for hall in (one, other):
            await until(partial(_laid_out, hall, against_bot.id))
            assert hall.tables[against_bot.id].status == "playing"
    assert in_ledger(tmp_path, "SELECT count(*) FROM events WHERE seq = 1") == [(1,)]


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


async def test_whoever_asks_in_the_middle_finds_the_hall_ready_or_not(server: LoudHall) -> None:
    assert await _asked(server, "/healthz") == (200, b"alive\n")
    assert await _asked(server, "/readyz") == (200, b"ready\n")
    _run(server.folder, "ALTER TABLE heartbeat RENAME TO lost")
    while (answer := await _asked(server, "/readyz")) == (200, b"ready\n"):
        pass
    assert answer == (503, b"not_written\n")
    assert await _asked(server, "/healthz") == (200, b"alive\n")
    _run(server.folder, "ALTER TABLE lost RENAME TO heartbeat")
    while await _asked(server, "/readyz") != (200, b"ready\n"):
        pass


async def test_a_ledger_that_hangs_is_not_ready_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "LEDGER_SECONDS", 0.01)
    monkeypatch.setattr(metrics, "READY_FOR_MS", 0)
    answers_again = Event()
    async with open_hall(tmp_path) as hall:
        ready = partial(metrics.readiness_of(hall), Request({"type": "http"}))
        hanging = asyncio.create_task(hall.ledger._write(lambda _: answers_again.wait()))  # type: ignore[attr-defined]
        await asyncio.sleep(0)
        assert (answer := await ready()).status_code == 503
        assert answer.body == b"not_written\n"
        answers_again.set()
        await hanging
        monkeypatch.setattr(metrics, "LEDGER_SECONDS", 60)
        assert (await ready()).status_code == 200


async def _asked(server: LoudHall, path: str) -> tuple[int, bytes]:
    return await Guest(server.port)._exchange("GET", path, b"")
