"""Reads and checks tasks as people write them: rows of an outline, and letters of pieces."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import NamedTuple

from ukumbi.games.ubongo.boards import Filling, read_outline
from ukumbi.games.ubongo.outlines import DEEP, HIGH, WIDE, Outline
from ukumbi.games.ubongo.pieces import PIECES, SIZES


class InputError(ValueError):
    """An error with a sentence for the user."""


class RequestedTask(NamedTuple):
    """A task whose pieces have the right volume, solvable or not."""

    outline: Outline
    pieces: str
    turned: bool = False
    """Whether the outline was turned a quarter to the left to fit into the box."""

    def as_written(self, filling: Filling) -> Filling:
        """The filling, turned back to the given outline."""
        if not self.turned:
            return filling
        last = max(x for x, _ in self.outline)
        return {piece: frozenset((y, last - x, z) for x, y, z in cubes) for piece, cubes in filling.items()}


def need_solver() -> None:
    if find_spec("numba") is None:
        raise InputError("the solver needs Numba: pip install 'ukumbi[engine]'")


def read_task(outline: str, pieces: str) -> RequestedTask:
    letters = _pieces(pieces)
    lying, turned = _outline(outline)
    cubes, room = sum(SIZES[piece] for piece in letters), HIGH * len(lying)
    if cubes != room:
        raise InputError(
            f"{letters} {_have(letters)} {cubes} cubes, but {len(lying)} cells two levels high take {room}"
        )
    return RequestedTask(lying, letters, turned)


def read_tasks(text: str) -> Iterator[RequestedTask]:
    """The tasks of lines as in `boards.txt`: a level and an outline, then lines that begin with pieces."""
    outline = ""
    for first, *rest in filter(None, map(str.split, text.splitlines())):
        if first.isdigit():
            outline = rest[0] if rest else ""
        else:
            yield read_task(outline, first)


def _have(letters: str) -> str:
    return "has" if len(letters) == 1 else "have"


def _pieces(text: str) -> str:
    letters = text.upper()
    if not letters:
        raise InputError(f"no pieces are named; they are {PIECES[0]} to {PIECES[-1]}")
    for letter in letters:
        if letter not in PIECES:
            raise InputError(f"{letter!r} is no piece; they are {PIECES[0]} to {PIECES[-1]}")
        if letters.count(letter) > 1:
            raise InputError(f"piece {letter} is named twice, but there is only one of each")
    return "".join(sorted(letters))


def _outline(text: str) -> tuple[Outline, bool]:
    """The outline in the corner of the box, and whether it was turned."""
    if strange := set(text) - set("#./"):
        raise InputError(
            f"an outline is written with # for a cell, . for none and / between rows, not {min(strange)!r}"
        )
    outline = read_outline(text)
    if not outline:
        raise InputError("the outline has no cells; # is one")
    if not _connected(outline):
        raise InputError("the outline's cells are not connected side by side")
    left, near = min(x for x, _ in outline), min(y for _, y in outline)
    outline = frozenset((x - left, y - near) for x, y in outline)
    wide, deep = 1 + max(x for x, _ in outline), 1 + max(y for _, y in outline)
    if wide <= WIDE and deep <= DEEP:
        return outline, False
    if deep <= WIDE and wide <= DEEP:
        return frozenset((deep - 1 - y, x) for x, y in outline), True
    raise InputError(f"the outline is {wide} wide and {deep} deep, but it has to fit into {WIDE} by {DEEP}")


def _connected(outline: Outline) -> bool:
    met, new = set[tuple[int, int]](), {min(outline)}
    while new:
        met |= new
        beside = {(x + dx, y + dy) for x, y in new for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        new = (beside & outline) - met
    return met == outline
