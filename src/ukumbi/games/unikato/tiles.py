"""The 81 tiles, and which may be adjacent.

Sets of tiles are bit masks.
"""

from collections.abc import Iterator
from typing import Final, NewType

Tile = NewType("Tile", int)
"""A tile, whose number has its features as digits in base 3."""

Tiles = int
"""A set of tiles: bit `t` is set when tile `t` is in it."""

FEATURES: Final = (
    ("shape", ("circle", "square", "cross"), "csx"),
    ("colour", ("orange", "purple", "blue"), "opb"),
    ("size", ("small", "medium", "large"), "123"),
    ("background", ("white", "grey", "black"), "wgk"),
)
"""Each feature: its name, its values, and the letters that stand for them."""

COUNT: Final = 3 ** len(FEATURES)
ALL: Final[Tiles] = (1 << COUNT) - 1
TILES: Final = tuple(Tile(number) for number in range(COUNT))


def values(tile: Tile) -> tuple[int, ...]:
    """The tile's value in each feature."""
    return tuple(tile // 3**place % 3 for place in reversed(range(len(FEATURES))))


NAMES: Final = tuple(
    "".join(letters[value] for (_, _, letters), value in zip(FEATURES, values(tile), strict=True))
    for tile in TILES
)
NAMED: Final = {name: Tile(number) for number, name in enumerate(NAMES)}


def differences(one: Tile, other: Tile) -> list[str]:
    """The features in which two tiles differ."""
    return [
        name
        for (name, _, _), mine, yours in zip(FEATURES, values(one), values(other), strict=True)
        if mine != yours
    ]


FITTING: Final = tuple(
    sum(1 << other for other in TILES if len(differences(tile, other)) == 1) for tile in TILES
)
"""For each tile, the eight tiles that may be adjacent to it."""


def members(tiles: Tiles) -> Iterator[Tile]:
    """The tiles of a set, in order."""
    while tiles:
        lowest = tiles & -tiles
        yield TILES[lowest.bit_length() - 1]
        tiles ^= lowest


def gathered(tiles: "tuple[Tile, ...] | list[Tile]") -> Tiles:
    """The set of these tiles."""
    return sum(1 << tile for tile in tiles)
