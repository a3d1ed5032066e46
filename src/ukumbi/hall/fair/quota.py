"""What lag may give in one game, in sum.

The shortest way that was seen of a player is granted for every move: nobody can make it longer. What lies
above it is believed because the line was seen to vary, and a clever program could imitate that. So only as
much of it as restless lines need is free; what goes beyond comes out of a quota, filled once for each game.
"""

from typing import Final, NamedTuple

from ukumbi.core import Seat
from ukumbi.hall.fair.distances import Reading
from ukumbi.hall.fair.order import CAP

FREE: Final = 10_000_000
FREE_SHARE: Final = 0.08
"""Nanoseconds, and a part of the shortest way: a line may vary by so much, on the average, at no cost. Steady
lines vary by less than half of it, however long they are."""
QUOTA: Final = 1_000_000_000
"""Nanoseconds beyond that, for one seat in one game."""


class Grant(NamedTuple):
    """What a move is granted for lag, in nanoseconds."""

    allowance: int
    beyond: int = 0
    """As much of it comes out of the quota."""


NOTHING: Final = Grant(0)


class Quotas:
    """What is left to each seat of one game."""

    def __init__(self) -> None:
        self._spent: dict[Seat, int] = {}

    def grant(self, seat: Seat, reading: Reading) -> Grant:
        """For a move made now; nothing is spent by asking."""
        shortest = round(reading.shortest * 1e9)
        free = FREE + round(FREE_SHARE * shortest)
        above = round(reading.usual * 1e9) - shortest
        beyond = max(0, min(above - free, QUOTA - self._spent.get(seat, 0)))
        return Grant(min(CAP, shortest + min(above, free) + beyond), beyond)

    def spend(self, seat: Seat, beyond: int) -> None:
        if beyond:
            self._spent[seat] = self._spent.get(seat, 0) + beyond
