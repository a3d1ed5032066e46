"""The state of ukuma, and how events change it."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from ukumbi.core import Instant, Seat
from ukumbi.core.shared_rules import Readied
from ukumbi.games.ukuma.cards import CARD_OF, DECK, FACE_NAMES, FACES, Card
from ukumbi.games.ukuma.events import (
    Chose,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    HandRow,
    Laid,
    Offered,
    Opened,
    Row,
    Signalled,
    UkumaOptions,
)
from ukumbi.games.ukuma.grid import SIZES, Cell, Size
from ukumbi.games.ukuma.layout import Placed
from ukumbi.games.ukuma.moves import parse_laid

HAND: Final = 3
SEATS: Final = (Seat(0), Seat(1))
T = TypeVar("T")


Hand = tuple[Card | None, ...]
"""Three places: a card keeps its place while others are laid."""


class Phase(Enum):
    SETUP = "setup"
    """Black chooses a start card, White gets ready."""
    COUNTDOWN = "countdown"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class State(msgspec.Struct, frozen=True):
    options: UkumaOptions
    white: Seat
    game: int
    """Counted from 1."""
    phase: Phase
    wins: tuple[int, ...]
    layout: dict[Cell, Placed]
    hands: tuple[Hand, ...]
    piles: tuple[tuple[Card, ...], ...]
    """The next card to draw comes last."""
    discards: tuple[tuple[Card, ...], ...]
    """The latest comes last."""
    thrown: tuple[tuple[Card, ...], ...]
    """Each player's last discard. It stays visible even if the pile is turned over at once."""
    until: Instant | None
    ready: tuple[Seat, ...] = ()
    offer: Seat | None = None
    ending: str | None = None
    winner: Seat | None = None

    @property
    def size(self) -> Size:
        return SIZES[self.options.size]

    @property
    def black(self) -> Seat:
        return other(self.white)

    def plays_up(self, seat: Seat) -> bool:
        return seat == self.white


def other(seat: Seat) -> Seat:
    return Seat(1 - seat)


def names(cards: tuple[Card, ...]) -> Row:
    return tuple(FACE_NAMES[card] for card in cards)


def named(hand: Hand) -> HandRow:
    return tuple(None if card is None else FACE_NAMES[card] for card in hand)


def held(hand: Hand) -> tuple[Card, ...]:
    return tuple(card for card in hand if card is not None)


def taken(
    pile: tuple[Card, ...], discards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], bool]:
    """A new hand, the pile and discards afterwards, and whether the discards were turned over."""
    hand, turned = list[Card](), False
    while len(hand) < HAND:
        if not pile:
            if not discards:
                break
            pile, discards, turned = discards[::-1], (), True
        hand.append(pile[-1])
        pile = pile[:-1]
    return tuple(hand), pile, discards, turned


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Opened):
        return _opened(state, event)
    assert state is not None
    return _EVOLVED[type(event)](state, event)


def _opened(state: State | None, event: Opened) -> State:
    deck = tuple(DECK)
    fresh = State(
        options=event.options,
        white=event.white,
        game=event.game,
        phase=Phase.SETUP,
        wins=(0, 0) if state is None else state.wins,
        layout={},
        hands=((None,) * HAND,) * 2,
        piles=(deck, deck),
        discards=((), ()),
        thrown=((), ()),
        until=event.until,
    )
    return _started(fresh, event.white, event.laid)


def _started(state: State, seat: Seat, laid: Row) -> State:
    """The state with a player's start cards on the table."""
    cards = {CARD_OF[parse_laid(text)[0]] for text in laid}
    pile = tuple(card for card in state.piles[seat] if card not in cards)
    return replace(state, layout=_with(state, seat, laid), piles=_set(state.piles, seat, pile))


def _with(state: State, seat: Seat, laid: Row) -> dict[Cell, Placed]:
    layout = dict(state.layout)
    for face, cell in map(parse_laid, laid):
        layout[cell] = Placed(seat, face)
    return layout


def _readied(state: State, event: Readied) -> State:
    return replace(state, ready=(*state.ready, event.seat))


def _chose(state: State, event: Chose) -> State:
    return _started(replace(state, ready=(*state.ready, event.seat)), event.seat, event.laid)


def _dealt(state: State, event: Dealt) -> State:
    assert event.hands is not None
    assert event.piles is not None
    return replace(
        state,
        phase=Phase.COUNTDOWN,
        hands=tuple(map(_cards, event.hands)),
        piles=tuple(map(_cards, event.piles)),
        ready=(),
        until=event.until,
    )


def _cards(row: Row) -> tuple[Card, ...]:
    return tuple(CARD_OF[FACES[name]] for name in row)


def _signalled(state: State, _: Signalled) -> State:
    return replace(state, phase=Phase.PLAYING, until=None)


def _laid(state: State, event: Laid) -> State:
    card = CARD_OF[parse_laid(event.laid)[0]]
    hand = tuple(None if own == card else own for own in state.hands[event.seat])
    return replace(
        _played_on(state, event.seat),
        layout=_with(state, event.seat, (event.laid,)),
        hands=_set(state.hands, event.seat, hand),
    )


def _discarded(state: State, event: Discarded) -> State:
    seat = event.seat
    cards = held(state.hands[seat])
    return replace(
        _played_on(state, seat),
        hands=_set(state.hands, seat, (None,) * HAND),
        discards=_set(state.discards, seat, (*state.discards[seat], *cards)),
        thrown=_set(state.thrown, seat, cards),
    )


def _drew(state: State, event: Drew) -> State:
    seat = event.seat
    hand, pile, discards, _ = taken(state.piles[seat], state.discards[seat])
    return replace(
        state,
        hands=_set(state.hands, seat, (*hand, *[None] * (HAND - len(hand)))),
        piles=_set(state.piles, seat, pile),
        discards=_set(state.discards, seat, discards),
    )


def _offered(state: State, event: Offered) -> State:
    return replace(state, offer=event.seat)


def _played_on(state: State, seat: Seat) -> State:
    """Playing on withdraws an offer of a draw."""
    return replace(state, offer=None) if state.offer == seat else state


def _ended(state: State, event: Ended) -> State:
    wins = tuple(won + (seat == event.winner) for seat, won in enumerate(state.wins))
    return replace(
        state,
        phase=Phase.OVER if event.until is None else Phase.BETWEEN,
        wins=wins,
        until=event.until,
        ready=(),
        offer=None,
        ending=event.ending,
        winner=event.winner,
    )


def _set(row: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    return (entry, row[1]) if seat == 0 else (row[0], entry)


_EVOLVED: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Readied: _readied,
    Chose: _chose,
    Dealt: _dealt,
    Signalled: _signalled,
    Laid: _laid,
    Discarded: _discarded,
    Drew: _drew,
    Offered: _offered,
    Ended: _ended,
}
