"""What lines are granted, in numbers: pings over the lines of the bench, but without sockets."""

from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import NamedTuple

import pytest

from benchmarks.fairness.duels import LAGS
from benchmarks.fairness.heat import CALM, ROUGH, Quality
from benchmarks.fairness.relay import Way
from benchmarks.fairness.tricks import HELD, smoothed
from tests.kit.loop import in_a_loop
from tests.kit.scripted import ScriptedClock
from ukumbi.core import Seat
from ukumbi.hall.fair.distances import Distances, Trip
from ukumbi.hall.fair.quota import FREE, FREE_SHARE, QUOTA, Quotas
from ukumbi.server.roundtrip import RoundTrip, Stated

SEAT = Seat(0)
GAMES = 6
LEAD, LENGTH = 12, 150
"""Seconds before the first move of a game, and of the game."""
MOVES_EVERY = 0.7
TWO_POINTS = 5.7
"""Milliseconds that change two equal players' shares by two points: their reactions differ by 113 ms."""

SHORTEST_HELD = 10
"""Milliseconds: the pong that is held back least by whoever imitates jitter is held back for less."""

Hold = Callable[[int, Random], float]
"""For how many seconds this pong is held back."""


class Proxy(NamedTuple):
    """What stands between, and what it is made believe."""

    tells: bool = True
    handshake: float = 0.0
    """Seconds by which the handshake was held back that it measured at first."""
    asked: bool = True
    """Whether requests are made for it to measure anew."""


SILENT_PROXY = Proxy(tells=False)
TELLING_PROXY = Proxy()


class Line:
    """Pings over one of the bench's lines, in time that the test reckons."""

    person = "ada"

    def __init__(self, quality: Quality, lag: int, rng: Random, hold: Hold, proxy: Proxy) -> None:
        self.clock = ScriptedClock()
        self.measured = RoundTrip(lambda: 1 + self.clock.ms / 1000)
        self.distances = Distances(self.clock, lambda _: [self])
        self._way = Way(quality.wire(lag, 0), rng)
        self._proxy = proxy
        self._hold = hold
        self._rng = rng
        self._pings = 0
        self.measured.through_proxy(
            Stated(smoothed(self._way) + proxy.handshake, anew=True) if proxy.tells else Stated()
        )
        self.distances.wants_request(self)

    @property
    def trip(self) -> Trip:
        return self.measured.trip

    def ping(self) -> None:
        payload = self.measured.ask()
        took = self._one_way() + self._one_way() + self._hold(self._pings, self._rng)
        self._pings += 1
        self.clock.ms += 1000 * took
        self.measured.answered(payload)
        self.distances.note(self)
        if self.distances.wants_request(self) and self._proxy.asked:
            self.distances.stated("ada", smoothed(self._way))
        self.clock.ms += max(0.0, (1000 if self.measured.settled else 300) - 1000 * took)

    def _one_way(self) -> float:
        return self._way.travel() + self._way.retransmissions()

    def granted(self) -> list[float]:
        """To each move of a game, in milliseconds."""
        quotas, granted = Quotas(), []
        moves = 0
        while self.clock.ms < 1000 * (LEAD + LENGTH):
            self.ping()
            while LEAD + moves * MOVES_EVERY < self.clock.ms / 1000:
                reading = self.distances.of("ada")
                assert reading is not None
                grant = quotas.grant(SEAT, reading)
                quotas.spend(SEAT, grant.beyond)
                granted.append(grant.allowance / 1e6)
                moves += 1
        return granted


def never(_: int, __: Random) -> float:
    return 0.0


def always(_: int, __: Random) -> float:
    return HELD


def like_jitter(_: int, rng: Random) -> float:
    return rng.expovariate(50) + rng.expovariate(50)


def mean_grant(
    quality: Quality, lag: int, hold: Hold = never, proxy: Proxy = SILENT_PROXY, seed: int = 0
) -> float:
    rng = Random(lag + seed)
    games = [Line(quality, lag, rng, hold, proxy).granted() for _ in range(GAMES)]
    return fmean(each for game in games for each in game)


def way_there_and_back(quality: Quality, lag: int) -> float:
    """Milliseconds on the average, when nothing is lost."""
    return lag + 2 * (quality.jitter_ms + quality.jitter_share * lag)


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("proxy", [SILENT_PROXY, TELLING_PROXY], ids=["silent", "telling"])
@pytest.mark.parametrize("quality", [CALM, ROUGH], ids=lambda quality: quality.name)
@in_a_loop
async def test_an_honest_line_is_granted_what_it_takes(quality: Quality, proxy: Proxy, lag: int) -> None:
    granted = mean_grant(quality, lag, proxy=proxy)
    assert granted == pytest.approx(way_there_and_back(quality, lag), abs=TWO_POINTS / 3)


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("handshake", [0.0, HELD])
@in_a_loop
async def test_who_holds_pongs_back_behind_a_proxy_that_tells_gains_nothing(
    handshake: float, lag: int
) -> None:
    """Nor by holding back the handshake as well: the proxy tells anew."""
    granted = mean_grant(CALM, lag, always, Proxy(handshake=handshake))
    assert granted - way_there_and_back(CALM, lag) < TWO_POINTS


@pytest.mark.parametrize("lag", LAGS)
@in_a_loop
async def test_who_keeps_a_proxy_from_measuring_anew_is_granted_nothing(lag: int) -> None:
    assert mean_grant(CALM, lag, always, Proxy(handshake=HELD, asked=False)) == 0


@pytest.mark.parametrize("lag", LAGS)
@pytest.mark.parametrize("seed", range(5))
@in_a_loop
async def test_who_imitates_a_restless_line_behind_a_proxy_that_tells_gains_nothing(
    lag: int, seed: int
) -> None:
    granted = mean_grant(CALM, lag, like_jitter, TELLING_PROXY, seed)
    assert granted - way_there_and_back(CALM, lag) < TWO_POINTS


@pytest.mark.parametrize("lag", LAGS)
@in_a_loop
async def test_who_imitates_a_restless_line_behind_any_other_proxy_gains_what_is_free_for_such_lines(
    lag: int,
) -> None:
    """This is the limit of what can be known: the quota sees to it that it is no more."""
    free = (FREE + FREE_SHARE * lag * 1e6) / 1e6
    in_sum = QUOTA / 1e6 * MOVES_EVERY / LENGTH
    assert mean_grant(CALM, lag, like_jitter) - lag < SHORTEST_HELD + free + in_sum
