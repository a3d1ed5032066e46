"""Outlines: connected sets of cells in a grid of five by four, holes allowed; filled two levels high."""

from collections.abc import Iterator
from typing import Final

WIDE: Final = 5
DEEP: Final = 4
HIGH: Final = 2

Cell = tuple[int, int]
Outline = frozenset[Cell]


def outlines(cells: int) -> list[Outline]:
    """All outlines of this many cells, without rotations and mirror images, in a fixed order."""
    grown = {frozenset([(0, 0)])}
    for _ in range(cells - 1):
        # Every fitting outline grows from a fitting one: a part is never wider than the whole.
        larger = {_normal(outline | {cell}) for outline in grown for cell in _around(outline)}
        grown = set(filter(_fits, larger))
    return sorted(grown, key=sorted)


def _around(outline: Outline) -> set[Cell]:
    """Free cells next to the outline."""
    beside = {(x + dx, y + dy) for x, y in outline for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return beside - outline


def _fits(outline: Outline) -> bool:
    return all(x < WIDE and y < DEEP for x, y in outline)


def _normal(outline: Outline) -> Outline:
    """The canonical one of its rotations and mirror images: the flattest, then the first."""
    return min(_forms(outline), key=lambda form: (max(y for _, y in form), sorted(form)))


def _forms(outline: Outline) -> Iterator[Outline]:
    form = outline
    for _ in range(4):
        form = _to_corner(frozenset((-y, x) for x, y in form))
        yield form
        yield _to_corner(frozenset((-x, y) for x, y in form))


def _to_corner(outline: Outline) -> Outline:
    left, near = min(x for x, _ in outline), min(y for _, y in outline)
    return frozenset((x - left, y - near) for x, y in outline)


def squares(outline: Outline) -> int:
    """The number of two-by-two squares inside."""
    return sum({(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= outline for x, y in outline)
