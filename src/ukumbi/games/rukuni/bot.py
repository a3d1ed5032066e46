"""Bots for Rukuni: greedy ones, and ones that search."""

from collections.abc import Callable
from math import exp
from random import Random
from typing import Any, Final

from ukumbi.bots import AnyBot, by_level
from ukumbi.core import Game, Seat
from ukumbi.games.rukuni.engine.loading import ENGINES, is_installed
from ukumbi.games.rukuni.engine.plain_engine import DEEPEST
from ukumbi.games.rukuni.engine.thought import Thought
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Colour, Position
from ukumbi.games.rukuni.state import State
from ukumbi.games.rukuni.view import RukuniView

Rules = Game[State, Turn, Any, RukuniView, Any]

Judge = Callable[[Position, Colour], float]

ALL_TURNS: Final = 1000
"""More turns than any position has: six towers with 24 ways at most, six hollows beside each."""
THINKING_SECONDS: Final = 1.0
"""The strongest level's limit."""
PLAIN_DEPTH: Final = 2
"""Up to this depth the plain engine is fast enough."""
BEARABLE_DEPTH: Final = 4
"""The depth that the plain engine mostly reaches within its limit."""
OFFERED_WHIMS: Final = 6.0
"""Turns worse than the best by more than this many whims are never chosen."""


def lead(position: Position, colour: Colour) -> float:
    """The player's lead in points."""
    return position.points(colour) - position.points(colour.other)


class GreedyBot:
    """Plays the turn with the most points now, of a random sample."""

    pace = 0.8

    def __init__(self, looks: int = ALL_TURNS, judge: Judge = lead) -> None:
        self.looks = looks
        self.judge = judge

    def choose(self, game: Rules, view: RukuniView, seat: Seat, rng: Random) -> Turn:
        state = game.imagine(view, rng)
        colour = state.colour(seat)
        turns = list(state.position.turns())
        rng.shuffle(turns)
        return max(turns[: self.looks], key=lambda turn: self.judge(state.position.after(turn), colour))


class ThinkingBot:
    """Searches, and picks among the best turns by softmax; a whim is the temperature, in points.

    Without seconds the search is limited by positions, so the same seed gives the same turn.
    """

    pace = 0.8

    def __init__(self, depth: int = DEEPEST, whim: float = 0.05, seconds: float | None = None) -> None:
        self.depth = depth
        self.whim = whim
        self.seconds = seconds

    def choose(self, game: Rules, view: RukuniView, seat: Seat, rng: Random) -> Turn:
        position = game.imagine(view, rng).position
        engine = ENGINES.plain if self.depth <= PLAIN_DEPTH else ENGINES.strongest()
        by_positions = self.seconds is None
        with ENGINES.in_use:
            if self.depth < DEEPEST or by_positions:
                engine.forget()  # otherwise it would search too deep
            most = engine.in_a_second if by_positions else None
            thought = engine.think(position, self.seconds, self.depth, OFFERED_WHIMS * self.whim, most)
        return fancied(thought, self.whim, rng)


def fancied(thought: Thought, whim: float, rng: Random) -> Turn:
    """A turn near the best, at random."""
    best = thought.best[0].ahead
    near = [one for one in thought.best[: thought.compared] if one.ahead >= best - OFFERED_WHIMS * whim]
    return rng.choices(near, [exp((one.ahead - best) / whim) for one in near])[0].turn


BOTS: Final[dict[str, AnyBot]] = by_level(
    GreedyBot(looks=2),
    GreedyBot(looks=8),
    GreedyBot(),
    ThinkingBot(depth=1, whim=3.4),
    ThinkingBot(depth=1, whim=0.15),
    ThinkingBot(depth=2, whim=0.9),
    ThinkingBot(depth=3, whim=1.0),
    ThinkingBot(depth=4, whim=0.95),
    ThinkingBot(depth=5, whim=0.2),
    ThinkingBot(seconds=THINKING_SECONDS),
)
"""Levels, from the weakest up."""


def weaker() -> tuple[str, ...]:
    """Levels that are weaker on this machine, because Numba is missing."""
    deep = [
        level for level, bot in BOTS.items() if isinstance(bot, ThinkingBot) and bot.depth > BEARABLE_DEPTH
    ]
    return () if is_installed() else tuple(deep)
