"""Where moves wait for their turn in a game in which everyone moves at once: fair order, with a timer."""

import asyncio
from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import Final, Generic, TypeVar

from ukumbi.core import Actor, Instant, Timing
from ukumbi.hall.clock import HallClock
from ukumbi.hall.fair.order import CAP, FairOrder, Held

MS: Final = 1_000_000
"""Nanoseconds in a millisecond."""
LATE: Final = 4 * MS
"""A timer that rings later than this was held up, and so was everything else."""
SOON: Final = 0.001
"""Seconds in which the loop gets to read what has come."""
Move = TypeVar("Move")


class Holds:
    """How long moves were held, counted up to each of some bounds."""

    BOUNDS: Final = (0.001, 0.005, 0.015, 0.05, 0.1, 0.2, 0.3)
    """Seconds; one more count is for what is longer."""

    def __init__(self) -> None:
        self.counts = [0] * (len(self.BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(self.BOUNDS, seconds)] += 1
        self.seconds += seconds


class Gate(Generic[Move]):
    def __init__(
        self,
        clock: HallClock,
        widest: Callable[[], int],
        let_in: Callable[[Move, Timing], None],
        holds: Holds,
    ) -> None:
        self._clock = clock
        self._widest = widest
        """The widest allowance of those who may act now."""
        self._let_in = let_in
        self._holds = holds
        self._order: FairOrder[tuple[Move, Instant]] = FairOrder(clock.moment())
        self._timer: asyncio.TimerHandle | None = None

    @property
    def holding(self) -> bool:
        return len(self._order) > 0

    def arrive(self, actor: Actor, move: Move, allowance: int, waited: int = 0) -> None:
        """A move has come in, and then waited for us so long, in nanoseconds."""
        arrival = Instant(self._clock.now() - round(waited / MS))
        self._order.arrive(actor, (move, arrival), self._clock.moment() - waited, allowance)
        self.look_again()

    def strike(self, actor: Actor, move: Move, due: Instant) -> None:
        """The clock's move counts from the moment that was agreed on."""
        moment, now = self._clock.moment(), self._clock.now()
        # A deadline of long ago, when the hall was closed or the disk full, must not send the game
        # racing through everything that would have been due since.
        acted = moment - min(CAP, (now - due) * MS)
        self._order.arrive(actor, (move, now), moment, 0, acted)
        self.look_again()

    def look_again(self) -> None:
        """Let in what is due; something may have changed."""
        now, widest = self._clock.moment(), self._widest()
        for held in self._order.due(now, widest):
            self._holds.add((now - held.arrival) / 1e9)
            self._let_in(held.move[0], _timing(held))
        self._stop_timer()
        due = self._order.next_due(widest)
        if due is not None:
            self._timer = self._clock.after((due - now) / 1e9, partial(self._ring, due))

    def _ring(self, due: int) -> None:
        """If we were held up, earlier moves may lie unread: they are heard first."""
        self._timer = None
        if self._clock.moment() - due > LATE:
            self._timer = self._clock.after(SOON, self.look_again)
        else:
            self.look_again()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> list[Move]:
        """Let nothing in any more; what was held."""
        self._stop_timer()
        return [held.move[0] for held in self._order.clear()]


def _timing(held: Held[tuple[Move, Instant]]) -> Timing:
    _, arrival = held.move
    # Rounded down, so that what was done before a deadline stands before it.
    at = Instant(arrival - -(-(held.arrival - held.effective) // MS))
    return Timing(at, arrival, round(held.allowance / MS))
