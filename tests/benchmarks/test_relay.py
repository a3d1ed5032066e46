"""The relay adds lag, jitter and loss, and keeps the order."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random
from statistics import fmean, median

import pytest

from benchmarks.fairness.relay import MIN_TIMEOUT_SECONDS, SEGMENT_BYTES, Crossing, Direction, Link, Relay
from tests.kit.actions import until

ROUGH_LINK = Link(lag=0.01, jitter=0.004, loss=0.02, seed=5)
DRAWS = 20_000
CLOCK_TICK_SECONDS = 0.002
"""Timers are in milliseconds and may round down."""


Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]
Call = tuple[Relay, asyncio.StreamReader, asyncio.StreamWriter]


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while content := await reader.read(SEGMENT_BYTES):
        writer.write(content)
    writer.close()


@asynccontextmanager
async def calling(answer: Answer, link: Link) -> AsyncIterator[Call]:
    """A relay to a server, and a connection to the relay."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    relay = await Relay(link, server.sockets[0].getsockname()[1]).open()
    reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
    try:
        yield relay, reader, writer
    finally:
        writer.close()
        await relay.close()
        server.close()
        await server.wait_closed()


async def test_data_comes_out_later_and_in_order() -> None:
    said = [b"%04d" % number * 100 for number in range(200)]
    async with calling(echo, ROUGH_LINK) as (relay, reader, writer):
        for part in said:
            writer.write(part)
            await asyncio.sleep(0)
        whole = b"".join(said)
        assert await reader.readexactly(len(whole)) == whole
        for direction in (relay.up, relay.down):
            _check_crossings(list(direction.crossings))


def _check_crossings(crossings: list[Crossing]) -> None:
    for one in crossings:
        assert one.due >= one.came + ROUGH_LINK.lag / 2
        assert one.passed >= one.due - CLOCK_TICK_SECONDS
    for one, other in pairwise(crossings):
        assert one.due <= other.due
        assert one.passed <= other.passed


async def test_a_request_and_its_answer_take_the_round_trip() -> None:
    async with calling(echo, Link(lag=0.06)) as (relay, reader, writer):
        writer.write(b"?")
        assert await reader.readexactly(1) == b"?"
        (there,), (back,) = relay.up.crossings, relay.down.crossings
        assert there.due - there.came == pytest.approx(0.03)
        assert back.due - back.came == pytest.approx(0.03)
        assert back.passed - there.came >= 0.06 - 2 * CLOCK_TICK_SECONDS
        assert relay.up.crossing_since(there.came) == there
        assert relay.up.crossing_since(there.passed) is None


async def test_end_of_file_waits_for_earlier_data() -> None:
    speech = b"x" * 20 * SEGMENT_BYTES

    async def say_and_go(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(speech)
        writer.close()

    async with calling(say_and_go, ROUGH_LINK) as (_, reader, _):
        assert await reader.read() == speech


async def test_data_waits_for_the_far_end_to_open() -> None:
    async with calling(echo, Link(lag=0)) as (relay, reader, _):
        early = Direction(Link(lag=0), Random(1))
        early.carry(b"one")
        early.carry(b"two")
        await until(lambda: early._too_early == 2)
        end = relay.down.end
        assert end is not None
        early.lead_to(end)
        assert await reader.readexactly(6) == b"onetwo"


async def test_without_a_server_the_caller_is_disconnected() -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    relay = await Relay(ROUGH_LINK, port).open()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
        assert await reader.read() == b""
        writer.close()
    finally:
        await relay.close()


async def test_segments_of_one_message_have_the_same_jitter() -> None:
    way = Direction(Link(lag=0.01, jitter=0.004), Random(1))
    for _ in range(5):
        way.carry(b"x" * 3 * SEGMENT_BYTES)
    dues = [due for _, due, _ in way._travelling]
    assert all(len({*dues[first : first + 3]}) == 1 for first in range(0, len(dues), 3))
    assert len({*dues}) > 1


def drawn(link: Link) -> list[float]:
    way = Direction(link, Random(link.seed))
    return [way.travel() + way.retransmissions() for _ in range(DRAWS)]


def test_jitter_is_added_and_skewed() -> None:
    excess = [delay - 0.03 for delay in drawn(Link(lag=0.06, jitter=0.01))]
    assert min(excess) >= 0
    assert fmean(excess) == pytest.approx(0.01, rel=0.05)
    assert median(excess) == pytest.approx(0.01 * 0.693, rel=0.05)


def test_without_jitter_each_way_takes_half_of_the_lag() -> None:
    assert set(drawn(Link(lag=0.06))) == {0.03}


def test_a_retransmission_doubles_the_timeout_each_time() -> None:
    link = Link(lag=0.25, loss=0.1)
    assert link.timeout == 0.25 + MIN_TIMEOUT_SECONDS
    late = [round((delay - 0.125) / link.timeout) for delay in drawn(link)]
    assert {0, 1, 3, 7} <= set(late) <= {0, 1, 3, 7, 15, 31}
    assert sum(timeouts > 0 for timeouts in late) / DRAWS == pytest.approx(0.1, rel=0.1)


def test_the_same_seed_draws_the_same_delays() -> None:
    assert drawn(ROUGH_LINK) == drawn(ROUGH_LINK)
    assert drawn(ROUGH_LINK) != drawn(Link(ROUGH_LINK.lag, ROUGH_LINK.jitter, ROUGH_LINK.loss, seed=6))
