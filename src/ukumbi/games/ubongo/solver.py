"""All fillings of an outline two levels high: exact cover with bit masks, compiled by Numba.

A box of five by four by two has 40 cells, one bit each. Above them every piece has a bit, so one test tells
whether a placement fits and its piece is unused. Some piece has to cover the lowest free cell: the search
tries all placements with this cell as their lowest, so it meets each filling once. All tasks of an outline
are searched together, and common pieces are placed only once. Play does not need the solver: the boards
have solutions.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ukumbi.games.ubongo.outlines import DEEP, HIGH, WIDE, Outline
from ukumbi.games.ubongo.pieces import PIECES, SHAPES, Shape

BITS: Final = WIDE * DEEP * HIGH
MOST: Final = len(PIECES)
"""The most pieces of a filling."""
SETS: Final = 1 << MOST
CELLS: Final = (1 << BITS) - 1
"""The bits of cells, in a word of cells and pieces."""
GROUND: Final = sum(1 << bit for bit in range(0, BITS, HIGH))
NOT_LAST_ROW: Final = sum(1 << bit for bit in range(BITS) if bit // HIGH % DEEP < DEEP - 1)
ROOM: Final = 2_000
"""More than the placements of a piece in the box."""

_BIT_OF_CELL: Final = {(x, y): 1 << x * DEEP + y for x in range(WIDE) for y in range(DEEP)}
_BIT_OF_PIECE: Final = {piece: 1 << number for number, piece in enumerate(PIECES)}

Numbers = NDArray[np.int64]
T = TypeVar("T")


class Count(NamedTuple):
    """The number of fillings, and of pieces placed to find them."""

    solutions: int
    steps: int


def solutions(outline: Outline, pieces: str, limit: int | None = None) -> Iterator[dict[str, Shape]]:
    """All fillings, or the first ones up to a limit, each as the cubes of every piece."""
    room = count(outline, pieces).solutions if limit is None else limit
    found = np.zeros((room, MOST), np.int64)
    number = _solve(_outline_bits(outline), _set_bits(pieces), _CUBES, _TURNS, found) if room else 0
    for masks in found[:number]:
        yield {PIECES[piece]: _cubes(int(mask)) for piece, mask in enumerate(masks) if mask}


def count(outline: Outline, pieces: str) -> Count:
    """The number of fillings."""
    [counted] = count_all([(outline, pieces)])
    return counted


def count_all(tasks: Sequence[tuple[Outline, str]]) -> list[Count]:
    """The same for many tasks at once."""
    return list(map(Count._make, count_bits(*as_bits(tasks)).tolist()))


def as_bits(tasks: Sequence[tuple[Outline, str]]) -> tuple[Numbers, Numbers]:
    """Outlines and sets of pieces, as the input of `count_bits`."""
    outlines, sets = zip(*tasks, strict=True) if tasks else ((), ())
    return _each_once(_outline_bits, outlines), _each_once(_set_bits, sets)


def _each_once(bits: Callable[[T], int], things: Sequence[T]) -> Numbers:
    """Cached: many tasks share an outline, or a set of pieces."""
    return np.fromiter(map(cache(bits), things), np.int64, len(things))


def count_bits(outlines: Numbers, sets: Numbers) -> Numbers:
    """Fillings and steps of each task; outlines and sets of pieces as bits."""
    order = np.argsort(outlines, kind="stable")
    counted = np.empty((len(order), 2), np.int64)
    counted[order] = _count(outlines[order], sets[order], _CUBES, _TURNS)
    return counted


def _outline_bits(outline: Outline) -> int:
    return sum(map(_BIT_OF_CELL.__getitem__, outline))


def _set_bits(pieces: str) -> int:
    return sum(map(_BIT_OF_PIECE.__getitem__, pieces))


def _cubes(mask: int) -> Shape:
    """Column by column from the left, the lower level first."""
    cells = product(range(WIDE), range(DEEP), range(HIGH))
    return frozenset(cube for bit, cube in enumerate(cells) if mask >> bit & 1)


def _even(order: tuple[int, ...]) -> bool:
    return sum(a > b for place, b in enumerate(order) for a in order[:place]) % 2 == 0


# Each row of a rotation names an axis and its sign. Mirror images are left out.
_TURNS: Final = np.array(
    [
        [(axis, sign) for axis, sign in zip(order, signs, strict=True)]
        for order in permutations(range(3))
        for signs in product((1, -1), repeat=3)
        if _even(order) == (np.prod(signs) > 0)
    ],
    np.int64,
)
_CUBES: Final = np.full((MOST, 1 + max(map(len, SHAPES.values())), 3), -1, np.int64)
for _piece, _shape in enumerate(SHAPES.values()):
    _CUBES[_piece, : len(_shape)] = sorted(_shape)


@njit(cache=True)
def _count(outlines, sets, cubes, turns):  # type: ignore[no-untyped-def]
    """Groups tasks of the same outline."""
    placements, starts = _placements(cubes, turns)
    counted = np.zeros((len(outlines), 2), np.int64)
    nowhere = np.zeros((0, MOST), np.int64)
    first = 0
    while first < len(outlines):
        end = first
        while end < len(outlines) and outlines[end] == outlines[first]:
            end += 1
        laid, number = _search(_box(outlines[first]), sets[first:end], placements, starts, nowhere)
        for task in range(first, end):
            counted[task, 0] = number[sets[task]]
            part = sets[task]  # every subset, down to the empty one
            while part:
                counted[task, 1] += laid[part]
                part = (part - 1) & sets[task]
        first = end
    return counted


@njit(cache=True)
def _solve(outline, chosen, cubes, turns, found):  # type: ignore[no-untyped-def]
    placements, starts = _placements(cubes, turns)
    return _search(_box(outline), np.full(1, chosen, np.int64), placements, starts, found)[1][chosen]


@njit(cache=True)
def _box(outline):  # type: ignore[no-untyped-def]
    """The cells of both levels."""
    box = 0
    for cell in range(WIDE * DEEP):
        if outline >> cell & 1:
            box |= ((1 << HIGH) - 1) << cell * HIGH
    return box


@njit(cache=True)
def _placements(cubes, turns):  # type: ignore[no-untyped-def]
    """Every placement in the box by lowest cell, and the start index for each cell."""
    found, number = np.zeros(ROOM, np.int64), 0
    for piece in range(MOST):
        shapes, known = np.zeros(len(turns), np.int64), 0
        for turn in turns:
            shape, wide, deep, high = _turned(cubes[piece], turn)
            if shape == 0 or shape in shapes[:known]:
                continue
            shapes[known] = shape
            known += 1
            for x in range(WIDE - wide + 1):
                for y in range(DEEP - deep + 1):
                    for z in range(HIGH - high + 1):
                        found[number] = shape << (x * DEEP + y) * HIGH + z | 1 << BITS + piece
                        number += 1
    return _by_lowest_cell(np.sort(found[:number]))


@njit(cache=True)
def _turned(cubes, turn):  # type: ignore[no-untyped-def]
    """A piece turned and moved into the corner, and its extent; 0 if the box is too small for it."""
    at = np.zeros((len(cubes), 3), np.int64)
    least, most = np.full(3, BITS, np.int64), np.full(3, -BITS, np.int64)
    number = 0
    while cubes[number, 0] >= 0:
        for axis in range(3):
            at[number, axis] = turn[axis, 1] * cubes[number, turn[axis, 0]]
            least[axis] = min(least[axis], at[number, axis])
            most[axis] = max(most[axis], at[number, axis])
        number += 1
    wide, deep, high = most - least + 1
    shape = 0
    if wide <= WIDE and deep <= DEEP and high <= HIGH:
        for x, y, z in at[:number] - least:
            shape |= 1 << (x * DEEP + y) * HIGH + z
    return shape, wide, deep, high


@njit(cache=True)
def _by_lowest_cell(placements):  # type: ignore[no-untyped-def]
    starts, ordered, number = np.zeros(BITS + 1, np.int64), np.zeros_like(placements), 0
    for cell in range(BITS):
        for placement in placements:
            if placement & -placement == 1 << cell:
                ordered[number] = placement
                number += 1
        starts[cell + 1] = number
    return ordered, starts


@njit(cache=True)
def _search(box, sets, placements, starts, found):  # type: ignore[no-untyped-def]
    """For every set of pieces: how often it was placed, and how often it filled the box.

    The first fillings are written to `found`, and the search ends when it is full. An empty `found` means no
    limit. The search has its own stack: Numba cannot cache recursive functions.
    """
    inside, begins = _inside(box, placements, starts)
    following = _following(sets)
    laid, number, total = np.zeros(SETS, np.int64), np.zeros(SETS, np.int64), 0
    free, used, at = np.zeros(MOST + 1, np.int64), np.zeros(MOST + 1, np.int64), np.zeros(MOST + 1, np.int64)
    place, end = np.zeros(MOST + 1, np.int64), np.zeros(MOST + 1, np.int64)
    free[0], at[0], depth = box | following[0], _lowest(box, 0), 0
    place[0], end[0] = begins[at[0]], begins[at[0] + 1]
    while depth >= 0:
        here = _next(place[depth], end[depth], free[depth], inside)
        if here == end[depth]:
            depth -= 1
            continue
        place[depth] = here + 1
        rest = free[depth] & ~inside[here] & CELLS
        pieces = used[depth] | inside[here] >> BITS
        laid[pieces] += 1
        if _has_lone_cell(rest):
            continue
        if rest:
            depth += 1
            free[depth], used[depth] = rest | following[pieces], pieces
            at[depth] = cell = _lowest(rest, at[depth - 1])
            place[depth], end[depth] = begins[cell], begins[cell + 1]
            continue
        number[pieces] += 1
        if total < len(found):
            for level in range(depth + 1):
                lying = inside[place[level] - 1]
                found[total, _lowest(lying, BITS) - BITS] = lying & CELLS
        total += 1
        if total == len(found):
            break
    return laid, number


@njit(cache=True)
def _next(here, end, free, inside):  # type: ignore[no-untyped-def]
    """The next placement that fits into the free cells, of a piece that may follow."""
    while here < end and inside[here] & ~free:
        here += 1
    return here


@njit(cache=True)
def _has_lone_cell(free):  # type: ignore[no-untyped-def]
    """Whether a free cell has no free neighbour: no piece is that small."""
    above, behind, right = 1, HIGH, DEEP * HIGH
    beside = (free & GROUND) << above | free >> above & GROUND
    beside |= (free & NOT_LAST_ROW) << behind | free >> behind & NOT_LAST_ROW
    beside |= free << right | free >> right
    return free & ~beside != 0


@njit(cache=True)
def _following(sets):  # type: ignore[no-untyped-def]
    """For every subset of these sets: the pieces that lead on to one of them."""
    following = np.zeros(SETS, np.int64)
    for whole in sets:
        part = whole
        while part:
            part = (part - 1) & whole
            following[part] |= (whole & ~part) << BITS
    return following


@njit(cache=True)
def _inside(box, placements, starts):  # type: ignore[no-untyped-def]
    """The placements in this box, and the start index for each cell."""
    inside, begins, number = np.empty_like(placements), np.zeros_like(starts), 0
    for cell in range(BITS):
        if box >> cell & 1:
            for placement in placements[starts[cell] : starts[cell + 1]]:
                if not placement & CELLS & ~box:
                    inside[number] = placement
                    number += 1
        begins[cell + 1] = number
    return inside, begins


@njit(cache=True)
def _lowest(bits, number):  # type: ignore[no-untyped-def]
    """The index of the lowest set bit, from this one on."""
    while not bits >> number & 1:
        number += 1
    return number
