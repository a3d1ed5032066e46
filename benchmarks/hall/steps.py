"""Microseconds that one move costs without a server, printed as JSON. A process of its own."""

import gc
import sys
import time
from collections.abc import Iterator
from random import Random
from statistics import fmean, median
from typing import Any, Final

import msgspec

import ukumbi
from ukumbi.core import CLOCK, Instant, Match, Tick, codec

STEPS: Final = ("decide", "adopt", "view", "encode")
GAMES: Final = ("ukuma", "zuma", "unikato", "ubongo", "rukuni")
SEATS: Final = {"ukuma": 2, "zuma": 4, "unikato": 3, "ubongo": 3, "rukuni": 2}
MOVES: Final = 120
"""The most of one game: some go on for long when played at random."""

Moment = tuple[Any, Any, Instant]
"""Who moves, the move, and when."""


def moments(match: Match, rng: Random) -> Iterator[Moment]:
    """A random game: somebody who may act moves, or time goes on."""
    for _ in range(MOVES):
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
    """The mean over a game's moves; of these the median. No game comes twice: caches are as in a hall."""
    games = [_game(name, seed) for seed in seeds]
    return {step: median(game[step] for game in games) for step in STEPS}


def _game(name: str, seed: int) -> dict[str, float]:
    moved = list(moments(_match(name, seed), Random(seed)))
    match, clock = _match(name, seed), time.perf_counter
    encode = codec(match.game).encode
    took: dict[str, list[float]] = {step: [] for step in STEPS}
    for actor, move, now in moved:
        start = clock()
        step = match.decide(actor, move, now)
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
    return {step: 1e6 * fmean(times) for step, times in took.items()}


def _match(name: str, seed: int) -> Match:
    return ukumbi.match(name, SEATS[name], seed=seed)


def main(seeds: int) -> None:
    gc.disable()
    figures = {name: measure(name, range(seeds)) for name in GAMES}
    sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
