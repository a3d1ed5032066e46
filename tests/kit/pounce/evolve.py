"""How each event changes the state of Pounce."""

from typing import Any

from msgspec.structs import replace

from tests.kit.pounce.state import Called, Card, Dealt, Drew, Event, Laid, Revealed, Shuffled, State
from ukumbi.core import Seat


def after(state: State | None, event: Event) -> State:
    if isinstance(event, Dealt):
        return _dealt(event)
    assert state is not None
    match event:
        case Called(prize=prize, until=until):
            return replace(state, prize=prize, until=until, beats=state.beats + 1, calling=False)
        case Laid():
            return _laid(state, event)
        case Revealed():
            return _revealed(state, event)
        case Shuffled(pile=pile):
            return replace(state, pile=pile, discarded=())
        case Drew(seat=seat, card=card):
            assert card is not None
            hand = tuple(sorted((*state.hands[seat], card)))
            return replace(state, pile=state.pile[:-1], hands=with_entry(state.hands, seat, hand))


def _dealt(event: Dealt) -> State:
    hands = tuple(hand for hand in event.hands if hand is not None)
    assert event.pile is not None
    nothing: tuple[Card | None, ...] = (None,) * len(hands)
    return State(event.options, hands, event.pile, laid=nothing, scores=(0,) * len(hands))


def _laid(state: State, event: Laid) -> State:
    hand = tuple(card for card in state.hands[event.seat] if card != event.card)
    return replace(
        state,
        hands=with_entry(state.hands, event.seat, hand),
        laid=with_entry(state.laid, event.seat, event.card),
    )


def _revealed(state: State, event: Revealed) -> State:
    score = state.scores[event.winner] + state.prize
    return replace(
        state,
        laid=(None,) * len(state.laid),
        discarded=(*state.discarded, *event.cards),
        scores=with_entry(state.scores, event.winner, score),
        winner=event.winner,
        shown=event.cards,
        until=event.until,
        calling=True,
    )


def with_entry(row: tuple[Any, ...], seat: Seat, entry: Any) -> tuple[Any, ...]:
    return (*row[:seat], entry, *row[seat + 1 :])
