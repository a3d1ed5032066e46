"""Games that count their views."""

from collections import Counter
from collections.abc import Hashable
from typing import Any, Final

from tests.kit.pounce.bots import BOTS
from tests.kit.pounce.rules import Pounce
from ukumbi.core import Entry, Seat
from ukumbi.games.rukuni.rules import Rukuni

VIEWS: Final[Counter[Hashable]] = Counter()
"""Views made for each seat (None: spectators)."""


class CountedRukuni(Rukuni):
    def view(self, state: Any, seat: Seat | None) -> Any:
        VIEWS[seat] += 1
        return super().view(state, seat)


class CountedPounce(Pounce):
    def view(self, state: Any, seat: Seat | None) -> Any:
        VIEWS[seat] += 1
        return super().view(state, seat)


GAMES: Final = (Entry(game=CountedRukuni(), bots={}), Entry(game=CountedPounce(), bots=BOTS))
