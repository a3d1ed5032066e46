"""`ukumbi bench fairness --cheat`: what does each trick gain against somebody honest?"""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import msgspec
import uvloop

from ukumbi.lab.bench.fairness import EVEN, LAGS, LEAD, NEAR, grabbing
from ukumbi.lab.bench.heat import CALM, Heat, Tally, halls, honest, lateness_of, run
from ukumbi.lab.bench.sports import Grabbing
from ukumbi.lab.bench.tricks import TRICKS, Trick


class CheatFigures(msgspec.Struct, frozen=True):
    trick: Trick
    lag: int
    tally: Tally
    """Of the cheat."""

    @property
    def gain(self) -> float:
        return self.tally.evened - EVEN

    @property
    def lines(self) -> str:
        """Whose line is how long: the cheat's, and the honest player's."""
        return f"0 : {self.lag} ms" if self.trick.direct else f"{self.lag} : {NEAR} ms"


class CheatsFigures(msgspec.Struct, frozen=True):
    cheats: tuple[CheatFigures, ...]
    lateness: tuple[float, float]


def measure_cheats(
    moments: int,
    tables: int,
    seed: int = 0,
    lead: float = LEAD,
    tricks: Sequence[Trick] = TRICKS,
    lags: Sequence[int] = LAGS,
    arguments: Sequence[str] = (),
    progress: Callable[[], None] = lambda: None,
) -> CheatsFigures:
    """So many moments, or a few more, for each trick and lag, at so many tables of each at once."""
    sport = grabbing(moments, tables, lead)
    kinds = [*product(tricks, lags)] * tables
    with halls((*sport.arguments, *arguments)) as (port,):
        return uvloop.run(_measure(port, sport, kinds, seed, progress))


async def _measure(
    port: int,
    sport: Grabbing,
    kinds: Sequence[tuple[Trick, int]],
    seed: int,
    progress: Callable[[], None],
) -> CheatsFigures:
    rng = Random(seed)
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
    wire = CALM.wire(lag if trick.direct else NEAR, rng.getrandbits(32))
    racers = [honest(sport, port, wire, rng), trick.make(sport, port, lag, rng)]
    return Heat(sport, racers, turn, watch="on")


def _tally(heats: Sequence[Heat]) -> Tally:
    return Tally(tuple(moment for heat in heats for moment in heat.moments(heat.racers[1])), EVEN)
