"""A table whose ledger fails, or to which another hall writes: its viewers are told, and no others."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from benchmarks.players.guest import Guest
from tests.kit.actions import events_of, in_ledger, refused, tamper, until, walk
from tests.kit.halls import ADA, Recorder, arrive, first_change, new_row, open_hall, past_table
from tests.kit.ledger_entries import HeldWriter
from tests.kit.people import LoggedHall, two_at_a_table
from ukumbi.core import Refused, Seat
from ukumbi.hall.hall import Hall
from ukumbi.hall.requests import Move, Reply, Sit
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant

INSERT = """
INSERT INTO events (table_number, seq, at, actor, event)
SELECT number, 4, 0, 0, '{"type":"stepped","seat":0}' FROM tables WHERE id = ?
"""


async def test_missed_events_are_in_the_log(server: LoggedHall) -> None:
    table, clients = await two_at_a_table(server, "fragile", watch="on")
    seq = await walk(clients, table, 2)
    tamper(server.folder, INSERT, table)
    assert await refused(clients[0], table, "step", seq) == "stale"
    for client in clients:
        sync = await client.hear("sync", table=table)
        assert (sync["seq"], sync["view"]["taken"]) == (4, 3)
        assert (sync["events"], sync["whole"]) == ([], False)
    log = await Guest(server.port).ask("GET", f"/api/tables/{table}/log?after={seq}")
    assert [heard["seq"] for heard in log] == [4]
    assert await walk(clients, table, 1, 4) == 5


async def test_moves_behind_a_conflict_are_decided_on_the_new_state(
    tmp_path: Path,
) -> None:
    answers: list[Reply] = []
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":99}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        tamper(tmp_path, INSERT.replace("4, 0, 0", "2, 0, 0"), row.id)
        for _ in range(2):
            table.put(Move(Seat(0), "step"), answers.append)
        await ada.received(ada.syncs, 2)
        assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["stale", "stale"]
        await hall.ledger.beat(hall.clock.now())
    assert len(answers) == 2
    assert [event[0] for event in events_of(tmp_path, row.id)] == [1, 2]


STEP = '{"type":"stepped","seat":0}'


async def many_tables(hall: Hall, count: int) -> list[Table]:
    rows = [await past_table(hall.ledger, new_row("fragile"), 1) for _ in range(count)]
    return [await hall.table(row.id) for row, _ in rows]


def waiting_to_be_written(hall: Hall) -> Callable[[], int]:
    ledger: Any = hall.ledger
    return cast(Callable[[], int], ledger._queue.qsize)


async def test_a_conflict_at_one_table_spoils_no_other_and_heals(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        tables = await many_tables(hall, 3)
        witnesses = [Recorder() for _ in tables]
        with HeldWriter(hall.ledger):
            for table, recorder in zip(tables, witnesses, strict=True):
                arrive(table, recorder, Seat(0))
                recorder.submit(table, 0, "step")
            _write_behind_the_back(tmp_path, tables[1])
        for neighbour in (0, 2):
            await witnesses[neighbour].received(witnesses[neighbour].updates)
        await witnesses[1].received(witnesses[1].syncs, 2)
        assert [refusal.code for refusal in witnesses[1].refusals] == ["stale"]
        first, fresh = witnesses[1].syncs
        assert (first.seq, fresh.seq, tables[1].match.state.taken) == (1, 2, 1)
        witnesses[1].submit(tables[1], 1, "step")
        await witnesses[1].received(witnesses[1].updates)


def _write_behind_the_back(folder: Path, table: Table) -> None:
    tamper(
        folder,
        "INSERT INTO events (table_number, seq, at, actor, event) VALUES (?, 2, 0, 0, ?)",
        table.row.number,
        STEP,
    )


async def test_a_conflict_with_a_bots_move_spoils_no_other(tmp_path: Path) -> None:
    """The bot's move fails while it is being written."""
    async with open_hall(tmp_path) as hall:
        (neighbour,), recorder = await many_tables(hall, 1), Recorder()
        arrive(neighbour, recorder, Seat(0))
        row, _ = await past_table(hall.ledger, new_row("fragile", Occupant(bot="random"), ADA), 1)
        with HeldWriter(hall.ledger):
            table, onlooker = await hall.table(row.id), Recorder()
            arrive(table, onlooker, None)
            await until(waiting_to_be_written(hall))
            recorder.submit(neighbour, 0, "step")
            _write_behind_the_back(tmp_path, table)
        await onlooker.received(onlooker.syncs, 2)
        await recorder.received(recorder.updates)


async def test_a_conflict_with_a_broken_log_stops_the_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        (table,), recorder = await many_tables(hall, 1), Recorder()
        arrive(table, recorder, Seat(0))
        _write_behind_the_back(tmp_path, table)
        tamper(tmp_path, "UPDATE events SET event = '{}' WHERE seq = 2")
        recorder.submit(table, 0, "step")
        await recorder.received(recorder.stopped)
        assert [refusal.code for refusal in recorder.refusals] == ["stale"]


async def test_two_people_in_two_halls_get_two_seats(tmp_path: Path) -> None:
    """If the lock on the folder does not keep a second hall away, the ledger does."""
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


async def test_a_game_that_two_halls_begin_begins_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as one, open_hall(tmp_path) as other:
        against_bot = new_row("fragile", ADA, Occupant(bot="random"), status="open", options=b'{"steps":99}')
        await one.ledger.create(against_bot, first_change(against_bot))
        await asyncio.gather(one.table(against_bot.id), other.table(against_bot.id))
        for hall in (one, other):
            await until(partial(_laid_out, hall, against_bot.id))
            assert hall.tables[against_bot.id].status == "playing"
    assert in_ledger(tmp_path, "SELECT count(*) FROM events WHERE seq = 1") == [(1,)]


def _run(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger, ledger:
        for statement in statements:
            ledger.execute(statement)


async def test_a_ledger_that_fails_temporarily_stops_no_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":99}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        _run(tmp_path, "ALTER TABLE events RENAME TO lost")
        ada.submit(table, 0, "step", "first")
        await ada.received(ada.refusals)
        assert [refusal.code for refusal in ada.refusals] == ["not_written"]
        assert table.status == "playing"
        with pytest.raises(Refused, match="not_written"):
            await hall.ledger._write(lambda connection: connection.exec_driver_sql("SELECT * FROM events"))  # type: ignore[attr-defined]
        _run(tmp_path, "ALTER TABLE lost RENAME TO events")
        ada.submit(table, 0, "step", "first")
        await ada.received(ada.updates)
        assert table.match.seq == 2
