"""Halls that log to a file, and guests in them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.client import Client
from ukumbi.core import Refused


class LoggedHall(HallProcess):
    """A hall that appends its standard error to a file."""

    def __init__(self, folder: Path, *args: str, port: int = 0) -> None:
        super().__init__(folder, *args, port=port)
        self.folder = folder
        self._log = folder / "stderr.txt"

    def _command(self) -> Sequence[str]:
        return ["sh", "-c", 'log=$0; exec "$@" 2>>"$log"', str(self._log), *super()._command()]

    def log(self) -> str:
        return self._log.read_text() if self._log.exists() else ""


async def guest_at(hall: HallProcess, address: str | None = None) -> Guest:
    """A guest with a cookie."""
    guest = Guest(hall.port, address)
    await guest.ask("GET", "/api/me")
    return guest


async def set_up(guest: Guest, game: str = "rukuni", others: Sequence[str] = ("open",), **form: Any) -> str:
    table = await guest.ask("POST", "/api/tables", {"game": game, "others": others, **form})
    return str(table["table"])


async def two_in_play(
    hall: HallProcess, game: str = "rukuni", **form: Any
) -> tuple[str, list[Guest], list[Client]]:
    """A table of two connected people whose game has begun; the first plays White."""
    if game == "rukuni":
        form = {"options": {"white": "first"}, **form}
    guests = [await guest_at(hall) for _ in range(2)]
    table = await set_up(guests[0], game, **form)
    await guests[1].sit(table)
    clients = [await Client.at(guest) for guest in guests]
    for client in clients:
        await joined(client, table)
    await all_ready(table, guests)
    for client in clients:
        await client.hear("update", table=table)
        await client.hear("presence", table=table, status="playing")
        await client.fence()
    return table, guests, clients


async def two_at_a_table(hall: HallProcess, game: str = "rukuni", **form: Any) -> tuple[str, list[Client]]:
    """The same, without the guests, for tests that use only the socket."""
    table, _, clients = await two_in_play(hall, game, **form)
    return table, clients


async def all_ready(table: str, guests: Sequence[Guest]) -> None:
    """All guests say ready. The game begins when they are all connected."""
    for guest in guests:
        await guest.ask("POST", f"/api/tables/{table}/ready")


async def joined(client: Client, table: str, **fields: Any) -> dict[str, Any]:
    """Join; alone at the table, also wait for the game's first update."""
    client.say("join", table=table, **fields)
    sync = await client.hear("sync", table=table)
    people = [seat for seat in sync["seats"] if seat["bot"] is None]
    if sync["view"] is None and len(people) == 1:
        sync |= await client.hear("update", table=table)
    return sync


async def presence_with(client: Client, table: str, seat: int, **facts: Any) -> dict[str, Any]:
    """The next presence message with these facts about a seat."""
    while True:
        presence = await client.hear("presence", table=table)
        if facts.items() <= presence["seats"][seat].items():
            return presence


async def code_of(guest: Guest, path: str, form: object = None) -> str:
    """Post a request that must be refused; return the code."""
    with pytest.raises(Refused) as refused:
        await guest.ask("POST", path, form)
    return refused.value.code
