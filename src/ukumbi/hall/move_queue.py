"""One table's requests, one after the other; where everyone moves at once, moves in fair order."""

import asyncio
from collections.abc import Callable

from ukumbi.core import Timing
from ukumbi.hall.clock import HallClock
from ukumbi.hall.fair_order import FairOrder
from ukumbi.hall.requests import GameRequest, Item, Reply, Tick, actor_of

Spend = Callable[[], None]


class MoveQueue:
    def __init__(
        self,
        clock: HallClock,
        simultaneous: bool,
        widest: Callable[[], int],
        observe_hold: Callable[[float], None],
    ) -> None:
        self._ready: list[Item] = []
        self._waiter: asyncio.Future[None] | None = None
        self._order: FairOrder[tuple[Item, Spend]] | None = None
        """None in games of turns, where moves do not compete."""
        if simultaneous:
            self._order = FairOrder(clock, widest, self._let_in, observe_hold)
        self.closed = False
        self._last: Reply | None = None
        """What is replied once the queue is closed."""
        self._frozen = False

    @property
    def empty(self) -> bool:
        return not self._ready and not self._order

    def put(self, item: Item) -> None:
        """Behind everything that is waiting."""
        if self._last is not None:
            item.reply(self._last)
            return
        self._ready.append(item)
        self._wake()

    def put_in_order(
        self, item: Item, allowance: int = 0, waited: int = 0, spend: Spend = lambda: None
    ) -> None:
        """Behind everything that counts from before it. `waited`: nanoseconds since it arrived."""
        request = item.request
        assert isinstance(request, GameRequest)
        if self._order is None or self.closed:
            self.put(item)
        elif isinstance(request, Tick):
            self._order.strike(actor_of(request), (item, spend), request.due)
        else:
            self._order.arrive(actor_of(request), (item, spend), allowance, waited)

    def _let_in(self, waiting: tuple[Item, Spend], timing: Timing) -> None:
        item, spend = waiting
        # Not on arrival: that would change how long others wait, and so reveal the move.
        spend()
        self.put(item._replace(timing=timing))

    def look_again(self) -> None:
        """Let in moves that need not wait any longer: other seats may act, or a player has left."""
        if self._order is not None:
            self._order.look_again()

    async def next(self) -> Item | None:
        """The next request; None when the queue is closed."""
        while not self.closed:
            if self._ready and not self._frozen:
                return self._ready.pop(0)
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def freeze(self) -> None:
        """What waits stays, until the queue is closed."""
        self._frozen = True

    def close(self, reply: Reply) -> None:
        """Take nothing more; what still waits gets this reply."""
        self.closed = True
        self._last = reply
        self.refuse_all(reply)
        if self._order is not None:
            self._order.close()
        self._wake()

    def refuse_all(self, reply: Reply) -> None:
        """Everything that waits gets this reply."""
        held = [] if self._order is None else [item for item, _ in self._order.clear()]
        waiting = [*self._ready, *held]
        self._ready.clear()
        for item in waiting:
            item.reply(reply)
