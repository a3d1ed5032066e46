"""Behind a proxy that tells how far away callers are: it tells anew, and nobody is farther away than that."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.hall_process import HallProcess
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from tests.kit.people import guest_at, joined, set_up
from tests.kit.tricksters import Dawdler
from ukumbi.core import Seat
from ukumbi.hall.hall import Hall

NEAR = 0.02
"""More than any round trip inside a machine, even a busy one, and far less than what is tried to gain."""
FAR_MICROSECONDS, NEAR_MICROSECONDS = 300_000, 1_000


def says(microseconds: int) -> dict[str, str]:
    return {"X-Forwarded-For": "203.0.113.7", "X-Round-Trip": f"{microseconds}; anew"}


async def grant_of(server: HallProcess, hall: Hall, at_first: int, later: int | None) -> float:
    """What is granted to somebody of whom the proxy has told this, once the hall knows the line well; `later`
    is told with requests that are made when the hall asks for them."""
    guest, friend = await guest_at(server), await guest_at(server)
    table = await set_up(guest, "pounce")
    await friend.sit(table)
    client = await Dawdler.at(guest, **says(at_first))
    await joined(client, table)
    await client.hear("locate")
    if later is not None:
        guest.headers = lambda: says(later)
        await guest.ask("GET", "/api/me")
    (line,) = hall.connected[str(client.welcome["person"])]
    await client.until(lambda: line.trip.settled)
    granted = hall.tables[table].lags.grant(Seat(0)).allowance / 1e9
    client.hang_up()
    await client.farewell()
    return granted


@pytest.fixture(scope="module")
def grants(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """All are tried at once, each at a table of its own: pings take their time."""
    tried = {
        "pongs held back": (NEAR_MICROSECONDS, NEAR_MICROSECONDS),
        "handshake held back": (FAR_MICROSECONDS, NEAR_MICROSECONDS),
        "everything held back": (FAR_MICROSECONDS, FAR_MICROSECONDS),
        "no requests": (FAR_MICROSECONDS, None),
    }
    granted: dict[str, float] = {}

    async def try_all() -> None:
        async with hall_inside(tmp_path_factory.mktemp("hall"), behind_proxy=True) as (server, hall):
            found = await asyncio.gather(*(grant_of(server, hall, *told) for told in tried.values()))
        granted.update(zip(tried, found, strict=True))

    in_a_loop(try_all)()
    return granted


def test_who_holds_pongs_back_gains_nothing(grants: dict[str, float]) -> None:
    assert grants["pongs held back"] < NEAR


def test_nor_who_has_held_back_the_handshake_as_well(grants: dict[str, float]) -> None:
    assert grants["handshake held back"] < NEAR


def test_whoever_is_far_away_is_granted_that(grants: dict[str, float]) -> None:
    """So the others have gained nothing because of what the proxy told, and of nothing else."""
    assert grants["everything held back"] > 10 * NEAR


def test_who_makes_no_requests_is_granted_nothing(grants: dict[str, float]) -> None:
    assert grants["no requests"] == 0


@in_a_loop
async def test_behind_a_proxy_that_does_not_tell_nobody_else_can(tmp_path: Path) -> None:
    """Some pass on whatever a caller says: that may count against whoever says it, and nobody else."""
    async with hall_inside(tmp_path, behind_proxy=True) as (server, hall):
        guest, cheat = await guest_at(server), await guest_at(server)
        table = await set_up(guest, "pounce")
        await cheat.sit(table)
        client = await Dawdler.at(guest, **{"X-Forwarded-For": "203.0.113.7"})
        await joined(client, table)
        (line,) = hall.connected[str(client.welcome["person"])]
        await client.until(lambda: line.trip.settled)
        cheat.headers = lambda: says(NEAR_MICROSECONDS)
        await cheat.ask("GET", "/api/me")
        await client.until(lambda: len(client.pings) > 12)
        assert hall.tables[table].lags.grant(Seat(0)).allowance > 10 * NEAR * 1e9
        assert not [*client.of_kind("locate")]
        client.hang_up()
        await client.farewell()
