"""`fairness --players 4`: more than two players with different lags contest one moment."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import msgspec
import uvloop

from benchmarks.fairness.duels import LEAD_SECONDS, grab_race
from benchmarks.fairness.race_games import RaceGame, ZumaRace
from benchmarks.fairness.race_table import (
    NO_FAIR_ORDER,
    QUALITIES,
    HallLatency,
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

NEAREST_MS, FARTHEST_MS = 10, 250
"""Lags."""
ZUMA_ROUNDS: Final = 60
"""Moments in one game of Zuma, at least: the contested pole rarely brings points, so games are long."""
ZUMA: Final = "zuma"


class PlayerMeasurements(msgspec.Struct, frozen=True):
    """One of the players at a table."""

    lag: int
    quality: Quality
    fair: bool
    tally: Tally
    hall_latency: HallLatency


class PlayersMeasurements(msgspec.Struct, frozen=True):
    game: str
    connections: tuple[PlayerMeasurements, ...]
    lateness: tuple[float, float]

    def of(self, lag: int, quality: Quality, fair: bool) -> PlayerMeasurements:
        wanted = (lag, quality, fair)
        return next(
            connection
            for connection in self.connections
            if (connection.lag, connection.quality, connection.fair) == wanted
        )

    def varied(self) -> list[tuple[int, Quality]]:
        return list(dict.fromkeys((connection.lag, connection.quality) for connection in self.connections))


def lags_of(connections: int) -> tuple[int, ...]:
    """Lags evenly from the nearest to the farthest."""
    return tuple(
        round(NEAREST_MS + (FARTHEST_MS - NEAREST_MS) * connection / (connections - 1))
        for connection in range(connections)
    )


def measure_players(
    connections: int,
    moments: int,
    tables: int,
    game: str = "grab",
    seed: int = 0,
    lead: float = LEAD_SECONDS,
    qualities: Sequence[Quality] = QUALITIES,
    progress: Callable[[], None] = lambda: None,
) -> PlayersMeasurements:
    """At least this many moments for each quality, with and without fair order, at `tables` tables each."""
    race_game: RaceGame = grab_race(moments, tables, lead) if game != ZUMA else ZumaRace(lead)
    games = math.ceil(moments / tables / ZUMA_ROUNDS) if game == ZUMA else 1
    with halls(race_game.arguments, (*race_game.arguments, *NO_FAIR_ORDER)) as (with_it, without):
        fields = [
            (quality, fair, port, turn)
            for turn in range(tables)
            for quality in qualities
            for fair, port in ((True, with_it), (False, without))
        ]
        return uvloop.run(_measure(race_game, lags_of(connections), fields, games, seed, progress))


async def _measure(
    race_game: RaceGame,
    lags: Sequence[int],
    fields: Sequence[tuple[Quality, bool, int, int]],
    games: int,
    seed: int,
    progress: Callable[[], None],
) -> PlayersMeasurements:
    rng = generator(seed)
    races = [
        (quality, fair, _race(race_game, lags, quality, port, Random(rng.random()), turn))
        for quality, fair, port, turn in fields
    ]
    await run([race for *_, race in races], games, progress)
    kinds = list(dict.fromkeys((quality, fair) for quality, fair, _ in races))
    measured = [
        _summary(place, lag, *kind, [race for quality, fair, race in races if (quality, fair) == kind])
        for kind in kinds
        for place, lag in enumerate(lags)
    ]
    return PlayersMeasurements(race_game.game, tuple(measured), lateness_of([race for *_, race in races]))


def _race(
    race_game: RaceGame, lags: Sequence[int], quality: Quality, port: int, rng: Random, turn: int
) -> RaceTable:
    links = [quality.link(lag, rng.getrandbits(32)) for lag in lags]
    return RaceTable(race_game, [honest(race_game, port, link, rng) for link in links], turn)


def _summary(
    place: int, lag: int, quality: Quality, fair: bool, races: Sequence[RaceTable]
) -> PlayerMeasurements:
    racers = [race.racers[place] for race in races]
    moments = tuple(
        moment for race, racer in zip(races, racers, strict=True) for moment in race.moments(racer)
    )
    return PlayerMeasurements(
        lag, quality, fair, Tally(moments, 1 / len(races[0].racers)), latency_of(racers)
    )
