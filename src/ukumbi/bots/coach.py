"""A coach tells a person who learns a game against bots what is worth doing now: one line and a mark."""

from fnmatch import fnmatchcase
from typing import Any, Protocol

import msgspec

from ukumbi.core import AnyGame, Seat
from ukumbi.core.errors import Fact


class Advice(msgspec.Struct, frozen=True):
    """One thing worth doing now."""

    code: str
    """The topic: the page has words for it. Who does the thing unaided hears no more of it."""
    facts: dict[str, Fact]
    marks: tuple[str, ...]
    """What is ringed on the board, as `kind:name`: the element with that data attribute."""
    move: str
    """A move that follows it."""
    heeded: tuple[str, ...]
    """Patterns of all moves that do the same thing."""
    wait: float
    """Seconds in which the player may find it alone."""
    offered: bool = False
    """Whether the page offers to make the move."""

    def is_heeded_by(self, move: str) -> bool:
        return any(fnmatchcase(move, pattern) for pattern in self.heeded)


class Coach(Protocol):
    """Coaches one game. It is asked in a worker process, and the same view always gives the same advice."""

    def advise(self, game: AnyGame, view: Any, seat: Seat) -> Advice | None:
        """What this seat, which may act, should know now, from its view alone; None for nothing."""
        ...
