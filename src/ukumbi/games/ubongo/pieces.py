"""The eight pieces: their cubes and their rotations in space."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final

Cube = tuple[int, int, int]
"""x to the right, y away from the player, z up."""
Shape = frozenset[Cube]

_CUBES: Final = {
    "A": "000 010",
    "B": "100 110 010 011",
    "C": "000 010 110",
    "D": "100 110 120 020 021",
    "E": "000 010 020 100",
    "F": "100 110 010 020 021",
    "G": "000 010 110 111",
    "H": "000 010 020 120 011",
}
PIECES: Final = "".join(_CUBES)
"""Every piece by its letter: red small and big, green small and big, blue, yellow."""


def _read(cubes: str) -> Shape:
    return frozenset((int(cube[0]), int(cube[1]), int(cube[2])) for cube in cubes.split())


SHAPES: Final[dict[str, Shape]] = {piece: _read(cubes) for piece, cubes in _CUBES.items()}
SIZES: Final[dict[str, int]] = {piece: len(shape) for piece, shape in SHAPES.items()}


def moved_to_corner(cubes: Iterable[Cube]) -> Shape:
    """The shape moved so that its smallest x, y and z are 0."""
    xs, ys, zs = zip(*(cubes := tuple(cubes)), strict=True)
    left, near, low = min(xs), min(ys), min(zs)
    return frozenset((x - left, y - near, z - low) for x, y, z in cubes)


def _quarter_turns(shape: Shape) -> Iterator[Shape]:
    """The shape after a quarter turn about each of the three axes."""
    yield moved_to_corner((-y, x, z) for x, y, z in shape)
    yield moved_to_corner((x, -z, y) for x, y, z in shape)
    yield moved_to_corner((z, y, -x) for x, y, z in shape)


@cache
def turns(piece: str) -> tuple[Shape, ...]:
    """All rotations of the piece, in a fixed order, without mirror images."""
    found = {moved_to_corner(SHAPES[piece])}
    new = set(found)
    while new:
        new = {turned for shape in new for turned in _quarter_turns(shape)} - found
        found |= new
    return tuple(sorted(found, key=sorted))


@cache
def _turns_set(piece: str) -> frozenset[Shape]:
    return frozenset(turns(piece))


def is_turned(piece: str, cubes: Iterable[Cube]) -> bool:
    """Whether these cubes are this piece, turned and moved in any way."""
    return moved_to_corner(cubes) in _turns_set(piece)


def placements(piece: str, wide: int, deep: int, high: int) -> Iterator[Shape]:
    """Every placement of the piece in a box of this size."""
    for shape in turns(piece):
        width, depth, height = (1 + max(cube[axis] for cube in shape) for axis in range(3))
        steps = product(range(wide - width + 1), range(deep - depth + 1), range(high - height + 1))
        for right, away, up in steps:
            yield frozenset((x + right, y + away, z + up) for x, y, z in shape)
