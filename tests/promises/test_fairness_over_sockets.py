"""Six players grab one pole of Zuma at nearly the same time, over real sockets."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.audit import audit
from benchmarks.hall_process import HallProcess
from tests.kit.actions import events_of
from tests.kit.client import Client
from tests.kit.halls import REGISTRY
from tests.kit.people import all_ready, guest_at, joined, set_up

SEATS = 6
WITHIN = 0.05
OPEN = ("grabs", "first", "poles", "phase", "accounts", "totals", "lines")
"""The public part of a view."""


async def _grab(client: Client, table: str, after: float) -> None:
    await asyncio.sleep(after)  # not to wait for something: players differ in speed
    client.say("move", table=table, move="grab 1 red", answers=1, ref="grab")


def _seen(view: dict[str, Any]) -> dict[str, Any]:
    return {name: view[name] for name in OPEN}


async def _sees(client: Client, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """This seat's first view that satisfies the condition."""

    def found() -> dict[str, Any] | None:
        views = [heard["view"] for heard in client.heard if heard["type"] == "update"]
        return next((view for view in views if wanted(view)), None)

    await client.until(found)
    view = found()
    assert view is not None
    return view


def _settled(view: dict[str, Any]) -> bool:
    return len(view["grabs"]) == SEATS and all(grab["came"] != "reaching" for grab in view["grabs"])


def _counted(view: dict[str, Any]) -> bool:
    return bool(view["phase"] == "counted")


async def test_one_of_six_holds_it_in_all_views_the_log_and_after_a_restart(tmp_path: Path) -> None:
    rng = Random(6)
    with HallProcess(tmp_path) as hall:
        guests = [await guest_at(hall) for _ in range(SEATS)]
        table = await set_up(guests[0], "zuma", ["open"] * (SEATS - 1))
        for guest in guests[1:]:
            await guest.sit(table)
        clients = [await Client.at(guest) for guest in guests]
        for client in clients:
            await joined(client, table)
        await all_ready(table, guests)
        for client in clients:
            await client.hear("update", table=table)
        await asyncio.gather(*(_grab(client, table, rng.uniform(0, WITHIN)) for client in clients))
        settled = await _sees(clients[0], _settled)
        # Late players take the other poles, which ends the round.
        late = [clients[grab["seat"]] for grab in settled["grabs"] if grab["came"] == "missed"]
        for client, pole in zip(late, ("blue", "violet", "red2", "blue2"), strict=False):
            client.say("move", table=table, move=f"grab 1 {pole}", answers=settled["round"], ref=pole)
        views = [await _sees(client, _counted) for client in clients]
        hall.kill()
    assert all(_seen(view) == _seen(views[0]) for view in views)
    tries = [grab for grab in views[0]["grabs"] if grab["pole"] == "red"]
    held, missed = ([grab for grab in tries if grab["came"] == came] for came in ("held", "missed"))
    assert len(tries) == SEATS
    assert (len(held), len(missed)) == (1, SEATS - 1)
    assert {grab["by"] for grab in missed} == {held[0]["seat"]}
    assert all(grab["late"] == grab["arrives"] - held[0]["arrives"] >= 0 for grab in missed)
    written = [event for *_, event in events_of(tmp_path, table) if event.startswith('{"type":"held"')]
    assert len(written) == SEATS - 1
    with HallProcess(tmp_path, port=hall.port) as again:
        for guest, view in zip(guests, views, strict=True):
            guest.port = again.port
            client = await Client.at(guest)
            assert _seen((await joined(client, table))["view"]) == _seen(view)
    assert audit(tmp_path / "hall.sqlite", REGISTRY, [], []).faults() == []
