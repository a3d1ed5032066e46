"""`ukumbi bench fairness`: does the longer line lose the contested moments?

Two equal players grab for the same thing, thousands of times, over real sockets; one has a line of 10 ms,
the other a longer one. All lines are played on at the same time, half of them in a hall without fair order.
"""

import math
import os
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import msgspec
import uvloop

from ukumbi.lab.bench.grab import GrabOptions
from ukumbi.lab.bench.relay import Relay, Wire
from ukumbi.lab.hall_process import HallProcess
from ukumbi.lab.people.guest import Guest
from ukumbi.lab.people.racer import Racer

NEAR: Final = 10
"""Milliseconds of the quicker line's lag."""
LAGS: Final = (10, 60, 120, 250)
"""Milliseconds of the slower line's lag."""
WITHOUT: Final = ("--no-fair-order",)
GAME: Final = ("--also", "ukumbi.lab.bench.grab")
LEAD: Final = 12.0
"""Seconds before the first moment, so that the hall knows every line as well as in the middle of a game."""
SERVER_CORE, LOAD_CORE = 0, 1


class Quality(msgspec.Struct, frozen=True):
    """How good a line is, apart from its length."""

    name: str
    jitter_ms: float
    jitter_share: float
    """Of the lag, on top."""
    loss: float

    def wire(self, lag_ms: int, seed: int) -> Wire:
        jitter = self.jitter_ms + self.jitter_share * lag_ms
        return Wire(lag_ms / 1000, jitter / 1000, self.loss, seed)


CALM: Final = Quality("calm", jitter_ms=1, jitter_share=0.01, loss=0.0)
ROUGH: Final = Quality("rough", jitter_ms=4, jitter_share=0.04, loss=0.01)
QUALITIES: Final = (CALM, ROUGH)


class Cell(msgspec.Struct, frozen=True):
    """What is varied: the slower line's lag, how good both lines are, and the order."""

    lag: int
    quality: Quality
    fair: bool


CELLS: Final = tuple(Cell(*each) for each in product(LAGS, QUALITIES, (True, False)))


class Moment(msgspec.Struct, frozen=True):
    """One contest, seen from the slower line."""

    won: bool
    reacted_first: bool


class Waits(msgspec.Struct, frozen=True):
    """How long the hall took to acknowledge, in milliseconds, without the way there and back."""

    p50: float
    p95: float


class CellFigures(msgspec.Struct, frozen=True):
    cell: Cell
    moments: tuple[Moment, ...]
    quicker: Waits
    slower: Waits

    @property
    def share(self) -> float:
        """Of the moments that the slower line won."""
        return statistics.fmean(moment.won for moment in self.moments)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return math.sqrt(self.share * (1 - self.share) / len(self.moments))

    @property
    def evened(self) -> float:
        """The share with the luck of the draw taken out: what it would be, had the slower one reacted
        first in half of the moments, as two equal players do in the long run."""
        return self.share - self._slope * (statistics.fmean(self._first) - 0.5)

    @property
    def evened_error(self) -> float:
        """Less than that of the share: who reacted first explains most of who won."""
        explained = self._slope**2 * statistics.pvariance(self._first)
        return math.sqrt(max(0.0, self.share * (1 - self.share) - explained) / len(self.moments))

    @property
    def _first(self) -> list[int]:
        return [int(moment.reacted_first) for moment in self.moments]

    @property
    def _slope(self) -> float:
        """How much more often the slower one wins when it has reacted first."""
        first = [moment.won for moment in self.moments if moment.reacted_first]
        second = [moment.won for moment in self.moments if not moment.reacted_first]
        return statistics.fmean(first) - statistics.fmean(second) if first and second else 0.0

    @property
    def right(self) -> float:
        """The share of moments won by whoever reacted first."""
        return statistics.fmean(moment.won == moment.reacted_first for moment in self.moments)


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


