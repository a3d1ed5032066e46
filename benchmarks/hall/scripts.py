"""Moves computed before the load begins, so that the client only sends bytes."""

from functools import cache
from random import Random

import msgspec

import ukumbi
from benchmarks.cells import CELLS


class Script(msgspec.Struct, frozen=True):
    """The moves of one table. Connection 0 makes the first, then the two alternate."""

    options: dict[str, str]
    moves: tuple[str, ...]


def rukuni_scripts(pair: int, tables: int) -> list[Script]:
    """Random games in sequence. White is chosen so that turns alternate across tables."""
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
    """The same walk over the cells as the peers': no move leaves its cell unchanged."""
    return [Script({}, tuple(f"{n % CELLS} {1 + n % 3} {n % 6}" for n in range(moves)))]
