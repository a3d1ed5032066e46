"""The gems: how many there are of each, what they are worth, and who gets which."""

from collections.abc import Iterable
from random import Random
from typing import Final, get_args

from ukumbi.games.ubongo.events import Gem

GEMS: Final[tuple[Gem, ...]] = get_args(Gem)
VALUES: Final[dict[Gem, int]] = {"ruby": 4, "sapphire": 3, "emerald": 2, "amber": 1}
NUMBERS: Final[dict[Gem, int]] = {"ruby": 10, "sapphire": 19, "emerald": 10, "amber": 19}
DISPLAYED: Final[tuple[Gem, ...]] = ("sapphire", "amber")
"""For the first and the second who solve; one of each counts a round."""

GemCounts = dict[Gem, int]
"""How many of each kind, in the order of their value; none is zero."""


def gem_counts(gems: Iterable[Gem] = ()) -> GemCounts:
    held = dict.fromkeys(GEMS, 0)
    for gem in gems:
        held[gem] += 1
    return held


def with_gems(held: GemCounts, *gems: Gem | None) -> GemCounts:
    return {gem: number + gems.count(gem) for gem, number in held.items()}


def without(held: GemCounts, *gems: Gem | None) -> GemCounts:
    return {gem: number - gems.count(gem) for gem, number in held.items()}


def points(held: GemCounts) -> int:
    return sum(VALUES[gem] * number for gem, number in held.items())


def draw(bag: GemCounts, rng: Random) -> Gem:
    """A gem taken blindly. There are always some: nine rounds of four need 36, and 40 are in the bag."""
    return rng.choice([gem for gem, number in bag.items() for _ in range(number)])