class Duel:
    """Two players at one table: the quicker line, and the slower one."""

    def __init__(self, cell: Cell, port: int, rng: Random, slower_first: bool) -> None:
        self.cell = cell
        self._slower_first = slower_first
        self.quicker, self.slower = (
            Racer(Guest(port), Relay(cell.quality.wire(lag, rng.getrandbits(32)), port), rng)
            for lag in (NEAR, cell.lag)
        )

    @property
    def racers(self) -> tuple[Racer, Racer]:
        """By seat."""
        return (self.slower, self.quicker) if self._slower_first else (self.quicker, self.slower)

    async def sit_down(self, options: GrabOptions) -> None:
        host, other = self.racers
        form = {"game": "grab", "others": ["open"], "options": options}
        table = (await host.guest.ask("POST", "/api/tables", form))["table"]
        await other.guest.sit(table)
        for racer in self.racers:
            await racer.relay.open()
            await racer.sit_at(table)

    async def play(self) -> None:
        for racer in self.racers:
            await racer.over

    def moments(self) -> Iterator[Moment]:
        """Those that both took part in: whoever came late has missed some."""
        quick, slow = self.quicker.reactions, self.slower.reactions
        for moment, winner in self.slower.winners.items():
            if winner is not None and moment in quick and moment in slow:
                yield Moment(self.racers[winner] is self.slower, slow[moment] < quick[moment])

    async def leave(self) -> None:
        for racer in self.racers:
            racer.leave()
            await racer.relay.close()


def measure(
    moments: int,
    tables: int,
    seed: int = 0,
    cells: Sequence[Cell] = CELLS,
    lead: float = LEAD,
    progress: Callable[[], None] = lambda: None,
) -> FairnessFigures:
    """So many moments, or a few more, in each cell, at so many tables of each at once."""
    options = GrabOptions(moments=math.ceil(moments / tables), lead_ms=max(1, round(lead * 1000)))
    with _two_halls() as ports:
        return uvloop.run(_measure(ports, options, [*cells] * tables, seed, progress))


@contextmanager
def _two_halls() -> Iterator[dict[bool, int]]:
    """Their ports: one with fair order, one without; both on one core, and all players on another."""
    cores = sorted(os.sched_getaffinity(0))
    apart = len(cores) > 1
    core = cores[SERVER_CORE] if apart else None
    with ExitStack() as halls:
        ports = {}
        for fair in (True, False):
            folder = Path(halls.enter_context(tempfile.TemporaryDirectory()))
            hall = HallProcess(folder, "--behind-proxy", *GAME, *(() if fair else WITHOUT), core=core)
            ports[fair] = halls.enter_context(hall).port
        if apart:
            os.sched_setaffinity(0, {cores[LOAD_CORE]})
            halls.callback(os.sched_setaffinity, 0, cores)
        yield ports


async def _measure(
    ports: dict[bool, int],
    options: GrabOptions,
    cells: Sequence[Cell],
    seed: int,
    progress: Callable[[], None],
) -> FairnessFigures:
    rng = Random(seed)
    duels = [
        # The seats alternate between the tables of a cell.
        Duel(cell, ports[cell.fair], Random(rng.random()), place // len(set(cells)) % 2 == 0)
        for place, cell in enumerate(cells)
    ]
    try:
        for duel in duels:
            duel.slower.on_gone = progress
            await duel.sit_down(options)
        for duel in duels:
            await duel.play()
    finally:
        for duel in duels:
            await duel.leave()
    return FairnessFigures(
        tuple(_figures(cell, [duel for duel in duels if duel.cell == cell]) for cell in dict.fromkeys(cells)),
        _lateness(duels),
    )


def _figures(cell: Cell, duels: Sequence[Duel]) -> CellFigures:
    return CellFigures(
        cell,
        tuple(moment for duel in duels for moment in duel.moments()),
        _waits(duel.quicker for duel in duels),
        _waits(duel.slower for duel in duels),
    )


def _waits(racers: Iterable[Racer]) -> Waits:
    """On some lines a handful of grabs is accepted, or none."""
    waits = sorted(wait * 1000 for racer in racers for wait in racer.waits)
    return Waits(_quantile(waits, 0.5), _quantile(waits, 0.95))


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else math.nan


def _lateness(duels: Sequence[Duel]) -> tuple[float, float]:
    relays = [racer.relay for duel in duels for racer in duel.racers]
    late = sorted(late * 1000 for relay in relays for way in (relay.up, relay.down) for late in way.lateness)
    return _quantile(late, 0.5), _quantile(late, 0.99)
