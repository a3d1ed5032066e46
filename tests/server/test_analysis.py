"""Analysis and hints over a real server: who may ask, about what, how much, and for how long."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import httpx
import msgspec
import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.games.rukuni.table import BOOKLET, OPENING, play, text
from tests.kit.actions import make, until
from tests.kit.client import Client
from tests.kit.endless_analyst import FOLDER, end_thoughts, thinking_workers, thoughts_begun
from tests.kit.in_process import hall_in_process
from tests.kit.people import LoggedHall, all_ready, guest_at, joined, set_up
from ukumbi.core import Refused, Seat
from ukumbi.server.limits import NO_LIMITS, Rate

TURNS: Final = BOOKLET.split()
PLACES: Final = [text(play(" ".join(TURNS[:turns])).position) for turns in range(len(TURNS) + 1)]
"""A game, position by position."""
PONDER: Final = ("tests.kit.endless_analyst",)


def path(at: str, effort: int = 0, game: str = "ponder") -> str:
    return f"/api/games/{game}/analysis?at={quote(at)}&effort={effort}"


async def ask(guest: Guest, at: str, effort: int = 0, game: str = "ponder") -> dict[str, Any]:
    answer: dict[str, Any] = await guest.ask("GET", path(at, effort, game))
    return answer


async def code_of(guest: Guest, way: str, method: str = "GET") -> str:
    with pytest.raises(Refused) as refused:
        await guest.ask(method, way)
    return refused.value.code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the pondering analyst notes what it was asked."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def are_begun(folder: Path, number: int) -> bool:
    """Whether so many thoughts were thoughts_begun."""
    return len(thoughts_begun(folder)) == number


async def two_in_play(hall: HallProcess, game: str = "ponder") -> tuple[str, list[Guest], list[Client]]:
    """A game between two people, the first of whom plays White."""
    guests = [await guest_at(hall) for _ in range(2)]
    table = await set_up(guests[0], game, options={"white": "first"})
    await guests[1].sit(table)
    clients = [await Client.at(guest) for guest in guests]
    for client in clients:
        await joined(client, table)
    await all_ready(table, guests)
    for client in clients:
        await client.hear("update", table=table)
    return table, guests, clients


def test_a_position_is_analysed(hall: LoggedHall) -> None:
    answer = httpx.get(f"{hall.url}{path(OPENING, game='rukuni')}", timeout=60)
    analysis = answer.json()
    assert (answer.status_code, analysis["position"], analysis["exact"]) == (200, OPENING, False)
    assert len(analysis["lines"]) == 3
    assert all(len(line["moves"]) >= 3 for line in analysis["lines"])
    assert analysis["lead"] == analysis["lines"][0]["lead"]


@pytest.mark.parametrize(
    ("way", "status", "code"),
    [
        (path("nonsense", game="rukuni"), 400, "not_a_position"),
        (path("T" * 5000, game="rukuni"), 400, "not_a_position"),
        (path(OPENING, game="chess"), 404, "no_such_game"),
        (path(OPENING, game="unikato"), 404, "no_analysis"),
        (path(OPENING, 4, "rukuni"), 400, "unexpected"),
        (path(OPENING, -1, "rukuni"), 400, "unexpected"),
    ],
)
def test_what_cannot_be_analysed_is_said_so(hall: LoggedHall, way: str, status: int, code: str) -> None:
    answer = httpx.get(f"{hall.url}{way}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_games_say_whether_they_can_be_analysed(hall: LoggedHall) -> None:
    cards = {card["name"]: card["analysis"] for card in httpx.get(f"{hall.url}/api/games").json()}
    assert cards["rukuni"]
    assert not cards["unikato"]
    assert not cards["pounce"]


# while a game is played


async def test_what_two_people_play_is_not_analysed_for_them(folder: Path) -> None:
    """Neither where it stands nor what may come of it, also when nobody looks at the table."""
    end_thoughts(folder)
    async with hall_in_process(folder, modules=PONDER) as (server, hall):
        table, guests, clients = await two_in_play(server)
        await ask(guests[0], PLACES[5])  # nothing has been played yet
        for number, turn in enumerate(TURNS[:3]):
            await make(clients[number % 2], table, turn, number + 1)
        for guest in guests:
            for later in (3, 4, 9):
                assert await code_of(guest, path(PLACES[later])) == "game_in_progress"
            for free in (PLACES[0], PLACES[2]):
                await ask(guest, free)
        await ask(await guest_at(server), PLACES[3])  # who does not sit there
        for client in clients:
            client.hang_up()
        live = hall.tables[table]
        await until(lambda: not live.needed)
        hall.forget(live)
        with pytest.raises(Refused) as refused:
            await guests[0].ask("GET", path(PLACES[4]))
        assert (refused.value.code, refused.value.facts) == ("game_in_progress", {"table": table})
        assert table not in hall.tables
        await guests[0].ask("POST", f"/api/tables/{table}/resign")
        await ask(guests[1], PLACES[4])


async def test_a_bot_that_sits_in_does_not_change_that(folder: Path) -> None:
    end_thoughts(folder)
    async with hall_in_process(folder, modules=PONDER, bot_pace=9e9) as (server, hall):
        table, (guest, _), (white, grey) = await two_in_play(server)
        await make(white, table, TURNS[0], 1)
        grey.hang_up()
        await until(lambda: hall.tables[table].absence.since(Seat(1)) is not None)
        await guest.ask("POST", f"/api/tables/{table}/seats/1/stand-in")
        assert hall.tables[table].row.occupants[1].stand_in is not None
        assert await code_of(guest, path(PLACES[2])) == "game_in_progress"
        assert await code_of(guest, f"/api/tables/{table}/hint", "POST") == "hints_against_bots_only"


# hints


async def test_who_plays_against_bots_gets_a_hint(folder: Path) -> None:
    end_thoughts(folder)
    async with hall_in_process(folder, modules=PONDER, bot_pace=9e9) as (server, _):
        guest, other = await guest_at(server), await guest_at(server)
        waiting = await set_up(guest, "ponder", ["open"])
        assert await code_of(guest, f"/api/tables/{waiting}/hint", "POST") == "not_playing"
        table = await set_up(guest, "ponder", ["1"], options={"white": "first"})
        way = f"/api/tables/{table}/hint"
        assert await code_of(other, way, "POST") == "not_seated"
        client = await Client.at(guest)
        await joined(client, table)
        hint = await guest.ask("POST", way)
        assert hint == {"move": "a1-a4/b4", "code": "new_group", "facts": {"towers": 1}}
        await make(client, table, hint["move"], 1)
        assert await code_of(guest, way, "POST") == "not_your_turn"
        assert thoughts_begun(folder) == [f"hint {OPENING}"]


async def test_there_are_no_hints_against_people(hall: LoggedHall) -> None:
    table, (guest, _), _ = await two_in_play(hall, "rukuni")
    assert await code_of(guest, f"/api/tables/{table}/hint", "POST") == "hints_against_bots_only"


async def test_there_are_no_hints_where_nobody_analyses(hall: LoggedHall) -> None:
    guest = await guest_at(hall)
    table = await set_up(guest, "unikato", ["1"])
    assert await code_of(guest, f"/api/tables/{table}/hint", "POST") == "no_analysis"


# how much, and for how long


async def test_thought_has_a_budget(folder: Path) -> None:
    """Whoever has used it up waits; what was not thought is given back."""
    few = msgspec.structs.replace(NO_LIMITS, thought=Rate(1e-6, 4.2), thought_of_address=Rate(1e-6, 4.6))
    async with hall_in_process(folder, modules=PONDER, limits=few) as (server, _):
        guest, other = await guest_at(server), await guest_at(server)
        asked = asyncio.create_task(ask(guest, PLACES[1], 3))
        await until(lambda: thoughts_begun(folder))
        assert await code_of(guest, path(PLACES[2], 1)) == "enough_for_now"
        assert await code_of(other, path(PLACES[2], 2)) == "enough_for_now"  # the same address
        end_thoughts(folder)
        await asked  # a moment, not the four seconds that were asked for
        await ask(guest, PLACES[2], 2)


async def test_what_was_thought_is_known(folder: Path) -> None:
    end_thoughts(folder)
    async with hall_in_process(folder, modules=PONDER) as (server, _):
        guest, other = await guest_at(server), await guest_at(server)
        for effort in (1, 1, 0, 2, 1):
            await ask(guest, PLACES[1], effort)
        await ask(other, PLACES[1], 2)
        assert thoughts_begun(folder) == [f"0.5 {PLACES[1]}", f"1.5 {PLACES[1]}"]


async def test_what_nobody_waits_for_any_more_is_not_begun(folder: Path) -> None:
    """One thought at a time: the others wait, those of the same person too."""
    async with hall_in_process(folder, modules=PONDER) as (server, _):
        guests = [await guest_at(server) for _ in range(3)]
        first = asyncio.create_task(ask(guests[0], PLACES[1], 0))
        await until(lambda: thoughts_begun(folder))
        dropped = [
            asyncio.create_task(ask(guest, at, 0))
            for guest, at in ((guests[0], PLACES[2]), (guests[1], PLACES[3]))
        ]
        await guests[2].ask("GET", "/api/me")
        for task in dropped:
            task.cancel()
        await asyncio.gather(*dropped, return_exceptions=True)
        last = asyncio.create_task(ask(guests[2], PLACES[4], 0))
        for _ in range(2):
            await guests[2].ask("GET", "/api/me")  # by now the hall has heard that they are gone
        end_thoughts(folder)
        await asyncio.gather(first, last)
        assert thoughts_begun(folder) == [f"0.15 {PLACES[1]}", f"0.15 {PLACES[4]}"]


async def test_who_leaves_in_the_middle_of_a_thought_ends_it(folder: Path) -> None:
    """The next one is thoughts_begun at once and by the same worker; what was thought is paid for."""
    few = msgspec.structs.replace(NO_LIMITS, thought=Rate(1e-6, 4.0))
    async with hall_in_process(folder, modules=PONDER, limits=few) as (server, _):
        guest = await guest_at(server)
        for number, effort in ((1, 3), (2, 1)):
            asked = asyncio.create_task(ask(guest, PLACES[number], effort))
            await until(partial(are_begun, folder, number))
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
        end_thoughts(folder)
        assert await code_of(guest, path(PLACES[3], 3)) == "enough_for_now"
        await ask(guest, PLACES[3])
        assert thoughts_begun(folder) == [f"4.0 {PLACES[1]}", f"0.5 {PLACES[2]}", f"0.15 {PLACES[3]}"]
        assert len(thinking_workers(folder)) == 1
