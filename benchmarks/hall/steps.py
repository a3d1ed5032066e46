"""Microseconds for one move without a server, printed as JSON. A process of its own."""

import gc
import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any, Final

import msgspec

import ukumbi
from ukumbi.core import CLOCK, Instant, Match, Tick, codec

STEPS: Final = ("decide", "adopt", "view", "encode")
GAMES: Final = ("ukuma", "zuma", "unikato", "ubongo", "rukuni")
SEATS: Final = {"ukuma": 2, "zuma": 4, "unikato": 3, "ubongo": 3, "rukuni": 2}
MAX_MOVES: Final = 120
"""The most moves of one game: some random games are long."""

Moment = tuple[Any, Any, Instant]
"""Seat, move and time."""


def moments(match: Match, rng: Random) -> Iterator[Moment]:
    """A random game: a seat that may act moves, or the clock ticks."""
    for _ in range(MAX_MOVES):
        if match.outcome is not None:
            return
        movers = [(seat, moves) for seat in sorted(match.may_act) if (moves := match.legal(seat))]
        due = match.deadline
        if movers and (due is None or match.now < due):
            match.now = Instant(match.now + (300 if due is None else min(300, due - match.now - 1)))
            seat, moves = rng.choice(movers)
            moment: Moment = (seat, rng.choice(list(moves)), match.now)
        elif due is not None:
            match.now = max(match.now, due)
            moment = (CLOCK, Tick(), match.now)
        else:
            return
        match.adopt(match.decide(*moment))
        yield moment


def measure(name: str, seeds: range) -> dict[str, float]:
    """Medians over the moves of many tables in turn, so that processor caches stay cold as in a hall."""
    games = [list(moments(_match(name, seed), Random(seed))) for seed in seeds]
    matches = [_match(name, seed) for seed in seeds]
    encode, clock = codec(ukumbi.game(name)).encode, time.perf_counter
    took: dict[str, list[float]] = {step: [] for step in STEPS}
    for turn in range(MAX_MOVES):
        for match, moved in zip(matches, games, strict=True):
            if turn >= len(moved):
                continue
            start = clock()
            step = match.decide(*moved[turn])
            decided = clock()
            match.adopt(step)
            adopted = clock()
            view = match.view(0)
            seen = clock()
            encode(view)
            encoded = clock()
            took["decide"].append(decided - start)
            took["adopt"].append(adopted - decided)
            took["view"].append(seen - adopted)
            took["encode"].append(encoded - seen)
    return {step: 1e6 * median(times) for step, times in took.items()}


def _match(name: str, seed: int) -> Match:
    return ukumbi.match(name, SEATS[name], seed=seed)


def main(seeds: int) -> None:
    gc.disable()
    measured = {name: measure(name, range(seeds)) for name in GAMES}
    sys.stdout.write(msgspec.json.encode(measured).decode() + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
