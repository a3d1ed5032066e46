"""Two who play Pounce: by chance, and always the highest card."""

from random import Random
from typing import Any, Final

from tests.kit.pounce.state import Lay
from tests.kit.pounce.view import PounceView
from ukumbi.bots import AnyBot
from ukumbi.core import Seat


class Dicer:
    pace = 0.0

    def choose(self, game: Any, view: PounceView, seat: Seat, rng: Random) -> Lay:
        return Lay(rng.choice(view.hand))


class Grabber:
    pace = 0.0

    def choose(self, game: Any, view: PounceView, seat: Seat, rng: Random) -> Lay:
        return Lay(max(view.hand))


BOTS: Final[dict[str, AnyBot]] = {"random": Dicer(), "highest": Grabber()}
