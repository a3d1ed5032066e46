"""Moves worked out before the load begins, so that the client only sends bytes."""

from functools import cache
from random import Random

import msgspec

import ukumbi
from benchmarks.cells import CELLS


class Script(msgspec.Struct, frozen=True):
    """The moves of one table. The player of connection 0 makes the first, then the two take turns."""

    options: dict[str, str]
    moves: tuple[str, ...]


def rukuni_scripts(pair: int, tables: int) -> list[Script]:
    """Random games, one after the other. Who is White makes the turns go on from table to table."""
    scripts: list[Script] = []
    mover = 0
    for table in range(tables):
        moves = _random_game(pair * 1000 + table)
        scripts.append(Script({"white": "first" if mover == 0 else "second"}, moves))
        mover = (mover + len(moves)) % 2
    return scripts


@cache
def _random_game(seed: int) -> tuple[str, ...]:
    match, rng = ukumbi.match("rukuni", seed=seed), Random(seed)
    moves: list[str] = []
    while match.may_act:
        (seat,) = match.may_act
        tower, ways = rng.choice(list(match.view(None).reach.items()))
        to, pegs = rng.choice(list(ways.items()))
        moves.append(f"{tower}-{to}/{rng.choice(pegs)}")
        match.play(seat, moves[-1])
    return tuple(moves)


def cells_scripts(moves: int) -> list[Script]:
    """The same walk over the cells as the peers make: no move sets a cell to what it was."""
    return [Script({}, tuple(f"{n % CELLS} {1 + n % 3} {n % 6}" for n in range(moves)))]
