"""A hall whose clock the test advances, and people who sit down, play and get up."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.kit.halls import Recorder, arrive, open_hall, settle
from tests.kit.scripted_clock import ScriptedClock
from ukumbi.core import Refused
from ukumbi.hall.hall import Hall
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.requests import Accepted, GetReady, Move, Sit
from ukumbi.hall.table import Table
from ukumbi.server.limits import Limits

WHITE_FIRST = b'{"white":"first"}'
TURNS = ("a1-a4/b4", "i9-i6/h6", "a5-b6/c6", "i5-h4/g4")


class ScriptedHall:
    """A hall with its lobby, and people by name."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.lobby = Lobby(hall, Limits().open_tables)
        self.people: dict[str, Recorder] = {}

    def person_named(self, person: str) -> Recorder:
        if person not in self.people:
            self.people[person] = Recorder(person)
            self.hall.connect(self.people[person])
        return self.people[person]

    async def come(self, table: Table, *people: str) -> None:
        for person in people:
            arrive(table, self.person_named(person), table.row.seat_of(person))
        await self.settle(table)

    async def go(self, table: Table, *people: str) -> None:
        for person in people:
            table.leave(self.people[person])
        await self.settle(table)

    async def settle(self, table: Table) -> None:
        """Wait until nothing is being written and no background task runs."""
        for _ in range(3):
            await settle(table)
            while self.hall._background:
                await self.hall.ledger.name_person("nobody", "x", self.hall.clock.now())

    async def set_up(self, game: str, *people: str, options: bytes = b"{}") -> Table:
        """A table in play with these people."""
        others = ["open"] * (len(people) - 1)
        table = await self.lobby.set_up(people[0], game, others, options, "on")
        for person in people[1:]:
            await self.hall.ask(table.id, Sit(person, table.row.seat_key))
        await self.come(table, *people)
        for person in people:
            await self.hall.ask(table.id, GetReady(person))
        await self.settle(table)
        return table

    async def play(self, table: Table, *turns: str) -> None:
        for turn in turns:
            (seat,) = table.match.awaited
            assert isinstance(await table.ask(Move(seat, turn)), Accepted)


@asynccontextmanager
async def scripted_hall(folder: Path, clock: ScriptedClock | None = None) -> AsyncIterator[ScriptedHall]:
    async with open_hall(folder, clock=clock or ScriptedClock()) as hall:
        yield ScriptedHall(hall)


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as refusal:
        await work
    return refusal.value.code
