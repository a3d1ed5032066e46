"""Alpha-beta with a beam and a transposition table.

Every turn of a position is evaluated one turn ahead; only the best of them are searched deeper.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ukumbi.games.rukuni.engine.compiled_rules import (
    MOST_TURNS,
    TOWERS,
    Set,
    Sets,
    after,
    count,
    is_over,
    list_turns,
)
from ukumbi.games.rukuni.engine.evaluation import Floats, expected, result
from ukumbi.games.rukuni.engine.weights import FEATURES
from ukumbi.games.rukuni.position import PEGS

Ints = NDArray[np.int64]
DEEPEST: Final = 50
"""Plies: more than any game has."""
SLOTS: Final = 1 << 18
"""Of the transposition table; a newer position replaces an older one."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
NODES, STOP, COMPARED, NODE_LIMIT = 0, 1, 2, 3
"""Counters: positions looked at, whether to stop, turns at the root followed to the last depth, and how many
positions are enough (0 for no limit)."""
INFINITE: Final = 1e9
HAIR_POINTS: Final = 0.001
"""Width of the null window."""
LATE: Final = 4
"""Turns from this one on are searched one ply less deep at first."""
NEAR: Final = 12
"""The beam includes every turn this many plies before the end."""


class Workspace(NamedTuple):
    """The arrays of a search, allocated once."""

    weights: Floats
    beam: Ints
    """How many turns are searched, by remaining depth."""
    late: int
    """Late move reductions begin at this turn."""
    turns: Ints
    values: Floats
    goals: Sets
    sums: Floats
    keys: Sets
    """Transposition table: the positions."""
    entries: Floats
    """Their values, depths, kinds (exact or a bound) and best turns."""
    counters: Ints


def make_workspace(weights: Floats, beam: Ints, remembers: bool = True, late: int = LATE) -> Workspace:
    slots = SLOTS if remembers else 0
    return Workspace(
        weights,
        beam,
        late,
        turns=np.empty((DEEPEST + 1, MOST_TURNS), np.int64),
        values=np.empty((DEEPEST + 1, MOST_TURNS)),
        goals=np.empty(TOWERS, np.uint64),
        sums=np.empty(len(FEATURES)),
        keys=np.zeros((slots, 3), np.uint64),
        entries=np.zeros((slots, 4)),
        counters=np.zeros(4, np.int64),
    )


@njit(cache=True, nogil=True)
def slot_of(own: Set, other: Set, towers: Set) -> int:
    word = own * Set(0x9E3779B97F4A7C15) ^ other * Set(0xC2B2AE3D27D4EB4F) ^ towers * Set(0x165667B19E3779F9)
    word ^= word >> Set(29)
    word *= Set(0xBF58476D1CE4E5B9)
    return int(word >> Set(46))


@njit(cache=True, nogil=True)
def is_stored(slot: int, own: Set, other: Set, towers: Set, work: Workspace) -> bool:
    """Whether the slot holds this position."""
    keys = work.keys
    if len(keys) == 0:
        return False
    return bool(keys[slot, 0] == own and keys[slot, 1] == other and keys[slot, 2] == towers)


@njit(cache=True, nogil=True)
def look_ahead(own: Set, other: Set, towers: Set, depth: int, work: Workspace) -> int:
    """Write all turns and their evaluations; return how many there are."""
    turns, values = work.turns[depth], work.values[depth]
    number = list_turns(own, other, towers, turns)
    for place in range(number):
        pegs, stand = after(own, towers, turns[place])
        values[place] = -expected(other, pegs, stand, work.weights, work.goals, work.sums)
    work.counters[NODES] += number
    if 0 < work.counters[NODE_LIMIT] <= work.counters[NODES]:
        work.counters[STOP] = 1
    return number


@njit(cache=True, nogil=True)
def bring_best(turns: Ints, values: Floats, place: int, number: int) -> None:
    """Swap the best of the turns from here on to this place."""
    best = place
    for other in range(place + 1, number):
        if values[other] > values[best]:
            best = other
    turns[place], turns[best] = turns[best], turns[place]
    values[place], values[best] = values[best], values[place]


@njit(cache=True, nogil=True)
def bring_turn(turns: Ints, values: Floats, wanted: int, number: int) -> None:
    """Let this turn be searched first."""
    for place in range(number):
        if turns[place] == wanted:
            values[place] = INFINITE
            return


@njit(cache=True, nogil=True)
def answers(entry: Floats, depth: int, alpha: float, beta: float) -> bool:
    """Whether a stored value ends the search of its position."""
    worth, kind = entry[0], entry[2]
    enough = kind == EXACT or (kind == AT_LEAST and worth >= beta) or (kind == AT_MOST and worth <= alpha)
    return bool(enough and entry[1] >= depth)


@njit(cache=True, nogil=True)
def remember(
    slot: int, own: Set, other: Set, towers: Set, found: tuple[float, int, int, int], work: Workspace
) -> None:
    if len(work.keys) > 0:
        work.keys[slot, 0], work.keys[slot, 1], work.keys[slot, 2] = own, other, towers
        worth, depth, kind, turn = found
        work.entries[slot, 0], work.entries[slot, 1], work.entries[slot, 2] = worth, depth, kind
        work.entries[slot, 3] = turn


