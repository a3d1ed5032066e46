"""A person's pace at ukuma: looking, recognising what fits, deciding, and reaching.

Seconds are a practised adult's. Two of them lay fifteen to twenty cards in about a minute, so each lays one
in about six seconds, including discarded hands.
"""

import math
from random import Random
from typing import Final

import msgspec

from ukumbi.core import Seat
from ukumbi.core.shared_rules import Ready
from ukumbi.games.ukuma.cards import CARD_OF, FACES, TURNED
from ukumbi.games.ukuma.moves import Discard, Lay, Move, Start
from ukumbi.games.ukuma.state import HAND, Phase
from ukumbi.games.ukuma.view import UkumaView

NEW_HAND_SECONDS: Final = 0.9
"""To look at three new cards and the table: three glances of 0.3 s."""
CHANGE_SECONDS: Final = 0.4
"""To see a change: a glance and a reaction."""
FIT_SECONDS: Final = 0.4
"""To compare one card with one cell, both ways up: a glance and a mental rotation."""
SYMMETRIC_FACTOR: Final = 0.6
"""The share of that time for a symmetric card, which needs no rotation."""
CHOICE_SECONDS: Final = 0.2
"""To choose one of two; each doubling of the choices adds this again (Hick's law)."""
REACH_SECONDS: Final = 1.1
"""To move a card by a forearm's length: 30 units of 36 ms in work study."""
TURN_SECONDS: Final = 0.35
"""To turn it upside down on the way: 10 such units."""
REDRAW_SECONDS: Final = 1.6
"""To discard the hand and draw three cards: a reach and a half."""
STARTING_SECONDS: Final = 3.2
"""To find a start card in the whole deck; people choose one soon."""
READY_SECONDS: Final = {Phase.SETUP: 1.0, Phase.BETWEEN: 2.8}
"""To say ready; after a game people look at the result first."""
OFFER_SECONDS: Final = 2.0
"""To consider an offered draw and accept."""
RESIGNED_SECONDS: Final = 60.0
"""To resign without a card left: the other player has time to agree on a draw, or to win."""


class Pace(msgspec.Struct, frozen=True):
    """A level's times as factors of an adult's."""

    look: float
    recognise: float
    decide: float
    reach: float
    scatter: float = 0.25
    """The standard deviation of a time's logarithm: for one task, people's times vary by a quarter."""
    fumbles: float = 0.0
    """The chance of picking up a wrong card first and putting it back."""


def seconds(pace: Pace, view: UkumaView, seat: Seat, move: Move, rng: Random) -> float:
    """Seconds that a person of this pace takes for the move, from first seeing this view."""
    return _steady(pace, view, seat, move, rng) * math.exp(rng.gauss(0.0, pace.scatter))


def _steady(pace: Pace, view: UkumaView, seat: Seat, move: Move, rng: Random) -> float:
    match move:
        case Lay():
            fumbled = pace.reach * REACH_SECONDS if rng.random() < pace.fumbles else 0.0
            return _thought(pace, view, seat, move) + _reached(pace, view, seat, move) + fumbled
        case Discard():
            return _thought(pace, view, seat, move) + pace.reach * REDRAW_SECONDS
        case Start():
            # All take time for this; children less than twice as much.
            return math.sqrt(pace.decide) * STARTING_SECONDS
        case Ready():
            return READY_SECONDS[view.phase]
    return RESIGNED_SECONDS if not view.counts[seat] else OFFER_SECONDS


def _thought(pace: Pace, view: UkumaView, seat: Seat, move: Lay | Discard) -> float:
    cards = view.counts[seat]
    places = len(view.fronts[seat])
    looked = NEW_HAND_SECONDS if cards == HAND else CHANGE_SECONDS
    chosen = math.log2(1 + cards * places)
    return (
        pace.look * looked
        + pace.recognise * FIT_SECONDS * _compared(view, seat, move)
        + pace.decide * CHOICE_SECONDS * chosen
    )


def _compared(view: UkumaView, seat: Seat, move: Lay | Discard) -> float:
    """The mental comparisons of cards with cells, card by card, until one fits."""
    places, tried = len(view.fronts[seat]), 0.0
    for name in view.hands[seat] or ():
        if name is None:
            continue
        face = FACES[name]
        weight = SYMMETRIC_FACTOR if TURNED[face] == face else 1.0
        if isinstance(move, Lay) and CARD_OF[move.face] == CARD_OF[face]:
            return tried + weight * (places + 1) / 2  # on average the card fits the middle one of the cells
        tried += weight * places
    return tried


def _reached(pace: Pace, view: UkumaView, seat: Seat, lay: Lay) -> float:
    card = CARD_OF[lay.face]
    held = card if seat == view.white else TURNED[card]  # both hold their cards upright
    return pace.reach * (REACH_SECONDS + (TURN_SECONDS if lay.face != held else 0.0))
