"""How far away everybody at a table is, what that grants them, and when everybody is told of it."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import Final

from ukumbi.core import Seat
from ukumbi.hall.clock import HallClock
from ukumbi.hall.fair.distances import Distances, Distant, Reading
from ukumbi.hall.fair.quota import NOTHING, Grant, Quotas

TELL_EVERY: Final = 2.0
"""Seconds at least before everybody is told again because of lag."""
LEAST: Final = 0.015
"""A smaller change, in seconds, nobody feels."""
SHARE: Final = 0.2
"""Nor one that is a smaller part of the whole."""


def noticeable(before: float, now: float) -> bool:
    return abs(now - before) >= max(LEAST, SHARE * before)


class LagBoard:
    """The lags at one table."""

    def __init__(
        self,
        clock: HallClock,
        viewers: Callable[[], Iterable[tuple[Distant, Seat | None]]],
        distances: Distances,
        evened_out: bool,
        tell: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._viewers = viewers
        self._distances = distances
        self._evened_out = evened_out
        self._tell = tell
        self._quotas = Quotas()
        self._announced: dict[Seat, tuple[float, float]] = {}
        """The lags and allowances that everybody was told."""
        self._announced_at = clock.moment()
        self._timer: asyncio.TimerHandle | None = None

    def by_seat(self) -> dict[Seat, float]:
        """The lags of those who are here and have been measured."""
        return {seat: reading.lag for seat, reading in self._readings().items()}

    def _readings(self, silent: bool = True) -> dict[Seat, Reading]:
        """Of those who are here; without those who are silent, if need be."""
        people = {
            seat: line.person
            for line, seat in self._viewers()
            if seat is not None and (silent or not line.trip.silent)
        }
        known = {seat: self._distances.of(person) for seat, person in people.items()}
        return {seat: reading for seat, reading in known.items() if reading is not None}

    def grant(self, seat: Seat) -> Grant:
        """What a move of this seat would be granted now."""
        person = next((line.person for line, place in self._viewers() if place == seat), None)
        reading = None if person is None else self._distances.of(person)
        return NOTHING if reading is None else self._granted(seat, reading)

    def _granted(self, seat: Seat, reading: Reading) -> Grant:
        return self._quotas.grant(seat, reading) if self._evened_out else NOTHING

    def spend(self, seat: Seat, beyond: int) -> None:
        self._quotas.spend(seat, beyond)

    def widest(self, seats: Collection[Seat]) -> int:
        """The widest allowance of these. Nobody waits for a line that does not answer."""
        if not self._evened_out:
            return 0
        here = self._readings(silent=False)
        return max(
            (self._quotas.grant(seat, here[seat]).allowance for seat in seats if seat in here), default=0
        )

    # telling

    def note_announced(self) -> None:
        """Everybody has been told all lags as they are now."""
        self._stop()
        self._announced, self._announced_at = self._figures(), self._clock.moment()

    def measured(self) -> None:
        """A line was measured: tell, now or when it may be."""
        if self._timer is None and self._changed():
            passed = (self._clock.moment() - self._announced_at) / 1e9
            self._timer = self._clock.after(TELL_EVERY - passed, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._changed():
            self._tell()

    def _changed(self) -> bool:
        before, now = self._announced, self._figures()
        return before.keys() != now.keys() or any(
            noticeable(*both) for seat in now for both in zip(before[seat], now[seat], strict=True)
        )

    def _figures(self) -> dict[Seat, tuple[float, float]]:
        """Everybody's lag and allowance, in seconds."""
        return {
            seat: (reading.lag, self._granted(seat, reading).allowance / 1e9)
            for seat, reading in self._readings().items()
        }

    def close(self) -> None:
        self._stop()
        self._tell = _nothing

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _nothing() -> None:
    pass
