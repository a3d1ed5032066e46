"""`fairness --lines 4`: one contested moment, and more than two lines of different lengths."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import msgspec
import uvloop

from benchmarks.fairness.duels import LEAD, grabbing
from benchmarks.fairness.heat import (
    QUALITIES,
    WITHOUT,
    Heat,
    Quality,
    Tally,
    Waits,
    halls,
    honest,
    lateness_of,
    run,
    waits_of,
)
from benchmarks.fairness.sports import Poles, Sport
from ukumbi.core.inputs import generator

NEAREST, FARTHEST = 10, 250
"""Milliseconds of lag."""
ROUNDS: Final = 60
"""Contests in one game of Zuma, or a few more: the contested pole seldom brings points, so it is long."""
ZUMA: Final = "zuma"


class LineFigures(msgspec.Struct, frozen=True):
    """One line among the others of its table."""

    lag: int
    quality: Quality
    fair: bool
    tally: Tally
    waits: Waits


class LinesFigures(msgspec.Struct, frozen=True):
    game: str
    lines: tuple[LineFigures, ...]
    lateness: tuple[float, float]

    def of(self, lag: int, quality: Quality, fair: bool) -> LineFigures:
        wanted = (lag, quality, fair)
        return next(line for line in self.lines if (line.lag, line.quality, line.fair) == wanted)

    def varied(self) -> list[tuple[int, Quality]]:
        return list(dict.fromkeys((line.lag, line.quality) for line in self.lines))


def lags_of(lines: int) -> tuple[int, ...]:
    """Evenly from the nearest to the farthest."""
    return tuple(round(NEAREST + (FARTHEST - NEAREST) * line / (lines - 1)) for line in range(lines))


def measure_lines(
    lines: int,
    moments: int,
    tables: int,
    game: str = "grab",
    seed: int = 0,
    lead: float = LEAD,
    qualities: Sequence[Quality] = QUALITIES,
    progress: Callable[[], None] = lambda: None,
) -> LinesFigures:
    """So many moments, or a few more, for each quality and order, at so many tables of each at once."""
    sport: Sport = grabbing(moments, tables, lead) if game != ZUMA else Poles(lead)
    games = math.ceil(moments / tables / ROUNDS) if game == ZUMA else 1
    with halls(sport.arguments, (*sport.arguments, *WITHOUT)) as (with_it, without):
        fields = [
            (quality, fair, port, turn)
            for turn in range(tables)
            for quality in qualities
            for fair, port in ((True, with_it), (False, without))
        ]
        return uvloop.run(_measure(sport, lags_of(lines), fields, games, seed, progress))


async def _measure(
    sport: Sport,
    lags: Sequence[int],
    fields: Sequence[tuple[Quality, bool, int, int]],
    games: int,
    seed: int,
    progress: Callable[[], None],
) -> LinesFigures:
    rng = generator(seed)
    heats = [
        (quality, fair, _heat(sport, lags, quality, port, Random(rng.random()), turn))
        for quality, fair, port, turn in fields
    ]
    await run([heat for *_, heat in heats], games, progress)
    kinds = list(dict.fromkeys((quality, fair) for quality, fair, _ in heats))
    figures = [
        _figures(place, lag, *kind, [heat for quality, fair, heat in heats if (quality, fair) == kind])
        for kind in kinds
        for place, lag in enumerate(lags)
    ]
    return LinesFigures(sport.game, tuple(figures), lateness_of([heat for *_, heat in heats]))


def _heat(sport: Sport, lags: Sequence[int], quality: Quality, port: int, rng: Random, turn: int) -> Heat:
    wires = [quality.wire(lag, rng.getrandbits(32)) for lag in lags]
    return Heat(sport, [honest(sport, port, wire, rng) for wire in wires], turn)


def _figures(place: int, lag: int, quality: Quality, fair: bool, heats: Sequence[Heat]) -> LineFigures:
    racers = [heat.racers[place] for heat in heats]
    moments = tuple(
        moment for heat, racer in zip(heats, racers, strict=True) for moment in heat.moments(racer)
    )
    return LineFigures(lag, quality, fair, Tally(moments, 1 / len(heats[0].racers)), waits_of(racers))
