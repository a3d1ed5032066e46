"""The engine in plain Python, for machines without Numba and while compiled code is being made ready.

The same search as in `search.py`: alpha-beta through the turns that look best, one turn deeper each time.
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
"""The pegs of whoever is to move, the other's, and the towers."""

_Rated = tuple[float, Prospect]


class _TimeIsUp(Exception):
    pass


class PlainEngine:
    """Thinks about one position after the other, and remembers nothing from one to the next."""

    in_a_second: Final = 120_000
    """About as many positions it looks at."""

    def __init__(self, breadth: int = 8, wide: int = 16) -> None:
        self._breadth = breadth
        self._wide = wide
        self._until: float | None = None
        self._most: int | None = None
        self._looked = 0
        self._ahead: dict[Key, list[Prospect]] = {}
        """The turns that are followed from each position: looked for once, however deep it goes."""
        self._worths: dict[tuple[Key, int], tuple[float, float]] = {}
        """Between which bounds a position lies, so many turns ahead."""

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        depth: int = DEEPEST,
        margin: float = 0.0,
        positions: int | None = None,
    ) -> Thought:
        """As the compiled engine does."""
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
        """What was thought before."""
        self._ahead.clear()
        self._worths.clear()

    def _deepen(self, order: list[_Rated], other: Hollows, depth: int, margin: float) -> list[_Rated]:
        """The turns one step deeper, the best first and the others as they were, as far as time allows."""
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
        """What the position is worth to whoever is to move; exact between alpha and beta."""
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
        """The best-looking turns; none when the game is over."""
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
