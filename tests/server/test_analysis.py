"""Analysis and hints over a real server: permissions, budgets and time limits."""

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
    """Where the analyst notes its requests."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def are_begun(folder: Path, number: int) -> bool:
    """Whether this many requests were begun."""
    return len(thoughts_begun(folder)) == number


async def two_in_play(hall: HallProcess, game: str = "ponder") -> tuple[str, list[Guest], list[Client]]:
    """A game between two people; the first plays White."""
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
def test_unanalysable_positions_are_refused(hall: LoggedHall, way: str, status: int, code: str) -> None:
    answer = httpx.get(f"{hall.url}{way}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_games_say_whether_they_can_be_analysed(hall: LoggedHall) -> None:
    cards = {card["name"]: card["analysis"] for card in httpx.get(f"{hall.url}/api/games").json()}
    assert cards["rukuni"]
    assert not cards["unikato"]
    assert not cards["pounce"]


# while a game is played


async def test_two_people_at_play_get_no_analysis_of_their_game(folder: Path) -> None:
    """Neither its position nor later ones, even if no viewer is at the table."""
    end_thoughts(folder)
    async with hall_in_process(folder, modules=PONDER) as (server, hall):
        table, guests, clients = await two_in_play(server)
        await ask(guests[0], PLACES[5])  # before the first move
        for number, turn in enumerate(TURNS[:3]):
            await make(clients[number % 2], table, turn, number + 1)
        for guest in guests:
            for later in (3, 4, 9):
                assert await code_of(guest, path(PLACES[later])) == "game_in_progress"
            for free in (PLACES[0], PLACES[2]):
                await ask(guest, free)
        await ask(await guest_at(server), PLACES[3])  # a stranger
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


async def test_a_stand_in_does_not_allow_analysis(folder: Path) -> None:
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


async def test_a_person_against_bots_gets_a_hint(folder: Path) -> None:
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


async def test_there_are_no_hints_without_an_analyst(hall: LoggedHall) -> None:
    guest = await guest_at(hall)
    table = await set_up(guest, "unikato", ["1"])
    assert await code_of(guest, f"/api/tables/{table}/hint", "POST") == "no_analysis"


# budgets and time limits


async def test_analysis_has_a_budget(folder: Path) -> None:
    """A person who has used it up waits; unused seconds are given back."""
    few = msgspec.structs.replace(NO_LIMITS, thought=Rate(1e-6, 4.2), thought_of_address=Rate(1e-6, 4.6))
    async with hall_in_process(folder, modules=PONDER, limits=few) as (server, _):
        guest, other = await guest_at(server), await guest_at(server)
        asked = asyncio.create_task(ask(guest, PLACES[1], 3))
        await until(lambda: thoughts_begun(folder))
        assert await code_of(guest, path(PLACES[2], 1)) == "enough_for_now"
        assert await code_of(other, path(PLACES[2], 2)) == "enough_for_now"  # the same address
        end_thoughts(folder)
        await asked  # briefly, not for the requested four seconds
        await ask(guest, PLACES[2], 2)


async def test_analyses_are_cached(folder: Path) -> None:
    end_thoughts(folder)
    async with hall_in_process(folder, modules=PONDER) as (server, _):
        guest, other = await guest_at(server), await guest_at(server)
        for effort in (1, 1, 0, 2, 1):
            await ask(guest, PLACES[1], effort)
        await ask(other, PLACES[1], 2)
        assert thoughts_begun(folder) == [f"0.5 {PLACES[1]}", f"1.5 {PLACES[1]}"]


async def test_abandoned_requests_are_not_begun(folder: Path) -> None:
    """One request at a time: others wait, also those of the same person."""
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
            await guests[2].ask("GET", "/api/me")  # by now the hall has noticed the closed connections
        end_thoughts(folder)
        await asyncio.gather(first, last)
        assert thoughts_begun(folder) == [f"0.15 {PLACES[1]}", f"0.15 {PLACES[4]}"]


async def test_closing_the_connection_stops_the_analysis(folder: Path) -> None:
    """The same worker begins the next one at once; the time used is charged."""
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
