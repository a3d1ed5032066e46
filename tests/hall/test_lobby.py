"""Sitting down and rematches, also by several people at once."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.actions import walk
from tests.kit.client import Client
from tests.kit.halls import new_row, open_hall, past_table
from tests.kit.people import all_ready, guest_at, joined, set_up
from ukumbi.core import Refused
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.requests import Sit
from ukumbi.ledger import SeatChange, TableRow
from ukumbi.ledger.sqlite import SqliteLedger


async def tried(guest: Guest, path: str) -> Any:
    """The answer, or the refusal's code."""
    try:
        return await guest.ask("POST", path)
    except Refused as refusal:
        return refusal.code


async def test_one_of_two_gets_the_last_seat(server: HallProcess) -> None:
    host, *rivals = [await guest_at(server) for _ in range(6)]
    table = await set_up(host, "pounce", ["highest", "open"])
    sit = f"/api/tables/{table}/sit?seat={Guest.invitations[table]}"
    answers = await asyncio.gather(*(tried(rival, sit) for rival in rivals))
    seated = [answer for answer in answers if answer != "table_is_full"]
    assert [answer["you"] for answer in seated] == [2]
    assert answers.count("table_is_full") == len(rivals) - 1
    assert all((await host.ask("GET", f"/api/tables/{table}"))["seats"])


async def test_sitting_down_twice_changes_nothing(server: HallProcess) -> None:
    host, friend = await guest_at(server), await guest_at(server)
    table = await set_up(host, "pounce", ["open", "open"])
    answers = await asyncio.gather(*(friend.sit(table) for _ in range(3)))
    assert [answer["you"] for answer in answers] == [1, 1, 1]
    assert (await host.sit(table))["you"] == 0
    card = await host.ask("GET", f"/api/tables/{table}")
    assert card["status"] == "open"
    assert [seat["name"] is None for seat in card["seats"]] == [False, False, True]


async def test_a_rematch_has_one_table_and_seats_move_on(
    server: HallProcess,
) -> None:
    guests = [await guest_at(server) for _ in range(2)]
    table = await set_up(guests[0], "fragile", options={"steps": 2, "guide": 1}, watch="on")
    assert await tried(guests[0], f"/api/tables/{table}/rematch") == "still_playing"
    await guests[1].sit(table)
    clients = [await Client.at(guest) for guest in guests]
    for client in clients:
        await joined(client, table)
    await all_ready(table, guests)
    await walk(clients, table, 2)
    again = f"/api/tables/{table}/rematch"
    cards = await asyncio.gather(*(guest.ask("POST", again) for guest in (*guests, *guests)))
    assert len({card["table"] for card in cards}) == 1
    assert [card["you"] for card in cards] == [1, 0, 1, 0]
    assert (cards[0]["game"], cards[0]["watch"]) == ("fragile", "on")
    assert cards[0]["table"] != table
    for client in clients:
        assert (await client.hear("presence", table=table, rematch=cards[0]["table"]))["status"] == "over"
    later = await guests[1].ask("POST", again)
    assert later["table"] == cards[0]["table"]
    assert await tried(await guest_at(server), again) == "not_seated"
    syncs = [await joined(client, later["table"]) for client in clients]
    assert (syncs[0]["you"], syncs[0]["status"], syncs[0]["view"]) == (1, "open", None)
    assert syncs[0]["options"] == {"steps": 2, "guide": 0}
    await all_ready(later["table"], guests)
    for client in clients:
        update = await client.hear("update", table=later["table"])
        assert update["view"] == {"steps": 2, "taken": 0}


class SlowLedger(SqliteLedger):
    """Delays the write of a new table and the result of a read until the test lets them go."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.would_create, self.may_create = asyncio.Event(), asyncio.Event()
        self.has_read, self.may_read = asyncio.Event(), asyncio.Event()
        self.may_read.set()

    async def create(self, row: TableRow, change: SeatChange, before: int | None = None) -> int:
        if row.status == "open":
            self.would_create.set()
            await self.may_create.wait()
        return await super().create(row, change, before)

    async def row(self, table: str) -> TableRow | None:
        row = await super().row(table)
        self.has_read.set()
        await self.may_read.wait()
        return row


async def test_opening_a_table_during_its_rematch_finds_the_same_rematch(tmp_path: Path) -> None:
    """Ben's read of the old table begins before Ada's new one is written, and ends after it."""
    ledger = SlowLedger(tmp_path / "hall.sqlite")
    async with open_hall(tmp_path, ledger) as hall:
        over, _ = await past_table(ledger, new_row("fragile", status="over"), 1)
        lobby, old = Lobby(hall, 1), await hall.table(over.id)
        hers = asyncio.create_task(lobby.rematch(over.id, "ada"))
        await ledger.would_create.wait()
        hall.forget(old)
        ledger.may_read.clear()
        ledger.has_read.clear()
        his = asyncio.create_task(lobby.rematch(over.id, "ben"))
        await ledger.has_read.wait()
        ledger.may_create.set()
        fresh = await hers
        ledger.may_read.set()
        assert (await his).id == fresh.id


async def test_every_table_has_its_own_key(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        tables = [await Lobby(hall, 2).set_up("ada", "rukuni", ["open"], b"{}", "on") for _ in range(2)]
        keys = {table.row.seat_key for table in tables} | {table.row.watch_key for table in tables}
        assert len(keys - {None}) == 4
        first, second = tables
        for wrong in (None, "", second.row.seat_key, first.row.watch_key):
            with pytest.raises(Refused, match="invitation_needed"):
                await hall.ask(first.id, Sit("ben", wrong))
        hall.forget(first)
        assert (await hall.ask(first.id, Sit("ben", first.row.seat_key))).row.seat_of("ben") == 1
