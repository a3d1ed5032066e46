"""Who can act at a table, and when."""

from enum import Enum
from operator import index
from typing import Any, Final, NewType

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in turn order."""

Instant = NewType("Instant", int)
"""A moment, in milliseconds since the epoch. Rules never ask for one: it is handed to them."""


class Clock(Enum):
    """The one actor that has no seat: the hourglass."""

    CLOCK = "clock"


CLOCK: Final = Clock.CLOCK

Actor = Seat | Clock


def instant(milliseconds: int) -> Instant:
    """Of a number of any kind: what gets into a log is Python's own."""
    return Instant(int(index(milliseconds)))


def whole_number(value: Any) -> int | None:
    """As Python's own, be it Python's or NumPy's; nothing for what is none."""
    try:
        return int(index(value))
    except TypeError:
        return None
