"""A person's pace at Zuma: sorting a hand, choosing a card, noticing a full house, reacting to a grab.

Seconds are an adult's medians on a screen, with hand movement and tap. Times are spread as people's are.
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
"""To sort eight new cards and choose the first one to pass."""
CHOOSE_SECONDS: Final = 1.7
"""To take up a card, see whether it helps, and choose one to pass."""
NOTICE_SECONDS: Final = 1.25
"""To take up a card, see that it completes a combination, and tap a pole."""
REACT_SECONDS: Final = 0.85
"""To see a hand reach out and tap a pole: 0.25 s to react, 0.2 s to choose one of three, 0.4 s to tap."""
SECOND_TRY_FACTOR: Final = 0.65
"""The share of that time for a second try, when the player is alert."""
TURN_SECONDS: Final = 1.6
READY_SECONDS: Final = 3.5
USUAL_BEAT_SECONDS: Final = 4.0
NOTICE_SHARE: Final = 0.85
"""The share of a beat for noticing; the rest is for the hand."""


class Pace(msgspec.Struct, frozen=True):
    """A level's times as factors of an adult's."""

    choose: float
    notice: float
    react: float
    scatter: float = 0.25
    """The standard deviation of a time's logarithm."""


def seconds(pace: Pace, view: ZumaView, seat: Seat, move: Move, rng: Random) -> float:
    """Seconds that a person of this pace takes for the move, from first seeing this view."""
    match move:
        case Grab() if view.phase is Phase.GRABBING or combination(view.hands[seat] or ()) is None:
            tried = any(grab.seat == seat for grab in view.grabs)
            return _spread(pace, REACT_SECONDS * pace.react * (SECOND_TRY_FACTOR if tried else 1.0), rng)
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
    """Whether a player with a combination notices it before the beat."""
    return _noticing(pace, view, seat, rng) < _window(view)


def _in_time(pace: Pace, view: ZumaView, seat: Seat, rng: Random) -> float:
    """The seconds of a player who did notice."""
    for _ in range(20):
        if (taken := _noticing(pace, view, seat, rng)) < _window(view):
            return taken
    return _window(view)


def _noticing(pace: Pace, view: ZumaView, seat: Seat, rng: Random) -> float:
    """Without a spare card a player looks twice before passing one on."""
    looks = 1 if has_spare(view.hands[seat] or ()) else 2
    return min(_spread(pace, NOTICE_SECONDS * pace.notice * _hurry(view), rng) for _ in range(looks))


def _window(view: ZumaView) -> float:
    """Seconds for noticing."""
    return NOTICE_SHARE * _beat(view)


def _beat(view: ZumaView) -> float:
    return USUAL_BEAT_SECONDS if view.until is None else (view.until - view.since) / 1000


def _hurry(view: ZumaView) -> float:
    """In short beats people think faster, but not in proportion."""
    return sqrt(min(1.0, _beat(view) / USUAL_BEAT_SECONDS))


def _spread(pace: Pace, steady: float, rng: Random) -> float:
    return steady * exp(rng.gauss(0.0, pace.scatter))
