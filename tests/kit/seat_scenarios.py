"""What people do at tables, in three parts: the hall is killed between them."""

from collections.abc import AsyncIterator, Callable
from typing import Final

from benchmarks.hall_process import HallProcess
from tests.kit.actions import make, refused
from tests.kit.client import Client
from tests.kit.people import code_of, guest_at, joined, presence_with, set_up, two_in_play

FIRST, SECOND = "a1-a4/b4", "i9-i6/h6"
NO_AWAY_DELAY: Final = ("--away-after", "0")
"""Absent players are replaced at once, not after half a minute."""

Scenario = Callable[[HallProcess], AsyncIterator[None]]


async def taken_back(hall: HallProcess) -> AsyncIterator[None]:
    """A take-back request stands until it is answered. A second one goes back further."""
    table, (host, friend), clients = await two_in_play(hall)
    at = f"/api/tables/{table}/take-back"
    await make(clients[0], table, FIRST, answers=1)
    await make(clients[1], table, SECOND, answers=2)
    await friend.ask("POST", at)
    yield
    white = await Client.at(host)
    assert (await joined(white, table))["take_back"] == {"by": 1, "to": 2, "agreed": []}
    assert await code_of(host, at) == "already_asked"
    await host.ask("POST", f"{at}/answer", {"agrees": True})
    assert (await white.hear("update", seq=4))["events"][0]["event"] == {"type": "taken_back", "to": 2}
    yield
    white = await Client.at(host)
    assert (await joined(white, table))["awaited"] == [1]
    await host.ask("POST", at)
    await friend.ask("POST", f"{at}/answer", {"agrees": True})
    assert (await white.hear("update", seq=5))["events"][0]["event"] == {"type": "taken_back", "to": 1}
    assert await refused(white, table, FIRST, answers=3) == "stale"
    assert (await make(white, table, FIRST, answers=5))["awaited"] == [1]


async def given_up(hall: HallProcess) -> AsyncIterator[None]:
    """A player who resigns has lost. A player who asks for a rematch is ready for it."""
    table, (host, friend), _ = await two_in_play(hall)
    at = f"/api/tables/{table}"
    await friend.ask("POST", f"{at}/resign")
    yield
    outcome = (await joined(await Client.at(host), table))["outcome"]
    assert (outcome["ending"], outcome["places"]) == ("resigned", [1, 2])
    assert (await friend.ask("POST", f"{at}/resign"))["status"] == "over"
    assert await code_of(host, f"{at}/resign") == "game_is_over"
    fresh = (await host.ask("POST", f"{at}/rematch"))["table"]
    yield
    card = await friend.ask("GET", f"/api/tables/{fresh}")
    assert [seat["ready"] for seat in card["seats"]] == [False, True]
    assert (await friend.ask("POST", f"{at}/rematch"))["table"] == fresh
    clients = [await Client.at(guest) for guest in (host, friend)]
    for client in clients:
        await joined(client, fresh)
    for client in clients:
        await client.hear("update", table=fresh, seq=1)


async def ended_by_the_remaining_player(hall: HallProcess) -> AsyncIterator[None]:
    table, (host, _), clients = await two_in_play(hall)
    end = f"/api/tables/{table}/seats/1/end"
    assert await code_of(host, end) == "not_away"
    clients[1].hang_up()
    await presence_with(clients[0], table, 1, here=False)
    await host.ask("POST", end)
    yield
    outcome = (await joined(await Client.at(host), table))["outcome"]
    assert (outcome["ending"], outcome["places"]) == ("left", [1, 2])
    assert (await host.ask("POST", end))["status"] == "over"


async def cancelled(hall: HallProcess) -> AsyncIterator[None]:
    host, friend, stranger = [await guest_at(hall) for _ in range(3)]
    table = await set_up(host)
    at = f"/api/tables/{table}"
    await friend.sit(table)
    await host.ask("POST", f"{at}/cancel")
    yield
    assert (await host.ask("POST", f"{at}/cancel"))["status"] == "cancelled"
    assert await code_of(stranger, f"{at}/sit") == "table_cancelled"
    assert await friend.ask("GET", "/api/me/tables") == []


async def stood_in_unasked(hall: HallProcess) -> AsyncIterator[None]:
    """In real time a bot stands in unasked, and gives the seat back."""
    table, (host, friend), clients = await two_in_play(hall, "ukuma")
    clients[1].hang_up()
    presence = await presence_with(clients[0], table, 1, here=False)
    if presence["seats"][1]["stand_in"] is None:
        presence = await clients[0].hear("presence", table=table)
    level = presence["seats"][1]["stand_in"]
    assert level is not None
    yield
    waiting = await Client.at(host)
    assert (await joined(waiting, table))["seats"][1]["stand_in"] == level
    await joined(await Client.at(friend), table)
    await presence_with(waiting, table, 1, here=True, stand_in=None)
    yield
    card = await host.ask("GET", f"/api/tables/{table}")
    assert card["seats"][1]["stand_in"] is None
    news = (await joined(await Client.at(friend), table))["seat_news"]
    assert [each["what"] for each in news if each["seat"] == 1][-2:] == ["stood_in", "came_back"]


SCENARIOS: Final[tuple[Scenario, ...]] = (
    taken_back,
    given_up,
    ended_by_the_remaining_player,
    cancelled,
    stood_in_unasked,
)
