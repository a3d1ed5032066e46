"""A table's requests: in order of arrival in games of turns, in fair order where everyone moves at once."""

import asyncio
from typing import Final

from tests.kit.scripted_clock import ScriptedClock
from ukumbi.core import Refused, Seat
from ukumbi.hall.move_queue import MoveQueue
from ukumbi.hall.requests import Item, LookAround, Move, Reply, nobody_waits

WIDEST: Final = 100_000_000
"""Nanoseconds granted to the farthest player."""
LOOK: Final = Item(LookAround(), nobody_waits)


class Table:
    """A queue, and the answers to its requests."""

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


async def test_in_turns_requests_keep_their_order() -> None:
    table = Table(simultaneous=False)
    items = [table.move(1), table.move(0, allowance=WIDEST)]
    table.queue.put(LOOK)
    taken = [await table.queue.next() for _ in range(3)]
    assert taken == [*items, LOOK]
    assert table.queue.empty


async def test_a_waiting_reader_gets_the_next_request() -> None:
    table = Table(simultaneous=False)
    waiting = asyncio.create_task(table.queue.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    table.queue.put(LOOK)
    assert await waiting is LOOK


async def test_simultaneous_moves_wait_for_earlier_ones() -> None:
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


async def test_a_closed_queue_answers_every_waiting_request_once() -> None:
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


async def test_closing_the_queue_wakes_its_reader() -> None:
    table = Table(simultaneous=False)
    waiting = asyncio.create_task(table.queue.next())
    await asyncio.sleep(0)
    table.queue.close(Refused("stale"))
    assert await waiting is None
