"""The games that must conform: all on the shelf, and the small ones made for tests."""

from typing import Final

from ukumbi.core import load

GAMES: Final = tuple(box.game for box in load(["ukumbi.games", "tests.kit.pounce", "tests.kit.berries"]))
