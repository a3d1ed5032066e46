"""The games that must conform: all that are registered, the small ones made for tests, and the lab's own."""

from typing import Final

from ukumbi.core import load

ENTRIES: Final = tuple(
    load(
        [
            "ukumbi.games",
            "tests.kit.pounce",
            "tests.kit.berries",
            "tests.kit.fragile",
            "ukumbi.lab.bench.grab",
        ]
    )
)
GAMES: Final = tuple(entry.game for entry in ENTRIES if entry.game.name != "fragile")
"""Fragile breaks on purpose."""
