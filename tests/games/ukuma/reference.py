"""A slow reference of ukuma from the booklet: drawn cards and coordinates, nothing shared with the rules.

A card is drawn on a square of four by four around its middle. Its bar ends above and below in an outline
over three points. Its half discs are paint in the middle of the left and the right edge. Two cards fit
where their common border is drawn alike on both.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import product

Spot = tuple[int, int]
"""Column and row, counted from White's left and from White's edge."""
Point = tuple[int, int, str]
"""Coordinates and paint."""
Lying = Mapping[Spot, tuple[int, str]]
"""The card's owner, and its face as it lies."""

HEIGHTS = {"l": (1, 0, -1), "r": (-1, 0, 1), "p": (0, 1, 0), "n": (0, -1, 0)}
"""The heights of an end over the edge at its left, middle and right, looking out."""
SIDES = {"left": (-1, 0), "right": (1, 0), "below": (0, -1), "above": (0, 1)}
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
COLUMNS = "abcdefghijklmnopq"


def border(face: str, side: str) -> frozenset[Point]:
    """The drawing of this edge, around the card's middle. A face is top, bottom, left, right."""
    if side == "left":
        return frozenset({(-2, 0, face[2])})
    if side == "right":
        return frozenset({(2, 0, face[3])})
    if side == "above":  # looking out from the card, its left is the table's left
        return frozenset((x, 2 + high, "bar") for x, high in zip((-1, 0, 1), HEIGHTS[face[0]], strict=True))
    return frozenset((x, -2 - high, "bar") for x, high in zip((1, 0, -1), HEIGHTS[face[1]], strict=True))


def drawing(face: str) -> frozenset[Point]:
    return frozenset(point for side in SIDES for point in border(face, side))


def half_turn(points: frozenset[Point]) -> frozenset[Point]:
    return frozenset((-x, -y, paint) for x, y, paint in points)


FACES = ["".join(edges) for edges in product("lrpn", "lrpn", "ob", "ob")]
_BY_DRAWING = {drawing(face): face for face in FACES}


@cache
def turned(face: str) -> str:
    """The same card upside down."""
    return _BY_DRAWING[half_turn(drawing(face))]


@cache
def card(face: str) -> str:
    """The card's name, the same either way up."""
    return min(face, turned(face))


DECK = sorted({card(face) for face in FACES})


@cache
def fit(face: str, other: str, side: str) -> bool:
    """Whether the other card fits on this side."""
    dx, dy = SIDES[side]
    opposite = next(name for name, step in SIDES.items() if step == (-dx, -dy))
    moved = {(x + 4 * dx, y + 4 * dy, paint) for x, y, paint in border(other, opposite)}
    return border(face, side) == moved


def near(spot: Spot, step: Spot) -> Spot:
    return spot[0] + step[0], spot[1] + step[1]


def has_own(lying: Lying, spot: Spot, seat: int) -> bool:
    """Rule 1"""
    return any(lying[at][0] == seat for step in SIDES.values() if (at := near(spot, step)) in lying)


def misfits(lying: Lying, spot: Spot, face: str) -> set[Spot]:
    """Rule 2: the neighbours that break it."""
    return {
        at
        for side, step in SIDES.items()
        if (at := near(spot, step)) in lying and not fit(face, lying[at][1], side)
    }


def has_opponent(lying: Lying, spot: Spot, seat: int) -> bool:
    """Rule 3"""
    return any(lying[at][0] != seat for step in AROUND if (at := near(spot, step)) in lying)


def broken(lying: Lying, spot: Spot, seat: int, face: str) -> list[int]:
    kept = has_own(lying, spot, seat), not misfits(lying, spot, face), has_opponent(lying, spot, seat)
    return [number for number, keeps in enumerate(kept, start=1) if not keeps]


class Table:
    """A table of that many rows on each side and columns to each side."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = 2 * rows, 2 * columns + 1
        self.spots = list(product(range(self.columns), range(self.rows)))
        self.starts = (columns, rows - 1), (columns, rows)
        """White's and Black's."""

    def front(self, lying: Lying, seat: int) -> list[Spot]:
        """The free spots that satisfy rules 1 and 3."""
        return [
            spot
            for spot in self.spots
            if spot not in lying and has_own(lying, spot, seat) and has_opponent(lying, spot, seat)
        ]

    def lays(self, lying: Lying, seat: int, cards: Collection[str]) -> Iterator[tuple[str, Spot]]:
        """Every lay, either way up, that all three rules allow."""
        faces = {face for name in cards for face in (name, turned(name))}
        for spot in self.front(lying, seat):
            for face in faces:
                if not broken(lying, spot, seat, face):
                    yield face, spot

    def win(self, lying: Lying, spot: Spot, seat: int, up: bool) -> str | None:
        """The way in which this player's card on this spot wins, if it does."""
        forward = 1 if up else -1
        if spot[1] == (self.rows - 1 if up else 0):
            return "edge"
        passed = lying.get(near(spot, (0, -forward)))
        return "behind" if passed is not None and passed[0] != seat else None

    def both_reach_both_sides(self, lying: Lying) -> bool:
        return all(
            any(owner == seat and x == column for (x, _), (owner, _) in lying.items())
            for seat in (0, 1)
            for column in (0, self.columns - 1)
        )

    def nobody_can_lay(self, lying: Lying) -> bool:
        for seat in (0, 1):
            gone = {card(face) for owner, face in lying.values() if owner == seat}
            if any(self.lays(lying, seat, set(DECK) - gone)):
                return False
        return True


TABLES = {"cafe": Table(3, 4), "card": Table(4, 5), "dining": Table(5, 8)}


def spot_of(cell: str) -> Spot:
    return COLUMNS.index(cell[0]), int(cell[1:]) - 1


def cell_of(spot: Spot) -> str:
    return f"{COLUMNS[spot[0]]}{spot[1] + 1}"
