"""The result of a search, the same for both engines."""

from typing import NamedTuple

from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Position


class Weighed(NamedTuple):
    """A turn and the expected lead after it."""

    turn: Turn
    ahead: float


class Thought(NamedTuple):
    best: tuple[Weighed, ...]
    """The best first; values are exact within the margin, bounds elsewhere."""
    depth: int
    positions: int
    compared: int
    """How many of them were searched to the full depth."""


def turns_left(position: Position) -> int:
    """Plies until the game is over at the latest: each takes a peg (R19)."""
    return position.white.pegs_left + position.grey.pegs_left


def deep_enough(position: Position) -> int:
    """A depth that reaches the end of every game."""
    return turns_left(position) + 1
