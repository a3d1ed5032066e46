"""The gems: their numbers, values, and rewards."""

from collections.abc import Iterable
from random import Random
from typing import Final, get_args

from ukumbi.games.ubongo.events import Gem

GEMS: Final[tuple[Gem, ...]] = get_args(Gem)
VALUES: Final[dict[Gem, int]] = {"ruby": 4, "sapphire": 3, "emerald": 2, "amber": 1}
NUMBERS: Final[dict[Gem, int]] = {"ruby": 10, "sapphire": 19, "emerald": 10, "amber": 19}
DISPLAYED: Final[tuple[Gem, ...]] = ("sapphire", "amber")
"""For the first and the second solver; each round uses one of both."""

GemCounts = dict[Gem, int]
"""The number of each kind, in order of value, without zeros."""


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
    """A random gem from the bag. Its 40 gems are enough: nine rounds of four players need 36."""
    return rng.choice([gem for gem, number in bag.items() for _ in range(number)])
