"""Evaluation: the expected lead of the player to move at the end of the game.

A weighted sum of features of the groups; the weights depend on how full the board is.
They were learnt from games of the engine against itself (`benchmarks.rukuni.learning`).
"""

import msgspec
import numpy as np
from numba import njit
from numpy.typing import NDArray

from ukumbi.games.rukuni.engine.compiled_rules import (
    ONE,
    TOWERS,
    Set,
    Sets,
    count,
    first,
    first_group,
    lowest,
    reach,
    score,
)
from ukumbi.games.rukuni.engine.weights import FEATURES, FULL, STAGES, WIDEST, WON, read_stages

Floats = NDArray[np.float64]


def read_weights() -> Floats:
    """Weights by stage and feature."""
    return np.array(read_stages())


def write_weights(weights: Floats) -> bytes:
    stages = [
        {name: round(float(weight), 3) for name, weight in zip(FEATURES, stage, strict=True)}
        for stage in weights
    ]
    return msgspec.json.format(msgspec.json.encode(stages)) + b"\n"


@njit(cache=True)
def add_groups(pegs: Set, towers: Set, occupied: Set, goals: Sets, sign: float, sums: Floats) -> None:
    """Add the features of one side's groups; `goals` are the hollows that each tower can reach."""
    while pegs:
        group, beside = first_group(pegs)
        pegs &= ~group
        empty = beside & ~occupied
        coming, rest = 0, towers
        for place in range(TOWERS):
            if not (lowest(rest) & beside) and goals[place] & empty:
                coming += 1
            rest &= rest - ONE
        size, touching, free = count(group), count(beside & towers), count(empty)
        sums[0] += sign * size * touching
        sums[1] += sign * size * min(free, WIDEST)
        sums[2] += sign * size * size
        sums[3] += sign * size * coming
        sums[4] += sign
        sums[5] += sign * touching
        sums[6] += sign * size * size * touching
        sums[7] += sign * free


@njit(cache=True)
def describe(own: Set, other: Set, towers: Set, goals: Sets, sums: Floats) -> float:
    """Write the features of a position; return its stage."""
    occupied, rest = own | other | towers, towers
    for place in range(TOWERS):
        goals[place] = reach(first(rest), occupied)
        rest &= rest - ONE
    sums[:] = 0.0
    add_groups(own, towers, occupied, goals, 1.0, sums)
    add_groups(other, towers, occupied, goals, -1.0, sums)
    sums[8] = 1.0
    return float(min(count(own | other) / FULL, 0.999) * (STAGES - 1))


@njit(cache=True)
def expected(own: Set, other: Set, towers: Set, weights: Floats, goals: Sets, sums: Floats) -> float:
    """The expected lead of the player to move, in points."""
    reached = describe(own, other, towers, goals, sums)
    stage = int(reached)
    part, value = reached - stage, 0.0
    for feature in range(len(sums)):
        weight = weights[stage, feature] * (1.0 - part) + weights[stage + 1, feature] * part
        value += sums[feature] * weight
    return value


@njit(cache=True)
def result(own: Set, other: Set, towers: Set) -> float:
    """The final lead, with a bonus for the victory (R25-R27)."""
    points, largest = score(own, towers)
    others_points, others_largest = score(other, towers)
    ahead = float(points - others_points)
    if (points, largest) > (others_points, others_largest):
        return ahead + WON
    if (points, largest) < (others_points, others_largest):
        return ahead - WON
    return 0.0
