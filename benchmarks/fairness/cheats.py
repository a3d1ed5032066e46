"""`fairness --cheat`: what does each trick gain against somebody honest?"""

import math
from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Final

import msgspec
import uvloop

from benchmarks.fairness.duels import EVEN, LAGS, LEAD, NEAR, grabbing
from benchmarks.fairness.heat import CALM, Heat, Tally, halls, honest, lateness_of, run
from benchmarks.fairness.sports import Grabbing
from benchmarks.fairness.tricks import HONEST, TRICKS, Trick
from ukumbi.core.inputs import generator

ALL: Final = (*HONEST, *TRICKS)

AT_ONCE: Final = 64
"""Tables, or a few more."""


class CheatFigures(msgspec.Struct, frozen=True):
    trick: Trick
    lag: int
    tally: Tally
    """Of the cheat."""

    @property
    def lines(self) -> str:
        """Whose line is how long: the cheat's, and the honest player's."""
        return f"0 : {self.lag} ms" if self.trick.direct else f"{self.lag} : {NEAR} ms"


class Gain(msgspec.Struct, frozen=True):
    """What a trick brings beyond what the same line has by playing honestly."""

    cheat: CheatFigures
    points: float
    error: float


class CheatsFigures(msgspec.Struct, frozen=True):
    cheats: tuple[CheatFigures, ...]
    lateness: tuple[float, float]

    def gains(self) -> list[Gain]:
        return [self._gain(cheat) for cheat in self.cheats if cheat.trick not in HONEST]

    def _gain(self, cheat: CheatFigures) -> Gain:
        honest = next(
            each.tally
            for each in self.cheats
            if each.trick in HONEST and each.trick.direct == cheat.trick.direct and each.lag == cheat.lag
        )
        error = math.hypot(cheat.tally.evened_error, honest.evened_error)
        return Gain(cheat, cheat.tally.evened - honest.evened, error)


def measure_cheats(
    moments: int,
    tables: int,
    seed: int = 0,
    lead: float = LEAD,
    tricks: Sequence[Trick] = ALL,
    lags: Sequence[int] = LAGS,
    arguments: Sequence[str] = (),
    progress: Callable[[], None] = lambda: None,
) -> CheatsFigures:
    """So many moments, or a few more, for each trick and lag, at so many tables of each at once, and a few
    tricks at a time: with all of them the players themselves would be late."""
    sport = grabbing(moments, tables, lead)
    figures: list[CheatsFigures] = []
    with halls((*sport.arguments, *arguments)) as (port,):
        together = max(1, AT_ONCE // (tables * len(lags)))
        for start in range(0, len(tricks), together):
            kinds = [*product(tricks[start : start + together], lags)] * tables
            figures.append(uvloop.run(_measure(port, sport, kinds, seed + start, progress)))
    cheats = tuple(cheat for some in figures for cheat in some.cheats)
    return CheatsFigures(cheats, max(some.lateness for some in figures))


async def _measure(
    port: int,
    sport: Grabbing,
    kinds: Sequence[tuple[Trick, int]],
    seed: int,
    progress: Callable[[], None],
) -> CheatsFigures:
    rng = generator(seed)
    heats = [
        _duel(trick, lag, port, sport, Random(rng.random()), place // len(set(kinds)))
        for place, (trick, lag) in enumerate(kinds)
    ]
    await run(heats, 1, progress)
    figures = [
        CheatFigures(*kind, _tally([heat for heat, its in zip(heats, kinds, strict=True) if its == kind]))
        for kind in dict.fromkeys(kinds)
    ]
    return CheatsFigures(tuple(figures), lateness_of(heats))


def _duel(trick: Trick, lag: int, port: int, sport: Grabbing, rng: Random, turn: int) -> Heat:
    """Somebody honest, and the cheat. Whoever likes may look on."""
    far = lag if trick.direct else NEAR
    wire = CALM.wire(far, rng.getrandbits(32))
    racers = [honest(sport, port, wire, rng), trick.make(sport, port, lag, rng)]
    return Heat(sport, racers, turn, watch="on")


def _tally(heats: Sequence[Heat]) -> Tally:
    return Tally(tuple(moment for heat in heats for moment in heat.moments(heat.racers[1])), EVEN)
