"""A person's pace at ukuma: look at what is new, recognise what fits, decide, and reach.

Seconds are those of a practised adult: two of them lay fifteen to twenty cards in about a minute, so each
lays one every six seconds or so, hands thrown away included.
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
"""To take in three new cards and the whole table: three glances of 0.3 s."""
CHANGE_SECONDS: Final = 0.4
"""To see what has changed: a glance and the time that any reaction takes."""
FIT_SECONDS: Final = 0.4
"""To hold one card against one place, in thought, both ways up: a glance, and turning it in the mind."""
SAME_BOTH_WAYS: Final = 0.6
"""The part of it for a card that looks the same both ways up: there is nothing to turn in thought."""
CHOICE_SECONDS: Final = 0.2
"""To settle for one of two; each doubling of the choices adds as much (Hick's law)."""
REACH_SECONDS: Final = 1.1
"""To pick a card up, carry it a forearm's length and put it down: 30 units of 36 ms in work study."""
TURN_SECONDS: Final = 0.35
"""To turn it upside down on the way: 10 such units."""
SWEEP_SECONDS: Final = 1.6
"""To throw the hand away and take three from the pile: a reach and a half."""
STARTING_SECONDS: Final = 3.2
"""To find a start card among all one's cards; people settle for one soon."""
READY_SECONDS: Final = {Phase.SETUP: 1.0, Phase.BETWEEN: 2.8}
"""To say that one is ready; after a game there is something to look at first."""
OFFER_SECONDS: Final = 2.0
"""To think about an offered draw, and to nod."""
RESIGNED_SECONDS: Final = 60.0
"""To give up when there is no card left to lay: the other has time to agree on a draw, or to win."""


class Pace(msgspec.Struct, frozen=True):
    """How much of an adult's time each part takes at one level."""

    look: float
    recognise: float
    decide: float
    reach: float
    scatter: float = 0.25
    """The spread of the logarithm of a time: of the same task, people's times spread by a quarter."""
    fumbles: float = 0.0
    """How often a wrong card is picked up first, held against the place, and put back."""


def seconds(pace: Pace, view: UkumaView, seat: Seat, move: Move, rng: Random) -> float:
    """How long a person of this pace takes for the move, from first seeing this."""
    return _steady(pace, view, seat, move, rng) * math.exp(rng.gauss(0.0, pace.scatter))


def _steady(pace: Pace, view: UkumaView, seat: Seat, move: Move, rng: Random) -> float:
    match move:
        case Lay():
            fumbled = pace.reach * REACH_SECONDS if rng.random() < pace.fumbles else 0.0
            return _thought(pace, view, seat, move) + _reached(pace, view, seat, move) + fumbled
        case Discard():
            return _thought(pace, view, seat, move) + pace.reach * SWEEP_SECONDS
        case Start():
            # Everybody takes time over it, children not twice as much.
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
    """Cards held against places in thought, one card of the hand after the other until one fits."""
    places, tried = len(view.fronts[seat]), 0.0
    for name in view.hands[seat] or ():
        if name is None:
            continue
        face = FACES[name]
        weight = SAME_BOTH_WAYS if TURNED[face] == face else 1.0
        if isinstance(move, Lay) and CARD_OF[move.face] == CARD_OF[face]:
            return tried + weight * (places + 1) / 2  # on average it fits the middle one of the places
        tried += weight * places
    return tried


def _reached(pace: Pace, view: UkumaView, seat: Seat, lay: Lay) -> float:
    card = CARD_OF[lay.face]
    held = card if seat == view.white else TURNED[card]  # both hold their cards upright for themselves
    return pace.reach * (REACH_SECONDS + (TURN_SECONDS if lay.face != held else 0.0))
