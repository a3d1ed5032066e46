"""Names of cells and cubes, and legal placements of pieces on an outline."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final

from ukumbi.core import Illegal, Unreadable
from ukumbi.games.ubongo.boards import Filling, Task, read_filling, read_outline
from ukumbi.games.ubongo.events import Lying
from ukumbi.games.ubongo.outlines import DEEP, HIGH, WIDE, Outline
from ukumbi.games.ubongo.pieces import PIECES, Cube, is_turned, placements

MARGIN: Final = 2
"""Cells around the area of outlines, so that a refusal can name a cell outside."""
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


@lru_cache(4096)  # players' input is unlimited
def in_order(cubes: frozenset[Cube]) -> tuple[Cube, ...]:
    """The order of notation: from the ground up, column by column."""
    return tuple(sorted(cubes, key=lambda cube: (cube[2], *cube[:2])))


def name_cubes(cubes: Iterable[Cube]) -> tuple[str, ...]:
    """The cubes in the order of notation."""
    return tuple(map(name_cube, in_order(frozenset(cubes))))


@cache
def read_cube(name: str) -> Cube:
    column, row, up = name[:1], name[1:2], name[2:]
    if not column or column not in COLUMNS or not row or row not in ROWS or up.strip(UP) or len(up) > HIGH:
        raise Unreadable("no_such_cell", cell=name[:10])
    return COLUMNS.index(column) - MARGIN, ROWS.index(row) - MARGIN, len(up)


@cache
def ways_to_lie(piece: str) -> tuple[frozenset[Cube], ...]:
    """Every placement of a piece in the box."""
    return tuple(placements(piece, WIDE, DEEP, HIGH))


def is_piece(letter: str) -> bool:
    return len(letter) == 1 and letter in PIECES


outline_of = cache(read_outline)


def check_put(outline: Outline, lying: Lying, piece: str, cubes: tuple[Cube, ...]) -> None:
    """Raise if the piece cannot lie there."""
    if not is_turned(piece, cubes):
        raise Illegal("not_that_shape", piece=piece)
    if any(z >= HIGH for _, _, z in cubes):
        raise Illegal("too_high", piece=piece)
    if out := sorted({(x, y) for x, y, _ in cubes} - outline):
        raise Illegal("sticks_out", piece=piece, cells=[name_cell(x, y) for x, y in out])
    names = set(name_cubes(cubes))
    if by := [other for other, taken in lying.items() if other != piece and names & set(taken)]:
        raise Illegal("occupied", piece=piece, by=by)
    if set(lying.get(piece, ())) == names:
        raise Illegal("already_there", piece=piece)


def ways_to_put(outline: Outline, lying: Lying, pieces: str) -> Iterator[tuple[str, frozenset[Cube]]]:
    """Every free placement of each piece."""
    taken = {piece: frozenset(map(read_cube, cubes)) for piece, cubes in lying.items()}
    for piece in pieces:
        others = frozenset(cube for other, cubes in taken.items() if other != piece for cube in cubes)
        for cubes in ways_inside(outline, piece):
            if not cubes & others and cubes != taken.get(piece):
                yield piece, cubes


@cache
def ways_inside(outline: Outline, piece: str) -> tuple[frozenset[Cube], ...]:
    """Every placement of the piece in the outline."""
    box = frozenset((x, y, z) for x, y in outline for z in range(HIGH))
    return tuple(cubes for cubes in ways_to_lie(piece) if cubes <= box)


def read_lying(lying: Lying) -> Filling:
    return {piece: frozenset(map(read_cube, cubes)) for piece, cubes in lying.items()}


def likeliest(task: Task, lying: Filling) -> Filling:
    """The known filling that agrees best with the placed pieces."""
    fillings = [read_filling(task.outline, text) for text in task.fillings]
    return max(fillings, key=lambda filling: sum(filling[piece] == cubes for piece, cubes in lying.items()))


def is_filled(lying: Lying, pieces: str) -> bool:
    """Whether all pieces are placed. They have exactly the outline's volume, so there is no gap."""
    return set(lying) == set(pieces)
