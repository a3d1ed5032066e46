"""The options and the events of Zuma."""

from typing import Literal

import msgspec

from ukumbi.core import Instant, Options, Seat
from ukumbi.core.shared_rules import Readied
from ukumbi.games.zuma.cards import Card, Row
from ukumbi.games.zuma.poles import Pole
from ukumbi.games.zuma.sheet import Line


class ZumaOptions(Options, frozen=True):
    beat: Literal["calm", "normal", "fast"] = "normal"
    """The longest beat: six, four or two seconds."""
    reach: bool = True
    """Whether a hand takes longer to a farther pole."""
    cycles: Literal[1, 3] = 3


def _named(cards: Row) -> str:
    return " ".join(card.value for card in cards)


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The table is set up."""

    options: ZumaOptions
    seats: int
    sets: Row
    turn: int
    """How far the board is turned, in degrees."""

    def __str__(self) -> str:
        return f"a game for {self.seats} with {_named(self.sets)}"


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A round begins. Players see their own cards."""

    round: int
    cycle: int
    master: Seat
    hands: tuple[Row | None, ...]
    at: Instant
    until: Instant

    def __str__(self) -> str:
        hands = "; ".join("hidden" if hand is None else _named(hand) for hand in self.hands)
        return f"round {self.round}, cycle {self.cycle}: seat {self.master} deals: {hands}"


class BoardTurned(msgspec.Struct, frozen=True, tag="turned"):
    """The master has turned the board, with this pole in front."""

    seat: Seat
    pole: Pole
    turn: int

    def __str__(self) -> str:
        return f"seat {self.seat} turns {self.pole.value} to the front"


class Called(msgspec.Struct, frozen=True, tag="called"):
    """The master calls Zuma, and the passing begins."""

    seat: Seat
    at: Instant
    until: Instant

    def __str__(self) -> str:
        return f"seat {self.seat} calls Zuma!"


class Chose(msgspec.Struct, frozen=True, tag="chose"):
    """A player has chosen, or exchanged, the card to pass; only that player knows it."""

    seat: Seat
    card: Card | None

    def __str__(self) -> str:
        return f"seat {self.seat} chooses {'a card' if self.card is None else self.card.value}"


class Hurried(msgspec.Struct, frozen=True, tag="hurried"):
    """All have chosen, so the beat comes sooner."""

    until: Instant

    def __str__(self) -> str:
        return "all have chosen"


class CardsPassed(msgspec.Struct, frozen=True, tag="passed"):
    """The beat: each seat's card goes to the left. The giver and the taker know it."""

    beat: int
    cards: tuple[Card | None, ...]
    drawn: tuple[Seat, ...]
    """Seats without a choice, whose cards are random."""
    at: Instant
    until: Instant

    def __str__(self) -> str:
        cards = " ".join("?" if card is None else card.value for card in self.cards)
        return f"beat {self.beat}: {cards}"


class Reached(msgspec.Struct, frozen=True, tag="reached"):
    """A hand is on its way to a pole."""

    seat: Seat
    pole: Pole
    at: Instant
    arrives: Instant
    until: Instant
    """When the round ends at the latest."""

    def __str__(self) -> str:
        return f"seat {self.seat} reaches for {self.pole.value}"


class Held(msgspec.Struct, frozen=True, tag="held"):
    """A hand has arrived and holds its pole."""

    seat: Seat
    pole: Pole
    at: Instant

    def __str__(self) -> str:
        return f"seat {self.seat} holds {self.pole.value}"


class Missed(msgspec.Struct, frozen=True, tag="missed"):
    """A hand has arrived, but another player was faster."""

    seat: Seat
    pole: Pole
    at: Instant
    by: Seat
    late: int
    """Milliseconds."""

    def __str__(self) -> str:
        return f"seat {self.seat} finds {self.pole.value} held by seat {self.by}, {self.late} ms too late"


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """A round is over, and hands are shown. `ending` is set after the last round."""

    closing: Literal["held", "time", "nobody"]
    """All poles are held; ten seconds are over; there was no grab for too long."""
    lines: tuple[Line, ...]
    closed: bool
    """Whether the cycle is over too."""
    at: Instant
    until: Instant | None
    ending: str | None

    def __str__(self) -> str:
        points = ", ".join(f"{line.points}-{line.foul + line.zumas}" for line in self.lines)
        return f"the round is counted: {points}{', the cycle is over' if self.closed else ''}"


Event = (
    Opened
    | Dealt
    | Readied
    | BoardTurned
    | Called
    | Chose
    | Hurried
    | CardsPassed
    | Reached
    | Held
    | Missed
    | Counted
)
