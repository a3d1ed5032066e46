"""The state, options, moves and events of Pounce."""

from typing import Annotated, Final, NewType

import msgspec

from ukumbi.core import Instant, Options, Seat

Card = NewType("Card", int)

CARDS: Final = tuple(Card(number) for number in range(1, 17))
HAND: Final = 3


class PounceOptions(Options, frozen=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 3
    """Beats in a game."""
    beat_ms: Annotated[int, msgspec.Meta(ge=1, le=600_000)] = 10_000
    """The longest a beat may take."""
    pause_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 0
    """How long the cards lie open before the next beat. Only the clock may act then."""


class Lay(msgspec.Struct, frozen=True):
    """Lay this card face down."""

    card: Card


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The start. A viewer gets only their own hand, and no pile."""

    options: PounceOptions
    hands: tuple[tuple[Card, ...] | None, ...]
    pile: tuple[Card, ...] | None


class Called(msgspec.Struct, frozen=True, tag="called"):
    """A beat begins, with its prize and its latest end."""

    prize: int
    until: Instant


class Laid(msgspec.Struct, frozen=True, tag="laid"):
    """A card lies face down; only its owner knows which."""

    seat: Seat
    card: Card | None


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """All cards are turned over. No player may lay before `until`, if it is set."""

    cards: tuple[Card, ...]
    winner: Seat
    until: Instant | None = None


class Shuffled(msgspec.Struct, frozen=True, tag="shuffled"):
    """The discarded cards become the new pile."""

    pile: tuple[Card, ...] | None


class Drew(msgspec.Struct, frozen=True, tag="drew"):
    seat: Seat
    card: Card | None


Event = Dealt | Called | Laid | Revealed | Shuffled | Drew


class State(msgspec.Struct, frozen=True):
    options: PounceOptions
    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    """The last card is drawn first."""
    laid: tuple[Card | None, ...]
    scores: tuple[int, ...]
    discarded: tuple[Card, ...] = ()
    beats: int = 0
    """Beats called so far."""
    prize: int = 0
    until: Instant | None = None
    calling: bool = True
    """Whether the next beat has yet to be called."""
    winner: Seat | None = None
    """The winner of the last beat."""
    shown: tuple[Card, ...] = ()
    """The cards of the last beat. All players have seen them, even if they are in the pile again."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(number) for number in range(len(self.hands)))

    def is_over(self) -> bool:
        return self.calling and self.beats == self.options.rounds

    def waited_for(self) -> tuple[Seat, ...]:
        """Seats that have not laid yet."""
        if self.calling:
            return ()
        return tuple(seat for seat in self.seats if self.laid[seat] is None)
