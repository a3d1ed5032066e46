"""A shelf with games that count how often somebody looks at them."""

from collections import Counter
from collections.abc import Hashable
from typing import Any, Final

from tests.kit.pounce.bots import BOTS
from tests.kit.pounce.rules import Pounce
from ukumbi.core import Entry, Seat
from ukumbi.games.rukuni.rules import Rukuni

LOOKS: Final[Counter[Hashable]] = Counter()
"""For each seat (None: spectators) how many views were made."""


class CountedRukuni(Rukuni):
    def view(self, state: Any, seat: Seat | None) -> Any:
        LOOKS[seat] += 1
        return super().view(state, seat)


class CountedPounce(Pounce):
    def view(self, state: Any, seat: Seat | None) -> Any:
        LOOKS[seat] += 1
        return super().view(state, seat)


GAMES: Final = (Entry(game=CountedRukuni(), bots={}), Entry(game=CountedPounce(), bots=BOTS))
