"""Places in the pool of workers: who waits gets one in turn, person by person and table by table."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple


class Asker(NamedTuple):
    """For whom a bot thinks."""

    person: str
    """Who set the table up."""
    table: str


class FairPlaces:
    """A few places, each for one thought at a time.

    Whoever asks for many waits for many turns, and never has more than `each`. A thought that has taken its
    place for `slow` seconds takes one of the `spare` places instead, as long as there are any: so one that
    hangs keeps nobody waiting.
    """

    def __init__(self, places: int, each: int, spare: int, slow: float) -> None:
        self._free = places
        self._each = each
        self._spare = spare
        self._slow = slow
        self._long: dict[object, None] = {}
        """Long thoughts for which there was no spare place yet."""
        self._aside: set[object] = set()
        """Thoughts on spare places."""
        self._taken: Counter[str] = Counter()
        self._waiting: dict[str, dict[str, list[asyncio.Future[None]]]] = {}
        """Those who wait, by person and table: whoever comes first is next."""

    @asynccontextmanager
    async def place(self, asker: Asker) -> AsyncIterator[None]:
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
        self._waiting.setdefault(asker.person, {}).setdefault(asker.table, []).append(turn)
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
        self._taken[asker.person] -= 1
        if not self._taken[asker.person]:
            del self._taken[asker.person]
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
            person = next((who for who in self._waiting if self._taken[who] < self._each), None)
            if person is None:
                return
            tables = self._waiting.pop(person)
            table, turns = next(iter(tables.items()))
            del tables[table]
            turn = turns.pop(0)
            if turns:
                tables[table] = turns  # at the end of the line, as is the person
            if tables:
                self._waiting[person] = tables
            if turn.done():  # cancelled, and about to say so
                continue
            self._free -= 1
            self._taken[person] += 1
            turn.set_result(None)

    def _forget(self, asker: Asker, turn: "asyncio.Future[None]") -> None:
        tables = self._waiting.get(asker.person, {})
        turns = tables.get(asker.table, [])
        if turn not in turns:  # passed over already
            return
        turns.remove(turn)
        if not turns:
            del tables[asker.table]
        if not tables:
            del self._waiting[asker.person]
