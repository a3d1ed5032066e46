"""The relay makes a line long, restless and leaky, and never mixes up what it carries."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import pairwise
from random import Random
from statistics import fmean, median

import pytest

from benchmarks.fairness.relay import SEGMENT, SHORTEST_TIMEOUT, Crossing, Relay, Way, Wire
from tests.kit.actions import until

RESTLESS = Wire(lag=0.01, jitter=0.004, loss=0.02, seed=5)
DRAWS = 20_000
CLOCK_TICK = 0.002
"""Timers go by milliseconds, and may round down."""


Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]
Call = tuple[Relay, asyncio.StreamReader, asyncio.StreamWriter]


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while content := await reader.read(SEGMENT):
        writer.write(content)
    writer.close()


@asynccontextmanager
async def calling(answer: Answer, wire: Wire) -> AsyncIterator[Call]:
    """A relay with a server behind it, and a caller."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    relay = await Relay(wire, server.sockets[0].getsockname()[1]).open()
    reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
    try:
        yield relay, reader, writer
    finally:
        writer.close()
        await relay.close()
        server.close()
        await server.wait_closed()


async def test_what_goes_in_comes_out_later_and_in_order() -> None:
    said = [b"%04d" % number * 100 for number in range(200)]
    async with calling(echo, RESTLESS) as (relay, reader, writer):
        for part in said:
            writer.write(part)
            await asyncio.sleep(0)
        whole = b"".join(said)
        assert await reader.readexactly(len(whole)) == whole
        for way in (relay.up, relay.down):
            _is_a_line(list(way.crossings))


def _is_a_line(crossings: list[Crossing]) -> None:
    for one in crossings:
        assert one.due >= one.came + RESTLESS.lag / 2
        assert one.passed >= one.due - CLOCK_TICK
    for one, other in pairwise(crossings):
        assert one.due <= other.due
        assert one.passed <= other.passed


async def test_a_question_and_its_answer_take_the_round_trip() -> None:
    async with calling(echo, Wire(lag=0.06)) as (relay, reader, writer):
        writer.write(b"?")
        assert await reader.readexactly(1) == b"?"
        (there,), (back,) = relay.up.crossings, relay.down.crossings
        assert there.due - there.came == pytest.approx(0.03)
        assert back.due - back.came == pytest.approx(0.03)
        assert back.passed - there.came >= 0.06 - 2 * CLOCK_TICK
        assert relay.up.crossing_since(there.came) == there
        assert relay.up.crossing_since(there.passed) is None


async def test_the_end_waits_for_what_was_said_before_it() -> None:
    speech = b"x" * 20 * SEGMENT

    async def say_and_go(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(speech)
        writer.close()

    async with calling(say_and_go, RESTLESS) as (_, reader, _):
        assert await reader.read() == speech


async def test_what_is_due_before_the_far_end_is_open_waits_for_it() -> None:
    async with calling(echo, Wire(lag=0)) as (relay, reader, _):
        early = Way(Wire(lag=0), Random(1))
        early.carry(b"one")
        early.carry(b"two")
        await until(lambda: early._too_early == 2)
        end = relay.down.end
        assert end is not None
        early.lead_to(end)
        assert await reader.readexactly(6) == b"onetwo"


async def test_where_nobody_answers_the_caller_is_told_so() -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    relay = await Relay(RESTLESS, port).open()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", relay.port)
        assert await reader.read() == b""
        writer.close()
    finally:
        await relay.close()


async def test_segments_of_one_message_wait_together() -> None:
    way = Way(Wire(lag=0.01, jitter=0.004), Random(1))
    for _ in range(5):
        way.carry(b"x" * 3 * SEGMENT)
    dues = [due for _, due, _ in way._travelling]
    assert all(len({*dues[first : first + 3]}) == 1 for first in range(0, len(dues), 3))
    assert len({*dues}) > 1


def drawn(wire: Wire) -> list[float]:
    way = Way(wire, Random(wire.seed))
    return [way.travel() + way.retransmissions() for _ in range(DRAWS)]


def test_jitter_comes_on_top_and_is_skewed() -> None:
    excess = [delay - 0.03 for delay in drawn(Wire(lag=0.06, jitter=0.01))]
    assert min(excess) >= 0
    assert fmean(excess) == pytest.approx(0.01, rel=0.05)
    assert median(excess) == pytest.approx(0.01 * 0.693, rel=0.05)


def test_without_jitter_all_take_half_of_the_lag() -> None:
    assert set(drawn(Wire(lag=0.06))) == {0.03}


def test_a_lost_segment_comes_a_timeout_later_and_lost_again_two_more() -> None:
    wire = Wire(lag=0.25, loss=0.1)
    assert wire.timeout == 0.25 + SHORTEST_TIMEOUT
    late = [round((delay - 0.125) / wire.timeout) for delay in drawn(wire)]
    assert {0, 1, 3, 7} <= set(late) <= {0, 1, 3, 7, 15, 31}
    assert sum(timeouts > 0 for timeouts in late) / DRAWS == pytest.approx(0.1, rel=0.1)


def test_the_same_seed_draws_the_same_line() -> None:
    assert drawn(RESTLESS) == drawn(RESTLESS)
    assert drawn(RESTLESS) != drawn(Wire(RESTLESS.lag, RESTLESS.jitter, RESTLESS.loss, seed=6))
