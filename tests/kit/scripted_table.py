"""One table at which everyone moves at once, in a hall whose clock the test advances."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.kit.halls import ADA, BEN, Recorder, arrive, new_row, open_hall, settle
from tests.kit.scripted_clock import START, ScriptedClock
from ukumbi.core import Refused, Seat
from ukumbi.hall.allowance import Latency
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import Occupant

CYD = Occupant("cyd", ready=True)
ILLEGAL = "lay 99"


class Player(Recorder):
    """A recorder that also notes when its moves were answered."""

    def __init__(self, scripted: "ScriptedTable", person: str, seat: int, lag_ms: float) -> None:
        super().__init__(person, lag_ms / 1000)
        self.scripted = scripted
        self.seat = seat
        self.varying: Latency | None = None
        """For a connection whose latency varies."""
        self.answers: list[tuple[float, str]] = []
        """The script's time in milliseconds, and the ref or the refusal code of this player's move."""

    def was_accepted(self, ref: str) -> None:
        super().was_accepted(ref)
        self.answers.append((self.scripted.clock.ms, ref))

    def refused(self, refusal: Refused) -> None:
        super().refused(refusal)
        self.answers.append((self.scripted.clock.ms, refusal.code))

    def lowest(self) -> str:
        return f"lay {min(self.scripted.table.match.state.hands[self.seat])}"

    def play(self, move: str, ref: str, waited: int = 0) -> None:
        self.submit(self.scripted.table, self.seat, move, ref, waited)

    @property
    def latency(self) -> Latency:
        return self.varying or super().latency


class ScriptedTable:
    """One table of Pounce with its players and its clock."""

    def __init__(self, hall: Hall, table: Table, clock: ScriptedClock) -> None:
        self.hall = hall
        self.table = table
        self.clock = clock
        self.players: list[Player] = []

    async def settle(self) -> None:
        await settle(self.table)

    async def until(self, ms: float) -> None:
        await self.clock.turn_to(ms, self.settle)

    def order(self) -> list[tuple[int, int | None]]:
        """For each person's move, the time it counts from (milliseconds since the start), and the seat."""
        recent = [record for record, _ in self.table.match.history]
        return [(record.at - START, record.actor) for record in recent if record.ref is not None]


@asynccontextmanager
async def scripted_table(
    folder: Path, *lags_ms: float, fair_order: bool = True, watch: str = "on", **options: Any
) -> AsyncIterator[ScriptedTable]:
    clock = ScriptedClock()
    async with open_hall(folder, clock=clock, fair_order=fair_order) as hall:
        occupants = (ADA, BEN, CYD)[: len(lags_ms)]
        form = msgspec.json.encode({"rounds": 100, **options})
        table = await hall.create(new_row("pounce", *occupants, options=form, status="open", watch=watch))
        scene = ScriptedTable(hall, table, clock)
        for seat, lag in enumerate(lags_ms):
            scene.players.append(Player(scene, str(occupants[seat].person), seat, lag))
            arrive(table, scene.players[-1], Seat(seat))
        await scene.settle()
        yield scene
