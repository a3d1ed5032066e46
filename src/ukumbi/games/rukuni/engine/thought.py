"""What comes of thinking: turns with what they are worth, whichever engine has thought."""

from typing import NamedTuple

from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Position


class Weighed(NamedTuple):
    """A turn, and by how many points it leaves its player ahead at the end, as far as was seen."""

    turn: Turn
    ahead: float


class Thought(NamedTuple):
    best: tuple[Weighed, ...]
    """The best first; of the others, those that lie within the margin asked for are worth what is said."""
    depth: int
    positions: int
    compared: int
    """So many of them, from the first, were followed to the same depth before time was up."""


def turns_left(position: Position) -> int:
    """Turns after which every game is over, at the latest: each takes a peg (R19)."""
    return position.white.pegs_left + position.grey.pegs_left


def deep_enough(position: Position) -> int:
    """Turns to look ahead so that every game is over before."""
    return turns_left(position) + 1
