"""The worlds that a view of Zuma allows: what the viewer cannot see is drawn."""

from random import Random
from typing import Final

from ukumbi.core import Seat
from ukumbi.games.zuma.cards import Card, Row, deck, in_order
from ukumbi.games.zuma.state import Phase, State
from ukumbi.games.zuma.view import ZumaView

_OPEN: Final = (Phase.PASSING, Phase.GRABBING)
"""When a card that came last is remembered."""


def imagine(view: ZumaView, rng: Random) -> State:
    hands = _hands(view, rng)
    return State(
        options=view.options,
        sets=view.sets,
        turn=view.turn,
        accounts=view.accounts,
        hands=hands,
        chosen=tuple(_chosen(view, Seat(seat), hand, rng) for seat, hand in enumerate(hands)),
        came=tuple(_came(view, Seat(seat), hand, rng) for seat, hand in enumerate(hands)),
        phase=view.phase,
        round=view.round,
        cycle=view.cycle,
        opened=view.opened,
        master=view.master,
        ready=view.ready,
        beat=view.beat,
        since=view.since,
        until=view.limit,
        grabs=view.grabs,
        closing=view.closing,
        lines=view.lines,
        closed=view.closed,
        lulls=view.lulls,
        ending=view.ending,
    )


def _chosen(view: ZumaView, seat: Seat, hand: Row, rng: Random) -> Card | None:
    if seat not in view.has_chosen:
        return None
    return view.chosen[seat] or rng.choice(hand)


def _came(view: ZumaView, seat: Seat, hand: Row, rng: Random) -> Card | None:
    """What came last is still in the hand: cards are passed on and taken up at the same beat."""
    if view.beat == 1 or view.phase not in _OPEN:
        return None
    return view.came[seat] or rng.choice(hand)


def _hands(view: ZumaView, rng: Random) -> tuple[Row, ...]:
    hidden = deck(view.sets)
    for card in (card for hand in view.hands for card in hand or ()):
        hidden.remove(card)
    rng.shuffle(hidden)
    hands = []
    for hand, count in zip(view.hands, view.counts, strict=True):
        hands.append(in_order(hidden[:count]) if hand is None else hand)
        if hand is None:
            del hidden[:count]
    return tuple(hands)
