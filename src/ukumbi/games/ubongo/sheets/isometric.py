"""Isometric drawings of pieces, seen from the front left and above, never mirrored."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from ukumbi.games.ubongo.pieces import Cube, Shape, turns

Point = tuple[float, float]
ACROSS: Final = cos(pi / 6)
UP: Final = sin(pi / 6)

# The visible sides of a cube: the step to the cube that would hide it, its corners, and its brightness.
_FACES: Final = (
    ((0, 0, 1), ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)), 0.18),
    ((-1, 0, 0), ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)), -0.04),
    ((0, -1, 0), ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)), -0.24),
)


class Face(NamedTuple):
    """One side of one cube; length of an edge is 1."""

    corners: tuple[Point, ...]
    light: float
    cube: Cube


def seen_at(x: float, y: float, z: float) -> Point:
    """x goes up to the right, y up to the left."""
    return (x - y) * ACROSS, (x + y) * UP + z


def faces(shape: Shape) -> Iterator[Face]:
    """The visible sides that no neighbour covers, the farthest first."""
    for cube in sorted(shape, key=lambda at: (at[2] - at[0] - at[1], at)):
        x, y, z = cube
        for (dx, dy, dz), corners, light in _FACES:
            if (x + dx, y + dy, z + dz) not in shape:
                yield Face(tuple(seen_at(x + a, y + b, z + c) for a, b, c in corners), light, cube)


@cache
def best_pose(piece: str) -> Shape:
    """The best rotation for a drawing: all cubes visible, low, firm, and with many visible sides."""
    return min(
        turns(piece), key=lambda shape: (-_cubes_seen(shape), *_rest(shape), -_open(shape), sorted(shape))
    )


def _rest(shape: Shape) -> tuple[int, int]:
    """Its height, and the number of cubes above the ground."""
    return max(z for _, _, z in shape), sum(z > 0 for _, _, z in shape)


def _cubes_seen(shape: Shape) -> int:
    return len({cube for cube in shape if not _hidden(cube, shape)})


def _hidden(cube: Cube, shape: Shape) -> bool:
    """Whether a cube in front hides it: one step to the viewer in all three directions."""
    x, y, z = cube
    return (x - 1, y - 1, z + 1) in shape or all(
        (x + dx, y + dy, z + dz) in shape for (dx, dy, dz), _, _ in _FACES
    )


def _open(shape: Shape) -> int:
    """The number of visible sides."""
    return sum(1 for face in faces(shape) if not _hidden(face.cube, shape))


@cache
def extent(piece: str) -> tuple[float, float, float, float]:
    """The left, right, lower and upper edge of the drawing."""
    across, up = zip(*(corner for face in faces(best_pose(piece)) for corner in face.corners), strict=True)
    return min(across), max(across), min(up), max(up)
