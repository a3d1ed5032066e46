"""Rukuni played well: the search, deeper and deeper until its time is up or everything is known."""

from functools import cached_property
from typing import Final

from ukumbi.games.rukuni.evaluation import Floats, read_weights
from ukumbi.games.rukuni.position import Position
from ukumbi.games.rukuni.rooms import alarm, put_in_order, room_for, turn_of, words_of
from ukumbi.games.rukuni.search import DEEPEST, LATE, NEAR, Room, search_root
from ukumbi.games.rukuni.thought import Thought, Weighed, deep_enough

WIDE: Final = 40
"""Turns that are followed from the position itself."""


class Engine:
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
