"""Players of Ubongo: they try pieces, see that it leads nowhere, lift them, and at times get the idea.

A bot knows how a task can be solved, as boards carry it; its level says how often it gets the idea for the
next piece, and how quick its hands are. So it needs a person's time, and shows a person's progress.
"""

from math import exp
from random import Random
from typing import Any, Final

import msgspec

from ukumbi.bots import AnyBot, by_level
from ukumbi.core import Seat
from ukumbi.core.shared_rules import Ready
from ukumbi.games.ubongo.boards import Filling, Task, read_filling
from ukumbi.games.ubongo.grid import read_cube, ways_to_put
from ukumbi.games.ubongo.moves import Choose, Lift, Move, Put, Roll, TurnHourglass, put
from ukumbi.games.ubongo.state import Phase
from ukumbi.games.ubongo.view import SideView, UbongoView

LOOK_SECONDS: Final = 2.2
"""Seconds to take in a board and find its pieces, before the first one is put down."""
PUT_SECONDS: Final = 1.7
"""To pick up a piece, turn it in the hand and put it down."""
LIFT_SECONDS: Final = 0.8
HONOUR_SECONDS: Final = 1.1
"""To roll the die, or turn the hourglass."""
READY_SECONDS: Final = {Phase.CHOOSING: 1.5, Phase.BETWEEN: 3.5}
SCATTER: Final = 0.35
"""The spread of the logarithm of a time."""


class Builder(msgspec.Struct):
    """One level."""

    doubt: float
    """How rarely the idea for the next piece comes: the more pieces and the harder the task, the rarer."""
    hands: float
    """How much of an adult's time a movement takes."""
    notices: float
    """How often a piece that leads nowhere is lifted at once, and not built upon."""
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
        """The hardest that somebody has named."""
        named = [side.level for side in view.sides if side.level is not None]
        return Choose(max(named)) if named else None

    def _build(self, view: UbongoView, side: SideView, rng: Random) -> Move:
        task, lying = _task(view, side), _lying(side)
        right = _likely(task, lying)
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
                steady = HONOUR_SECONDS
        return steady * exp(rng.gauss(0.0, SCATTER))


def _task(view: UbongoView, side: SideView) -> Task:
    assert side.board is not None
    assert view.die is not None
    return side.board.task_at(view.die)


def _lying(side: SideView) -> Filling:
    return {piece: frozenset(map(read_cube, cubes)) for piece, cubes in (side.lying or {}).items()}


def _likely(task: Task, lying: Filling) -> Filling:
    """The filling that agrees best with what lies."""
    fillings = [read_filling(task.outline, text) for text in task.fillings]
    return max(fillings, key=lambda filling: sum(filling[piece] == cubes for piece, cubes in lying.items()))


BOTS: Final[dict[str, AnyBot]] = by_level(
    Builder(doubt=0.42, hands=1.4, notices=0.6),
    Builder(doubt=0.352, hands=1.27, notices=0.66),
    Builder(doubt=0.295, hands=1.15, notices=0.72),
    Builder(doubt=0.247, hands=1.04, notices=0.78),
    Builder(doubt=0.207, hands=0.94, notices=0.84),
    Builder(doubt=0.173, hands=0.85, notices=0.9),
    Builder(doubt=0.145, hands=0.77, notices=0.95),
)
