"""Equal players at one table, each with a line of their own, who contest moment after moment."""

import asyncio
import math
import os
import statistics
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from benchmarks.fairness.line import Line, through_proxy
from benchmarks.fairness.racer import Racer
from benchmarks.fairness.relay import Relay, Wire
from benchmarks.fairness.sports import Sport
from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from ukumbi.core import Seat

WITHOUT: Final = ("--no-fair-order",)
SERVER_CORE, LOAD_CORE = 0, 1
HAZE: Final = 0.008
"""Seconds within which it is no matter of course who wins: about what jitter leaves of any order."""


class Quality(msgspec.Struct, frozen=True):
    """How good a line is, apart from its length."""

    name: str
    jitter_ms: float
    jitter_share: float
    """Of the lag, on top."""
    loss: float

    def wire(self, lag_ms: float, seed: int) -> Wire:
        jitter = self.jitter_ms + self.jitter_share * lag_ms
        return Wire(lag_ms / 1000, jitter / 1000, self.loss, seed)


CALM: Final = Quality("calm", jitter_ms=1, jitter_share=0.01, loss=0.0)
ROUGH: Final = Quality("rough", jitter_ms=4, jitter_share=0.04, loss=0.01)
QUALITIES: Final = (CALM, ROUGH)


class Moment(msgspec.Struct, frozen=True):
    """One contest, seen from one line."""

    won: bool
    reacted_first: bool
    chance: float
    """What somebody would bet on it who knows the reactions alone: near 1 for whoever reacted first by far,
    even shares for those who reacted together. Equal players have even shares of it in the long run."""


class Tally(msgspec.Struct, frozen=True):
    """What one line won."""

    moments: tuple[Moment, ...]
    even: float
    """The share that equal players have in the long run."""

    @property
    def share(self) -> float:
        return statistics.fmean(moment.won for moment in self.moments)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return math.sqrt(self.share * (1 - self.share) / len(self.moments))

    @property
    def evened(self) -> float:
        """The share with the luck of the draw taken out: what it would be, had this one reacted first as
        often, and by as much, as equal players do in the long run."""
        return self.even + statistics.fmean(self._surplus)

    @property
    def evened_error(self) -> float:
        """Far less than that of the share: who reacted first explains most of who won."""
        return statistics.pstdev(self._surplus) / math.sqrt(len(self.moments))

    @property
    def _surplus(self) -> list[float]:
        return [moment.won - moment.chance for moment in self.moments]

    @property
    def right(self) -> float:
        """The share of moments won by this one just when it had reacted first."""
        return statistics.fmean(moment.won == moment.reacted_first for moment in self.moments)


class Waits(msgspec.Struct, frozen=True):
    """How long the hall took to acknowledge, in milliseconds, without the way there and back."""

    p50: float
    p95: float


def honest(sport: Sport, port: int, wire: Wire, rng: Random) -> Racer:
    """Somebody with one line, through a relay that passes for a proxy."""
    relay = Relay(wire, port)
    return Racer(sport, Line(Guest(port, headers=through_proxy), lambda: relay.port), rng, (relay,))


def chances(reactions: Sequence[float]) -> list[float]:
    """What each one would have of a moment, by how much sooner or later than the others it reacted."""
    soonest = min(reactions)
    weights = [math.exp((soonest - reaction) / HAZE) for reaction in reactions]
    return [weight / sum(weights) for weight in weights]


class Heat:
    """The racers of one table; the seats go round by `turn`."""

    def __init__(self, sport: Sport, racers: Sequence[Racer], turn: int = 0, watch: str = "link") -> None:
        self.racers = racers
        self._sport = sport
        self._by_seat = [racers[(place + turn) % len(racers)] for place in range(len(racers))]
        self._watch = watch
        self._contests: list[tuple[list[dict[int, float]], dict[int, Seat | None]]] = []
        """Of each game: everybody's reactions, by seat, and who won."""

    async def open(self) -> None:
        for racer in self._by_seat:
            await racer.guest.ask("GET", "/api/me")
        for racer in self._by_seat:
            await racer.open()

    async def play(self) -> None:
        """One game, from setting up the table to its end."""
        host, *others = self._by_seat
        form = {
            "game": self._sport.game,
            "others": ["open"] * len(others),
            "options": self._sport.options,
            "watch": self._watch,
        }
        table = (await host.guest.ask("POST", "/api/tables", form))["table"]
        for other in others:
            await other.guest.sit(table)
        for seat, racer in enumerate(self._by_seat):
            racer.sit_at(table, Seat(seat))
        for racer in self._by_seat:
            await racer.over
        self._contests.append(([racer.reactions for racer in self._by_seat], host.winners))

    def moments(self, racer: Racer) -> Iterator[Moment]:
        """Those that all took part in: whoever came late has missed some."""
        own = self._by_seat.index(racer)
        for reactions, winners in self._contests:
            for moment, winner in winners.items():
                if winner is not None and all(moment in each for each in reactions):
                    seconds = [each[moment] for each in reactions]
                    first = min(range(len(seconds)), key=seconds.__getitem__)
                    yield Moment(winner == own, first == own, chances(seconds)[own])

    async def leave(self) -> None:
        for racer in self.racers:
            await racer.leave()


@contextmanager
def halls(*kinds: tuple[str, ...]) -> Iterator[list[int]]:
    """The ports of halls that are run with these arguments; all on one core, and all players on another."""
    cores = sorted(os.sched_getaffinity(0))
    apart = len(cores) > 1
    core = cores[SERVER_CORE] if apart else None
    with ExitStack() as opened:
        with suppress(PermissionError):  # halls and players come first, where the system lets them
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
            opened.callback(os.sched_setscheduler, 0, os.SCHED_OTHER, os.sched_param(0))
        ports = []
        for arguments in kinds:
            folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
            ports.append(
                opened.enter_context(HallProcess(folder, "--behind-proxy", *arguments, core=core)).port
            )
        if apart:
            os.sched_setaffinity(0, {cores[LOAD_CORE]})
            opened.callback(os.sched_setaffinity, 0, cores)
        yield ports


def waits_of(racers: Iterable[Racer]) -> Waits:
    """On some lines a handful of grabs is accepted, or none."""
    waits = sorted(wait * 1000 for racer in racers for wait in racer.waits)
    return Waits(quantile(waits, 0.5), quantile(waits, 0.95))


def quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else math.nan


def lateness_of(heats: Sequence[Heat]) -> tuple[float, float]:
    """By how much the relays were late themselves, in milliseconds: the median, and 99 in 100."""
    relays = [relay for heat in heats for racer in heat.racers for relay in racer.relays]
    late = sorted(late * 1000 for relay in relays for way in (relay.up, relay.down) for late in way.lateness)
    return quantile(late, 0.5), quantile(late, 0.99)


async def run(heats: Sequence[Heat], games: int, progress: Callable[[], None]) -> None:
    """All of them at the same time, so many games each."""
    try:
        for heat in heats:
            heat.racers[-1].on_gone = progress
            await heat.open()
        async with asyncio.TaskGroup() as group:
            for heat in heats:
                group.create_task(_games(heat, games))
    finally:
        for heat in heats:
            await heat.leave()


async def _games(heat: Heat, games: int) -> None:
    for _ in range(games):
        await heat.play()
