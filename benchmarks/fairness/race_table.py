"""Equal players at one table, each with their own connection, who contest moment after moment."""

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

from benchmarks.fairness.connection import Connection, through_proxy
from benchmarks.fairness.race_games import RaceGame
from benchmarks.fairness.racer import Racer
from benchmarks.fairness.relay import Link, Relay
from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from ukumbi.core import Seat

NO_FAIR_ORDER: Final = ("--no-fair-order",)
SERVER_CORE, LOAD_CORE = 0, 1
REACTION_TIE_SECONDS: Final = 0.008
"""Reactions closer than this may be decided either way: jitter is about as large."""


class Quality(msgspec.Struct, frozen=True):
    """Jitter and loss of a connection."""

    name: str
    jitter_ms: float
    jitter_share: float
    """Additional jitter, as a share of the lag."""
    loss: float

    def link(self, lag_ms: float, seed: int) -> Link:
        jitter = self.jitter_ms + self.jitter_share * lag_ms
        return Link(lag_ms / 1000, jitter / 1000, self.loss, seed)


CALM: Final = Quality("calm", jitter_ms=1, jitter_share=0.01, loss=0.0)
ROUGH: Final = Quality("rough", jitter_ms=4, jitter_share=0.04, loss=0.01)
QUALITIES: Final = (CALM, ROUGH)


class Moment(msgspec.Struct, frozen=True):
    """One contested moment, as seen by one player."""

    won: bool
    reacted_first: bool
    chance: float
    """The chance of winning by reaction times alone: near 1 for a clear first, equal for equal reactions. In
    the long run equal players have equal sums of it."""


class Tally(msgspec.Struct, frozen=True):
    """The moments of one player."""

    moments: tuple[Moment, ...]
    even_share: float
    """The share that equal players have in the long run."""

    @property
    def share(self) -> float:
        return statistics.fmean(moment.won for moment in self.moments)

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return math.sqrt(self.share * (1 - self.share) / len(self.moments))

    @property
    def luck_adjusted(self) -> float:
        """The share without luck: as if this player had reacted first as often as equal players do."""
        return self.even_share + statistics.fmean(self._surplus)

    @property
    def luck_adjusted_error(self) -> float:
        """Far less than the share's error: reactions explain most results."""
        return statistics.pstdev(self._surplus) / math.sqrt(len(self.moments))

    @property
    def _surplus(self) -> list[float]:
        return [moment.won - moment.chance for moment in self.moments]

    @property
    def decided_by_reaction(self) -> float:
        """The share of moments that went to the first to react, as far as this player is concerned."""
        return statistics.fmean(moment.won == moment.reacted_first for moment in self.moments)


class HallLatency(msgspec.Struct, frozen=True):
    """Milliseconds from a grab's arrival in the hall to its acknowledgement."""

    p50: float
    p95: float


def honest(race_game: RaceGame, port: int, link: Link, rng: Random) -> Racer:
    """A player with one connection, through a relay that poses as a proxy."""
    relay = Relay(link, port)
    return Racer(race_game, Connection(Guest(port, headers=through_proxy), lambda: relay.port), rng, (relay,))


def chances(reactions: Sequence[float]) -> list[float]:
    """Each player's chance in a moment, from the differences of their reaction times."""
    soonest = min(reactions)
    weights = [math.exp((soonest - reaction) / REACTION_TIE_SECONDS) for reaction in reactions]
    return [weight / sum(weights) for weight in weights]


class RaceTable:
    """The racers at one table. `turn` rotates their seats."""

    def __init__(
        self, race_game: RaceGame, racers: Sequence[Racer], turn: int = 0, watch: str = "link"
    ) -> None:
        self.racers = racers
        self._race_game = race_game
        self._by_seat = [racers[(place + turn) % len(racers)] for place in range(len(racers))]
        self._watch = watch
        self._contests: list[tuple[list[dict[int, float]], dict[int, Seat | None]]] = []
        """For each game: reactions by seat, and winners by moment."""

    async def open(self) -> None:
        for racer in self._by_seat:
            await racer.guest.ask("GET", "/api/me")
        for racer in self._by_seat:
            await racer.open()

    async def play(self) -> None:
        """One game, from setting up the table to its end."""
        host, *others = self._by_seat
        form = {
            "game": self._race_game.game,
            "others": ["open"] * len(others),
            "options": self._race_game.options,
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
        """The moments in which all took part: a late player may have missed some."""
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
    """Run halls with these arguments on one core and players on another; yield the halls' ports."""
    cores = sorted(os.sched_getaffinity(0))
    apart = len(cores) > 1
    core = cores[SERVER_CORE] if apart else None
    with ExitStack() as opened:
        with suppress(
            PermissionError
        ):  # prefer halls and players to other processes, if the system allows it
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


def latency_of(racers: Iterable[Racer]) -> HallLatency:
    """NaN if no grab was accepted."""
    latencies = sorted(wait * 1000 for racer in racers for wait in racer.latencies)
    return HallLatency(quantile(latencies, 0.5), quantile(latencies, 0.95))


def quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else math.nan


def lateness_of(races: Sequence[RaceTable]) -> tuple[float, float]:
    """The relays' own lateness in milliseconds: p50 and p99."""
    relays = [relay for race in races for racer in race.racers for relay in racer.relays]
    late = sorted(
        late * 1000 for relay in relays for direction in (relay.up, relay.down) for late in direction.lateness
    )
    return quantile(late, 0.5), quantile(late, 0.99)


async def run(races: Sequence[RaceTable], games: int, progress: Callable[[], None]) -> None:
    """Play this many games at each table, all tables at the same time."""
    try:
        for race in races:
            race.racers[-1].on_gone = progress
            await race.open()
        async with asyncio.TaskGroup() as group:
            for race in races:
                group.create_task(_games(race, games))
    finally:
        for race in races:
            await race.leave()


async def _games(race: RaceTable, games: int) -> None:
    for _ in range(games):
        await race.play()
