"""What one seat, or a spectator, may know of Pounce."""

from random import Random

import msgspec
from msgspec.structs import replace

from tests.kit.pounce.state import CARDS, HAND, Card, Dealt, Drew, Event, Laid, PounceOptions, Shuffled, State
from ukumbi.core import Instant, Seat


class PounceView(msgspec.Struct, frozen=True):
    options: PounceOptions
    seat: Seat | None
    hand: tuple[Card, ...]
    own: Card | None
    """The viewer's card that lies face down."""
    laid: tuple[bool, ...]
    scores: tuple[int, ...]
    discarded: tuple[Card, ...]
    pile: int
    """Cards left to draw."""
    beats: int
    prize: int
    until: Instant | None
    calling: bool
    winner: Seat | None
    shown: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...] | None = None
    """All hands, in the replay of a finished game."""


def see(state: State, seat: Seat | None) -> PounceView:
    return PounceView(
        options=state.options,
        seat=seat,
        hand=() if seat is None else state.hands[seat],
        own=None if seat is None else state.laid[seat],
        laid=tuple(card is not None for card in state.laid),
        scores=state.scores,
        discarded=state.discarded,
        pile=len(state.pile),
        beats=state.beats,
        prize=state.prize,
        until=state.until,
        calling=state.calling,
        winner=state.winner,
        shown=state.shown,
    )


def open_up(state: State, seat: Seat | None) -> PounceView:
    return replace(see(state, seat), hands=state.hands)


def hide(event: Event, seat: Seat | None) -> Event:
    match event:
        case Dealt():
            hands = tuple(hand if owner == seat else None for owner, hand in enumerate(event.hands))
            return replace(event, hands=hands, pile=None)
        case Laid() | Drew() if event.seat != seat:
            return replace(event, card=None)
        case Shuffled():
            return replace(event, pile=None)
    return event


def guess(view: PounceView, rng: Random) -> State:
    known = {*view.hand, *view.discarded, view.own}
    unseen = [card for card in CARDS if card not in known]
    rng.shuffle(unseen)
    hands: list[tuple[Card, ...]] = []
    laid: list[Card | None] = []
    for seat, has_laid in enumerate(view.laid):
        if seat == view.seat:
            hands.append(view.hand)
            laid.append(view.own)
        else:
            laid.append(unseen.pop() if has_laid else None)
            hands.append(tuple(sorted(unseen.pop() for _ in range(HAND - has_laid))))
    return State(
        options=view.options,
        hands=tuple(hands),
        pile=tuple(unseen),
        laid=tuple(laid),
        scores=view.scores,
        discarded=view.discarded,
        beats=view.beats,
        prize=view.prize,
        until=view.until,
        calling=view.calling,
        winner=view.winner,
        shown=view.shown,
    )
