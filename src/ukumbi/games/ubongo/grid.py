"""Cells and cubes by name, and where pieces can lie in the box above an outline."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from ukumbi.core import Unreadable
from ukumbi.games.ubongo.outlines import DEEP, HIGH, WIDE
from ukumbi.games.ubongo.pieces import PIECES, Cube, placements

MARGIN: Final = 2
"""Cells around the place for outlines: a piece that sticks out can be told where."""
COLUMNS: Final = "abcdefghi"
ROWS: Final = "12345678"
UP: Final = "+"

assert len(COLUMNS) == WIDE + 2 * MARGIN
assert len(ROWS) == DEEP + 2 * MARGIN


def name_cell(x: int, y: int) -> str:
    return COLUMNS[x + MARGIN] + ROWS[y + MARGIN]


def name_cube(cube: Cube) -> str:
    x, y, z = cube
    return name_cell(x, y) + UP * z


@lru_cache(4096)  # what players send is without end
def in_order(cubes: frozenset[Cube]) -> tuple[Cube, ...]:
    """From the ground up, column by column: so they are written."""
    return tuple(sorted(cubes, key=lambda cube: (cube[2], *cube[:2])))


def name_cubes(cubes: Iterable[Cube]) -> tuple[str, ...]:
    """The cubes in the order in which they are written."""
    return tuple(map(name_cube, in_order(frozenset(cubes))))


@cache
def read_cube(name: str) -> Cube:
    column, row, up = name[:1], name[1:2], name[2:]
    if not column or column not in COLUMNS or not row or row not in ROWS or up.strip(UP) or len(up) > HIGH:
        raise Unreadable("no_such_cell", cell=name[:10])
    return COLUMNS.index(column) - MARGIN, ROWS.index(row) - MARGIN, len(up)


@cache
def ways_to_lie(piece: str) -> tuple[frozenset[Cube], ...]:
    """Every way a piece can lie in the box."""
    return tuple(placements(piece, WIDE, DEEP, HIGH))


def is_piece(letter: str) -> bool:
    return len(letter) == 1 and letter in PIECES
