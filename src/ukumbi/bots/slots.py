"""Slots in the pool of workers: who waits gets one in turn, account by account and queue by queue."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Asker(NamedTuple):
    """For whom something is thought about."""

    account: str
    """Who has only so many slots at once: the host of a table, or the address of those who study."""
    queue: str
    """Queues of one account take turns: the host's tables, or the people at an address."""


class FairSlots:
    """A few slots, each for one thought at a time.

    Whoever asks for many waits for many turns, and never has more than `each`. A thought that has taken its
    slot for `slow` seconds takes one of the `spare` slots instead, as long as there are any: so one that
    hangs keeps nobody waiting.
    """

    def __init__(self, slots: int, each: int, spare: int, slow: float) -> None:
        self._free = slots
        self._each = each
        self._spare = spare
        self._slow = slow
        self._long: dict[object, None] = {}
        """Long thoughts for which there was no spare slot yet."""
        self._aside: set[object] = set()
        """Thoughts on spare slots."""
        self._taken: Counter[str] = Counter()
        self._waiting: dict[str, dict[str, list[asyncio.Future[None]]]] = {}
        """Those who wait, by account and queue: whoever comes first is next."""

    @asynccontextmanager
    async def slot(self, asker: Asker) -> AsyncIterator[None]:
        await self._wait(asker)
        thought = object()
        timer = asyncio.get_running_loop().call_later(self._slow, self._note_slow, thought)
        try:
            yield
        finally:
            timer.cancel()
            if thought in self._aside:
                self._aside.remove(thought)
            else:
                self._free += 1
            self._long.pop(thought, None)
            self._move_aside()
            self._leave(asker)

    async def _wait(self, asker: Asker) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker.account, {}).setdefault(asker.queue, []).append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(asker, turn)
            else:  # let in just now, and gone
                self._free += 1
                self._leave(asker)
            raise

    def _leave(self, asker: Asker) -> None:
        self._taken[asker.account] -= 1
        if not self._taken[asker.account]:
            del self._taken[asker.account]
        self._let_in()

    def _note_slow(self, thought: object) -> None:
        self._long[thought] = None
        self._move_aside()
        self._let_in()

    def _move_aside(self) -> None:
        while self._long and len(self._aside) < self._spare:
            thought = next(iter(self._long))
            del self._long[thought]
            self._aside.add(thought)
            self._free += 1

    def _let_in(self) -> None:
        while self._free:
            account = next((who for who in self._waiting if self._taken[who] < self._each), None)
            if account is None:
                return
            queues = self._waiting.pop(account)
            queue, turns = next(iter(queues.items()))
            del queues[queue]
            turn = turns.pop(0)
            if turns:
                queues[queue] = turns  # the last to come again, as is the account
            if queues:
                self._waiting[account] = queues
            if turn.done():  # cancelled, and about to say so
                continue
            self._free -= 1
            self._taken[account] += 1
            turn.set_result(None)

    def _forget(self, asker: Asker, turn: "asyncio.Future[None]") -> None:
        queues = self._waiting.get(asker.account, {})
        turns = queues.get(asker.queue, [])
        if turn not in turns:  # passed over already
            return
        turns.remove(turn)
        if not turns:
            del queues[asker.queue]
        if not queues:
            del self._waiting[asker.account]
