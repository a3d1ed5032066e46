"""The strongest level against OpenSpiel's MCTS, with the same rules and the same time.

Games come in pairs with exchanged colours, which begin with the same two random turns.
"""

from collections.abc import Callable, Iterator
from math import sqrt
from random import Random
from typing import Final

import msgspec

from benchmarks.rukuni.openspiel import MctsBot
from ukumbi.core import Seat
from ukumbi.core.inputs import generator
from ukumbi.games.rukuni import ENTRY
from ukumbi.games.rukuni.bot import ThinkingBot
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Colour, Position
from ukumbi.games.rukuni.view import see

MIN_PERCENT: Final = 95
"""The accepted percentage of games won; a draw is half a game."""
RANDOM_TURNS: Final = 2
"""Random turns at the beginning."""

Player = Callable[[Position], Turn]


class Game(msgspec.Struct, frozen=True):
    """One game, as seen by our engine."""

    colour: Colour
    points: int
    theirs: int
    won: float
    """1, 0, or a half for a draw."""
    turns: int

    def __str__(self) -> str:
        how = {1.0: "won", 0.0: "lost"}.get(self.won, "drawn")
        return f"{self.colour.value:<5} {how:<5} {self.points:>4} to {self.theirs:<4} in {self.turns} turns"


class Tally(msgspec.Struct, frozen=True):
    games: tuple[Game, ...]

    @property
    def share(self) -> float:
        """The percentage won."""
        return 100 * sum(game.won for game in self.games) / len(self.games)

    @property
    def error(self) -> float:
        """The standard error, with half a win and half a loss added so that it is never 0."""
        number = len(self.games) + 1
        share = (sum(game.won for game in self.games) + 0.5) / number
        return 100 * sqrt(share * (1 - share) / number)

    @property
    def ahead(self) -> float:
        """The mean lead in points."""
        return sum(game.points - game.theirs for game in self.games) / len(self.games)


def challenge(number: int, seconds: float, seed: int) -> Iterator[Game]:
    """Play this many games."""
    rng, bot, theirs = generator(seed), ThinkingBot(seconds=seconds), MctsBot(seconds, seed)

    def ours(position: Position) -> Turn:
        seat = Seat(0)
        view = see(position, seat if position.turn is Colour.WHITE else Seat(1), last=None)
        return bot.choose(ENTRY.game, view, seat, rng)

    for player in (ours, theirs.choose):  # compile or load first
        player(Position.opening())
    opening = Position.opening()
    for game in range(number):
        if game % 2 == 0:
            opening = _opening(rng)
        yield _play(opening, (Colour.WHITE, Colour.GREY)[game % 2], ours, theirs.choose)


def _opening(rng: Random) -> Position:
    position = Position.opening()
    for _ in range(RANDOM_TURNS):
        position = position.after(rng.choice(list(position.turns())))
    return position


def _play(position: Position, colour: Colour, ours: Player, theirs: Player) -> Game:
    turns = RANDOM_TURNS
    while not position.is_over():
        turn = ours(position) if position.turn is colour else theirs(position)
        position, turns = position.after(turn), turns + 1
    mine, other = ((position.points(each), position.side(each).largest) for each in (colour, colour.other))
    return Game(colour, mine[0], other[0], 0.5 if mine == other else float(mine > other), turns)
