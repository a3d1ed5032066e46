"""Bots for Pounce: a random one, one that lays its highest card, and one that is sometimes too late."""

from random import Random
from typing import Any, Final

from tests.kit.pounce.state import Lay
from tests.kit.pounce.view import PounceView
from ukumbi.bots import AnyBot
from ukumbi.core import Seat


class RandomBot:
    pace = 0.0

    def choose(self, game: Any, view: PounceView, seat: Seat, rng: Random) -> Lay:
        return Lay(rng.choice(view.hand))


class Highest:
    pace = 0.0

    def choose(self, game: Any, view: PounceView, seat: Seat, rng: Random) -> Lay:
        return Lay(max(view.hand))


class SlowHighest(Highest):
    """Takes up to two beats, so that the clock often lays for it."""

    def takes(self, view: PounceView, seat: Seat, move: Lay, rng: Random) -> float:
        return rng.uniform(0, 2 * view.options.beat_ms / 1000)


BOTS: Final[dict[str, AnyBot]] = {"random": RandomBot(), "highest": Highest(), "ponder": SlowHighest()}
