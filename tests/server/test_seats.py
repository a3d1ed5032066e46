"""Seats change hands over real sockets, with the hall killed in between."""

from collections.abc import AsyncIterator
from pathlib import Path

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.actions import WITH_KIT_GAMES
from tests.kit.client import Client
from tests.kit.people import LoggedHall, all_ready, code_of, guest_at, joined, presence_with, set_up
from tests.kit.seat_scenarios import NO_AWAY_DELAY, SCENARIOS

FIRST = "a1-a4/b4"


NAMES = ("Ada", "Ben", "Cleo")


async def three_guests(hall: HallProcess) -> list[Guest]:
    guests = [await guest_at(hall) for _ in NAMES]
    for guest, name in zip(guests, NAMES, strict=True):
        await guest.ask("PUT", "/api/me", {"name": name})
    return guests


async def test_seat_changes_survive_a_kill(tmp_path: Path) -> None:
    """At tables in different phases: answered requests hold, and play goes on."""
    with HallProcess(tmp_path, *WITH_KIT_GAMES, *NO_AWAY_DELAY) as hall:
        stories = [
            story(hall) for story in (_begun_by_all, _left_by_one, _stood_in_for, _passed_on, *SCENARIOS)
        ]
        for story in stories:
            await anext(story)
        for _ in range(2):
            hall.kill()
            hall.start()
            for story in stories:
                await anext(story, None)


async def _begun_by_all(hall: HallProcess) -> AsyncIterator[None]:
    """Seats are taken, freed and taken again; the game begins when all are back and ready."""
    host, friend, third = people = await three_guests(hall)
    table = await set_up(host, "unikato", ["open", "open", "open"])
    at = f"/api/tables/{table}"
    await friend.sit(table)
    await third.sit(table)
    assert [seat["name"] for seat in (await host.ask("GET", at))["seats"]][:3] == [*NAMES]
    await host.ask("POST", f"{at}/seats/2/free")
    await host.ask("POST", f"{at}/seats/3/bot", {"level": "1"})
    await all_ready(table, [host, friend])
    yield
    assert (await third.ask("GET", at))["you"] is None
    assert [seat["name"] for seat in (await host.ask("GET", at))["seats"]][:2] == [*NAMES[:2]]
    await third.sit(table)
    card = await host.ask("GET", at)
    assert [(seat["bot"], seat["ready"]) for seat in card["seats"]] == [
        (None, True),
        (None, True),
        (None, False),
        ("1", False),
    ]
    await third.ask("POST", f"{at}/ready")
    yield
    clients = [await Client.at(guest) for guest in people]
    for client in clients:
        await joined(client, table)
    for client in clients:
        await client.hear("update", table=table, seq=1)
    sync = await joined(clients[0], table)
    told = [(news["what"], news["seat"]) for news in sync["seat_news"]]
    assert told == [("sat_down", 1), ("sat_down", 2), ("freed", 2), ("bot_sat", 3), ("sat_down", 2)]


async def _left_by_one(hall: HallProcess) -> AsyncIterator[None]:
    """A player has left a game for three, and a bot plays on."""
    host, friend, third = people = await three_guests(hall)
    table = await set_up(host, "unikato", ["open", "open"])
    at = f"/api/tables/{table}"
    yield
    await friend.sit(table)
    await third.sit(table)
    await all_ready(table, people)
    clients = [await Client.at(guest) for guest in people]
    for client in clients:
        await joined(client, table)
    for client in clients:
        await client.hear("update", table=table, seq=1)
    await friend.ask("POST", f"{at}/leave")
    yield
    card = await host.ask("GET", at)
    assert card["status"] == "playing"
    assert card["seats"][1]["bot"] is not None
    assert await code_of(friend, f"{at}/ready") == "not_seated"
    sync = await joined(await Client.at(host), table)
    told = [(news["what"], news["seat"]) for news in sync["seat_news"]]
    assert told == [("sat_down", 1), ("sat_down", 2), ("left", 1)]
    assert sync["seat_news"][-1]["name"] == "Ben"


