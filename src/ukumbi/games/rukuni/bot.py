"""Bots for Rukuni, from the first game ever to one that weighs the answer to its turn."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from ukumbi.bots import AnyBot, RandomBot
from ukumbi.core import Game, Seat
from ukumbi.games.rukuni.board import BESIDE, Hollows, members
from ukumbi.games.rukuni.position import PEGS, Colour, Position, Turn
from ukumbi.games.rukuni.rules import State
from ukumbi.games.rukuni.view import RukuniView

Rules = Game[State, Turn, Any, RukuniView, Any]

Judge = Callable[[Position, Colour], float]

ALL: Final = 1000
"""More turns than any position has: six towers with 24 ways at most, six hollows beside each."""
BREADTH: Final = 24
"""How many of the best-looking turns the careful bot looks at more closely."""
GROWTH: Final = 0.35
"""What an empty hollow beside a group is worth, per peg of it, while the game is young."""


def lead(position: Position, colour: Colour) -> float:
    """Points ahead."""
    return position.points(colour) - position.points(colour.other)


def own_points(position: Position, colour: Colour) -> float:
    """Points, as if nobody else played."""
    return position.points(colour)


def promise(position: Position, colour: Colour) -> float:
    """Points ahead, with room to grow counted for a little and small groups not at all."""
    empty = position.empty()
    return _promise(position, colour, empty) - _promise(position, colour.other, empty)


def _promise(position: Position, colour: Colour, empty: Hollows) -> float:
    side = position.side(colour)
    youth = side.pegs_left / PEGS
    total = 0.0
    for group in side.groups:
        room = (group.beside & empty).bit_count()
        size = group.pegs.bit_count()
        total += group.points(position.towers) + GROWTH * youth * min(room, 6) * size**0.5
    return total


def guarded(position: Position, colour: Colour, answers: int, rng: Random) -> float:
    """Promise after the other side's best answer, of so many that come to mind."""
    if position.is_over():
        return 1000 * lead(position, colour)
    likely = _likely(position)
    minded = rng.sample(likely, answers) if answers < len(likely) else likely
    return min(promise(position.after(turn), colour) for turn in minded)


def _likely(position: Position) -> list[Turn]:
    """Turns that touch a group or free one of a tower; a turn of every tower at least."""
    own = 0
    for group in (*position.white.groups, *position.grey.groups):
        own |= group.beside
    likely = [
        Turn(tower, to, peg)
        for tower, ways in position.reach().items()
        for to, pegs in ways.items()
        for peg in members(pegs & own or pegs & -pegs)
        if own >> to & 1 or own >> tower & 1 or BESIDE[to] & own
    ]
    return likely or list(position.turns())


class GreedyBot:
    """Plays the best turn for now of those that its eye falls on."""

    pace = 0.8

    def __init__(self, looks: int = ALL, judge: Judge = lead) -> None:
        self.looks = looks
        self.judge = judge

    def choose(self, game: Rules, view: RukuniView, seat: Seat, rng: Random) -> Turn:
        state = game.imagine(view, rng)
        colour = state.colour(seat)
        turns = list(state.position.turns())
        rng.shuffle(turns)
        return max(turns[: self.looks], key=lambda turn: self.judge(state.position.after(turn), colour))


class CarefulBot:
    """Looks at its most promising turns again, and at the best answer to each that comes to its mind."""

    pace = 0.8

    def __init__(self, answers: int = ALL) -> None:
        self.answers = answers

    def choose(self, game: Rules, view: RukuniView, seat: Seat, rng: Random) -> Turn:
        state = game.imagine(view, rng)
        colour = state.colour(seat)
        turns = list(state.position.turns())
        rng.shuffle(turns)
        turns.sort(key=lambda turn: promise(state.position.after(turn), colour), reverse=True)
        again = (state.position.after(turn) for turn in turns[:BREADTH])
        worths = [guarded(after, colour, self.answers, rng) for after in again]
        return turns[worths.index(max(worths))]


BOTS: Final[dict[str, AnyBot]] = {
    "novice": RandomBot(pace=0.8),
    "dreamy": GreedyBot(looks=2),
    "curious": GreedyBot(looks=5),
    # Many play their first games so: with eyes for their own pegs only, they hinder nobody.
    "headstrong": GreedyBot(judge=own_points),
    "greedy": GreedyBot(),
    "wary": CarefulBot(answers=4),
    "shrewd": CarefulBot(answers=14),
    "careful": CarefulBot(),
}
"""Levels, from the weakest up."""
