"""The games that must conform: the registered ones, the kit's, and one for benchmarks."""

from typing import Final

from ukumbi.core import load

ENTRIES: Final = tuple(
    load(
        [
            "ukumbi.games",
            "tests.kit.pounce",
            "tests.kit.berries",
            "tests.kit.fragile",
            "benchmarks.fairness.grab",
        ]
    )
)
GAMES: Final = tuple(entry.game for entry in ENTRIES if entry.game.name != "fragile")
"""Fragile breaks on purpose."""
