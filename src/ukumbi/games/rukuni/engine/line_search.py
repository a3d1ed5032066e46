"""The best three turns of a position with their variations, by iterative deepening.

Near the end of the game every turn is searched to the end; the result is then exact.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from time import monotonic
from typing import Final, NamedTuple

import numpy as np

from ukumbi.games.rukuni.engine.compiled_engine import (
    WIDE,
    put_in_order,
    time_limit,
    turn_of,
    words_of,
    workspace_for,
)
from ukumbi.games.rukuni.engine.evaluation import read_weights
from ukumbi.games.rukuni.engine.search import DEEPEST, LATE, STOP, Workspace, read_line, search_best
from ukumbi.games.rukuni.engine.thought import turns_left
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Position

LINES: Final = 3
MIN_LINE_TURNS: Final = 3
"""Plies that a line has at least, unless the game ends before."""
BREADTH: Final = 16
ALL_TURNS: Final = 1000
"""More turns than any position has."""
GLANCE_DEPTH: Final = 2
"""Plies of the short search that completes a line missing from the table."""
WRITING_SECONDS: Final = 0.05
"""Reserved for completing the lines; a tenth of the time if that is less."""
NEAR: Final = 20
"""An exact search is tried this many plies before the end."""
SOLVING_SHARE: Final = 0.5
"""Share of the time that the exact search may take."""


class Found(NamedTuple):
    turns: tuple[Turn, ...]
    """The turn, and the variation that follows."""
    worth: float
    """The search's value for the player to move."""


class BestLines(NamedTuple):
    found: tuple[Found, ...]
    depth: int
    exact: bool


class LineSearch:
    """Keeps its transposition tables from one position to the next."""

    def __init__(self, breadth: int = BREADTH, wide: int = WIDE, late: int = LATE) -> None:
        self._breadth = breadth
        self._late = late
        self._wide = wide
        self._stopped = False

    @cached_property
    def _few(self) -> Workspace:
        """For deep searches with a narrow beam."""
        work = workspace_for(read_weights(), self._breadth, self._late)
        _deepen(
            work, Position.opening(), LINES, [GLANCE_DEPTH]
        )  # compiles or loads it all before time counts
        return work

    @cached_property
    def _all(self) -> Workspace:
        """For exact searches: its table holds no value from a narrow beam."""
        return workspace_for(read_weights(), ALL_TURNS, ALL_TURNS)

    def prepare(self) -> None:
        """Compile everything, or load it from the cache."""
        _ = self._few

    def search(self, position: Position, seconds: float | None = None, depth: int = DEEPEST) -> BestLines:
        """Search a position that is not over; without seconds, down to the depth."""
        self._stopped = False
        left = turns_left(position)
        lasts = None if seconds is None else seconds - min(WRITING_SECONDS, 0.1 * seconds)
        began = monotonic()
        if left <= min(NEAR, depth - 1):
            with self._time_limit(None if lasts is None else lasts * SOLVING_SHARE):
                solved = self._solve(position, left)
            if solved is not None:
                return solved
        with self._time_limit(None if lasts is None else max(0.0, began + lasts - monotonic())):
            depths = range(2, min(depth, left + 1, DEEPEST - 1) + 1)
            found, reached = _deepen(self._few, position, self._wide, depths)
        self._few.counters[STOP] = 0
        lines = tuple(_long_enough(self._few, position, line, reached) for line in found)
        return BestLines(lines, min(reached, left), exact=False)

    def stop(self) -> None:
        """End the current search early; called from another thread."""
        self._stopped = True
        if "_all" in self.__dict__:  # otherwise it has not begun yet
            self._few.counters[STOP] = self._all.counters[STOP] = 1

    def _solve(self, position: Position, left: int) -> BestLines | None:
        """Search all turns to the end at once; iterative deepening would take three times as long."""
        found, reached = _deepen(self._all, position, ALL_TURNS, [left + 1])
        lines = [_to_the_end(self._all, position, line) for line in found] if reached > left else []
        if self._all.counters[STOP]:
            return None
        return BestLines(tuple(lines), max(len(line.turns) for line in lines), exact=True)

    @contextmanager
    def _time_limit(self, seconds: float | None) -> Iterator[None]:
        """Stop both searches after this many seconds."""
        workspaces = (self._few, self._all)
        for work in workspaces:
            work.counters[:] = 0
            work.counters[STOP] = self._stopped
        with time_limit(seconds, *workspaces):
            yield


def _deepen(
    work: Workspace, position: Position, followed: int, depths: Iterable[int]
) -> tuple[tuple[Found, ...], int]:
    """The best turns of the last depth that was completed, and that depth."""
    words, number = words_of(position), put_in_order(position, work)
    number, wanted = min(number, followed), min(number, LINES)
    reached, found = 1, _remembered(work, position, wanted, 1)
    for depth in depths:
        search_best(*words, depth, number, wanted, work)
        if work.counters[STOP]:
            break
        reached, found = depth, _remembered(work, position, wanted, depth)
    return found, reached


def _remembered(work: Workspace, position: Position, wanted: int, depth: int) -> tuple[Found, ...]:
    """The best turns with their variations, as far as the table has them."""
    line, best = np.empty(depth - 1, np.int64), work.turns[DEEPEST, :wanted].tolist()
    found = []
    for turn, worth in zip(map(turn_of, best), work.values[DEEPEST, :wanted].tolist(), strict=True):
        length = read_line(*words_of(position.after(turn)), line, work)
        found.append(Found((turn, *map(turn_of, line[:length].tolist())), worth))
    return tuple(found)


def _long_enough(work: Workspace, position: Position, line: Found, depth: int) -> Found:
    """The line down to the depth; what the table has lost is found by short searches."""
    turns, position = line.turns, _after(position, line.turns)
    while len(turns) < max(MIN_LINE_TURNS, depth) and not position.is_over():
        best = _deepen(work, position, WIDE, [GLANCE_DEPTH])[0][0]
        turns, position = (*turns, best.turns[0]), position.after(best.turns[0])
    return Found(turns, line.worth)


def _to_the_end(work: Workspace, position: Position, line: Found) -> Found:
    """The line to the end of the game; what the table has lost is searched again."""
    turns, position = line.turns, _after(position, line.turns)
    while not position.is_over():
        best = _deepen(work, position, ALL_TURNS, [turns_left(position) + 1])[0][0]
        turns, position = (*turns, *best.turns), _after(position, best.turns)
    return Found(turns, line.worth)


def _after(position: Position, turns: tuple[Turn, ...]) -> Position:
    for turn in turns:
        position = position.after(turn)
    return position
