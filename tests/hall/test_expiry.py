"""Nothing grows for ever: tables that never began, names, and caches."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.kit.actions import in_ledger, tamper
from tests.kit.halls import ADA, BEN, Recorder, arrive, new_row, open_hall, past_table, settle
from ukumbi.core import Instant, Refused, Seat
from ukumbi.hall.expiry import DAY_MS, Expiry
from ukumbi.hall.hall import Hall
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.people import CACHED_NAMES as REMEMBERED
from ukumbi.hall.requests import Cancel, Sit
from ukumbi.ledger import Occupant

WAITING = (ADA, Occupant())


async def waiting(hall: Hall, days: int, **facts: Any) -> str:
    """A table that was set up this many days ago and put away."""
    created = Instant(hall.clock.now() - days * DAY_MS)
    table = await hall.create(new_row("rukuni", *WAITING, status="open", created=created, **facts))
    hall.forget(table)
    return table.id


@asynccontextmanager
async def open_and_swept(folder: Path) -> AsyncIterator[Hall]:
    """A hall after its sweep at opening."""
    async with open_hall(folder) as hall:
        await asyncio.gather(*hall._background)
        yield hall


def tables_in(folder: Path) -> set[str]:
    return {table for (table,) in in_ledger(folder, "SELECT id FROM tables")}


async def test_a_table_that_never_began_expires_after_a_week(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        old = [await waiting(hall, 8), await waiting(hall, 400)]
        await hall.ledger.hide((await hall.table(old[0])).row.number, "ada", 0)
        young = await waiting(hall, 6)
        begun, _ = await past_table(hall.ledger, new_row("rukuni", created=Instant(0)), 5)
        await Expiry(hall).run()
        assert tables_in(tmp_path) == {young, begun.id}
        for table in ("occupants", "seat_changes", "hidden_tables"):
            left = in_ledger(tmp_path, f"SELECT DISTINCT table_number FROM {table}")
            assert len(left) <= 2, table
        for gone in old:
            with pytest.raises(Refused, match="no_such_table"):
                await hall.table(gone)


async def test_a_table_with_a_recent_seat_change_stays(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        table = await waiting(hall, 30)
        await hall.ask(table, Sit("ben", "seat"))
        hall.forget(await hall.table(table))
        await Expiry(hall).run()
        assert tables_in(tmp_path) == {table}


async def test_a_table_with_a_viewer_stays(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        table = await waiting(hall, 30)
        ada = Recorder("ada")
        arrive(await hall.table(table), ada, Seat(0))
        await Expiry(hall).run()
        assert tables_in(tmp_path) == {table}


async def test_expiry_runs_when_the_hall_opens(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        await waiting(hall, 8)
    async with open_and_swept(tmp_path):
        assert tables_in(tmp_path) == set()


async def test_after_an_expired_rematch_players_may_ask_again(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        over = await hall.create(new_row("rukuni", ADA, BEN, status="over"))
        first = await Lobby(hall, 1).rematch(over.id, "ada")
        hall.forget(first)
        await hall.ledger.expire_tables(Instant(hall.clock.now() + 1), [], 10)
        hall.expired(first.id)
        await settle(over)
        assert over.row.rematch is None
        again = await Lobby(hall, 1).rematch(over.id, "ben")
        assert again.id != first.id


async def test_names_of_people_without_a_table_expire_after_a_year(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        now = hall.clock.now()
        await hall.create(new_row("rukuni", *WAITING, status="open"))
        for person, days in (("ada", 800), ("eve", 800), ("ben", 300)):
            await hall.ledger.name_person(person, person.title(), Instant(now - days * DAY_MS))
        await Expiry(hall).run()
        assert in_ledger(tmp_path, "SELECT name FROM people ORDER BY name") == [("Ada",), ("Ben",)]


async def test_sign_out_stamps_of_people_without_a_table_expire_after_a_year(tmp_path: Path) -> None:
    """Their cookies belong to new people without tables. Seated people stay signed out."""
    async with open_and_swept(tmp_path) as hall:
        long_ago = Instant(hall.clock.now() - 800 * DAY_MS)
        await hall.create(new_row("rukuni", *WAITING, status="open"))
        for person in ("ada", "eve"):
            await hall.people.sign_out_others(person)
        tamper(tmp_path, "UPDATE cookie_stamps SET at = ?", long_ago)
        await hall.people.sign_out_others("ben")
        await Expiry(hall).run()
        kept = "SELECT person FROM cookie_stamps ORDER BY person"
        assert in_ledger(tmp_path, kept) == [("ada",), ("ben",)]
        assert sorted(hall.people.tokens.stamps) == ["ada", "ben"]


async def test_the_cache_of_names_is_bounded(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        await hall.people.rename("ada", "Ada")
        await hall.create(new_row("rukuni", *WAITING, status="open"))
        for number in range(2 * REMEMBERED):
            hall.people._said[f"somebody {number}"] = "Eve"
        assert len(hall.people._said) <= REMEMBERED
        assert await hall.people.name("ada") == "Ada"


async def test_a_person_can_have_only_some_waiting_tables(tmp_path: Path) -> None:
    async with open_and_swept(tmp_path) as hall:
        lobby = Lobby(hall, most_open=2)
        first = await lobby.set_up("ada", "rukuni", ["open"], b"{}", "link")
        await lobby.set_up("ada", "rukuni", ["open"], b"{}", "link")
        with pytest.raises(Refused) as refused:
            await lobby.set_up("ada", "rukuni", ["open"], b"{}", "link")
        assert (refused.value.code, refused.value.facts) == ("too_many_open_tables", {"most": 2})
        await lobby.set_up("ben", "rukuni", ["open"], b"{}", "link")
        await hall.ask(first.id, Cancel("ada"))
        await lobby.set_up("ada", "rukuni", ["open"], b"{}", "link")
