"""A person's pace at Zuma: to study a hand, to choose a card, to notice a full house, to start at a grab.

Seconds are an adult's medians on a screen, hand movement and tap included; times spread as people's do.
"""

from math import exp, sqrt
from random import Random
from typing import Final

import msgspec

from ukumbi.core import Seat
from ukumbi.games.zuma.cards import combination
from ukumbi.games.zuma.moves import Grab, Move, PassCard, TurnBoard
from ukumbi.games.zuma.plan import has_spare
from ukumbi.games.zuma.state import Phase
from ukumbi.games.zuma.view import ZumaView

STUDY_SECONDS: Final = 4.0
"""To sort eight new cards and pick the first one to go."""
CHOOSE_SECONDS: Final = 1.7
"""To take a card up, look whether it helps, and pick one to go."""
NOTICE_SECONDS: Final = 1.25
"""To take a card up, see that it was the last one missing, and tap a pole."""
REACT_SECONDS: Final = 0.85
"""To see a hand go out and tap a pole: 0.25 s to react, 0.2 s to pick one of three, 0.4 s to get there."""
AGAIN: Final = 0.65
"""The part of it for a second try: one is awake already."""
TURN_SECONDS: Final = 1.6
READY_SECONDS: Final = 3.5
USUAL_BEAT_SECONDS: Final = 4.0
IN_TIME: Final = 0.85
"""The part of a beat within which one has to have noticed; the rest is for the hand."""


class Pace(msgspec.Struct, frozen=True):
    """How much of an adult's time each part takes at one level."""

    choose: float
    notice: float
    react: float
    scatter: float = 0.25
    """The spread of the logarithm of a time."""


def seconds(pace: Pace, view: ZumaView, seat: Seat, move: Move, rng: Random) -> float:
    """How long a person of this pace takes for the move, from first seeing this."""
    match move:
        case Grab() if view.phase is Phase.GRABBING or combination(view.hands[seat] or ()) is None:
            tried = any(grab.seat == seat for grab in view.grabs)
            return _spread(pace, REACT_SECONDS * pace.react * (AGAIN if tried else 1.0), rng)
        case Grab():
            return _in_time(pace, view, seat, rng)
        case PassCard() if view.phase is Phase.DEALT:
            return _spread(pace, STUDY_SECONDS * sqrt(pace.choose), rng)
        case PassCard():
            return _spread(pace, CHOOSE_SECONDS * pace.choose * _hurry(view), rng)
        case TurnBoard():
            return _spread(pace, TURN_SECONDS * pace.choose, rng)
    return _spread(pace, READY_SECONDS, rng)


def notices(pace: Pace, view: ZumaView, seat: Seat, rng: Random) -> bool:
    """Whether a player who holds a combination sees it before the beat."""
    return _noticing(pace, view, seat, rng) < _window(view)


def _in_time(pace: Pace, view: ZumaView, seat: Seat, rng: Random) -> float:
    """How long it took one who has noticed."""
    for _ in range(20):
        if (taken := _noticing(pace, view, seat, rng)) < _window(view):
            return taken
    return _window(view)


def _noticing(pace: Pace, view: ZumaView, seat: Seat, rng: Random) -> float:
    """Where no card can be spared one looks twice before passing one on."""
    looks = 1 if has_spare(view.hands[seat] or ()) else 2
    return min(_spread(pace, NOTICE_SECONDS * pace.notice * _hurry(view), rng) for _ in range(looks))


def _window(view: ZumaView) -> float:
    """Seconds to notice something in."""
    return IN_TIME * _beat(view)


def _beat(view: ZumaView) -> float:
    return USUAL_BEAT_SECONDS if view.until is None else (view.until - view.since) / 1000


def _hurry(view: ZumaView) -> float:
    """When beats are short, people think faster, but not as much faster as they would have to."""
    return sqrt(min(1.0, _beat(view) / USUAL_BEAT_SECONDS))


def _spread(pace: Pace, steady: float, rng: Random) -> float:
    return steady * exp(rng.gauss(0.0, pace.scatter))
