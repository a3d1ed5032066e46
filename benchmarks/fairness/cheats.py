"""`fairness --cheat`: what each trick gains against an honest player."""

import math
from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Final

import msgspec
import uvloop

from benchmarks.fairness.duels import EVEN_SHARE, LAGS_MS, LEAD_SECONDS, NEAR_MS, grab_race
from benchmarks.fairness.race_games import GrabRace
from benchmarks.fairness.race_table import CALM, RaceTable, Tally, halls, honest, lateness_of, run
from benchmarks.fairness.tricks import HONEST, TRICKS, Trick
from ukumbi.core.inputs import generator

ALL_TRICKS: Final = (*HONEST, *TRICKS)

TABLES_AT_ONCE: Final = 64
"""The approximate number of tables at once."""


class CheatMeasurements(msgspec.Struct, frozen=True):
    trick: Trick
    lag: int
    tally: Tally
    """The cheat's moments."""

    @property
    def connections(self) -> str:
        """The lag of the cheat and of the honest player."""
        return f"0 : {self.lag} ms" if self.trick.direct else f"{self.lag} : {NEAR_MS} ms"


class Gain(msgspec.Struct, frozen=True):
    """A trick's gain over honest play with the same connection."""

    cheat: CheatMeasurements
    points: float
    error: float


class CheatsMeasurements(msgspec.Struct, frozen=True):
    cheats: tuple[CheatMeasurements, ...]
    lateness: tuple[float, float]

    def gains(self) -> list[Gain]:
        return [self._gain(cheat) for cheat in self.cheats if cheat.trick not in HONEST]

    def _gain(self, cheat: CheatMeasurements) -> Gain:
        honest = next(
            each.tally
            for each in self.cheats
            if each.trick in HONEST and each.trick.direct == cheat.trick.direct and each.lag == cheat.lag
        )
        error = math.hypot(cheat.tally.luck_adjusted_error, honest.luck_adjusted_error)
        return Gain(cheat, cheat.tally.luck_adjusted - honest.luck_adjusted, error)


def measure_cheats(
    moments: int,
    tables: int,
    seed: int = 0,
    lead: float = LEAD_SECONDS,
    tricks: Sequence[Trick] = ALL_TRICKS,
    lags: Sequence[int] = LAGS_MS,
    arguments: Sequence[str] = (),
    progress: Callable[[], None] = lambda: None,
) -> CheatsMeasurements:
    """At least this many moments for each trick and lag, at `tables` tables each.

    Only a few tricks run at a time: with all of them the simulated players would be late.
    """
    race_game = grab_race(moments, tables, lead)
    measured: list[CheatsMeasurements] = []
    with halls((*race_game.arguments, *arguments)) as (port,):
        together = max(1, TABLES_AT_ONCE // (tables * len(lags)))
        for start in range(0, len(tricks), together):
            kinds = [*product(tricks[start : start + together], lags)] * tables
            measured.append(uvloop.run(_measure(port, race_game, kinds, seed + start, progress)))
    cheats = tuple(cheat for some in measured for cheat in some.cheats)
    return CheatsMeasurements(cheats, max(some.lateness for some in measured))


async def _measure(
    port: int,
    race_game: GrabRace,
    kinds: Sequence[tuple[Trick, int]],
    seed: int,
    progress: Callable[[], None],
) -> CheatsMeasurements:
    rng = generator(seed)
    races = [
        _duel(trick, lag, port, race_game, Random(rng.random()), place // len(set(kinds)))
        for place, (trick, lag) in enumerate(kinds)
    ]
    await run(races, 1, progress)
    measured = [
        CheatMeasurements(
            *kind, _tally([race for race, its in zip(races, kinds, strict=True) if its == kind])
        )
        for kind in dict.fromkeys(kinds)
    ]
    return CheatsMeasurements(tuple(measured), lateness_of(races))


def _duel(trick: Trick, lag: int, port: int, race_game: GrabRace, rng: Random, turn: int) -> RaceTable:
    """An honest player and the cheat. The table is open to spectators."""
    far = lag if trick.direct else NEAR_MS
    link = CALM.link(far, rng.getrandbits(32))
    racers = [honest(race_game, port, link, rng), trick.make(race_game, port, lag, rng)]
    return RaceTable(race_game, racers, turn, watch="on")


def _tally(races: Sequence[RaceTable]) -> Tally:
    return Tally(tuple(moment for race in races for moment in race.moments(race.racers[1])), EVEN_SHARE)
