"""Fair order: where everyone moves at once, moves count by when their players acted."""

import asyncio
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, TypeVar

import msgspec

from ukumbi.core import Actor, Instant, Timing
from ukumbi.hall.clock import HallClock

MILLISECOND: Final = 1_000_000
"""In nanoseconds, the unit of every `int` here that is not an `Instant`."""
ALLOWANCE_CAP_NS: Final = 300 * MILLISECOND
LATE_TIMER_NS: Final = 4 * MILLISECOND
"""A timer that rings later than this was held up, and so was everything else."""
READ_PAUSE_SECONDS: Final = 0.001
"""Enough for the event loop to read what has arrived."""
DELAY_BUCKETS_SECONDS: Final = (0.001, 0.005, 0.015, 0.05, 0.1, 0.2, 0.3)
"""For the histograms of what players wait for."""

Move = TypeVar("Move")


class _Held(msgspec.Struct, Generic[Move], frozen=True):
    """A move that waits for earlier ones that may still arrive."""

    move: Move
    arrival: int
    arrived_at: Instant
    allowance: int
    effective: int
    """When its player acted, by all that we grant: the move counts from here."""

    @property
    def timing(self) -> Timing:
        # Rounded down: what was done before a deadline counts before it.
        at = Instant(self.arrived_at - -(-(self.arrival - self.effective) // MILLISECOND))
        return Timing(at, self.arrived_at, round(self.allowance / MILLISECOND))


class FairOrder(Generic[Move]):
    """The moves of one table on their way to being decided.

    A move is let in when its effective time is `widest` ago, the widest allowance of those who may act: any
    move that arrives later counts from later. So the player with the widest allowance never waits.

    The wait depends on nothing else. If a move were let in as soon as the other's had arrived, the moment of
    its answer would reveal that the other has acted. For the same reason illegal moves wait as well.
    """

    def __init__(
        self,
        clock: HallClock,
        widest: Callable[[], int],
        let_in: Callable[[Move, Timing], None],
        observe_hold: Callable[[float], None] = lambda _: None,
    ) -> None:
        self._clock = clock
        self._widest = widest
        self._let_in = let_in
        self._observe_hold = observe_hold
        """Called with the seconds that each move was held."""
        self._latest = clock.moment()
        """Nothing counts from before what was let in, or from before the table was open."""
        self._latest_of: dict[Actor, int] = {}
        self._held: list[tuple[int, int, _Held[Move]]] = []
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._held)

    def arrive(self, actor: Actor, move: Move, allowance: int, waited: int = 0) -> None:
        """A move has arrived, and lay unread for `waited`."""
        arrival = self._clock.moment() - waited
        arrived_at = Instant(self._clock.now() - round(waited / MILLISECOND))
        self._hold(actor, move, arrival, arrived_at, allowance, arrival - allowance)

    def strike(self, actor: Actor, move: Move, due: Instant) -> None:
        """The clock's move: it counts from its deadline."""
        arrival, now = self._clock.moment(), self._clock.now()
        # A deadline of long ago, when the hall was closed or the disk full, must not send the game
        # racing through everything that would have been due since.
        self._hold(actor, move, arrival, now, 0, arrival - min(ALLOWANCE_CAP_NS, (now - due) * MILLISECOND))

    def _hold(
        self, actor: Actor, move: Move, arrival: int, arrived_at: Instant, allowance: int, acted: int
    ) -> None:
        effective = max(acted, self._latest, self._latest_of.get(actor, acted))
        self._latest_of[actor] = effective
        held = _Held(move, arrival, arrived_at, allowance, effective)
        heappush(self._held, (effective, next(self._numbers), held))
        self.look_again()

    def look_again(self) -> None:
        """Let in what is due. Call it whenever `widest` may have become less."""
        now, widest = self._clock.moment(), self._widest()
        due: list[_Held[Move]] = []
        while self._held and self._held[0][0] + widest <= now:
            due.append(heappop(self._held)[2])
            self._latest = due[-1].effective
        for held in due:
            self._observe_hold((now - held.arrival) / 1e9)
            self._let_in(held.move, held.timing)
        self._stop_timer()
        if self._held:
            next_due = self._held[0][0] + widest
            self._timer = self._clock.after((next_due - now) / 1e9, partial(self._ring, next_due))

    def _ring(self, due: int) -> None:
        """After a delay earlier moves may lie unread: they are read first."""
        self._timer = None
        if self._clock.moment() - due > LATE_TIMER_NS:
            self._timer = self._clock.after(READ_PAUSE_SECONDS, self.look_again)
        else:
            self.look_again()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def clear(self) -> list[Move]:
        """Give up what is held."""
        self._stop_timer()
        held = [held.move for *_, held in sorted(self._held)]
        self._held.clear()
        return held

    def close(self) -> list[Move]:
        """Let nothing in any more; returns the moves that were held."""
        self._widest, self._let_in = (lambda: 0), (lambda *_: None)
        return self.clear()
