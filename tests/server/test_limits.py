"""A hall with its default limits: rates, connections, and what a proxy says about addresses."""

import httpx

from tests.kit.client import PING, Client, frame
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall, guest_at
from ukumbi.server.limits import Limits, TokenBucket

LIMITS = Limits()
BURST = int(LIMITS.message_burst)


class Stopwatch:
    """A clock that a test turns."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_then_a_rate() -> None:
    clock = Stopwatch()
    bucket = TokenBucket(rate=10, burst=5, clock=clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock.now = 0.35
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert not bucket.deaf
    while not bucket.deaf:
        assert not bucket.take()
    clock.now += 1.2
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


@in_a_loop
async def test_after_a_burst_one_is_told_to_slow_down_then_cut_off(strict_hall: LoudHall) -> None:
    quiet, loud = [await Client.at(await guest_at(strict_hall)) for _ in range(2)]
    for number in range(BURST + 20):
        loud.say("ping", ref=f"{number}")
    await loud.until(lambda: len(loud.heard) == BURST + 20)
    codes = [heard.get("code") for heard in loud.heard]
    first = codes.index("slow_down")
    assert first >= BURST
    assert loud.heard[first] == {
        "type": "refused",
        "code": "slow_down",
        "facts": {},
        "table": None,
        "ref": str(first),
    }
    for _ in range(10 * BURST):
        loud.say("ping", ref="again")
    assert await loud.cut_off() == 1008
    assert await quiet.fence() == []


@in_a_loop
async def test_pings_of_the_protocol_are_counted_too(strict_hall: LoudHall) -> None:
    client = await Client.at(await guest_at(strict_hall))
    client.put(frame(PING, b"again") * 10 * BURST)
    assert await client.cut_off() == 1008
    assert BURST // 2 < len(client.pongs) < 2 * BURST


def test_requests_have_a_rate_and_pages_do_not(strict_hall: LoudHall) -> None:
    with httpx.Client(base_url=strict_hall.url) as visitor:
        answers = [visitor.get("/api/me") for _ in range(3 * int(LIMITS.request_burst))]
        first = [answer.status_code for answer in answers].index(429)
        assert first >= LIMITS.request_burst
        assert answers[first].json() == {"code": "slow_down", "facts": {}}
        assert visitor.get("/").status_code == 200
