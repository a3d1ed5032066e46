"""Tables for bots to look at. Ann plays White and upwards, Ben plays Black."""

from typing import Any, Final

from tests.games.ukuma.table import ANN, BEN, GAME, at, cards
from ukumbi.games.ukuma.state import State

__all__ = ["ANN", "BEN", "CLIMBED", "CLIMBING", "GAME", "cards", "lying"]


def lying(whites: str, blacks: str, ann: str = "", ben: str = "", **more: Any) -> State:
    return at(whites, blacks, (ann, ben), **more)


CLIMBED: Final = ("lloo@f4 lrbo@e4 rlbo@e5 prbo@e6", "lloo@f5")
"""Ann has climbed past f5 on its left: a card on f6, behind it, wins."""
CLIMBING: Final = ("lloo@f4 lrbo@e4 rlbo@e5", "lloo@f5")
"""One card before: e6 comes first."""
