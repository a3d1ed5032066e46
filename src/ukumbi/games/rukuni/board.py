"""The board: a hexagon of 61 hollows, five on each edge.

Rows are lettered a to i from White's edge up; the digits count along the slanting columns, so that
row a has a1 to a5, row e has e1 to e9 and row i has i5 to i9. Sets of hollows are bit masks.
"""

from collections.abc import Iterator
from typing import Final, NewType

Hollow = NewType("Hollow", int)
"""A hollow, numbered row by row from a1."""

Hollows = int
"""A set of hollows: bit `h` is set when hollow `h` is in it."""

EDGE: Final = 5
ROWS: Final = "abcdefghi"
DIRECTIONS: Final = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


def _columns(row: int) -> range:
    return range(max(1, row - EDGE + 2), min(2 * EDGE - 1, row + EDGE) + 1)


PLACES: Final = tuple((row, column) for row in range(len(ROWS)) for column in _columns(row))
NAMES: Final = tuple(f"{ROWS[row]}{column}" for row, column in PLACES)
HOLLOWS: Final = tuple(Hollow(number) for number in range(len(PLACES)))
NAMED: Final = {name: Hollow(number) for number, name in enumerate(NAMES)}
ALL: Final[Hollows] = (1 << len(PLACES)) - 1

_NUMBER: Final = {place: Hollow(number) for number, place in enumerate(PLACES)}


def _ray(hollow: Hollow, direction: tuple[int, int]) -> Iterator[Hollow]:
    (row, column), (up, along) = PLACES[hollow], direction
    while (place := (row := row + up, column := column + along)) in _NUMBER:
        yield _NUMBER[place]


RAYS: Final = tuple(tuple(tuple(_ray(hollow, direction)) for direction in DIRECTIONS) for hollow in HOLLOWS)
"""For each hollow the six straight lines that leave it, each in walking order."""

BESIDE: Final = tuple(sum(1 << ray[0] for ray in rays if ray) for rays in RAYS)
"""For each hollow the set of its neighbours."""

CORNERS: Final[Hollows] = sum(1 << NAMED[name] for name in ("a1", "a5", "e1", "e9", "i5", "i9"))


CROSSED: Final = tuple({end: ray[:steps] for ray in rays for steps, end in enumerate(ray)} for rays in RAYS)
"""For each hollow and each end of a straight way from there: the hollows crossed."""


def subsets(hollows: Hollows) -> Iterator[Hollows]:
    """Every set of some of these hollows."""
    some = hollows
    while some:
        yield some
        some = (some - 1) & hollows
    yield 0


def members(hollows: Hollows) -> Iterator[Hollow]:
    """The hollows of a set, from a1 up."""
    while hollows:
        lowest = hollows & -hollows
        yield Hollow(lowest.bit_length() - 1)
        hollows ^= lowest


def names(hollows: Hollows) -> tuple[str, ...]:
    """The names of a set's hollows."""
    if (few := _FEW.get(hollows)) is not None:
        return few
    found = []
    while hollows:
        lowest = hollows & -hollows
        found.append(NAMES[lowest.bit_length() - 1])
        hollows ^= lowest
    return tuple(found)


_FEW: Final[dict[Hollows, tuple[str, ...]]] = {}
"""The names of all sets of at most two hollows: most groups, and the towers beside them."""
_FEW.update({few: names(few) for one in HOLLOWS for other in HOLLOWS for few in (0, 1 << one | 1 << other)})
