"""A tree of what may follow, grown where it is worth it: Monte Carlo tree search without dice.

Each position is looked at one turn ahead as in `search.py`; that tells which turns are worth trying and,
instead of a game played out at random, what the position is worth. A position that was met before, whichever
turns led to it, has the same branches.
"""

from math import atanh, exp, sqrt, tanh
from typing import Final, NamedTuple

import numpy as np
from numba import njit

from ukumbi.games.rukuni.evaluation import Floats, result
from ukumbi.games.rukuni.kernel import NONE, Set, Sets, after, is_over
from ukumbi.games.rukuni.search import SLOTS, Ints, Room, bring_best, look_ahead, slot_of

BRANCHES: Final = 24
"""Turns that are tried from each position: those that look best."""
CURIOSITY: Final = 1.0
"""How much is given to turns that were tried little."""
TASTE: Final = 4.0
"""Points by which a turn has to look better to be tried three times as often."""
SCALE: Final = 30.0
"""Points that make a game nearly won."""
DOUBT: Final = 0.1
"""By how much a turn that was never tried is taken to be worse than its position."""
MOST: Final = 400_000
"""Branches that there is room for."""
LONGEST: Final = 60
DEPTH: Final = 1
"""Where in the room a position's turns are listed."""
UNKNOWN, END = -1, 0


class Tree(NamedTuple):
    """Branches by number: each is a turn, and leads to a position. The first leads to the root."""

    first: Ints
    number: Ints
    """The branches that go on from there; `UNKNOWN` until it is looked at, `END` where the game is over."""
    turns: Ints
    tried: Floats
    total: Floats
    """What came of the tries, for whoever makes the turn."""
    looks: Floats
    """How good it looks, of 1 for all branches of a position."""
    boards: Sets
    """The position that it leads to: who is to move, the other, the towers; no towers until it is known."""
    path: Ints
    met: Ints
    """For each slot the branch that first led to a position there."""


def make_tree() -> Tree:
    return Tree(
        first=np.zeros(MOST, np.int64),
        number=np.zeros(MOST, np.int64),
        turns=np.zeros(MOST, np.int64),
        tried=np.zeros(MOST),
        total=np.zeros(MOST),
        looks=np.zeros(MOST),
        boards=np.zeros((MOST, 3), np.uint64),
        path=np.zeros(LONGEST, np.int64),
        met=np.zeros(SLOTS, np.int64),
    )


def in_points(worth: float) -> float:
    """What a share between -1 and 1 means in points."""
    return SCALE * atanh(max(-0.999, min(0.999, worth)))


@njit(cache=True, nogil=True)
def choose(branch: int, tree: Tree) -> int:
    """The branch to try next: good so far, or promising and tried little."""
    start, end, total, tried = tree.first[branch], tree.first[branch] + tree.number[branch], 0.0, 0.0
    for each in range(start, end):
        total += tree.total[each]
        tried += tree.tried[each]
    untried = (total / tried if tried > 0 else 0.0) - DOUBT
    best, chosen, wide = -1e9, start, CURIOSITY * sqrt(tried + 1.0)
    for each in range(start, end):
        so_far = tree.total[each] / tree.tried[each] if tree.tried[each] > 0 else untried
        worth = so_far + wide * tree.looks[each] / (1.0 + tree.tried[each])
        if worth > best:
            best, chosen = worth, each
    return int(chosen)


@njit(cache=True, nogil=True)
def arrive(branch: int, onward: int, tree: Tree) -> None:
    """Make the turn of a branch that goes on from another, if that was never done."""
    if tree.boards[onward, 2] == NONE:
        own, other, towers = tree.boards[branch, 0], tree.boards[branch, 1], tree.boards[branch, 2]
        pegs, stand = after(own, towers, tree.turns[onward])
        tree.boards[onward, 0], tree.boards[onward, 1], tree.boards[onward, 2] = other, pegs, stand


@njit(cache=True, nogil=True)
def is_known(branch: int, own: Set, other: Set, towers: Set, tree: Tree) -> bool:
    """Whether this branch leads to that position, and others go on from it."""
    board = tree.boards[branch]
    return bool(tree.number[branch] > 0 and board[0] == own and board[1] == other and board[2] == towers)


@njit(cache=True, nogil=True)
def share(branch: int, known: int, tree: Tree) -> float:
    """The position was met before: its branches are those. What it is worth by what came of them."""
    tree.first[branch], tree.number[branch] = tree.first[known], tree.number[known]
    total, tried = 0.0, 0.0
    for each in range(tree.first[known], tree.first[known] + tree.number[known]):
        total += tree.total[each]
        tried += tree.tried[each]
    return total / tried if tried > 0 else 0.0


@njit(cache=True, nogil=True)
def look(branch: int, used: int, tree: Tree, room: Room) -> tuple[float, int]:
    """What the position at a branch is worth to whoever is to move; how many branches are used now."""
    own, other, towers = tree.boards[branch, 0], tree.boards[branch, 1], tree.boards[branch, 2]
    if tree.number[branch] == END or is_over(own, other, towers):
        tree.number[branch] = END
        return tanh(result(own, other, towers) / SCALE), used
    slot = slot_of(own, other, towers)
    if is_known(tree.met[slot], own, other, towers, tree):
        return share(branch, tree.met[slot], tree), used
    tree.met[slot] = branch
    number = look_ahead(own, other, towers, DEPTH, room)
    turns, values = room.turns[DEPTH], room.values[DEPTH]
    width, all_looks = min(number, BRANCHES), 0.0
    tree.first[branch], tree.number[branch] = used, width
    for place in range(width):
        bring_best(turns, values, place, number)
        each = used + place
        tree.turns[each], tree.number[each], tree.boards[each, 2] = turns[place], UNKNOWN, NONE
        tree.tried[each] = tree.total[each] = 0.0
        tree.looks[each] = exp((values[place] - values[0]) / TASTE)
        all_looks += tree.looks[each]
    for each in range(used, used + width):
        tree.looks[each] /= all_looks
    return tanh(values[0] / SCALE), used + width


@njit(cache=True, nogil=True)
def grow(own: Set, other: Set, towers: Set, tree: Tree, room: Room) -> int:
    """Grow the tree from this position until it is told to stop or full; how often a turn was tried."""
    tree.met[:] = 0
    tree.boards[0, 0], tree.boards[0, 1], tree.boards[0, 2] = own, other, towers
    tree.number[0], used, tries = UNKNOWN, 1, 0
    while (tries < 2 or not room.counted[1]) and used + BRANCHES < MOST:
        branch, steps = 0, 0
        tree.path[0] = 0
        while tree.number[branch] > 0:
            onward = choose(branch, tree)
            arrive(branch, onward, tree)
            branch, steps = onward, steps + 1
            tree.path[steps] = branch
        worth, used = look(branch, used, tree, room)
        for step in range(steps, -1, -1):
            worth = -worth
            tree.tried[tree.path[step]] += 1.0
            tree.total[tree.path[step]] += worth
        tries += 1
    return tries
