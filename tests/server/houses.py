"""Halls whose log is kept, and people at their door."""

import functools
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, ParamSpec

import uvloop

from tests.server.ear import Ear, hang_up_all
from ukumbi.lab.people.guest import Guest
from ukumbi.lab.hall_process import HallProcess

Given = ParamSpec("Given")


def in_a_loop(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """Run a test that waits for things in an event loop of its own."""

    async def run_and_hang_up(*args: Given.args, **kwargs: Given.kwargs) -> None:
        try:
            await test(*args, **kwargs)
        finally:
            await hang_up_all()

    @functools.wraps(test)
    def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
        uvloop.run(run_and_hang_up(*args, **kwargs))

    return run


class LoudHall(HallProcess):
    """A hall whose standard error goes to a file, to be read afterwards."""

    def __init__(self, folder: Path, *args: str, port: int = 0) -> None:
        super().__init__(folder, *args, port=port)
        self.folder = folder
        self._log = folder / "stderr.txt"

    def _command(self) -> Sequence[str]:
        return ["sh", "-c", 'log=$0; exec "$@" 2>>"$log"', str(self._log), *super()._command()]

    def log(self) -> str:
        return self._log.read_text() if self._log.exists() else ""


async def guest_at(house: HallProcess) -> Guest:
    """Somebody who has been greeted."""
    guest = Guest(house.port)
    await guest.ask("GET", "/api/me")
    return guest


async def set_up(guest: Guest, game: str = "rukuni", others: Sequence[str] = ("open",), **form: Any) -> str:
    table = await guest.ask("POST", "/api/tables", {"game": game, "others": others, **form})
    return str(table["table"])


async def two_at_a_table(house: HallProcess, game: str = "rukuni", **form: Any) -> tuple[str, list[Ear]]:
    """A table with two people who sit there and are connected; the first of them plays White."""
    if game == "rukuni":
        form = {"options": {"white": "first"}, **form}
    guests = [await guest_at(house) for _ in range(2)]
    table = await set_up(guests[0], game, **form)
    await guests[1].ask("POST", f"/api/tables/{table}/sit")
    ears = [await Ear.at(guest) for guest in guests]
    for ear in ears:
        await joined(ear, table)
    for ear in ears:
        await ear.fence()
    return table, ears


async def joined(ear: Ear, table: str, **fields: Any) -> dict[str, Any]:
    """Join, and wait until the game has been laid out: the latest that was told of it."""
    ear.say("join", table=table, **fields)
    sync = await ear.hear("sync", table=table)
    if sync["view"] is None and not any(
        seat["name"] is None and seat["bot"] is None for seat in sync["seats"]
    ):
        sync |= await ear.hear("update", table=table)
    return sync
