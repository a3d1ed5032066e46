"""Granted latencies, with pings over the benchmark's simulated links, without sockets."""

from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

import pytest

from benchmarks.fairness.duels import LAGS_MS
from benchmarks.fairness.race_table import CALM, ROUGH, Quality
from benchmarks.fairness.relay import Direction
from benchmarks.fairness.tricks import HELD_SECONDS, JITTER_SECONDS
from tests.kit.exact_clock import ExactClock
from ukumbi.core import Seat
from ukumbi.hall.allowance import FREE_NS, FREE_SHARE, QUOTA_NS, AllowanceBoard, Latency
from ukumbi.hall.fair_order import MILLISECOND
from ukumbi.server.latency import (
    FIRST_PING_INTERVAL_SECONDS,
    RACE_PING_INTERVAL_SECONDS,
    KernelLatency,
    RoundTrip,
)

SEAT = Seat(0)
GAMES = 6
LEAD_SECONDS, GAME_SECONDS = 12, 150
"""Time before the first move of a game, and in the game."""
MOVE_INTERVAL_SECONDS = 0.7
MOVES = GAME_SECONDS / MOVE_INTERVAL_SECONDS
TWO_POINTS_MS = 5.7
"""The advantage that changes two equal players' shares by two points; their reactions differ by 113 ms."""

PongDelay = Callable[[Random], float]
"""The seconds by which a pong is delayed."""


class Kernel:
    """Linux's measurements: acknowledgements come at once, whatever the program does."""

    def __init__(self) -> None:
        self._smoothed = 0.0
        self._shortest = 9.0

    def measure(self, seconds: float) -> None:
        self._shortest = min(self._shortest, seconds)
        self._smoothed += (seconds - self._smoothed) / (8 if self._smoothed else 1)

    def says(self) -> KernelLatency:
        return KernelLatency(self._smoothed, self._shortest)


class Connection:
    """Pings over a simulated link, in computed time."""

    person = "ann"

    def __init__(
        self,
        quality: Quality,
        lag: int,
        rng: Random,
        delay: PongDelay,
        direct: bool,
        told_by_proxy: float | None,
    ) -> None:
        clock: Any = ExactClock()
        self.clock = clock
        self._round_trip = RoundTrip(lambda: 1 + clock.moment_now / 1e9)
        self._board = AllowanceBoard(clock, lambda: [(self, SEAT)], True, lambda: None)
        self._direction = Direction(quality.link(lag, 0), rng)
        self._kernel = Kernel() if direct else None
        self._hold = delay
        self._rng = rng
        if told_by_proxy is not None:
            self._round_trip.is_at_most(told_by_proxy)

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
            if travelled < 2 * self._direction._link.lag + 0.1:  # retransmissions are not measured
                self._kernel.measure(travelled)
            self._round_trip.kernel_says(self._kernel.says())
        enough = self._round_trip.has_enough
        interval = RACE_PING_INTERVAL_SECONDS if enough else FIRST_PING_INTERVAL_SECONDS
        self._pass(max(0.0, interval - took))

    def _pass(self, seconds: float) -> None:
        self.clock.moment_now += round(seconds * 1e9)

    def _one_way(self) -> float:
        return self._direction.travel() + self._direction.retransmissions()

    def granted(self) -> list[float]:
        """Milliseconds granted to each move of a game."""
        granted: list[float] = []
        while (now := self.clock.moment_now / 1e9) < LEAD_SECONDS + GAME_SECONDS:
            while LEAD_SECONDS + len(granted) * MOVE_INTERVAL_SECONDS < now:
                allowance = self._board.allowance(SEAT)
                self._board.spend(SEAT, allowance.from_quota)
                granted.append(allowance.total / MILLISECOND)
            self.ping()
        return granted


def no_delay(_: Random) -> float:
    return 0.0


def fixed_delay(_: Random) -> float:
    return HELD_SECONDS


def like_jitter(rng: Random) -> float:
    return rng.expovariate(1 / JITTER_SECONDS) + rng.expovariate(1 / JITTER_SECONDS)


def mean_grant(
    quality: Quality,
    lag: int,
    delay: PongDelay = no_delay,
    direct: bool = True,
    told_by_proxy: float | None = None,
) -> float:
    rng = Random(lag)
    games = [Connection(quality, lag, rng, delay, direct, told_by_proxy).granted() for _ in range(GAMES)]
    return fmean(each for game in games for each in game)


def mean_round_trip(quality: Quality, lag: int) -> float:
    """Mean milliseconds without loss."""
    return lag + 2 * (quality.jitter_ms + quality.jitter_share * lag)


@pytest.mark.parametrize("lag", LAGS_MS)
@pytest.mark.parametrize("direct", [True, False], ids=["direct", "behind a proxy"])
@pytest.mark.parametrize("quality", [CALM, ROUGH], ids=lambda quality: quality.name)
def test_an_honest_player_is_granted_the_round_trip(quality: Quality, direct: bool, lag: int) -> None:
    granted = mean_grant(quality, lag, direct=direct)
    assert granted == pytest.approx(mean_round_trip(quality, lag), abs=TWO_POINTS_MS / 2)


@pytest.mark.parametrize("lag", LAGS_MS)
@pytest.mark.parametrize("quality", [CALM, ROUGH], ids=lambda quality: quality.name)
@pytest.mark.parametrize("delay", [fixed_delay, like_jitter])
def test_delayed_pongs_gain_nothing(delay: PongDelay, quality: Quality, lag: int) -> None:
    assert mean_grant(quality, lag, delay) - mean_round_trip(quality, lag) < TWO_POINTS_MS / 2


@pytest.mark.parametrize("lag", LAGS_MS)
@pytest.mark.parametrize("delay", [fixed_delay, like_jitter])
def test_behind_a_proxy_that_tells_its_latency_the_gain_is_bounded(delay: PongDelay, lag: int) -> None:
    granted = mean_grant(CALM, lag, delay, direct=False, told_by_proxy=lag / 1000)
    most = (FREE_NS + FREE_SHARE * lag * MILLISECOND + QUOTA_NS / MOVES) / MILLISECOND
    assert granted - lag <= most + 0.1


def test_behind_other_proxies_delayed_pongs_do_gain() -> None:
    assert mean_grant(CALM, 10, fixed_delay, direct=False) == pytest.approx(160, abs=TWO_POINTS_MS)
