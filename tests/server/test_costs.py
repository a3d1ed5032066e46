"""Whoever asks for much is charged for what that takes."""

from pathlib import Path

import pytest

from tests.kit.client import Client
from tests.kit.halls import MODULES, guest_as, new_row, past_table
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from ukumbi.server.scheduler import FairScheduler, Share


@in_a_loop
async def test_who_joins_from_the_beginning_pays_for_what_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    monkeypatch.setattr(Share, "charge", lambda _, seconds: charged.append(seconds))
    costs = []
    async with hall_inside(tmp_path, modules=MODULES) as (server, hall):
        for moves in (1, 400):
            row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":999}'), moves)
            client = await Client.at(guest_as("ada", tmp_path, server.port))
            charged.clear()
            client.say("join", table=row.id, since=0)
            await client.hear("sync")
            costs.append(sum(charged))
            client.hang_up()
            await client.farewell()
    assert costs[1] > 3 * costs[0]


@in_a_loop
async def test_who_asks_for_much_pays_for_what_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    monkeypatch.setattr(FairScheduler, "charge", lambda *said: charged.append(said[-1]))
    costs = []
    async with hall_inside(tmp_path, modules=MODULES) as (server, hall):
        for moves in (1, 400):
            row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":999}'), moves)
            guest = guest_as("ada", tmp_path, server.port)
            charged.clear()
            await guest.ask("GET", f"/api/tables/{row.id}/log")
            costs.append(sum(charged))
    assert costs[1] > costs[0] + 0.0005
