"""`fairness`: does the player with more lag lose the contested moments?

Two equal players grab the same thing, thousands of times, over real sockets; one has a lag of 10 ms, the
other more. All pairs play at the same time, half of them in a hall without fair order.
"""

import math
from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Final

import msgspec
import uvloop

from benchmarks.fairness.grab import GrabOptions
from benchmarks.fairness.race_games import GrabRace
from benchmarks.fairness.race_table import (
    NO_FAIR_ORDER,
    QUALITIES,
    HallLatency,
    Moment,
    Quality,
    RaceTable,
    Tally,
    halls,
    honest,
    latency_of,
    lateness_of,
    run,
)
from ukumbi.core.inputs import generator

NEAR_MS: Final = 10
"""The near player's lag."""
LAGS_MS: Final = (10, 60, 120, 250)
"""The far player's lag."""
LEAD_SECONDS: Final = 12.0
"""Time before the first moment, so that the hall has measured latencies as in mid-game."""
EVEN_SHARE: Final = 0.5


class Condition(msgspec.Struct, frozen=True):
    """The far player's lag, the quality of both connections, and fair order on or off."""

    lag: int
    quality: Quality
    fair: bool


CONDITIONS: Final = tuple(Condition(*each) for each in product(LAGS_MS, QUALITIES, (True, False)))


class ConditionMeasurements(msgspec.Struct, frozen=True):
    condition: Condition
    moments: tuple[Moment, ...]
    """As seen by the far player."""
    near: HallLatency
    far: HallLatency

    @property
    def tally(self) -> Tally:
        return Tally(self.moments, EVEN_SHARE)


class FairnessMeasurements(msgspec.Struct, frozen=True):
    """Measurements of each condition."""

    conditions: tuple[ConditionMeasurements, ...]
    lateness: tuple[float, float]
    """The relays' own lateness in milliseconds: p50 and p99."""

    def connections(self) -> list[tuple[int, Quality]]:
        """All pairs of lag and quality."""
        return list(dict.fromkeys((each.condition.lag, each.condition.quality) for each in self.conditions))

    def of(self, lag: int, quality: Quality, fair: bool) -> ConditionMeasurements:
        return next(each for each in self.conditions if each.condition == Condition(lag, quality, fair))

    def added(self, lag: int, quality: Quality) -> float:
        """What fair order adds to the median wait of the near or the far player, whichever is more."""
        fair, plain = self.of(lag, quality, True), self.of(lag, quality, False)
        return max(fair.near.p50 - plain.near.p50, fair.far.p50 - plain.far.p50)


def grab_race(moments: int, tables: int, lead: float) -> GrabRace:
    """A game with enough moments for this total over all tables."""
    return GrabRace(GrabOptions(moments=math.ceil(moments / tables), lead_ms=max(1, round(lead * 1000))))


def measure(
    moments: int,
    tables: int,
    seed: int = 0,
    conditions: Sequence[Condition] = CONDITIONS,
    lead: float = LEAD_SECONDS,
    progress: Callable[[], None] = lambda: None,
) -> FairnessMeasurements:
    """At least this many moments in each condition, at `tables` tables of each at once."""
    race_game = grab_race(moments, tables, lead)
    with halls(race_game.arguments, (*race_game.arguments, *NO_FAIR_ORDER)) as (fair, plain):
        return uvloop.run(
            _measure({True: fair, False: plain}, race_game, [*conditions] * tables, seed, progress)
        )


async def _measure(
    ports: dict[bool, int],
    race_game: GrabRace,
    conditions: Sequence[Condition],
    seed: int,
    progress: Callable[[], None],
) -> FairnessMeasurements:
    rng = generator(seed)
    # Players change seats between the tables of a condition.
    races = [
        _duel(
            condition, ports[condition.fair], race_game, Random(rng.random()), place // len(set(conditions))
        )
        for place, condition in enumerate(conditions)
    ]
    await run(races, 1, progress)
    measured = (
        _summary(condition, [race for race, its in zip(races, conditions, strict=True) if its == condition])
        for condition in dict.fromkeys(conditions)
    )
    return FairnessMeasurements(tuple(measured), lateness_of(races))


def _duel(condition: Condition, port: int, race_game: GrabRace, rng: Random, turn: int) -> RaceTable:
    """A near and a far player."""
    links = [condition.quality.link(lag, rng.getrandbits(32)) for lag in (NEAR_MS, condition.lag)]
    return RaceTable(race_game, [honest(race_game, port, link, rng) for link in links], turn)


def _summary(condition: Condition, races: Sequence[RaceTable]) -> ConditionMeasurements:
    return ConditionMeasurements(
        condition,
        tuple(moment for race in races for moment in race.moments(race.racers[1])),
        latency_of(race.racers[0] for race in races),
        latency_of(race.racers[1] for race in races),
    )
