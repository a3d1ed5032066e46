"""Bots for Kokoto: a random one, and one that plays perfectly."""

from random import Random
from typing import Any, Final

from ukumbi.bots import AnyBot, RandomBot, by_level
from ukumbi.core import Seat

from .rules import MOST, KokotoView, Take


class CleverBot:
    """Leaves a losing number of pebbles whenever it can."""

    pace = 0.6

    def choose(self, game: Any, view: KokotoView, seat: Seat, rng: Random) -> Take:
        spare = 0 if view.last == "wins" else 1
        wanted = (view.pebbles - spare) % (MOST + 1)
        return Take(wanted if wanted in view.may_take else rng.choice(view.may_take))


BOTS: Final[dict[str, AnyBot]] = by_level(RandomBot(), CleverBot())
"""Levels, from the weakest up."""
