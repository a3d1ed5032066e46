"""Pieces on an outline: what fits, and why not."""

from collections.abc import Iterator
from functools import cache

from ukumbi.core import Illegal
from ukumbi.games.ubongo.boards import read_outline
from ukumbi.games.ubongo.events import Lying
from ukumbi.games.ubongo.grid import name_cell, name_cubes, read_cube, ways_to_lie
from ukumbi.games.ubongo.outlines import HIGH, Outline
from ukumbi.games.ubongo.pieces import Cube, is_turned

outline_of = cache(read_outline)


def check_put(outline: Outline, lying: Lying, piece: str, cubes: tuple[Cube, ...]) -> None:
    """Raise why the piece cannot lie there."""
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
    """Every piece in every place that is free for it."""
    taken = {piece: frozenset(map(read_cube, cubes)) for piece, cubes in lying.items()}
    for piece in pieces:
        others = frozenset(cube for other, cubes in taken.items() if other != piece for cube in cubes)
        for cubes in ways_inside(outline, piece):
            if not cubes & others and cubes != taken.get(piece):
                yield piece, cubes


@cache
def ways_inside(outline: Outline, piece: str) -> tuple[frozenset[Cube], ...]:
    """Every way the piece can lie in the outline."""
    box = frozenset((x, y, z) for x, y in outline for z in range(HIGH))
    return tuple(cubes for cubes in ways_to_lie(piece) if cubes <= box)


def is_filled(lying: Lying, pieces: str) -> bool:
    """All pieces of the task lie: they have just the volume of the outline, so there is no gap."""
    return set(lying) == set(pieces)
