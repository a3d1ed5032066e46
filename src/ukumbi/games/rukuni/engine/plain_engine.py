"""The engine in plain Python: without Numba, and until the compiled engine is loaded.

Alpha-beta with a beam and iterative deepening, as in `search.py`.
"""

from time import monotonic
from typing import Final

from ukumbi.games.rukuni.board import Hollow, Hollows
from ukumbi.games.rukuni.engine.plain_evaluation import Prospect, is_over, prospects, result
from ukumbi.games.rukuni.engine.thought import Thought, Weighed, deep_enough
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Colour, Position

DEEPEST: Final = 49
INFINITE: Final = 1e9
Key = tuple[Hollows, Hollows, Hollows]
"""Pegs of the player to move, pegs of the other, towers."""

_Rated = tuple[float, Prospect]


class _TimeIsUp(Exception):
    pass


class PlainEngine:
    """Keeps nothing from one position to the next."""

    in_a_second: Final = 120_000
    """Roughly the positions it evaluates in a second."""

    def __init__(self, breadth: int = 8, wide: int = 16) -> None:
        self._breadth = breadth
        self._wide = wide
        self._until: float | None = None
        self._most: int | None = None
        self._looked = 0
        self._ahead: dict[Key, list[Prospect]] = {}
        """The turns in the beam of each position."""
        self._worths: dict[tuple[Key, int], tuple[float, float]] = {}
        """Lower and upper bound of each position, by depth."""

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        depth: int = DEEPEST,
        margin: float = 0.0,
        positions: int | None = None,
    ) -> Thought:
        """See `CompiledEngine.think`."""
        self._until, self._most = None if seconds is None else monotonic() + seconds, positions
        self.forget()
        own, other, towers = _sides(position)
        all_turns = prospects(own, other, towers)
        self._looked = len(all_turns)
        best, reached = [(one.worth, one) for one in all_turns[: self._wide]], 1
        compared, most = len(best), min(depth, deep_enough(position))
        while reached < most:
            deeper = self._deepen(best, other, reached + 1, margin)
            best = deeper + best[len(deeper) :]
            compared = len(deeper) or compared
            if len(deeper) < len(best):
                break
            reached += 1
        weighed = tuple(Weighed(_turn(one.turn), worth) for worth, one in best)
        return Thought(weighed, reached, self._looked, compared)

    def forget(self) -> None:
        self._ahead.clear()
        self._worths.clear()

    def _deepen(self, order: list[_Rated], other: Hollows, depth: int, margin: float) -> list[_Rated]:
        """Search the root one ply deeper, as far as time allows; the best turn comes first."""
        best, done = -INFINITE, list[_Rated]()
        for _, one in order:
            try:
                worth = -self._search(other, one.own, one.towers, depth - 1, -INFINITE, margin - best)
            except _TimeIsUp:
                break
            done.insert(0 if worth > best else len(done), (worth, one))
            best = max(best, worth)
        return done

    def _search(
        self, own: Hollows, other: Hollows, towers: Hollows, depth: int, alpha: float, beta: float
    ) -> float:
        """The value for the player to move, exact between alpha and beta."""
        key = (own, other, towers)
        lowest, highest = self._worths.get((key, depth), (-INFINITE, INFINITE))
        if lowest >= beta or lowest == highest:
            return lowest
        if highest <= alpha:
            return highest
        ahead = self._followed(key)
        if not ahead:
            return result(own, other, towers)
        if depth == 1:
            return ahead[0].worth
        best, lower = -INFINITE, alpha
        for one in ahead:
            worth = -self._search(other, one.own, one.towers, depth - 1, -beta, -lower)
            if worth > best:
                best = worth
                lower = max(lower, best)
            if best >= beta:
                break
        self._worths[key, depth] = (
            best if best > alpha else -INFINITE,
            best if best < beta else INFINITE,
        )
        return best

    def _followed(self, key: Key) -> list[Prospect]:
        """The turns in the beam; none when the game is over."""
        ahead = self._ahead.get(key)
        if ahead is None:
            if self._until is not None and monotonic() >= self._until:
                raise _TimeIsUp
            if self._most is not None and self._looked >= self._most:
                raise _TimeIsUp
            every = [] if is_over(*key) else prospects(*key)
            self._looked += len(every)
            ahead = self._ahead[key] = every[: self._breadth]
        return ahead


def _sides(position: Position) -> Key:
    white, grey = position.white.pegs, position.grey.pegs
    own, other = (white, grey) if position.turn is Colour.WHITE else (grey, white)
    return own, other, position.towers


def _turn(packed: int) -> Turn:
    return Turn(*map(Hollow, (packed >> 12, packed >> 6 & 63, packed & 63)))
