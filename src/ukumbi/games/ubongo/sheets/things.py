"""Drawings on a sheet: dice, pieces, outlines, and levels of a filling."""

from collections.abc import Iterator, Mapping
from typing import Final

from ukumbi.games.ubongo.outlines import Cell, Outline
from ukumbi.games.ubongo.sheets.colours import INK, PAINT, WHITE, ink_on, shaded
from ukumbi.games.ubongo.sheets.isometric import best_pose, extent, faces
from ukumbi.games.ubongo.sheets.paper import Page, Point

Segment = tuple[Point, Point]
PIPS: Final[Mapping[int, tuple[Cell, ...]]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
GRID: Final = "#c9c2b4"


def draw_die(page: Page, x: float, y: float, size: float, number: int) -> None:
    """With its middle at x, y."""
    low = (x - size / 2, y - size / 2)
    page.panel(*low, size, size, rounded=size / 5, facecolor=WHITE, edgecolor=INK, linewidth=0.9)
    for right, up in PIPS[number]:
        page.dot(x + right * size * 0.26, y + up * size * 0.26, size * 0.095, INK)


def draw_piece(page: Page, x: float, y: float, edge: float, piece: str) -> None:
    """With its middle at x, y."""
    left, right, low, high = extent(piece)
    across, up = x - edge * (left + right) / 2, y - edge * (low + high) / 2
    seen = list(faces(best_pose(piece)))
    corners = [[(across + edge * a, up + edge * b) for a, b in face.corners] for face in seen]
    colours = [shaded(PAINT[piece], face.light) for face in seen]
    page.polygons(corners, colours, edge=shaded(PAINT[piece], -0.6), width=0.18)


def draw_outline(page: Page, left: float, low: float, cell: float, outline: Outline, colour: str) -> None:
    """White cells with a bold line around them."""

    def at(x: float, y: float) -> Point:
        return left + x * cell, low + y * cell

    squares = [_square(*at(x, y), cell) for x, y in sorted(outline)]
    page.polygons(squares, [WHITE], edge="none", width=0)
    page.lines([(at(*a), at(*b)) for a, b in _borders(outline, inner=True)], GRID, 0.3, dashed=True)
    page.lines([(at(*a), at(*b)) for a, b in _borders(outline, inner=False)], colour, 1.3)


def draw_level(page: Page, left: float, low: float, cell: float, owner: Mapping[Cell, str]) -> None:
    """One level of a filling: the piece of each cell."""
    cells = sorted(owner.items())
    for (x, y), piece in cells:
        how = {"color": ink_on(piece), "ha": "center", "weight": "bold"}
        page.write(left + (x + 0.5) * cell, low + (y + 0.5) * cell, piece, cell * 0.56, **how)
    squares = [_square(left + x * cell, low + y * cell, cell) for (x, y), _ in cells]
    page.polygons(squares, [PAINT[piece] for _, piece in cells], edge="face", width=0.1)
    for piece in sorted(set(owner.values())):
        own = frozenset(cell for cell, other in owner.items() if other == piece)
        edges = [
            ((left + a * cell, low + b * cell), (left + c * cell, low + d * cell))
            for (a, b), (c, d) in _borders(own, inner=False)
        ]
        page.lines(edges, INK, 0.35)


def _square(left: float, low: float, side: float) -> list[Point]:
    return [(left, low), (left + side, low), (left + side, low + side), (left, low + side)]


def _borders(cells: Outline, inner: bool) -> Iterator[Segment]:
    """Edges between cells, or edges around all."""
    for x, y in sorted(cells):
        if inner:
            if (x + 1, y) in cells:
                yield (x + 1, y), (x + 1, y + 1)
            if (x, y + 1) in cells:
                yield (x, y + 1), (x + 1, y + 1)
            continue
        for (dx, dy), edge in (
            ((-1, 0), ((x, y), (x, y + 1))),
            ((1, 0), ((x + 1, y), (x + 1, y + 1))),
            ((0, -1), ((x, y), (x + 1, y))),
            ((0, 1), ((x, y + 1), (x + 1, y + 1))),
        ):
            if (x + dx, y + dy) not in cells:
                yield edge
