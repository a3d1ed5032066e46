"""The best few turns of a position with their true values, and the lines that follow, in compiled code.

The search itself tells the best turn, and of the others only that they are no better.
"""

from typing import Final

from numba import njit

from ukumbi.games.rukuni.kernel import Set, after, is_over
from ukumbi.games.rukuni.search import DEEPEST, EXACT, INFINITE, Ints, Room, search, slot_of

A_HAIR: Final = 0.001
"""Points by which a turn has to be better to be searched for what it is worth."""


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
        upper = least + A_HAIR if place >= wanted else INFINITE
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