@njit(cache=True, nogil=True)
def turns_left(own: Set, other: Set) -> int:
    """Plies until the game is over at the latest (R19)."""
    return int(2 * PEGS - count(own | other))


@njit(cache=True, nogil=True)
def breadth(number: int, depth: int, left: int, work: Workspace) -> int:
    """How many turns are searched: near the end all of them."""
    return number if left <= NEAR else min(number, int(work.beam[depth]))


@njit(cache=True, nogil=True)
def less_deep(place: int, depth: int, left: int, late: int) -> int:
    """Late move reduction of this turn, in plies."""
    return 1 if place >= late and 2 < depth <= left else 0


@njit(cache=True, nogil=True)
def search(
    own: Set, other: Set, towers: Set, depth: int, alpha: float, beta: float, work: Workspace
) -> float:
    """The value for the player to move, exact between alpha and beta.

    The first turn gets the full window, all others a null window and the full one if they are better.
    """
    if is_over(own, other, towers):
        return result(own, other, towers)
    slot = slot_of(own, other, towers)
    met = is_stored(slot, own, other, towers, work)
    if met and answers(work.entries[slot], depth, alpha, beta):
        return float(work.entries[slot, 0])
    number = look_ahead(own, other, towers, depth, work)
    turns, values, left = work.turns[depth], work.values[depth], turns_left(own, other)
    if depth == 1:
        return float(values[:number].max())
    if met:
        bring_turn(turns, values, int(work.entries[slot, 3]), number)
    best, chosen, lower = -INFINITE, 0, alpha
    for place in range(breadth(number, depth, left, work)):
        bring_best(turns, values, place, number)
        turn = turns[place]
        pegs, stand = after(own, towers, turn)
        less = less_deep(place, depth, left, work.late)
        upper = beta if place == 0 else lower + HAIR_POINTS
        worth = -search(other, pegs, stand, depth - 1 - less, -upper, -lower, work)
        if place > 0 and worth > lower and (less > 0 or worth < beta):
            worth = -search(other, pegs, stand, depth - 1, -beta, -lower, work)
        if work.counters[STOP]:
            return best
        if worth > best:
            best, chosen = worth, turn
            lower = max(lower, best)
        if best >= beta:
            break
    kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    remember(slot, own, other, towers, (best, depth, kind, chosen), work)
    return best


@njit(cache=True, nogil=True)
def search_root(
    own: Set, other: Set, towers: Set, depth: int, number: int, work: Workspace, margin: float = 0.0
) -> float:
    """Search the root's turns, sorted beforehand, and keep them sorted.

    Turns within the margin of the best get exact values. After a stop the turns searched so far are sorted.
    """
    turns, values, best = work.turns[DEEPEST], work.values[DEEPEST], -INFINITE
    left = turns_left(own, other)
    for place in range(number):
        turn = turns[place]
        pegs, stand = after(own, towers, turn)
        less, lower = less_deep(place, depth, left, work.late), best - margin
        upper = INFINITE if place == 0 else lower + HAIR_POINTS
        worth = -search(other, pegs, stand, depth - 1 - less, -upper, -lower, work)
        if place > 0 and worth > lower:
            worth = -search(other, pegs, stand, depth - 1, -INFINITE, -lower, work)
        if work.counters[STOP]:
            break
        work.counters[COMPARED] = place + 1
        values[place] = worth
        if worth > best:
            best = worth
            for later in range(place, 0, -1):
                turns[later], values[later] = turns[later - 1], values[later - 1]
            turns[0], values[0] = turn, worth
    return best


@njit(cache=True, nogil=True)
def search_best(
    own: Set, other: Set, towers: Set, depth: int, number: int, wanted: int, work: Workspace
) -> None:
    """Sort the best `wanted` turns of the root to the front, with exact values; the rest stay in order."""
    turns, values = work.turns[DEEPEST], work.values[DEEPEST]
    for place in range(number):
        turn, least = turns[place], values[wanted - 1] if place >= wanted else -INFINITE
        pegs, stand = after(own, towers, turn)
        upper = least + HAIR_POINTS if place >= wanted else INFINITE
        worth = -search(other, pegs, stand, depth - 1, -upper, -least, work)
        if place >= wanted and worth > least:
            worth = -search(other, pegs, stand, depth - 1, -INFINITE, -least, work)
        if work.counters[STOP]:
            return
        values[place] = worth
        if place >= wanted and worth <= least:
            continue
        at = place
        while at > 0 and (at >= wanted or worth > values[at - 1]):
            turns[at], values[at] = turns[at - 1], values[at - 1]
            at -= 1
        turns[at], values[at] = turn, worth


@njit(cache=True, nogil=True)
def read_line(own: Set, other: Set, towers: Set, line: Ints, work: Workspace) -> int:
    """Write the principal variation as far as the table has it; return its length."""
    length = 0
    while length < len(line) and not is_over(own, other, towers):
        slot = slot_of(own, other, towers)
        if not is_stored(slot, own, other, towers, work) or work.entries[slot, 2] != EXACT:
            break
        turn = int(work.entries[slot, 3])
        pegs, towers = after(own, towers, turn)
        own, other = other, pegs
        line[length] = turn
        length += 1
    return length
