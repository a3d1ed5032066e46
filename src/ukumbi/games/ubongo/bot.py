"""Bots for Ubongo: they try pieces, lift wrong ones, and sometimes see where the next piece goes.

A bot knows the task's solution from the boards. Its level sets how often it sees the next piece, and how
quick its hands are. So it takes a person's time and shows a person's progress.
"""

from math import exp
from random import Random
from typing import Any, Final

import msgspec

from ukumbi.bots import AnyBot, by_level
from ukumbi.core import Seat
from ukumbi.core.shared_rules import Ready
from ukumbi.games.ubongo.boards import Task
from ukumbi.games.ubongo.grid import likeliest, read_lying, ways_to_put
from ukumbi.games.ubongo.moves import Choose, Lift, Move, Put, Roll, TurnHourglass, put
from ukumbi.games.ubongo.state import Phase
from ukumbi.games.ubongo.view import SideView, UbongoView

LOOK_SECONDS: Final = 2.2
"""Time to look at a board and find its pieces, before placing the first one."""
PUT_SECONDS: Final = 1.7
"""Time to pick up a piece, turn it and place it."""
LIFT_SECONDS: Final = 0.8
ROLE_SECONDS: Final = 1.1
"""Time to roll the die, or turn the hourglass."""
READY_SECONDS: Final = {Phase.CHOOSING: 1.5, Phase.BETWEEN: 3.5}
SCATTER: Final = 0.35
"""The standard deviation of a time's logarithm."""


class Builder(msgspec.Struct):
    """One level."""

    doubt: float
    """How rarely it sees the next piece; more rarely with more pieces and harder tasks."""
    hands: float
    """The time of a movement as a factor of an adult's."""
    notices: float
    """The chance of lifting a wrong piece at once instead of building on it."""
    pace: float = 0.0

    def choose(self, game: Any, view: UbongoView, seat: Seat, rng: Random) -> Move | None:
        match view.phase:
            case Phase.CHOOSING if not view.alone:
                return self._level(view)
            case Phase.ROLLING:
                return Roll(view.round)
            case Phase.TURNING:
                return TurnHourglass(view.round)
            case Phase.BUILDING:
                return self._build(view, view.sides[seat], rng)
        return Ready()

    def _level(self, view: UbongoView) -> Move | None:
        """The highest level that a player has chosen."""
        named = [side.level for side in view.sides if side.level is not None]
        return Choose(max(named)) if named else None

    def _build(self, view: UbongoView, side: SideView, rng: Random) -> Move:
        task, lying = _task(view, side), read_lying(side.lying or {})
        right = likeliest(task, lying)
        wrong = [piece for piece, cubes in lying.items() if cubes != right[piece]]
        missing = [piece for piece in task.pieces if piece not in lying]
        if wrong and (not missing or rng.random() < self.notices):
            return Lift(view.round, rng.choice(wrong))
        if not wrong and rng.random() < self._insight(len(missing), task):
            piece = rng.choice(missing)
            return put(view.round, piece, right[piece])
        ways = [
            put(view.round, piece, cubes)
            for piece, cubes in ways_to_put(task.outline, side.lying or {}, "".join(missing))
            if cubes != right[piece]
        ]
        return rng.choice(ways) if ways else Lift(view.round, rng.choice(wrong or list(lying)))

    def _insight(self, missing: int, task: Task) -> float:
        return 1 / (1 + self.doubt * (missing - 1) * task.hardness)

    def takes(self, view: UbongoView, seat: Seat, move: Move, rng: Random) -> float:
        """Seconds for the move."""
        match move:
            case Put():
                first = not view.sides[seat].count
                steady = self.hands * (PUT_SECONDS + (LOOK_SECONDS if first else 0.0))
            case Lift():
                steady = self.hands * LIFT_SECONDS
            case Ready():
                steady = READY_SECONDS[view.phase]
            case _:
                steady = ROLE_SECONDS
        return steady * exp(rng.gauss(0.0, SCATTER))


def _task(view: UbongoView, side: SideView) -> Task:
    assert side.board is not None
    assert view.die is not None
    return side.board.task_at(view.die)


BOTS: Final[dict[str, AnyBot]] = by_level(
    Builder(doubt=0.42, hands=1.4, notices=0.6),
    Builder(doubt=0.352, hands=1.27, notices=0.66),
    Builder(doubt=0.295, hands=1.15, notices=0.72),
    Builder(doubt=0.247, hands=1.04, notices=0.78),
    Builder(doubt=0.207, hands=0.94, notices=0.84),
    Builder(doubt=0.173, hands=0.85, notices=0.9),
    Builder(doubt=0.145, hands=0.77, notices=0.95),
)