async def _stood_in_for(hall: HallProcess) -> AsyncIterator[None]:
    """A bot stands in for an absent player and gives the seat back."""
    host, friend = [await guest_at(hall) for _ in range(2)]
    table = await set_up(host, "rukuni", options={"white": "first"})
    at = f"/api/tables/{table}"
    await friend.sit(table)
    white, grey = [await Client.at(guest) for guest in (host, friend)]
    for client in (white, grey):
        await joined(client, table)
    await all_ready(table, [host, friend])
    await white.hear("update", seq=1)
    grey.hang_up()
    presence = await presence_with(white, table, 1, here=False)
    assert presence["seats"][1]["away_since"] is not None
    white.say("move", table=table, move=FIRST, answers=1, ref="1")
    assert (await white.moved("1"))["awaited"] == [1]
    await host.ask("POST", f"{at}/seats/1/stand-in")
    update = await white.hear("update", after=2)
    assert (update["events"][0]["actor"], update["awaited"]) == (1, [0])
    yield
    white = await Client.at(host)
    sync = await joined(white, table)
    assert sync["seats"][1]["stand_in"] is not None
    grey = await Client.at(friend)
    await joined(grey, table)
    await presence_with(white, table, 1, here=True, stand_in=None)
    news = (await joined(white, table))["seat_news"]
    assert [each["what"] for each in news[-2:]] == ["stood_in", "came_back"]


async def _passed_on(hall: HallProcess) -> AsyncIterator[None]:
    """A device pass makes another device the same person, once."""
    guest, phone, thief = [await guest_at(hall) for _ in range(3)]
    me = await guest.ask("GET", "/api/me")
    table = await set_up(guest)
    given = await guest.ask("POST", "/api/me/pass")
    yield
    assert await phone.ask("POST", "/api/me/device", {"code": f" {given['code'].upper()} "}) == me
    assert (await phone.ask("GET", f"/api/tables/{table}"))["you"] == 0
    assert (await guest.ask("GET", f"/api/tables/{table}"))["you"] == 0
    for code in (given["code"], "aaaaaaaa", ""):
        assert await code_of(thief, "/api/me/device", {"code": code}) == "no_such_pass"


async def test_take_backs_work_over_the_socket(hall: LoggedHall) -> None:
    host, friend = [await guest_at(hall) for _ in range(2)]
    table = await set_up(host, "rukuni", options={"white": "first"})
    await friend.sit(table)
    clients = white, grey = [await Client.at(guest) for guest in (host, friend)]
    for client in clients:
        await joined(client, table)
    await all_ready(table, [host, friend])
    await white.hear("update", seq=1)
    white.say("move", table=table, move=FIRST, answers=1, ref="1")
    opening = (await grey.hear("update", seq=1))["view"]
    await grey.hear("update", seq=2)
    await host.ask("POST", f"/api/tables/{table}/take-back")
    wish = {"by": 0, "to": 1, "agreed": []}
    await grey.hear("presence", take_back=wish)
    await friend.ask("POST", f"/api/tables/{table}/take-back/answer", {"agrees": True})
    update = await white.hear("update", seq=3)
    assert update["events"][0]["event"] == {"type": "taken_back", "to": 1}
    assert (update["view"], update["awaited"]) == (opening, [0])
    white.say("move", table=table, move=FIRST, answers=2, ref="meant for before")
    assert (await white.hear("refused", ref="meant for before"))["code"] == "stale"
    white.say("look", table=table, seq=2, ref="then")
    assert (await white.hear("past", ref="then"))["view"]["turn_number"] == 1


async def test_absent_players_are_called_to_their_table(hall: LoggedHall) -> None:
    host, friend = [await guest_at(hall) for _ in range(2)]
    table = await set_up(host)
    client = await Client.at(host)
    for guest in (host, friend):
        await guest.ask("PUT", "/api/me", {"name": "Ada"})
    await friend.sit(table)
    called = await client.hear("called")
    assert called == {"type": "called", "table": table, "game": "rukuni", "name": "Ada 2"}


async def test_invalid_seat_requests_are_refused(hall: LoggedHall) -> None:
    host, friend = [await guest_at(hall) for _ in range(2)]
    table = await set_up(host)
    at = f"/api/tables/{table}"
    assert await code_of(friend, f"{at}/ready") == "not_seated"
    assert await code_of(friend, f"{at}/cancel") == "not_the_host"
    assert await code_of(host, f"{at}/seats/7/free") == "no_such_seat"
    assert await code_of(host, f"{at}/seats/x/free") == "no_such_seat"
    assert await code_of(host, f"{at}/seats/1/bot", {"level": "wizard"}) == "no_such_bot"
    assert await code_of(host, f"{at}/seats/1/bot", {"who": "wizard"}) == "unexpected"
    assert await code_of(host, f"{at}/take-back") == "not_playing"
    assert await code_of(host, f"{at}/seats/1/stand-in") == "not_away"
    assert await code_of(host, f"{at}/seats/0/end") == "not_away"
    assert await code_of(host, f"{at}/resign") == "not_playing"
    await host.ask("POST", f"{at}/cancel")
    assert await code_of(friend, f"{at}/sit") == "table_cancelled"
