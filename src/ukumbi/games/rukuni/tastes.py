"""How a tree of turns is grown, in compiled code and in plain Python."""

from math import atanh
from typing import Final

BRANCHES: Final = 24
"""Turns that are tried from each position: those that look best."""
CURIOSITY: Final = 1.0
"""How much is given to turns that were tried little."""
TASTE: Final = 4.0
"""Points by which a turn has to look better to be tried three times as often."""
SCALE: Final = 30.0
"""Points that make a game nearly won."""
DOUBT: Final = 0.1
"""By how much a turn that was never tried is taken to be worse than its position."""
FAVOURED: Final = 0.8
"""Turns that were tried so much as often as the most tried one are as good."""
FORESEEABLE: Final = 25
"""Turns before the end from which on it may be found by search."""
FIRST_LOOK: Final = 0.4
"""The part of the time that is given to that."""


def in_points(worth: float) -> float:
    """What a share between -1 and 1 means in points."""
    return SCALE * atanh(max(-0.999, min(0.999, worth)))
