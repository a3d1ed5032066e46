"""Whose work is done next when there is more than the event loop can do at once.

As long as there is time, everything is done as it comes in. When there is none, it waits, and those are
served first who have had the least time of late: a hundred callers who ask for all they can get wait for
each other, and somebody who makes a move now and then waits for nobody. Work that waits is done in rounds,
and when that goes on for longer with a rest in between, in which the loop looks after everything else;
whoever has had hardly any time does not wait for the end of a round or of a rest.
"""

import asyncio
import heapq
import logging
import math
import sys
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Final

from ukumbi.hall.recent import Recent

LOGGER = logging.getLogger(__name__)
ROUND: Final = 0.0001
"""Seconds of work between two looks at the sockets."""
BURST: Final = 0.1
"""Seconds of work that may be done without a rest, such as all that a page asks for at first. The work of
those who have had little does not count."""
REST: Final = 0.001
LONGEST_REST: Final = 0.02
"""Seconds between two rounds when that is used up: what goes on for those who wait for nobody, such as
writing their moves down and telling them, must not wait either."""
HELD: Final = 0.05
"""Seconds after which a place is free again, whether or not the work is done."""
HALF_LIFE: Final = 2.0
"""Seconds after which the time that somebody has had counts half."""
STRANGER: Final = 0.01
"""Seconds that somebody counts as having had who was never heard of: a hundred who come at once are not all
served before those who were there."""
LITTLE: Final = 0.005
"""Seconds: whoever was heard of before and has had less than this is served at once. Somebody who plays has
had less, also when a game begins; a hundred addresses get a sixth of the time by it, and not a third."""
AHEAD: Final = 0.002
"""Seconds of such work between two looks at the sockets; with more of it than that, all wait in the order of
what they have had."""
LONGEST: Final = 400
"""Half-lives after which counting starts anew: the numbers would grow too big."""
REMEMBERED: Final = 20_000

Work = Callable[[], bool | None]
"""False says that there was nothing to do any more."""


class Gone(Exception):
    """Nobody waits for this any more."""


