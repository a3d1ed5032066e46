"""An analyst judges positions for analysis, and gives hints to players against bots."""

from typing import Any, Protocol

import msgspec

from ukumbi.core import AnyGame, Seat


class Line(msgspec.Struct, frozen=True):
    """A move, the best answers to it, and the expected result."""

    moves: tuple[str, ...]
    """In notation: the move that is judged, then the best answers in turn, as far as was seen."""
    lead: float
    """Points ahead at the end, the first colour's minus the second's, if it is played on like this."""


class Analysis(msgspec.Struct, frozen=True):
    """What a position is worth, and the best that can be done in it."""

    position: str
    lead: float
    """Points ahead at the end, the first colour's minus the second's, if both play well."""
    depth: int
    """Moves looked ahead."""
    exact: bool
    """Whether everything was looked at to the end of the game, so that nothing is guessed."""
    lines: tuple[Line, ...]
    """The best three moves of the side to move, from the best down; none when the game is over."""


class Hint(msgspec.Struct, frozen=True):
    """A good move, and why."""

    move: str
    code: str
    """What it does, as a code with facts: the page says it in the player's language."""
    facts: dict[str, str | int]


class Analyst(Protocol):
    """Judges one game. It is asked in a worker process; only `may_follow` is asked in the hall."""

    def analyse(self, position: str, seconds: float) -> Analysis:
        """What this position is worth, as far as it can be seen in so many seconds."""
        ...

    def hint(self, game: AnyGame, view: Any, seat: Seat) -> Hint:
        """A move for this seat, whose turn it is, from what it sees."""
        ...

    def stop(self) -> None:
        """End the running analysis: its answer is not wanted any more. Called in another thread."""
        ...

    def may_follow(self, earlier: str, later: str) -> bool:
        """Whether the later position could still come of the earlier one, or is the same."""
        ...

    def position(self, state: Any) -> str:
        """Where a game stands, in notation."""
        ...
