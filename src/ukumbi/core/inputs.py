"""What rules are handed and never ask for: who acts, when, and chance."""

from collections.abc import Callable
from copy import copy
from enum import Enum
from operator import index
from random import Random, SystemRandom
from typing import Any, Final, NewType, TypeVar, cast

import msgspec

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in turn order."""

Instant = NewType("Instant", int)
"""A moment, in milliseconds since the epoch. Rules never ask for one: it is handed to them."""


class Clock(Enum):
    """The one actor that has no seat: the hourglass."""

    CLOCK = "clock"


CLOCK: Final = Clock.CLOCK

Actor = Seat | Clock

Drawn = TypeVar("Drawn")
Luck = tuple[Any, ...] | None
"""How a generator stands after a step. None where nothing was drawn."""


def instant(milliseconds: int) -> Instant:
    """Of a number of any kind: what gets into a log is Python's own."""
    return Instant(int(index(milliseconds)))


def whole_number(value: Any) -> int | None:
    """As Python's own, be it Python's or NumPy's; nothing for what is none."""
    try:
        return int(index(value))
    except TypeError:
        return None


class PlayClock(msgspec.Struct, frozen=True):
    """A match's own time: the hall's, less what the match has spent in pauses.

    Rules, deadlines and records know this time alone: it stands still while the match is paused.
    """

    paused: bool = False
    behind: int = 0
    """Milliseconds that the match's time is behind the hall's."""
    stood: Instant = Instant(0)
    """The match's time in its latest pause: it goes on from there."""

    def at(self, hall: Instant) -> Instant:
        """The match's time at this time of the hall."""
        return self.stood if self.paused else max(self.stood, Instant(hall - self.behind))

    def in_hall(self, at: Instant) -> Instant:
        """The hall's time at this time of the match, if no pause comes before."""
        return Instant(at + self.behind)

    @property
    def starts(self) -> Instant:
        """The hall's time from which on the match's time runs; it is over unless the players count down."""
        return self.in_hall(self.stood)

    def stopped(self, at: Instant) -> "PlayClock":
        return PlayClock(True, self.behind, at)

    def started(self, behind: int) -> "PlayClock":
        return PlayClock(False, behind, self.stood)


# chance


def generator(seed: int | None) -> Random:
    """The same seed draws the same, be it Python's or NumPy's."""
    number = whole_number(seed)
    return Random(seed if number is None else number)


def tried(rng: Random, draw: Callable[[Random], Drawn]) -> tuple[Drawn, Luck]:
    """What is drawn, and how the generator would stand then: it stays as it was."""
    if isinstance(rng, SystemRandom):  # true chance has no state
        return draw(rng), None
    watched = _Watched(rng)
    try:
        drawn = draw(cast(Random, watched))
        return drawn, None if watched.before is None else rng.getstate()
    finally:
        if watched.before is not None:
            rng.setstate(watched.before)


class _Watched:
    """A generator that remembers how it stood before the first draw: most moves draw nothing."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.before: Luck = None

    def __copy__(self) -> Random:
        return copy(self.rng)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self.before is None:
            self.before = self.rng.getstate()
        return getattr(self.rng, name)
