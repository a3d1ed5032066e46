"""The search: as deep as time allows, at every step through the turns that look best.

Each position is looked at one turn ahead first, all turns are put in order by that, and only so many of the
best are followed: alpha-beta with a beam. A position that was searched before, whichever turns led to it, is
remembered with what it was worth.
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
"""More turns than any game has left."""
SLOTS: Final = 1 << 18
"""Positions that are remembered: a newer one takes an older one's place."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
INFINITE: Final = 1e9
HAIR_POINTS: Final = 0.001
"""Points by which a turn has to be better to be searched for what it is worth."""
LATE: Final = 4
"""The best turn mostly comes before this place."""
NEAR: Final = 12
"""Turns before the end from which on none is left out."""


class Room(NamedTuple):
    """What a search writes on: made once, used again and again."""

    weights: Floats
    beam: Ints
    """How many of the best turns are followed, by the turns that are still to be looked ahead."""
    late: int
    """From this place on turns are looked at less deep at first."""
    turns: Ints
    values: Floats
    goals: Sets
    sums: Floats
    keys: Sets
    """The positions that are remembered."""
    known: Floats
    """What they are worth, how deep that was looked, whether it is exact or a bound, and the best turn."""
    counted: Ints
    """Positions that were looked at; whether to stop; turns at the root followed as deep as the last; and
    how many positions are enough, 0 for no limit."""


def make_room(weights: Floats, beam: Ints, remembers: bool = True, late: int = LATE) -> Room:
    slots = SLOTS if remembers else 0
    return Room(
        weights,
        beam,
        late,
        turns=np.empty((DEEPEST + 1, MOST_TURNS), np.int64),
        values=np.empty((DEEPEST + 1, MOST_TURNS)),
        goals=np.empty(TOWERS, np.uint64),
        sums=np.empty(len(FEATURES)),
        keys=np.zeros((slots, 3), np.uint64),
        known=np.zeros((slots, 4)),
        counted=np.zeros(4, np.int64),
    )


@njit(cache=True, nogil=True)
def slot_of(own: Set, other: Set, towers: Set) -> int:
    word = own * Set(0x9E3779B97F4A7C15) ^ other * Set(0xC2B2AE3D27D4EB4F) ^ towers * Set(0x165667B19E3779F9)
    word ^= word >> Set(29)
    word *= Set(0xBF58476D1CE4E5B9)
    return int(word >> Set(46))


@njit(cache=True, nogil=True)
def is_met(slot: int, own: Set, other: Set, towers: Set, room: Room) -> bool:
    """Whether this position is the one that is remembered there."""
    keys = room.keys
    if len(keys) == 0:
        return False
    return bool(keys[slot, 0] == own and keys[slot, 1] == other and keys[slot, 2] == towers)


@njit(cache=True, nogil=True)
def look_ahead(own: Set, other: Set, towers: Set, depth: int, room: Room) -> int:
    """Fills in all turns, and what each seems to be worth one turn later; says how many there are."""
    turns, values = room.turns[depth], room.values[depth]
    number = list_turns(own, other, towers, turns)
    for place in range(number):
        pegs, stand = after(own, towers, turns[place])
        values[place] = -expected(other, pegs, stand, room.weights, room.goals, room.sums)
    room.counted[0] += number
    if 0 < room.counted[3] <= room.counted[0]:
        room.counted[1] = 1
    return number


@njit(cache=True, nogil=True)
def bring_best(turns: Ints, values: Floats, place: int, number: int) -> None:
    """The best of those from here on comes to this place."""
    best = place
    for other in range(place + 1, number):
        if values[other] > values[best]:
            best = other
    turns[place], turns[best] = turns[best], turns[place]
    values[place], values[best] = values[best], values[place]


@njit(cache=True, nogil=True)
def bring_turn(turns: Ints, values: Floats, wanted: int, number: int) -> None:
    """This turn is tried first."""
    for place in range(number):
        if turns[place] == wanted:
            values[place] = INFINITE
            return


@njit(cache=True, nogil=True)
def answers(known: Floats, depth: int, alpha: float, beta: float) -> bool:
    """Whether what is remembered of a position is all that is asked now."""
    worth, kind = known[0], known[2]
    enough = kind == EXACT or (kind == AT_LEAST and worth >= beta) or (kind == AT_MOST and worth <= alpha)
    return bool(enough and known[1] >= depth)


@njit(cache=True, nogil=True)
def remember(
    slot: int, own: Set, other: Set, towers: Set, found: tuple[float, int, int, int], room: Room
) -> None:
    if len(room.keys) > 0:
        room.keys[slot, 0], room.keys[slot, 1], room.keys[slot, 2] = own, other, towers
        worth, depth, kind, turn = found
        room.known[slot, 0], room.known[slot, 1], room.known[slot, 2] = worth, depth, kind
        room.known[slot, 3] = turn


@njit(cache=True, nogil=True)
def turns_left(own: Set, other: Set) -> int:
    """Turns after which every game is over, at the latest (R19)."""
    return int(2 * PEGS - count(own | other))


