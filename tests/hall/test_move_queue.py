"""One table's requests: in turns as they come, and moves in fair order where everyone moves at once."""

import asyncio
from typing import Final

from tests.kit.scripted_clock import ScriptedClock
from ukumbi.core import Refused, Seat
from ukumbi.hall.move_queue import MoveQueue
from ukumbi.hall.requests import Item, LookAround, Move, Reply, nobody_waits

WIDEST: Final = 100_000_000
"""Nanoseconds that the farthest player is granted."""
LOOK: Final = Item(LookAround(), nobody_waits)


class Table:
    """A queue, and what its requests were answered."""

    def __init__(self, simultaneous: bool) -> None:
        self.clock = ScriptedClock()
        self.queue = MoveQueue(self.clock, simultaneous, lambda: WIDEST, lambda _: None)
        self.replies: list[Reply] = []

    def move(self, seat: int, allowance: int = 0) -> Item:
        item = Item(Move(Seat(seat), "a"), self.replies.append)
        self.queue.put_in_order(item, allowance)
        return item

    async def until(self, ms: float) -> None:
        async def settle() -> None:
            await asyncio.sleep(0)

        await self.clock.turn_to(ms, settle)

    async def next_seat(self) -> int:
        item = await self.queue.next()
        assert item is not None
        assert isinstance(item.request, Move)
        return item.request.seat


async def test_in_turns_requests_come_as_they_were_put() -> None:
    table = Table(simultaneous=False)
    items = [table.move(1), table.move(0, allowance=WIDEST)]
    table.queue.put(LOOK)
    taken = [await table.queue.next() for _ in range(3)]
    assert taken == [*items, LOOK]
    assert table.queue.empty


async def test_who_waits_for_a_request_gets_the_next_one() -> None:
    table = Table(simultaneous=False)
    waiting = asyncio.create_task(table.queue.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    table.queue.put(LOOK)
    assert await waiting is LOOK


async def test_where_everyone_moves_at_once_a_move_waits_for_earlier_ones() -> None:
    table = Table(simultaneous=True)
    await table.until(1000)
    table.move(0)
    await table.until(1050)
    table.queue.put(LOOK)
    assert await table.queue.next() is LOOK, "other requests are not held"
    table.move(1, allowance=WIDEST)
    assert await table.next_seat() == 1, "nobody can come before the farthest player"
    assert not table.queue.empty
    await table.until(1100)
    assert await table.next_seat() == 0


async def test_a_closed_queue_answers_all_that_waits_once() -> None:
    for simultaneous in (False, True):
        table = Table(simultaneous)
        await table.until(1000)
        for seat in (0, 1):
            table.move(seat)
        refusal = Refused("stale")
        table.queue.close(refusal)
        assert table.replies == [refusal, refusal]
        assert await table.queue.next() is None
        await table.until(2000)
        assert len(table.replies) == 2


async def test_who_waits_at_a_queue_that_is_closed_goes_on() -> None:
    table = Table(simultaneous=False)
    waiting = asyncio.create_task(table.queue.next())
    await asyncio.sleep(0)
    table.queue.close(Refused("stale"))
    assert await waiting is None
