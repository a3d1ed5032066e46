"""The compiled engine: iterative deepening until time is up or the end of the game is reached."""

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
    COMPARED,
    DEEPEST,
    LATE,
    NEAR,
    NODE_LIMIT,
    NODES,
    STOP,
    Workspace,
    bring_best,
    look_ahead,
    make_workspace,
    search_root,
)
from ukumbi.games.rukuni.engine.thought import Thought, Weighed, deep_enough
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Position

WIDE: Final = 40
"""Turns searched at the root."""


class CompiledEngine:
    """Not thread-safe: it has one workspace."""

    in_a_second: Final = 6_000_000
    """Roughly the positions it evaluates in a second."""

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
        """Turns searched in each later position."""
        self._wide = wide
        self._weights = weights
        self._remembers = remembers
        self._late = late

    @cached_property
    def _work(self) -> Workspace:
        weights = read_weights() if self._weights is None else self._weights
        return workspace_for(weights, self._breadth, self._late, remembers=self._remembers)

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        depth: int = DEEPEST - 1,
        margin: float = 0.0,
        positions: int | None = None,
    ) -> Thought:
        """Search a position that is not over, up to a limit of seconds, plies or positions.

        Values are exact for the best turn and for those within the margin of it.
        """
        work, words = self._work, words_of(position)
        work.counters[:] = 0
        work.counters[NODE_LIMIT] = positions or 0
        with time_limit(seconds, work):
            number, reached = put_in_order(position, work), 1
            followed = number if deep_enough(position) <= NEAR + 1 else min(number, self._wide)
            compared, most = followed, min(depth, deep_enough(position))
            while reached < most and not work.counters[STOP]:
                work.counters[COMPARED] = 0
                search_root(*words, reached + 1, followed, work, margin)
                compared = int(work.counters[COMPARED]) or compared
                reached += not work.counters[STOP]
        return Thought(_weighed(work, followed), reached, int(work.counters[NODES]), compared)

    def forget(self) -> None:
        """Clear the transposition table, so that equal positions get equal results."""
        self._work.keys[:] = 0


def _weighed(work: Workspace, number: int) -> tuple[Weighed, ...]:
    turns, values = work.turns[DEEPEST, :number], work.values[DEEPEST, :number]
    return tuple(Weighed(turn_of(int(turn)), float(value)) for turn, value in zip(turns, values, strict=True))


def workspace_for(weights: Floats, breadth: int, late: int = LATE, *, remembers: bool = True) -> Workspace:
    """A workspace for a beam of this breadth at every depth."""
    return make_workspace(weights, np.full(DEEPEST + 1, breadth, np.int64), remembers, late)


def words_of(position: Position) -> tuple[Set, Set, Set]:
    """As bit masks: pegs of the player to move, pegs of the other, towers."""
    own, other = position.side(position.turn).pegs, position.side(position.turn.other).pegs
    return Set(own), Set(other), Set(position.towers)


def turn_of(packed: int) -> Turn:
    return Turn(*map(Hollow, unpack(packed)))


def put_in_order(position: Position, work: Workspace) -> int:
    """Write the root's turns, sorted by evaluation; return how many there are."""
    number = look_ahead(*words_of(position), DEEPEST, work)
    for place in range(number):
        bring_best(work.turns[DEEPEST], work.values[DEEPEST], place, number)
    return number


@contextmanager
def time_limit(seconds: float | None, *workspaces: Workspace) -> Iterator[None]:
    """Stop searches in these workspaces after this many seconds."""
    ring = None if seconds is None else Timer(seconds, _stop, workspaces)
    if ring is not None:
        ring.daemon = True
        ring.start()
    try:
        yield
    finally:
        if ring is not None:
            ring.cancel()
            ring.join()  # or it could ring in the next thought


def _stop(*workspaces: Workspace) -> None:
    for work in workspaces:
        work.counters[STOP] = 1
