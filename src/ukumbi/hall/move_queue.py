"""One table's requests, one after the other; where everyone moves at once, moves in fair order."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from ukumbi.core import Instant, Timing
from ukumbi.hall.clock import HallClock
from ukumbi.hall.fair.gate import Holds
from ukumbi.hall.fair.order import CAP, FairOrder, Held
from ukumbi.hall.requests import GameRequest, Item, Reply, Tick, actor_of

MS: Final = 1_000_000
"""Nanoseconds in a millisecond."""
LATE_NANOSECONDS: Final = 4 * MS
"""A timer that rings later than this was held up, and so was everything else."""
CATCH_UP_SECONDS: Final = 0.001
"""In this time the loop reads what has come."""


class _Waiting(NamedTuple):
    """A move on its way through fair order."""

    item: Item
    arrival: Instant
    spend: Callable[[], None]


class MoveQueue:
    def __init__(
        self, clock: HallClock, simultaneous: bool, widest: Callable[[], int], hold_times: Holds
    ) -> None:
        self._clock = clock
        self._widest = widest
        """The widest allowance of those who may act."""
        self._hold_times = hold_times
        self._ready: deque[Item] = deque()
        self._order: FairOrder[_Waiting] | None = FairOrder(clock.moment()) if simultaneous else None
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.closed = False

    @property
    def empty(self) -> bool:
        return not self._ready and not self._order

    # putting in

    def put(self, item: Item) -> None:
        """Behind everything that is waiting."""
        self._ready.append(item)
        self._wake()

    def put_in_order(
        self, item: Item, allowance: int = 0, waited: int = 0, spend: Callable[[], None] = lambda: None
    ) -> None:
        """Behind everything that counts from before it. `waited`: nanoseconds since it arrived."""
        if self._order is None:
            self.put(item)
            return
        request, now, moment = item.request, self._clock.now(), self._clock.moment()
        assert isinstance(request, GameRequest)
        if isinstance(request, Tick):
            # A deadline of long ago, when the hall was closed or the disk full, must not send the game
            # racing through everything that would have been due since.
            acted = moment - min(CAP, (now - request.due) * MS)
            self._order.arrive(actor_of(request), _Waiting(item, now, spend), moment, 0, acted)
        else:
            arrival = Instant(now - round(waited / MS))
            self._order.arrive(actor_of(request), _Waiting(item, arrival, spend), moment - waited, allowance)
        self.look_again()

    def look_again(self) -> None:
        """Something has come, or others have to be waited for: let through what is due."""
        if self._order is not None and not self.closed:
            self._let_through(self._order, self._widest())
            self._wake()

    def _wake(self) -> None:
        if (self._ready or self.closed) and self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _let_through(self, order: FairOrder[_Waiting], widest: int) -> None:
        now = self._clock.moment()
        for held in order.due(now, widest):
            self._hold_times.add((now - held.arrival) / 1e9)
            # Not when it arrived: that would change how long others wait, and tell them too early.
            held.move.spend()
            self._ready.append(held.move.item._replace(timing=_timing(held)))
        self._stop_timer()
        due = order.next_due(widest)
        if due is not None:
            self._timer = self._clock.after((due - now) / 1e9, self._ring, due)

    def _ring(self, due: int) -> None:
        """If we were held up, earlier moves may lie unread: they are read first."""
        self._timer = None
        if self._clock.moment() - due > LATE_NANOSECONDS:
            self._timer = self._clock.after(CATCH_UP_SECONDS, self.look_again)
        else:
            self.look_again()

    # taking out

    async def next(self) -> Item | None:
        """The next request; None when the queue is closed."""
        while not self.closed:
            if self._ready:
                return self._ready.popleft()
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self, reply: Reply) -> None:
        """Take nothing more; what still waits gets this reply."""
        self.closed = True
        self._widest = lambda: 0
        self.refuse_all(reply)
        self._wake()

    def refuse_all(self, reply: Reply) -> None:
        """Everything that waits gets this reply."""
        self._stop_timer()
        held = [] if self._order is None else [held.move.item for held in self._order.clear()]
        waiting = [*self._ready, *held]
        self._ready.clear()
        for item in waiting:
            item.reply(reply)


def _timing(held: Held[_Waiting]) -> Timing:
    arrival = held.move.arrival
    # Rounded down, so that what was done before a deadline stands before it.
    at = Instant(arrival - -(-(held.arrival - held.effective) // MS))
    return Timing(at, arrival, round(held.allowance / MS))
