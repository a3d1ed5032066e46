"""Chance: generators from seeds, and decisions that draw from one without spending it."""

from collections.abc import Callable
from copy import copy
from random import Random, SystemRandom
from typing import Any, TypeVar, cast

from ukumbi.core.seats import whole_number

Drawn = TypeVar("Drawn")
Luck = tuple[Any, ...] | None
"""How a generator stands after a step. None where nothing was drawn."""


def generator(seed: int | None) -> Random:
    """The same seed draws the same, be it Python's or NumPy's."""
    number = whole_number(seed)
    return Random(seed if number is None else number)


def tried(rng: Random, draw: Callable[[Random], Drawn]) -> tuple[Drawn, Luck]:
    """What is drawn, and how the generator would stand then: it stays as it was."""
    if isinstance(rng, SystemRandom):  # true chance has no state
        return draw(rng), None
    watched = _Watched(rng)
    try:
        drawn = draw(cast(Random, watched))
        return drawn, None if watched.before is None else rng.getstate()
    finally:
        if watched.before is not None:
            rng.setstate(watched.before)


class _Watched:
    """A generator that remembers how it stood before the first draw: most moves draw nothing."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.before: Luck = None

    def __copy__(self) -> Random:
        return copy(self.rng)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self.before is None:
            self.before = self.rng.getstate()
        return getattr(self.rng, name)