@njit(cache=True, nogil=True)
def breadth(number: int, depth: int, left: int, room: Room) -> int:
    """How many turns are followed: near the end all of them, so that the end is known."""
    return number if left <= NEAR else min(number, int(room.beam[depth]))


@njit(cache=True, nogil=True)
def less_deep(place: int, depth: int, left: int, late: int) -> int:
    """By how much a turn that does not look good is looked at less deep at first."""
    return 1 if place >= late and 2 < depth <= left else 0


@njit(cache=True, nogil=True)
def search(own: Set, other: Set, towers: Set, depth: int, alpha: float, beta: float, room: Room) -> float:
    """What the position is worth to whoever is to move, `depth` turns ahead; exact between alpha and beta.

    The first turn is searched as it is, of the others only whether they are better; those that are, again.
    """
    if is_over(own, other, towers):
        return result(own, other, towers)
    slot = slot_of(own, other, towers)
    met = is_met(slot, own, other, towers, room)
    if met and answers(room.known[slot], depth, alpha, beta):
        return float(room.known[slot, 0])
    number = look_ahead(own, other, towers, depth, room)
    turns, values, left = room.turns[depth], room.values[depth], turns_left(own, other)
    if depth == 1:
        return float(values[:number].max())
    if met:
        bring_turn(turns, values, int(room.known[slot, 3]), number)
    best, chosen, lower = -INFINITE, 0, alpha
    for place in range(breadth(number, depth, left, room)):
        bring_best(turns, values, place, number)
        turn = turns[place]
        pegs, stand = after(own, towers, turn)
        less = less_deep(place, depth, left, room.late)
        upper = beta if place == 0 else lower + HAIR_POINTS
        worth = -search(other, pegs, stand, depth - 1 - less, -upper, -lower, room)
        if place > 0 and worth > lower and (less > 0 or worth < beta):
            worth = -search(other, pegs, stand, depth - 1, -beta, -lower, room)
        if room.counted[1]:
            return best
        if worth > best:
            best, chosen = worth, turn
            lower = max(lower, best)
        if best >= beta:
            break
    kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    remember(slot, own, other, towers, (best, depth, kind, chosen), room)
    return best


@njit(cache=True, nogil=True)
def search_root(
    own: Set, other: Set, towers: Set, depth: int, number: int, room: Room, margin: float = 0.0
) -> float:
    """The same for the turns at the root, which are in order already and stay in order; the best comes first.

    Turns that are worth less than the best by no more than the margin are searched exactly, too. When it is
    told to stop, those that were looked at in time are in order.
    """
    turns, values, best = room.turns[DEEPEST], room.values[DEEPEST], -INFINITE
    left = turns_left(own, other)
    for place in range(number):
        turn = turns[place]
        pegs, stand = after(own, towers, turn)
        less, lower = less_deep(place, depth, left, room.late), best - margin
        upper = INFINITE if place == 0 else lower + HAIR_POINTS
        worth = -search(other, pegs, stand, depth - 1 - less, -upper, -lower, room)
        if place > 0 and worth > lower:
            worth = -search(other, pegs, stand, depth - 1, -INFINITE, -lower, room)
        if room.counted[1]:
            break
        room.counted[2] = place + 1
        values[place] = worth
        if worth > best:
            best = worth
            for later in range(place, 0, -1):
                turns[later], values[later] = turns[later - 1], values[later - 1]
            turns[0], values[0] = turn, worth
    return best


@njit(cache=True, nogil=True)
def search_best(own: Set, other: Set, towers: Set, depth: int, number: int, wanted: int, room: Room) -> None:
    """Brings the best so many of the turns at the root to the front, in order and with their true values.

    Of each it is asked first whether it is better than the last of those, and if so, what it is worth. The
    other turns stay in order.
    """
    turns, values = room.turns[DEEPEST], room.values[DEEPEST]
    for place in range(number):
        turn, least = turns[place], values[wanted - 1] if place >= wanted else -INFINITE
        pegs, stand = after(own, towers, turn)
        upper = least + HAIR_POINTS if place >= wanted else INFINITE
        worth = -search(other, pegs, stand, depth - 1, -upper, -least, room)
        if place >= wanted and worth > least:
            worth = -search(other, pegs, stand, depth - 1, -INFINITE, -least, room)
        if room.counted[1]:
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
def read_line(own: Set, other: Set, towers: Set, line: Ints, room: Room) -> int:
    """Fills in the best turns from here on as far as they are remembered; says how many there are."""
    length = 0
    while length < len(line) and not is_over(own, other, towers):
        slot = slot_of(own, other, towers)
        known = room.keys[slot, 0] == own and room.keys[slot, 1] == other and room.keys[slot, 2] == towers
        if not known or room.known[slot, 2] != EXACT:
            break
        turn = int(room.known[slot, 3])
        pegs, towers = after(own, towers, turn)
        own, other = other, pegs
        line[length] = turn
        length += 1
    return length
