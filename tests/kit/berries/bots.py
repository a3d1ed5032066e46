"""Bots of all speeds, some with faults."""

from math import inf
from random import Random
from typing import Any, Final

from tests.kit.berries.rules import Bush, Pick
from ukumbi.bots import AnyBot
from ukumbi.core import Seat

HOUR: Final = 3600.0


class Racer:
    """Always picks the first berry, so that two of them race."""

    def __init__(self, mean: float) -> None:
        self.pace = mean

    def choose(self, game: Any, view: Bush, seat: Seat, rng: Random) -> Pick:
        return Pick(view.left[0])

    def takes(self, view: Bush, seat: Seat, move: Pick, rng: Random) -> float:
        return rng.expovariate(1 / self.pace)


class Steady:
    """Always picks the first berry, or the last one, in the same time."""

    def __init__(self, seconds: float, *, last: bool = False) -> None:
        self.pace = 0.0
        self._seconds = seconds
        self._place = -1 if last else 0

    def choose(self, game: Any, view: Bush, seat: Seat, rng: Random) -> Pick:
        return Pick(view.left[self._place])

    def takes(self, view: Bush, seat: Seat, move: Pick, rng: Random) -> float:
        return self._seconds


class Dreamer(Steady):
    """Takes an hour for berry 1, and almost no time for all others."""

    def takes(self, view: Bush, seat: Seat, move: Pick, rng: Random) -> float:
        return HOUR if move.berry == 1 else self._seconds


class Cheat(Steady):
    """Picks, very slowly, a berry that does not exist."""

    def choose(self, game: Any, view: Bush, seat: Seat, rng: Random) -> Pick:
        return Pick(0)


BOTS: Final[dict[str, AnyBot]] = {
    "slow": Racer(1.5),
    "quick": Racer(0.5),
    "calm": Steady(1.0, last=True),
    "busy": Steady(0.05),
    "dream": Dreamer(0.05),
    "cheat": Cheat(HOUR),
    "never": Steady(inf),
}
