"""The cards on the table, and the three rules of laying."""

from collections.abc import Iterator, Mapping

import msgspec

from ukumbi.core import Seat
from ukumbi.games.ukuma.cards import (
    ALL_FACES,
    BOTH_WAYS,
    FITS_ABOVE,
    FITS_BELOW,
    FITS_LEFT,
    FITS_RIGHT,
    Face,
    Faces,
    members,
)
from ukumbi.games.ukuma.grid import AROUND, SIDES, UP, Cell, Size, file_of, rank_of


class Placed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    seat: Seat
    face: Face


Layout = Mapping[Cell, Placed]
"""In order of laying."""

_FITTING = {-1: FITS_RIGHT, 1: FITS_LEFT, -UP: FITS_ABOVE, UP: FITS_BELOW}
"""For a neighbour on that side of a cell: the faces that fit in the cell, by the neighbour's face."""


def has_own(layout: Layout, cell: Cell, seat: Seat) -> bool:
    """Rule 1: a card of the same player shares an edge with the cell."""
    return any((near := layout.get(Cell(cell + side))) and near.seat == seat for side in SIDES)


def fitting(layout: Layout, cell: Cell) -> Faces:
    """Rule 2: the faces that fit every card around the cell."""
    faces = ALL_FACES
    for side, fits in _FITTING.items():
        if near := layout.get(Cell(cell + side)):
            faces &= fits[near.face]
    return faces


def misfits(layout: Layout, cell: Cell, face: Face) -> list[Cell]:
    """The neighbours that this face does not fit."""
    return [
        Cell(cell + side)
        for side, fits in _FITTING.items()
        if (near := layout.get(Cell(cell + side))) and not fits[near.face] >> face & 1
    ]


def has_opponent(layout: Layout, cell: Cell, seat: Seat) -> bool:
    """Rule 3: a card of the other player shares an edge or a corner with the cell."""
    return any((near := layout.get(Cell(cell + step))) and near.seat != seat for step in AROUND)


def broken_rules(layout: Layout, cell: Cell, seat: Seat, face: Face) -> list[int]:
    """The numbers of the rules that forbid this face in this cell."""
    kept = (
        has_own(layout, cell, seat),
        not misfits(layout, cell, face),
        has_opponent(layout, cell, seat),
    )
    return [rule for rule, keeps in enumerate(kept, start=1) if not keeps]


def front(layout: Layout, size: Size, seat: Seat) -> tuple[Cell, ...]:
    """The free cells that satisfy rules 1 and 3 for this player."""
    beside, around = set[Cell](), set[Cell]()
    for cell, card in layout.items():
        if card.seat == seat:
            beside.update([Cell(cell + side) for side in SIDES])
        else:
            around.update([Cell(cell + step) for step in AROUND])
    return tuple(cell for cell in sorted(beside & around) if cell not in layout and size.holds(cell))


def ways_to_lay(layout: Layout, size: Size, seat: Seat, faces: Faces) -> Iterator[tuple[Cell, Face]]:
    """Every legal lay of these faces."""
    for cell in front(layout, size, seat):
        for face in members(fitting(layout, cell) & faces):
            yield cell, face


def unlaid(layout: Layout, seat: Seat) -> Faces:
    """Both faces of all cards of this player's deck that are not on the table."""
    faces = ALL_FACES
    for card in layout.values():
        if card.seat == seat:
            faces &= ~BOTH_WAYS[card.face]
    return faces


def is_stuck(layout: Layout, size: Size, seat: Seat) -> bool:
    """Whether this player has no card left that fits anywhere."""
    left = unlaid(layout, seat)
    return not any(fitting(layout, cell) & left for cell in front(layout, size, seat))


def winning(layout: Layout, size: Size, seat: Seat, cell: Cell, up: bool) -> str | None:
    """How this player's card in this cell wins: at the far edge, or behind an opposing card."""
    if rank_of(cell) == (size.ranks - 1 if up else 0):
        return "edge"
    passed = layout.get(Cell(cell - UP if up else cell + UP))
    return "behind" if passed and passed.seat != seat else None


def reaches_both_sides(layout: Layout, size: Size) -> bool:
    """Whether both players have cards in the leftmost and the rightmost column."""
    held = {(card.seat, file_of(cell)) for cell, card in layout.items()}
    return all((Seat(seat), file) in held for seat in (0, 1) for file in (0, size.files - 1))
