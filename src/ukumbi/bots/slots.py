"""Slots in the pool of workers: who waits gets one in turn, by home, by account and by queue."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple


class Asker(NamedTuple):
    """For whom something is thought about."""

    account: str
    """Who has only so many slots at once: the host of a table, or the address of those who study."""
    queue: str
    """Queues of one account take turns: the host's tables, or the people at an address."""
    home: str = ""
    """Accounts of one home take turns and have only so many slots together, so that nobody gets more by being
    many; without one an account stands alone."""


ACCOUNT: Final = "account"
HOME: Final = "home"


def _whose(asker: Asker) -> list[tuple[str, str]]:
    """Whose slot it is."""
    return [(ACCOUNT, asker.account), *([(HOME, asker.home)] if asker.home else [])]


class FairSlots:
    """A few slots, each for one thought at a time.

    A client that asks for many waits for many turns, and never has more than `each`. A thought that has
    taken its slot for `slow` seconds takes one of the `spare` slots instead, as long as there are any: so
    one that hangs keeps nobody waiting. A home has at most one more than `each`, long thoughts included.
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
        self._taken: Counter[tuple[str, str]] = Counter()
        """Slots of each account and of each home."""
        self._waiting: dict[str, dict[str, dict[str, list[asyncio.Future[None]]]]] = {}
        """Those who wait, by home, account and queue: first come, first served."""

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
        accounts = self._waiting.setdefault(asker.home, {})
        accounts.setdefault(asker.account, {}).setdefault(asker.queue, []).append(turn)
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
        self._taken.subtract(_whose(asker))
        self._taken = +self._taken
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
        while self._free and (asker := self._next()) is not None:
            turn = self._take_out(asker)
            if turn.done():  # cancelled, and about to say so
                continue
            self._free -= 1
            self._taken.update(_whose(asker))
            turn.set_result(None)

    def _next(self) -> Asker | None:
        """Whose turn it is, of those who may have one more slot."""
        for home, accounts in self._waiting.items():
            for account, queues in accounts.items():
                asker = Asker(account, next(iter(queues)), home)
                if self._may_have_another(asker):
                    return asker
        return None

    def _may_have_another(self, asker: Asker) -> bool:
        if asker.home and self._taken[HOME, asker.home] > self._each:
            return False
        return self._taken[ACCOUNT, asker.account] < self._each

    def _take_out(self, asker: Asker) -> "asyncio.Future[None]":
        """The first that waits there; its home, account and queue are the last to come again."""
        accounts = self._waiting.pop(asker.home)
        queues = accounts.pop(asker.account)
        turns = queues.pop(asker.queue)
        turn = turns.pop(0)
        if turns:
            queues[asker.queue] = turns
        if queues:
            accounts[asker.account] = queues
        if accounts:
            self._waiting[asker.home] = accounts
        return turn

    def _forget(self, asker: Asker, turn: "asyncio.Future[None]") -> None:
        accounts = self._waiting.get(asker.home, {})
        queues = accounts.get(asker.account, {})
        turns = queues.get(asker.queue, [])
        if turn not in turns:  # passed over already
            return
        turns.remove(turn)
        if not turns:
            del queues[asker.queue]
        if not queues:
            del accounts[asker.account]
        if not accounts:
            del self._waiting[asker.home]