class FairScheduler:
    def __init__(
        self,
        share: float,
        places: int = sys.maxsize,
        ahead: float = AHEAD,
        stranger: float = STRANGER,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._free = places
        """How many more turns may be taken before somebody makes room."""
        self._share = share
        """Of the time, what work may have in the long run that comes on and on."""
        self._most_ahead = ahead
        self._stranger = stranger
        self._clock = clock
        self._began = clock()
        self._had: Recent[str, float] = Recent(REMEMBERED)
        """The time that each caller has had. It does not fade; what is added later weighs more."""
        self._spent = 0.0
        """Seconds of work in this round."""
        self._ahead = 0.0
        """Seconds of work for those who have had little, since the last look at the sockets."""
        self._waiting: dict[str, deque[tuple[float, Work]]] = {}
        self._order: list[tuple[float, int, str]] = []
        """Callers whose work waits, a heap by the time that they have had."""
        self._numbers = count()
        self.worked_at = -math.inf
        """When something was done last."""
        self._credit = BURST
        """Seconds of work that may be done without a rest."""
        self._refilled = clock()
        self._called = False
        self._breathing = False

    @property
    def waiting(self) -> int:
        """How much work waits."""
        return sum(map(len, self._waiting.values()))

    def do(self, caller: str, work: Work, cost: float = 0.0) -> None:
        """Do this, now or in its turn; for each caller in the order in which it came in.

        What it takes is measured; `cost` is what it sets off besides, in seconds, unless it says False.
        """
        self._refill()
        if caller in self._waiting:
            self._wait(caller, work, cost)
        elif self._ahead < self._most_ahead and self._has_had_little(caller):
            self._ahead += self._work(caller, work, cost)
        elif self._credit > 0 and self._has_time() and self._is_next(caller):
            self._credit -= self._work(caller, work, cost)
        else:
            self._wait(caller, work, cost)
        self._call()

    def _has_had_little(self, caller: str) -> bool:
        had = self._had.get(caller)
        return had is not None and had < LITTLE * self._weight()

    def _has_time(self) -> bool:
        return self._spent < ROUND and self._free > 0

    def _is_next(self, caller: str) -> bool:
        """Whether nobody waits who has had less."""
        return not self._order or self._score(caller) < self._order[0][0]

    async def turn(
        self, caller: str, cost: float, is_gone: Callable[[], bool] = lambda: False
    ) -> Callable[[], None]:
        """Wait for one's turn, and for one of the places; what comes back makes room for others.

        A caller who is gone by then takes nobody's time.
        """
        turn = _Turn(self, is_gone)
        self.do(caller, turn.begin, cost)
        try:
            begun = await turn.come
        except asyncio.CancelledError:
            turn.end()
            raise
        if not begun:
            raise Gone
        return turn.end

    def take_place(self) -> None:
        self._free -= 1

    def free_place(self) -> None:
        self._free += 1
        if self._order:
            self._call()

    def charge(self, caller: str, seconds: float) -> None:
        """Count time that was spent for this caller, or will be."""
        self._spent += seconds
        self.blame(caller, seconds)

    def blame(self, caller: str, seconds: float) -> None:
        """Count this caller as having had so much, though nothing was done: all others come first."""
        self._had[caller] = self._score(caller) + seconds * self._weight()

    def _score(self, caller: str) -> float:
        had = self._had.get(caller)
        return self._stranger * self._weight() if had is None else had

    def _weight(self) -> float:
        """What a second counts that is spent now."""
        age = (self._clock() - self._began) / HALF_LIFE
        if age > LONGEST:
            self._began, age = self._clock(), 0.0
            self._had = Recent(REMEMBERED)
            # Those who wait stay in their order, and do not come after all who call from now on.
            self._order[:] = [(0.0, place, who) for place, (*_, who) in enumerate(sorted(self._order))]
            self._numbers = count(len(self._order))
        return float(2.0**age)

    def _work(self, caller: str, work: Work, cost: float) -> float:
        """The seconds that it counts, with those that it asked to be counted itself."""
        before, started, sets_off = self._spent, self._clock(), True
        try:
            sets_off = work() is not False
        except Exception:
            LOGGER.exception("work of a caller failed")
        self.worked_at = self._clock()
        self.charge(caller, self.worked_at - started + (cost if sets_off else 0.0))
        return self._spent - before

    def _wait(self, caller: str, work: Work, cost: float) -> None:
        waiting = self._waiting.get(caller)
        if waiting is None:
            waiting = self._waiting[caller] = deque()
            self._line_up(caller)
        waiting.append((cost, work))

    def _line_up(self, caller: str) -> None:
        heapq.heappush(self._order, (self._score(caller), next(self._numbers), caller))

    def _call(self) -> None:
        loop = asyncio.get_running_loop()
        if not self._called:
            self._called = True
            if self._order and self._credit <= 0:
                # Nobody pays for what others had long ago.
                self._credit = max(self._credit, -self._share * LONGEST_REST)
                loop.call_later(max(REST, -self._credit / self._share), self._round)
            else:
                loop.call_soon(self._round)
        if self._ahead and not self._breathing:
            self._breathing = True
            loop.call_soon(self._breathe)

    def _refill(self) -> None:
        now = self._clock()
        self._credit = min(BURST, self._credit + (now - self._refilled) * self._share)
        self._refilled = now

    def _breathe(self) -> None:
        """The loop has looked at the sockets; also during a rest those who have had little go on."""
        self._breathing, self._ahead = False, 0.0

    def _round(self) -> None:
        self._called, self._spent = False, 0.0
        self._refill()
        while self._order and self._has_time():
            *_, caller = heapq.heappop(self._order)
            waiting = self._waiting[caller]
            cost, work = waiting.popleft()
            self._credit -= self._work(caller, work, cost)
            if waiting:
                self._line_up(caller)
            else:
                del self._waiting[caller]
        if self._order and self._free > 0:
            self._call()


class _Turn:
    """Begins when there is time, and ends with its work, or soon: nobody keeps a place by being slow."""

    def __init__(self, scheduler: FairScheduler, is_gone: Callable[[], bool]) -> None:
        self._scheduler = scheduler
        self._is_gone = is_gone
        self._timer: asyncio.TimerHandle | None = None
        self.come: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def begin(self) -> bool:
        if self.come.done():
            return False
        if wanted := not self._is_gone():
            self._scheduler.take_place()
            self._timer = asyncio.get_running_loop().call_later(HELD, self.end)
        self.come.set_result(wanted)
        return wanted

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._scheduler.free_place()


class Share:
    """One caller's share of the loop's time."""

    __slots__ = ("_caller", "_scheduler")

    def __init__(self, scheduler: FairScheduler, caller: str) -> None:
        self._scheduler = scheduler
        self._caller = caller

    def do(self, work: Work) -> None:
        self._scheduler.do(self._caller, work)

    def charge(self, seconds: float) -> None:
        self._scheduler.charge(self._caller, seconds)

    def blame(self, seconds: float) -> None:
        self._scheduler.blame(self._caller, seconds)
