"""The options and the events of ukuma; cards and cells have names."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from ukumbi.core import Instant, Options, Seat
from ukumbi.core.shared_rules import Readied
from ukumbi.games.ukuma.grid import SizeName


class UkumaOptions(Options, frozen=True):
    size: SizeName = "card"
    white: Literal["drawn", "first", "second"] = "drawn"
    """Who plays White: drawn by lot, or the player on the first or second seat."""
    best_of: Literal[1, 3] = 1
    handicap: Literal["none", "first", "second"] = "none"
    """The seat with one start card against three."""
    countdown: Annotated[int, msgspec.Meta(ge=1, le=10, examples=[3, 5, 10])] = 3
    """Seconds from the deal to the signal."""
    fits: Literal["hidden", "shown"] = "hidden"
    """Whether players see where their cards fit."""


Row = tuple[str, ...]
"""Cards by name."""
HandRow = tuple[str | None, ...]
"""A hand by name; null where a card was laid."""


def _hands(hands: Sequence[HandRow | None]) -> str:
    """Both hands; hidden cards are null."""
    return "; ".join("hidden" if hand is None else " ".join(filter(None, hand)) or "none" for hand in hands)


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """A game is set up. White's first card lies, with two beside it if Black has a handicap."""

    options: UkumaOptions
    game: int
    white: Seat
    laid: Row
    until: Instant

    def __str__(self) -> str:
        return f"game {self.game}: seat {self.white} is White and starts with {' '.join(self.laid)}"


class Chose(msgspec.Struct, frozen=True, tag="chose"):
    """Black's first card lies, with two beside it if White has a handicap."""

    seat: Seat
    laid: Row
    drawn: bool
    """Whether it was drawn by lot because time was up."""

    def __str__(self) -> str:
        drawn = ", drawn by lot" if self.drawn else ""
        return f"seat {self.seat} is Black and starts with {' '.join(self.laid)}{drawn}"


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """Piles are shuffled and hands drawn. All of it is hidden from every viewer."""

    hands: tuple[Row, ...] | None
    piles: tuple[Row, ...] | None
    """Each seat's pile; the next card to draw comes last."""
    until: Instant

    def __str__(self) -> str:
        return "hands are dealt" if self.hands is None else f"hands are dealt: {_hands(self.hands)}"


class Signalled(msgspec.Struct, frozen=True, tag="signalled"):
    """The signal: players see their own hands."""

    hands: tuple[Row | None, ...]

    def __str__(self) -> str:
        return f"ukuma! hands: {_hands(self.hands)}"


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    seat: Seat
    laid: str

    def __str__(self) -> str:
        return f"seat {self.seat} lays {self.laid}"


class Discarded(msgspec.Struct, frozen=True, tag="discarded"):
    seat: Seat
    cards: Row

    def __str__(self) -> str:
        return f"seat {self.seat} throws {' '.join(self.cards)} away"


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    """A new hand; only its owner sees the cards."""

    seat: Seat
    cards: Row | None
    count: int
    turned: bool
    """Whether the discard pile was turned over for it."""

    def __str__(self) -> str:
        cards = f"{self.count} cards" if self.cards is None else " ".join(self.cards)
        return f"seat {self.seat} takes {cards}{', the discards are turned over' if self.turned else ''}"


class Offered(msgspec.Struct, frozen=True, tag="offered"):
    """A player offers a draw."""

    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} offers a draw"


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A game is over, and hands are shown. `until` is null after the last game."""

    ending: str
    winner: Seat | None
    hands: tuple[HandRow, ...]
    until: Instant | None

    def __str__(self) -> str:
        result = "a draw" if self.winner is None else f"seat {self.winner} wins"
        return f"{self.ending}: {result}, hands: {_hands(self.hands)}"


Event = Opened | Readied | Chose | Dealt | Signalled | Laid | Discarded | Drew | Offered | Ended
