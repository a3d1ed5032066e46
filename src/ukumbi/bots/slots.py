"""Slots in the pool of workers. Waiting requests get them in turn, by address, account and queue."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple


class Asker(NamedTuple):
    """The origin of a request."""

    account: str
    """Has a limited number of slots: the host of a table, or the address of people who analyse."""
    queue: str
    """An account's queues take turns: the host's tables, or the people at an address."""
    address: str = ""
    """Accounts at one address take turns and share a limit, so that several accounts gain nothing. Without an
    address an account stands alone."""


ACCOUNT: Final = "account"
ADDRESS: Final = "address"


def _counted_for(asker: Asker) -> list[tuple[str, str]]:
    """The account and address that the slot counts for."""
    return [(ACCOUNT, asker.account), *([(ADDRESS, asker.address)] if asker.address else [])]


class FairSlots:
    """A few slots, each for one request at a time.

    An account never has more than `each` slots; further requests wait. A request that has held its slot for
    `slow` seconds moves to one of the `spare` slots, if there is one, so that a hanging request delays no
    other. An address has at most one slot more than `each`, slow requests included.
    """

    def __init__(self, slots: int, each: int, spare: int, slow: float) -> None:
        self._free = slots
        self._each = each
        self._spare = spare
        self._slow = slow
        self._slow_requests: dict[object, None] = {}
        """Slow requests that wait for a spare slot."""
        self._aside: set[object] = set()
        """Requests on spare slots."""
        self._taken: Counter[tuple[str, str]] = Counter()
        """Slots of each account and address."""
        self._waiting: dict[str, dict[str, dict[str, list[asyncio.Future[None]]]]] = {}
        """Waiting requests by address, account and queue, in order of arrival."""

    @asynccontextmanager
    async def slot(self, asker: Asker) -> AsyncIterator[None]:
        await self._wait(asker)
        request = object()
        timer = asyncio.get_running_loop().call_later(self._slow, self._note_slow, request)
        try:
            yield
        finally:
            timer.cancel()
            if request in self._aside:
                self._aside.remove(request)
            else:
                self._free += 1
            self._slow_requests.pop(request, None)
            self._move_aside()
            self._leave(asker)

    async def _wait(self, asker: Asker) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        accounts = self._waiting.setdefault(asker.address, {})
        accounts.setdefault(asker.account, {}).setdefault(asker.queue, []).append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(asker, turn)
            else:  # got its slot and was cancelled at once
                self._free += 1
                self._leave(asker)
            raise

    def _leave(self, asker: Asker) -> None:
        self._taken.subtract(_counted_for(asker))
        self._taken = +self._taken
        self._let_in()

    def _note_slow(self, request: object) -> None:
        self._slow_requests[request] = None
        self._move_aside()
        self._let_in()

    def _move_aside(self) -> None:
        while self._slow_requests and len(self._aside) < self._spare:
            request = next(iter(self._slow_requests))
            del self._slow_requests[request]
            self._aside.add(request)
            self._free += 1

    def _let_in(self) -> None:
        while self._free and (asker := self._next()) is not None:
            turn = self._take_out(asker)
            if turn.done():  # cancelled
                continue
            self._free -= 1
            self._taken.update(_counted_for(asker))
            turn.set_result(None)

    def _next(self) -> Asker | None:
        """The next origin that may have another slot."""
        for address, accounts in self._waiting.items():
            for account, queues in accounts.items():
                asker = Asker(account, next(iter(queues)), address)
                if self._may_have_another(asker):
                    return asker
        return None

    def _may_have_another(self, asker: Asker) -> bool:
        if asker.address and self._taken[ADDRESS, asker.address] > self._each:
            return False
        return self._taken[ACCOUNT, asker.account] < self._each

    def _take_out(self, asker: Asker) -> "asyncio.Future[None]":
        """Its first waiting request. Its address, account and queue move to the end."""
        accounts = self._waiting.pop(asker.address)
        queues = accounts.pop(asker.account)
        turns = queues.pop(asker.queue)
        turn = turns.pop(0)
        if turns:
            queues[asker.queue] = turns
        if queues:
            accounts[asker.account] = queues
        if accounts:
            self._waiting[asker.address] = accounts
        return turn

    def _forget(self, asker: Asker, turn: "asyncio.Future[None]") -> None:
        accounts = self._waiting.get(asker.address, {})
        queues = accounts.get(asker.account, {})
        turns = queues.get(asker.queue, [])
        if turn not in turns:  # skipped already
            return
        turns.remove(turn)
        if not turns:
            del queues[asker.queue]
        if not queues:
            del accounts[asker.account]
        if not accounts:
            del self._waiting[asker.address]
