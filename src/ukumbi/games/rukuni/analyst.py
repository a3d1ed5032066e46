"""Rukuni judged: the best turns of a position, what would follow, and hints.

It needs Numba; what needs it is imported when it is asked for.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from ukumbi.bots.analyst import Analysis, Hint, Line
from ukumbi.core import AnyGame, Seat
from ukumbi.games.rukuni.notation import format_position, format_turn, parse_position
from ukumbi.games.rukuni.position import Colour, Position
from ukumbi.games.rukuni.rules import State
from ukumbi.games.rukuni.view import RukuniView

if TYPE_CHECKING:
    from ukumbi.games.rukuni.engine import Engine


class RukuniAnalyst:
    @cached_property
    def _engine(self) -> "Engine":
        from ukumbi.games.rukuni.engine import Engine  # noqa: PLC0415  it needs Numba

        return Engine()

    def analyse(self, position: str, seconds: float) -> Analysis:
        at = parse_position(position)
        if at.is_over():
            return Analysis(position, _ahead(at), 0, exact=True, lines=())
        thought = self._engine.think(at, seconds)
        side = 1 if at.turn is Colour.WHITE else -1
        lines = tuple(Line((format_turn(turn),), side * round(ahead, 1)) for turn, ahead in thought.best[:3])
        return Analysis(position, lines[0].lead, thought.depth, exact=False, lines=lines)

    def hint(self, game: AnyGame, view: RukuniView, seat: Seat) -> Hint:
        best = self.analyse(view.position, 0.5).lines[0]
        return Hint(best.moves[0], "keeps_most", {"points": round(best.lead)})

    def may_follow(self, earlier: str, later: str) -> bool:
        """Pegs stay where they are. Of the empty board everything could come, so it settles nothing."""
        before, after = parse_position(earlier), parse_position(later)
        return bool(before.white.pegs | before.grey.pegs) and not (
            before.white.pegs & ~after.white.pegs or before.grey.pegs & ~after.grey.pegs
        )

    def position(self, state: State) -> str:
        return format_position(state.position)


def _ahead(position: Position) -> float:
    return float(position.points(Colour.WHITE) - position.points(Colour.GREY))
