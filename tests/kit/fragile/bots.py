"""One sound bot, and one for each way in which a bot can fail."""

import os
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Final

from tests.kit.fragile.rules import Go
from ukumbi.bots import AnyBot
from ukumbi.core import Seat

SCAR: Final = "UKUMBI_FRAGILE_SCAR"
"""An environment variable: the file that shows the dying bot that it has died once. Unset, it always dies."""


class Walker:
    pace = 0.0

    def choose(self, game: Any, view: Any, seat: Seat, rng: Random) -> Go:
        return Go("step")


class Hanger:
    """Never answers."""

    pace = 0.0

    def choose(self, game: Any, view: Any, seat: Seat, rng: Random) -> Go:
        Event().wait()
        return Go("step")


class Dier:
    """Kills its worker process on its first request."""

    pace = 0.0

    def choose(self, game: Any, view: Any, seat: Seat, rng: Random) -> Go:
        scar = os.environ.get(SCAR)
        if scar is None or not Path(scar).exists():
            if scar is not None:
                Path(scar).touch()
            os._exit(1)
        return Go("step")


class Raiser:
    """Fails with an exception."""

    pace = 0.0

    def choose(self, game: Any, view: Any, seat: Seat, rng: Random) -> Go:
        raise RuntimeError("a mistake in a bot")


class Cheat:
    """Answers with an illegal move."""

    pace = 0.0

    def choose(self, game: Any, view: Any, seat: Seat, rng: Random) -> Go:
        return Go("jump")


class Wrecker:
    """Makes the move `crash`."""

    pace = 1.0

    def choose(self, game: Any, view: Any, seat: Seat, rng: Random) -> Go:
        return Go("crash")


BOTS: Final[dict[str, AnyBot]] = {
    "random": Walker(),
    "hang": Hanger(),
    "die": Dier(),
    "raise": Raiser(),
    "cheat": Cheat(),
    "wreck": Wrecker(),
}
