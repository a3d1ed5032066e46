"""Seats change hands over real sockets, with the hall killed in between."""

from pathlib import Path
from typing import Any

import pytest

from tests.hall.scene import KIT
from tests.kit.client import Client
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall, all_ready, guest_at, joined, set_up
from ukumbi.core import Refused
from ukumbi.lab.hall_process import HallProcess
from ukumbi.lab.people.guest import Guest

FIRST = "a1-a4/b4"


async def code_of(guest: Guest, path: str, form: object = None) -> str:
    with pytest.raises(Refused) as refused:
        await guest.ask("POST", path, form)
    return refused.value.code


async def names(*guests: Guest) -> list[str]:
    return [(await guest.ask("GET", "/api/me"))["name"] for guest in guests]


async def presence_with(client: Client, table: str, seat: int, **facts: Any) -> dict[str, Any]:
    """The next presence that says this of a seat."""
    while True:
        presence = await client.hear("presence", table=table)
        if facts.items() <= presence["seats"][seat].items():
            return presence


@in_a_loop
async def test_everything_at_the_seats_outlives_a_kill(tmp_path: Path) -> None:
    """Kill after each step: what was answered is still so, and the game begins when all are back."""
    with HallProcess(tmp_path, *KIT) as hall:

        def again() -> None:
            hall.kill()
            hall.start()

        host, friend, third = [await guest_at(hall) for _ in range(3)]
        table = await set_up(host, "unikato", ["open", "open", "open"])
        at = f"/api/tables/{table}"
        again()
        await friend.ask("POST", f"{at}/sit")
        await third.ask("POST", f"{at}/sit")
        again()
        assert [seat["name"] for seat in (await host.ask("GET", at))["seats"]][:3] == await names(
            host, friend, third
        )
        await host.ask("POST", f"{at}/seats/2/free")
        again()
        assert (await third.ask("GET", at))["you"] is None
        await third.ask("POST", f"{at}/sit")
        await host.ask("POST", f"{at}/seats/3/bot", {"level": "novice"})
        await all_ready(table, [host, friend])
        again()
        card = await host.ask("GET", at)
        assert [(seat["bot"], seat["ready"]) for seat in card["seats"]] == [
            (None, True),
            (None, True),
            (None, False),
            ("novice", False),
        ]
        await third.ask("POST", f"{at}/ready")
        again()
        clients = [await Client.at(guest) for guest in (host, friend, third)]
        for client in clients:
            await joined(client, table)
        for client in clients:
            await client.hear("update", table=table, seq=1)
        await friend.ask("POST", f"{at}/leave")
        again()
        card = await host.ask("GET", at)
        assert card["status"] == "playing"
        assert card["seats"][1]["bot"] is not None
        assert await code_of(friend, f"{at}/ready") == "not_seated"
        client = await Client.at(host)
        sync = await joined(client, table)
        told = [(news["what"], news["seat"]) for news in sync["seat_news"]]
        before = [("sat_down", 1), ("sat_down", 2), ("freed", 2), ("sat_down", 2), ("bot_sat", 3)]
        assert told == [*before, ("left", 1)]
        assert sync["seat_news"][-1]["name"] == (await names(friend))[0]


@in_a_loop
async def test_a_bot_sits_in_across_a_kill_and_gives_the_seat_back(tmp_path: Path) -> None:
    with HallProcess(tmp_path, *KIT) as hall:
        host, friend = [await guest_at(hall) for _ in range(2)]
        table = await set_up(host, "rukuni", options={"white": "first"})
        at = f"/api/tables/{table}"
        await friend.ask("POST", f"{at}/sit")
        white, grey = [await Client.at(guest) for guest in (host, friend)]
        for client in (white, grey):
            await joined(client, table)
        await all_ready(table, [host, friend])
        await white.hear("update", seq=1)
        grey.hang_up()
        presence = await presence_with(white, table, 1, here=False)
        assert presence["seats"][1]["away_since"] is not None
        white.say("move", table=table, move=FIRST, answers=1, ref="1")
        assert (await white.hear("update", ref="1"))["awaited"] == [1]
        await host.ask("POST", f"{at}/seats/1/stand-in")
        update = await white.hear("update", after=2)
        assert (update["heard"][0]["actor"], update["awaited"]) == (1, [0])
        hall.kill()
        hall.start()
        white = await Client.at(host)
        sync = await joined(white, table)
        assert sync["seats"][1]["stand_in"] is not None
        grey = await Client.at(friend)
        await joined(grey, table)
        await presence_with(white, table, 1, here=True, stand_in=None)
        news = (await joined(white, table))["seat_news"]
        assert [each["what"] for each in news[-2:]] == ["stood_in", "came_back"]


@in_a_loop
async def test_taking_back_over_the_wire(hall: LoudHall) -> None:
    host, friend = [await guest_at(hall) for _ in range(2)]
    table = await set_up(host, "rukuni", options={"white": "first"})
    await friend.ask("POST", f"/api/tables/{table}/sit")
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
    assert update["heard"][0]["event"] == {"type": "taken_back", "to": 1}
    assert (update["view"], update["awaited"]) == (opening, [0])
    white.say("move", table=table, move=FIRST, answers=2, ref="meant for before")
    assert (await white.hear("refused", ref="meant for before"))["code"] == "stale"
    white.say("look", table=table, seq=2, ref="then")
    assert (await white.hear("past", ref="then"))["view"]["turn_number"] == 1


@in_a_loop
async def test_whoever_is_elsewhere_is_called(hall: LoudHall) -> None:
    host, friend = [await guest_at(hall) for _ in range(2)]
    table = await set_up(host)
    client = await Client.at(host)
    await friend.ask("POST", f"/api/tables/{table}/sit")
    called = await client.hear("called")
    assert called == {"type": "called", "table": table, "game": "rukuni", "name": (await names(friend))[0]}


@in_a_loop
async def test_a_pass_makes_another_device_the_same_person_once(tmp_path: Path) -> None:
    with HallProcess(tmp_path, *KIT) as hall:
        guest, phone, thief = [await guest_at(hall) for _ in range(3)]
        me = await guest.ask("GET", "/api/me")
        table = await set_up(guest)
        given = await guest.ask("POST", "/api/me/pass")
        hall.kill()
        hall.start()
        assert await phone.ask("POST", "/api/me/device", {"code": f" {given['code'].upper()} "}) == me
        assert (await phone.ask("GET", f"/api/tables/{table}"))["you"] == 0
        assert (await guest.ask("GET", f"/api/tables/{table}"))["you"] == 0
        for code in (given["code"], "aaaaaaaa", ""):
            assert await code_of(thief, "/api/me/device", {"code": code}) == "no_such_pass"


@in_a_loop
async def test_what_a_seat_cannot_do_is_refused_by_name(hall: LoudHall) -> None:
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
