"""From positions and turns to the words of the compiled search, and back; for whoever starts a search."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import numpy as np

from ukumbi.games.rukuni.board import Hollow
from ukumbi.games.rukuni.evaluation import Floats
from ukumbi.games.rukuni.kernel import Set, unpack
from ukumbi.games.rukuni.position import Position, Turn
from ukumbi.games.rukuni.search import DEEPEST, LATE, Room, bring_best, look_ahead, make_room


def room_for(weights: Floats, breadth: int, late: int = LATE, *, remembers: bool = True) -> Room:
    """A room in which so many turns are followed from each position."""
    return make_room(weights, np.full(DEEPEST + 1, breadth, np.int64), remembers, late)


def words_of(position: Position) -> tuple[Set, Set, Set]:
    """The pegs of whoever is to move, the other's, and the towers."""
    own, other = position.side(position.turn).pegs, position.side(position.turn.other).pegs
    return Set(own), Set(other), Set(position.towers)


def turn_of(packed: int) -> Turn:
    return Turn(*map(Hollow, unpack(packed)))


def put_in_order(position: Position, room: Room) -> int:
    """Fills in all turns at the root, those first that look best one turn ahead; says how many there are."""
    number = look_ahead(*words_of(position), DEEPEST, room)
    for place in range(number):
        bring_best(room.turns[DEEPEST], room.values[DEEPEST], place, number)
    return number


@contextmanager
def alarm(seconds: float | None, *rooms: Room) -> Iterator[None]:
    """After so many seconds what runs in these rooms is told to stop."""
    ring = None if seconds is None else Timer(seconds, _stop, rooms)
    if ring is not None:
        ring.daemon = True
        ring.start()
    try:
        yield
    finally:
        if ring is not None:
            ring.cancel()
            ring.join()  # or it could ring in the next thought


def _stop(*rooms: Room) -> None:
    for room in rooms:
        room.counted[1] = 1
