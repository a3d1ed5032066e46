"""Positions read: the best three turns and what follows, deeper and deeper until the time is up.

Near the end all turns are looked at to the end of the game, if there is time: what is found then is certain.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from ukumbi.games.rukuni.engine.compiled_engine import WIDE, alarm, put_in_order, room_for, turn_of, words_of
from ukumbi.games.rukuni.engine.evaluation import read_weights
from ukumbi.games.rukuni.engine.search import DEEPEST, LATE, Room, read_line, search_best
from ukumbi.games.rukuni.engine.thought import turns_left
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Position

LINES: Final = 3
MIN_LINE_TURNS: Final = 3
"""Turns that a line has at least, where the game lasts so long."""
BREADTH: Final = 16
ALL_TURNS: Final = 1000
"""More turns than any position has."""
GLANCE_DEPTH: Final = 2
"""Turns ahead that are looked at again where a line has been forgotten."""
WRITING_SECONDS: Final = 0.05
"""Seconds that are kept for writing the lines down, or a tenth of the time if that is less."""
NEAR: Final = 20
"""Turns before the end from which it is tried to look at everything."""
SOLVING_SHARE: Final = 0.5
"""Of the time, what that may take; then the best is looked for as usual."""


class Found(NamedTuple):
    turns: tuple[Turn, ...]
    """The turn that is judged, and the best answers in turn."""
    worth: float
    """What the search says, for whoever is to move."""


class Sight(NamedTuple):
    """What was seen of a position."""

    found: tuple[Found, ...]
    depth: int
    exact: bool


class Reader:
    """Reads positions one after the other, and remembers what it has seen."""

    def __init__(self, breadth: int = BREADTH, wide: int = WIDE, late: int = LATE) -> None:
        self._breadth = breadth
        self._late = late
        self._wide = wide
        self._stopped = False

    @cached_property
    def _few(self) -> Room:
        """For looking far, at the turns that look best."""
        room = room_for(read_weights(), self._breadth, self._late)
        _deepen(
            room, Position.opening(), LINES, [GLANCE_DEPTH]
        )  # compiles or loads it all before time counts
        return room

    @cached_property
    def _all(self) -> Room:
        """For looking at everything: nothing that is remembered here was found by leaving turns out."""
        return room_for(read_weights(), ALL_TURNS, ALL_TURNS)

    def prepare(self) -> None:
        """Load or compile all that reading takes."""
        _ = self._few

    def read(self, position: Position, seconds: float | None = None, depth: int = DEEPEST) -> Sight:
        """The position must not be over. Without seconds it takes as long as the depth takes."""
        self._stopped = False
        left = turns_left(position)
        lasts = None if seconds is None else seconds - min(WRITING_SECONDS, 0.1 * seconds)
        began = monotonic()
        if left <= min(NEAR, depth - 1):
            with self._alarm(None if lasts is None else lasts * SOLVING_SHARE):
                solved = self._solve(position, left)
            if solved is not None:
                return solved
        with self._alarm(None if lasts is None else max(0.0, began + lasts - monotonic())):
            depths = range(2, min(depth, left + 1, DEEPEST - 1) + 1)
            found, reached = _deepen(self._few, position, self._wide, depths)
        self._few.counted[1] = 0
        lines = tuple(_long_enough(self._few, position, line, reached) for line in found)
        return Sight(lines, min(reached, left), exact=False)

    def stop(self) -> None:
        """Ends what is read just now with what was seen so far; it is asked in another thread."""
        self._stopped = True
        if "_all" in self.__dict__:  # otherwise it has not begun yet
            self._few.counted[1] = self._all.counted[1] = 1

    def _solve(self, position: Position, left: int) -> Sight | None:
        """All turns to the end of the game. Straight on: deeper and deeper would take thrice as long."""
        found, reached = _deepen(self._all, position, ALL_TURNS, [left + 1])
        lines = [_to_the_end(self._all, position, line) for line in found] if reached > left else []
        if self._all.counted[1]:
            return None
        return Sight(tuple(lines), max(len(line.turns) for line in lines), exact=True)

    @contextmanager
    def _alarm(self, seconds: float | None) -> Iterator[None]:
        """Lets the search stop after so many seconds."""
        rooms = (self._few, self._all)
        for room in rooms:
            room.counted[:] = 0
            room.counted[1] = self._stopped
        with alarm(seconds, *rooms):
            yield


def _deepen(
    room: Room, position: Position, followed: int, depths: Iterable[int]
) -> tuple[tuple[Found, ...], int]:
    """The best turns as of the last of these depths that was looked at in whole, and that depth."""
    words, number = words_of(position), put_in_order(position, room)
    number, wanted = min(number, followed), min(number, LINES)
    reached, found = 1, _remembered(room, position, wanted, 1)
    for depth in depths:
        search_best(*words, depth, number, wanted, room)
        if room.counted[1]:
            break
        reached, found = depth, _remembered(room, position, wanted, depth)
    return found, reached


def _remembered(room: Room, position: Position, wanted: int, depth: int) -> tuple[Found, ...]:
    """The best turns with what is remembered of the lines that follow from them."""
    line, best = np.empty(depth - 1, np.int64), room.turns[DEEPEST, :wanted].tolist()
    found = []
    for turn, worth in zip(map(turn_of, best), room.values[DEEPEST, :wanted].tolist(), strict=True):
        length = read_line(*words_of(position.after(turn)), line, room)
        found.append(Found((turn, *map(turn_of, line[:length].tolist())), worth))
    return tuple(found)


def _long_enough(room: Room, position: Position, line: Found, depth: int) -> Found:
    """The line as far as was looked; what was forgotten of it is found again at a glance."""
    turns, position = line.turns, _after(position, line.turns)
    while len(turns) < max(MIN_LINE_TURNS, depth) and not position.is_over():
        best = _deepen(room, position, WIDE, [GLANCE_DEPTH])[0][0]
        turns, position = (*turns, best.turns[0]), position.after(best.turns[0])
    return Found(turns, line.worth)


def _to_the_end(room: Room, position: Position, line: Found) -> Found:
    """The line to the end of the game; what was forgotten of it is searched again."""
    turns, position = line.turns, _after(position, line.turns)
    while not position.is_over():
        best = _deepen(room, position, ALL_TURNS, [turns_left(position) + 1])[0][0]
        turns, position = (*turns, *best.turns), _after(position, best.turns)
    return Found(turns, line.worth)


def _after(position: Position, turns: tuple[Turn, ...]) -> Position:
    for turn in turns:
        position = position.after(turn)
    return position
