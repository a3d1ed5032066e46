"""The hall is killed during seat changes: answered requests hold, and the others can be repeated."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.actions import WITH_KIT_GAMES, events_of, in_ledger, make, until
from tests.kit.client import Client
from tests.kit.people import guest_at, joined, presence_with, set_up, two_in_play
from tests.kit.seat_scenarios import FIRST, NO_AWAY_DELAY
from ukumbi.core import Refused

LOST = (OSError, IndexError, ValueError)
"""Exceptions of a request when the hall dies."""


class SeatRequest:
    """A request at a table, and how to find its effect in the ledger."""

    def __init__(self, guest: Guest, table: str, path: str, written: str, form: Any = None) -> None:
        self.guest, self.table, self.path, self.form = guest, table, path, form
        self.written = written

    async def ask(self) -> None:
        await self.guest.ask("POST", f"/api/tables/{self.table}{self.path}", self.form)

    def is_done(self, folder: Path) -> bool:
        [(status, following)] = in_ledger(
            folder, "SELECT status, rematch FROM tables WHERE id = ?", self.table
        )
        kinds = [msgspec.json.decode(event)["type"] for *_, event in events_of(folder, self.table)]
        return self.written in (status, *kinds, following and "rematch")


async def deeds(hall: HallProcess) -> AsyncIterator[SeatRequest]:
    table, (host, friend), clients = await two_in_play(hall)
    await make(clients[0], table, FIRST, answers=1)
    await host.ask("POST", f"/api/tables/{table}/take-back")
    yield SeatRequest(friend, table, "/take-back/answer", "taken_back", {"agrees": True})
    table, (_, friend), _ = await two_in_play(hall)
    yield SeatRequest(friend, table, "/resign", "resigned")
    table, (host, _), clients = await two_in_play(hall)
    clients[1].hang_up()
    await presence_with(clients[0], table, 1, here=False)
    yield SeatRequest(host, table, "/seats/1/end", "resigned")
    host = await guest_at(hall)
    yield SeatRequest(host, await set_up(host), "/cancel", "cancelled")
    table, (host, friend), _ = await two_in_play(hall)
    await friend.ask("POST", f"/api/tables/{table}/resign")
    yield SeatRequest(host, table, "/rematch", "rematch")


@pytest.mark.deep
async def test_answered_requests_hold_and_others_can_be_repeated(tmp_path: Path) -> None:
    """Killed when none, one, two, ... of the simultaneous requests are answered."""
    with HallProcess(tmp_path, *WITH_KIT_GAMES, *NO_AWAY_DELAY) as hall:
        for answers in range(6):
            prepared = [deed async for deed in deeds(hall)]
            asked = {asyncio.create_task(deed.ask()): deed for deed in prepared}
            waiting = set(asked)
            while len(asked) - len(waiting) < answers:
                _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            hall.kill()
            lost = {task for task, fault in zip(asked, await _ends(asked), strict=True) if fault}
            hall.start()
            for task, deed in asked.items():
                if task not in lost:
                    assert deed.is_done(tmp_path), f"{deed.path} was answered, and is not so"
                await joined(await Client.at(deed.guest), deed.table)  # absence is noted when players come
                with suppress(Refused):  # an agreed take-back is done by itself
                    await deed.ask()
                await until(partial(deed.is_done, tmp_path))


async def _ends(tasks: Any) -> list[BaseException | None]:
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    faults = [end if isinstance(end, BaseException) else None for end in ends]
    assert all(fault is None or isinstance(fault, LOST) for fault in faults), faults
    return faults
