"""All ways to fill an outline two levels high: exact cover with bit masks, compiled by Numba.

A box of five by four by two has 40 cells, one bit each. The lowest free cell has to be covered by some
piece: the search tries every unused piece in every way in which that cell is its lowest one, and so meets
each filling once. Nothing here is needed for playing: every task of the boards carries solutions.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ukumbi.games.ubongo.outlines import DEEP, WIDE, Outline
from ukumbi.games.ubongo.pieces import PIECES, Cube, Shape, placements

LEVELS: Final = 2
BITS: Final = WIDE * DEEP * LEVELS
MOST: Final = len(PIECES)
"""Pieces that one filling can have."""

Numbers = NDArray[np.int64]
FREE, CELL, CHOSEN, PIECE, PLACE = range(5)
"""What the search keeps for each piece that lies: what was free before it, the cell that it covers, the
pieces to choose from, the piece and its placement."""


class Count(NamedTuple):
    """How many fillings there are, and how many pieces were put down to find that out."""

    solutions: int
    steps: int


class _Tables(NamedTuple):
    masks: Numbers
    """Every placement of every piece, by piece and lowest cell."""
    starts: Numbers
    """Where those of piece p with lowest cell c begin: at p * BITS + c; they end where the next begin."""


def solutions(outline: Outline, pieces: str, limit: int | None = None) -> Iterator[dict[str, Shape]]:
    """The fillings, each as the cubes of every piece; all, or the first so many."""
    room = count(outline, pieces).solutions if limit is None else limit
    if room == 0:
        return
    tables, found = _tables(), np.zeros((room, MOST), np.int64)
    number, _ = _search(_box(outline), _chosen(pieces), tables.masks, tables.starts, found)
    for lying in found[:number]:
        yield {
            PIECES[piece]: _cubes(int(tables.masks[place - 1])) for piece, place in enumerate(lying) if place
        }


def count(outline: Outline, pieces: str) -> Count:
    """How many fillings there are."""
    [counted] = count_all([(outline, pieces)])
    return counted


def count_all(tasks: Sequence[tuple[Outline, str]]) -> list[Count]:
    """The same for many tasks at once."""
    tables = _tables()
    boxes = np.array([_box(outline) for outline, _ in tasks], np.int64)
    chosen = np.array([_chosen(pieces) for _, pieces in tasks], np.int64)
    counted = _count(boxes, chosen, tables.masks, tables.starts)
    return [Count(int(number), int(steps)) for number, steps in counted]


def _chosen(pieces: str) -> int:
    return sum(1 << PIECES.index(piece) for piece in pieces)


def _bit(cube: Cube) -> int:
    """Column by column, so that what is free stays together and a gap shows soon."""
    x, y, z = cube
    return (x * DEEP + y) * LEVELS + z


_CUBES: Final = {_bit((x, y, z)): (x, y, z) for x in range(WIDE) for y in range(DEEP) for z in range(LEVELS)}


def _box(outline: Outline) -> int:
    return sum(1 << _bit((x, y, z)) for x, y in outline for z in range(LEVELS))


def _cubes(mask: int) -> Shape:
    return frozenset(_CUBES[bit] for bit in range(BITS) if mask >> bit & 1)


@cache
def _tables() -> _Tables:
    masks, starts = list[int](), [0]
    for piece in PIECES:
        lying = [sum(1 << _bit(cube) for cube in shape) for shape in placements(piece, WIDE, DEEP, LEVELS)]
        for cell in range(BITS):
            masks += sorted(mask for mask in lying if mask & -mask == 1 << cell)
            starts.append(len(masks))
    return _Tables(np.array(masks, np.int64), np.array(starts, np.int64))


@njit(cache=True)
def _count(boxes, chosen, masks, starts):  # type: ignore[no-untyped-def]
    counted = np.zeros((len(boxes), 2), np.int64)
    nowhere = np.zeros((0, MOST), np.int64)
    for task in range(len(boxes)):
        counted[task] = _search(boxes[task], chosen[task], masks, starts, nowhere)
    return counted


@njit(cache=True)
def _search(box, chosen, masks, starts, found):  # type: ignore[no-untyped-def]
    """Fillings and steps; the first fillings are noted in `found`: each piece's placement, counted from 1.

    With room for none all are counted; else the search ends when there is no more room. It keeps its own
    stack, because Numba cannot cache a function that calls itself.
    """
    tally = np.zeros(2, np.int64)
    stack = np.zeros((MOST, PLACE + 1), np.int64)
    depth = 0
    _begin(stack[0], box, 0, chosen)
    while depth >= 0:
        here = stack[depth]
        if not _advance(here, masks, starts):
            depth -= 1
            continue
        tally[1] += 1
        rest = here[FREE] & ~masks[here[PLACE]]
        if rest:
            depth += 1
            _begin(stack[depth], rest, here[CELL], here[CHOSEN] & ~(1 << here[PIECE]))
            continue
        if tally[0] < len(found):
            for level in range(depth + 1):
                found[tally[0], stack[level, PIECE]] = stack[level, PLACE] + 1
        tally[0] += 1
        if tally[0] == len(found):
            break
    return tally


@njit(cache=True)
def _begin(here, free, cell, chosen):  # type: ignore[no-untyped-def]
    """Turn to the lowest free cell; no piece has been tried there yet."""
    while not free >> cell & 1:
        cell += 1
    here[FREE], here[CELL], here[CHOSEN], here[PIECE], here[PLACE] = free, cell, chosen, 0, -1


@njit(cache=True)
def _advance(here, masks, starts):  # type: ignore[no-untyped-def]
    """On to the next placement that covers this cell and fits; False if there is none."""
    for piece in range(here[PIECE], MOST):
        if not here[CHOSEN] >> piece & 1:
            continue
        last = here[CHOSEN] == 1 << piece
        first = max(starts[piece * BITS + here[CELL]], here[PLACE] + 1 if piece == here[PIECE] else 0)
        for place in range(first, starts[piece * BITS + here[CELL] + 1]):
            fits = masks[place] & ~here[FREE] == 0
            if fits and (masks[place] == here[FREE]) == last:  # the last piece fills what is left
                here[PIECE], here[PLACE] = piece, place
                return True
    return False
