"""Rukuni played well: the search, deeper and deeper until its time is up or everything is known."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import Timer
from typing import Final

import numpy as np

from ukumbi.games.rukuni.board import Hollow
from ukumbi.games.rukuni.evaluation import Floats, read_weights
from ukumbi.games.rukuni.kernel import Set, unpack
from ukumbi.games.rukuni.position import Colour, Position, Turn
from ukumbi.games.rukuni.search import (
    DEEPEST,
    LATE,
    NEAR,
    Room,
    bring_best,
    look_ahead,
    make_room,
    search_root,
)
from ukumbi.games.rukuni.thought import Thought, Weighed, deep_enough

WIDE: Final = 40
"""Turns that are followed from the position itself."""


class Engine:
    """Thinks about one position after the other. One at a time: it writes on one sheet of paper."""

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
        beam = np.full(DEEPEST + 1, self._breadth, np.int64)
        weights = read_weights() if self._weights is None else self._weights
        return make_room(weights, beam, self._remembers, self._late)

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        depth: int = DEEPEST - 1,
        margin: float = 0.0,
    ) -> Thought:
        """The position must not be over. Without seconds it takes as long as the depth takes.

        What turns are worth is exact for the best, and for those that come within the margin of it.
        """
        room, (own, other, towers) = self._room, _words(position)
        with self._alarm(seconds):
            number = look_ahead(own, other, towers, DEEPEST, room)
            for place in range(number):
                bring_best(room.turns[DEEPEST], room.values[DEEPEST], place, number)
            reached = 1
            followed = number if deep_enough(position) <= NEAR + 1 else min(number, self._wide)
            compared, most = followed, min(depth, deep_enough(position))
            while reached < most and not room.counted[1]:
                room.counted[2] = 0
                search_root(own, other, towers, reached + 1, followed, room, margin)
                compared = int(room.counted[2]) or compared
                reached += not room.counted[1]
        return Thought(_weighed(room, followed), reached, int(room.counted[0]), compared)

    @contextmanager
    def _alarm(self, seconds: float | None) -> Iterator[None]:
        """After so many seconds what runs is told to stop."""
        counted = self._room.counted
        counted[:] = 0
        alarm = None if seconds is None else Timer(seconds, counted.__setitem__, (1, 1))
        if alarm is not None:
            alarm.daemon = True
            alarm.start()
        try:
            yield
        finally:
            if alarm is not None:
                alarm.cancel()
                alarm.join()  # or it could ring in the next thought

    def forget(self) -> None:
        """What was thought before: the same position then leads to the same thought."""
        self._room.keys[:] = 0


def _words(position: Position) -> tuple[Set, Set, Set]:
    white, grey, towers = (
        Set(hollows) for hollows in (position.white.pegs, position.grey.pegs, position.towers)
    )
    return (white, grey, towers) if position.turn is Colour.WHITE else (grey, white, towers)


def _weighed(room: Room, number: int) -> tuple[Weighed, ...]:
    turns, values = room.turns[DEEPEST, :number], room.values[DEEPEST, :number]
    return tuple(Weighed(_turn(int(turn)), float(value)) for turn, value in zip(turns, values, strict=True))


def _turn(packed: int) -> Turn:
    return Turn(*map(Hollow, unpack(packed)))
