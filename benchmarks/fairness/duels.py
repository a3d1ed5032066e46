"""`fairness`: does the longer line lose the contested moments?

Two equal players grab for the same thing, thousands of times, over real sockets; one has a line of 10 ms,
the other a longer one. All lines are played on at the same time, half of them in a hall without fair order.
"""

import math
from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Final

import msgspec
import uvloop

from benchmarks.fairness.grab import GrabOptions
from benchmarks.fairness.heat import (
    QUALITIES,
    WITHOUT,
    Heat,
    Moment,
    Quality,
    Tally,
    Waits,
    halls,
    honest,
    lateness_of,
    run,
    waits_of,
)
from benchmarks.fairness.sports import Grabbing
from ukumbi.core.inputs import generator

NEAR: Final = 10
"""Milliseconds of the quicker line's lag."""
LAGS: Final = (10, 60, 120, 250)
"""Milliseconds of the slower line's lag."""
LEAD: Final = 12.0
"""Seconds before the first moment, so that the hall knows every line as well as in the middle of a game."""
EVEN: Final = 0.5


class Cell(msgspec.Struct, frozen=True):
    """What is varied: the slower line's lag, how good both lines are, and the order."""

    lag: int
    quality: Quality
    fair: bool


CELLS: Final = tuple(Cell(*each) for each in product(LAGS, QUALITIES, (True, False)))


class CellFigures(msgspec.Struct, frozen=True):
    cell: Cell
    moments: tuple[Moment, ...]
    """Seen from the slower line."""
    quicker: Waits
    slower: Waits

    @property
    def tally(self) -> Tally:
        return Tally(self.moments, EVEN)


class FairnessFigures(msgspec.Struct, frozen=True):
    """What was measured, cell by cell."""

    cells: tuple[CellFigures, ...]
    lateness: tuple[float, float]
    """By how much the relay was late itself, in milliseconds: the median, and 99 in 100."""

    def lines(self) -> list[tuple[int, Quality]]:
        """What was varied, apart from the order."""
        return list(dict.fromkeys((each.cell.lag, each.cell.quality) for each in self.cells))

    def of(self, lag: int, quality: Quality, fair: bool) -> CellFigures:
        return next(each for each in self.cells if each.cell == Cell(lag, quality, fair))

    def added(self, lag: int, quality: Quality) -> float:
        """What fair order adds to the median wait of the quicker and the slower one, whichever is more."""
        fair, plain = self.of(lag, quality, True), self.of(lag, quality, False)
        return max(fair.quicker.p50 - plain.quicker.p50, fair.slower.p50 - plain.slower.p50)


def grabbing(moments: int, tables: int, lead: float) -> Grabbing:
    """A game of so many moments, or a few more, at so many tables together."""
    return Grabbing(GrabOptions(moments=math.ceil(moments / tables), lead_ms=max(1, round(lead * 1000))))


def measure(
    moments: int,
    tables: int,
    seed: int = 0,
    cells: Sequence[Cell] = CELLS,
    lead: float = LEAD,
    progress: Callable[[], None] = lambda: None,
) -> FairnessFigures:
    """So many moments, or a few more, in each cell, at so many tables of each at once."""
    sport = grabbing(moments, tables, lead)
    with halls(sport.arguments, (*sport.arguments, *WITHOUT)) as (fair, plain):
        return uvloop.run(_measure({True: fair, False: plain}, sport, [*cells] * tables, seed, progress))


async def _measure(
    ports: dict[bool, int], sport: Grabbing, cells: Sequence[Cell], seed: int, progress: Callable[[], None]
) -> FairnessFigures:
    rng = generator(seed)
    # The seats alternate between the tables of a cell.
    heats = [
        _duel(cell, ports[cell.fair], sport, Random(rng.random()), place // len(set(cells)))
        for place, cell in enumerate(cells)
    ]
    await run(heats, 1, progress)
    figures = (
        _figures(cell, [heat for heat, its in zip(heats, cells, strict=True) if its == cell])
        for cell in dict.fromkeys(cells)
    )
    return FairnessFigures(tuple(figures), lateness_of(heats))


def _duel(cell: Cell, port: int, sport: Grabbing, rng: Random, turn: int) -> Heat:
    """The quicker line, and the slower one."""
    wires = [cell.quality.wire(lag, rng.getrandbits(32)) for lag in (NEAR, cell.lag)]
    return Heat(sport, [honest(sport, port, wire, rng) for wire in wires], turn)


def _figures(cell: Cell, heats: Sequence[Heat]) -> CellFigures:
    return CellFigures(
        cell,
        tuple(moment for heat in heats for moment in heat.moments(heat.racers[1])),
        waits_of(heat.racers[0] for heat in heats),
        waits_of(heat.racers[1] for heat in heats),
    )
