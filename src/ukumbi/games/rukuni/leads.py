"""What the search says of a position, in points.

The search counts a victory for `WON` points more, and expects a part of them long before the end. How many
points come of what it says was measured in 2,600 games of the engine against itself, three turns ahead.
"""

from typing import Final

from ukumbi.games.rukuni.weights import WON

EARLY, LATER, LATE = 15, 30, 48
"""Pegs on the board; in between it is mixed."""
SHARES: Final = (0.88, 0.68)
"""Of what the search says, what is points: early, and later on."""
CLOSE: Final = 0.4
"""The same late, when it is close; when it is not, the victory is certain, and the rest is points."""


def points(worth: float, pegs: int) -> float:
    """The points ahead that a worth tells of which was found in positions with so many pegs."""
    early = _between(EARLY, pegs, LATER)
    share = SHARES[0] + (SHARES[1] - SHARES[0]) * early
    late = _between(LATER, pegs, LATE)
    at_last = max(CLOSE * abs(worth), abs(worth) - WON)
    ahead = (1 - late) * share * abs(worth) + late * at_last
    return ahead if worth >= 0 else -ahead


def _between(first: int, pegs: int, last: int) -> float:
    return min(1.0, max(0.0, (pegs - first) / (last - first)))
