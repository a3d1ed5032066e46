"""Rukuni's analyst: the best turns of a position with their lines, and hints.

It needs Numba, which is imported on the first request.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Final

from ukumbi.bots.analyst import Analysis, Hint, Line
from ukumbi.core import AnyGame, Seat
from ukumbi.games.rukuni.engine.weights import WON
from ukumbi.games.rukuni.moves import format_move
from ukumbi.games.rukuni.position import Colour, Position, format_position, parse_position
from ukumbi.games.rukuni.reasons import reason
from ukumbi.games.rukuni.state import State
from ukumbi.games.rukuni.view import RukuniView

if TYPE_CHECKING:
    from ukumbi.games.rukuni.engine.line_search import Found, LineSearch

HINT_SECONDS: Final = 0.5
"""Seconds of thought for a hint."""


EARLY, LATER, LATE = 15, 30, 48
"""Pegs on the board; between these numbers factors are interpolated."""
SHARES: Final = (0.88, 0.68)
"""The share of a search's value that is points, early and later."""
CLOSE: Final = 0.4
"""The same late in a close game. Otherwise the victory is certain, and the rest is points."""


class RukuniAnalyst:
    @cached_property
    def _line_search(self) -> "LineSearch":
        from ukumbi.games.rukuni.engine.line_search import LineSearch  # noqa: PLC0415  it needs Numba

        return LineSearch()

    def analyse(self, position: str, seconds: float) -> Analysis:
        at = parse_position(position)
        if at.is_over():
            return Analysis(position, _lead(at), depth=0, exact=True, lines=())
        result = self._line_search.search(at, seconds)
        lines: list[Line] = []
        for found in result.found:
            lead = _lead_of(at, found)
            if lines:  # expected and final leads mixed could make a worse turn look better
                lead = (min if at.turn is Colour.WHITE else max)(lead, lines[-1].lead)
            lines.append(Line(tuple(map(format_move, found.turns)), lead))
        return Analysis(position, lines[0].lead, result.depth, result.exact, tuple(lines))

    def hint(self, game: AnyGame, view: RukuniView, seat: Seat) -> Hint:
        at = parse_position(view.position)
        best = self._line_search.search(at, HINT_SECONDS).found[0]
        lead = _lead_of(at, best)
        why = reason(at, best.turns[0], lead if at.turn is Colour.WHITE else -lead)
        return Hint(format_move(best.turns[0]), why.code, why.facts)

    def stop(self) -> None:
        if "_line_search" in self.__dict__:  # otherwise there is no search to stop
            self._line_search.stop()

    def may_follow(self, earlier: str, later: str) -> bool:
        """Pegs never move, so a later position has all of them. The empty board rules nothing out."""
        before, after = parse_position(earlier), parse_position(later)
        return bool(before.white.pegs | before.grey.pegs) and not (
            before.white.pegs & ~after.white.pegs or before.grey.pegs & ~after.grey.pegs
        )

    def position(self, state: State) -> str:
        return format_position(state.position)


def _lead(position: Position) -> float:
    return float(position.points(Colour.WHITE) - position.points(Colour.GREY))


def _lead_of(position: Position, found: "Found") -> float:
    """White's lead in points: exact if the line ends the game, otherwise expected."""
    end = position
    for turn in found.turns:
        end = end.after(turn)
    if end.is_over():
        return _lead(end)
    ahead = points(found.worth, (end.white.pegs | end.grey.pegs).bit_count())
    return round(ahead if position.turn is Colour.WHITE else -ahead, 1)


def points(worth: float, pegs: int) -> float:
    """The lead in points for a search's value of positions with this many pegs."""
    early = _between(EARLY, pegs, LATER)
    share = SHARES[0] + (SHARES[1] - SHARES[0]) * early
    late = _between(LATER, pegs, LATE)
    at_last = max(CLOSE * abs(worth), abs(worth) - WON)
    ahead = (1 - late) * share * abs(worth) + late * at_last
    return ahead if worth >= 0 else -ahead


def _between(first: int, pegs: int, last: int) -> float:
    return min(1.0, max(0.0, (pegs - first) / (last - first)))
