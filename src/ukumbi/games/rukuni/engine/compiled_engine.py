"""The compiled engine: it searches deeper and deeper until its time is up or everything is known."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import Timer
from typing import Final

import numpy as np

from ukumbi.games.rukuni.board import Hollow
from ukumbi.games.rukuni.engine.compiled_rules import Set, unpack
from ukumbi.games.rukuni.engine.evaluation import Floats, read_weights
from ukumbi.games.rukuni.engine.search import (
    DEEPEST,
    LATE,
    NEAR,
    Room,
    bring_best,
    look_ahead,
    make_room,
    search_root,
)
from ukumbi.games.rukuni.engine.thought import Thought, Weighed, deep_enough
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Position

WIDE: Final = 40
"""Turns that are followed from the position itself."""


class CompiledEngine:
    """Thinks about one position after the other. One at a time: it writes on one sheet of paper."""

    in_a_second: Final = 6_000_000
    """About as many positions it looks at."""

    def __init__(
        self,
        breadth: int = 16,
        wide: int = WIDE,
        weights: Floats | None = None,
        *,
        remembers: bool = True,
        late: int = LATE,
    ) -> None:
        self._breadth = breadth
        """Turns that are followed from each later position."""
        self._wide = wide
        self._weights = weights
        self._remembers = remembers
        self._late = late

    @cached_property
    def _room(self) -> Room:
        weights = read_weights() if self._weights is None else self._weights
        return room_for(weights, self._breadth, self._late, remembers=self._remembers)

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        depth: int = DEEPEST - 1,
        margin: float = 0.0,
        positions: int | None = None,
    ) -> Thought:
        """The position must not be over. It ends after so many seconds, turns ahead or positions looked at.

        What turns are worth is exact for the best, and for those that come within the margin of it.
        """
        room, words = self._room, words_of(position)
        room.counted[:] = 0
        room.counted[3] = positions or 0
        with alarm(seconds, room):
            number, reached = put_in_order(position, room), 1
            followed = number if deep_enough(position) <= NEAR + 1 else min(number, self._wide)
            compared, most = followed, min(depth, deep_enough(position))
            while reached < most and not room.counted[1]:
                room.counted[2] = 0
                search_root(*words, reached + 1, followed, room, margin)
                compared = int(room.counted[2]) or compared
                reached += not room.counted[1]
        return Thought(_weighed(room, followed), reached, int(room.counted[0]), compared)

    def forget(self) -> None:
        """What was thought before: the same position then leads to the same thought."""
        self._room.keys[:] = 0


def _weighed(room: Room, number: int) -> tuple[Weighed, ...]:
    turns, values = room.turns[DEEPEST, :number], room.values[DEEPEST, :number]
    return tuple(Weighed(turn_of(int(turn)), float(value)) for turn, value in zip(turns, values, strict=True))


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
