"""What connections are granted, in numbers: pings over the lines of the bench, but without sockets."""

from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

import pytest

from benchmarks.fairness.duels import LAGS
from benchmarks.fairness.heat import CALM, ROUGH, Quality
from benchmarks.fairness.relay import Way
from benchmarks.fairness.tricks import HELD, JITTER
from tests.kit.exact_clock import ExactClock
from ukumbi.core import Seat
from ukumbi.hall.allowance import FREE, FREE_SHARE, QUOTA, AllowanceBoard, Latency
from ukumbi.hall.fair_order import MILLISECOND
from ukumbi.server.latency import (
    FIRST_PING_INTERVAL_SECONDS,
    RACE_PING_INTERVAL_SECONDS,
    KernelLatency,
    RoundTrip,
)

SEAT = Seat(0)
GAMES = 6
LEAD, LENGTH = 12, 150
"""Seconds before the first move of a game, and of the game."""
MOVES_EVERY = 0.7
MOVES = LENGTH / MOVES_EVERY
TWO_POINTS = 5.7
"""Milliseconds that change two equal players' shares by two points: their reactions differ by 113 ms."""

Hold = Callable[[Random], float]
"""For how many seconds a pong is held back."""


class Kernel:
    """How Linux counts: acknowledgements come at once, whatever the program does."""

    def __init__(self) -> None:
        self._smoothed = 0.0
        self._shortest = 9.0

    def measure(self, seconds: float) -> None:
        self._shortest = min(self._shortest, seconds)
        self._smoothed += (seconds - self._smoothed) / (8 if self._smoothed else 1)

    def says(self) -> KernelLatency:
        return KernelLatency(self._smoothed, self._shortest)


class Line:
    """Pings over one of the bench's lines, in time that the test reckons."""

    person = "ann"

    def __init__(
        self, quality: Quality, lag: int, rng: Random, hold: Hold, direct: bool, told: float | None
    ) -> None:
        clock: Any = ExactClock()
        self.clock = clock
        self._round_trip = RoundTrip(lambda: 1 + clock.moment_now / 1e9)
        self._board = AllowanceBoard(clock, lambda: [(self, SEAT)], True, lambda: None)
        self._way = Way(quality.wire(lag, 0), rng)
        self._kernel = Kernel() if direct else None
        self._hold = hold
        self._rng = rng
        if told is not None:
            self._round_trip.is_at_most(told)

    @property
    def latency(self) -> Latency:
        return self._round_trip.latency

    def ping(self) -> None:
        payload = self._round_trip.ask()
        travelled = self._one_way() + self._one_way()
        took = travelled + self._hold(self._rng)
        self._pass(took)
        self._round_trip.answered(payload)
        if self._kernel is not None:
            if travelled < 2 * self._way._wire.lag + 0.1:  # what was sent twice is not measured
                self._kernel.measure(travelled)
            self._round_trip.kernel_says(self._kernel.says())
        enough = self._round_trip.has_enough
        interval = RACE_PING_INTERVAL_SECONDS if enough else FIRST_PING_INTERVAL_SECONDS
        self._pass(max(0.0, interval - took))

    def _pass(self, seconds: float) -> None:
        self.clock.moment_now += round(seconds * 1e9)

    def _one_way(self) -> float:
        return self._way.travel() + self._way.retransmissions()

    def granted(self) -> list[float]:
        """To each move of a game, in milliseconds."""
        granted: list[float] = []
        while (now := self.clock.moment_now / 1e9) < LEAD + LENGTH:
            while LEAD + len(granted) * MOVES_EVERY < now:
                allowance = self._board.allowance(SEAT)
                self._board.spend(SEAT, allowance.from_quota)
                granted.append(allowance.total / MILLISECOND)
            self.ping()
        return granted


def at_once(_: Random) -> float:
    return 0.0


def held(_: Random) -> float:
    return HELD


def like_jitter(rng: Random) -> float:
    return rng.expovariate(1 / JITTER) + rng.expovariate(1 / JITTER)


def mean_grant(
    quality: Quality, lag: int, hold: Hold = at_once, direct: bool = True, told: float | None = None
) -> float:
    rng = Random(lag)
    games = [Line(quality, lag, rng, hold, direct, told).granted() for _ in range(GAMES)]
    return fmean(each for game in games for each in game)


def way_there_and_back(quality: Quality, lag: int) -> float:
    """Milliseconds on the average, when nothing is lost."""
    return lag + 2 * (quality.jitter_ms + quality.jitter_share * lag)


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("direct", [True, False], ids=["direct", "behind a proxy"])
@pytest.mark.parametrize("quality", [CALM, ROUGH], ids=lambda quality: quality.name)
def test_an_honest_player_is_granted_what_the_line_takes(quality: Quality, direct: bool, lag: int) -> None:
    granted = mean_grant(quality, lag, direct=direct)
    assert granted == pytest.approx(way_there_and_back(quality, lag), abs=TWO_POINTS / 2)


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("quality", [CALM, ROUGH], ids=lambda quality: quality.name)
@pytest.mark.parametrize("hold", [held, like_jitter])
def test_who_holds_pongs_back_gains_nothing(hold: Hold, quality: Quality, lag: int) -> None:
    assert mean_grant(quality, lag, hold) - way_there_and_back(quality, lag) < TWO_POINTS / 2


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("hold", [held, like_jitter])
def test_behind_a_proxy_that_tells_its_figure_they_gain_what_is_free_for_jitter(hold: Hold, lag: int) -> None:
    granted = mean_grant(CALM, lag, hold, direct=False, told=lag / 1000)
    most = (FREE + FREE_SHARE * lag * MILLISECOND + QUOTA / MOVES) / MILLISECOND
    assert granted - lag <= most + 0.1


def test_behind_any_other_proxy_who_holds_pongs_back_looks_farther_away() -> None:
    assert mean_grant(CALM, 10, held, direct=False) == pytest.approx(160, abs=TWO_POINTS)
