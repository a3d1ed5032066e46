"""A hall with its default limits: rates, connections, and what a proxy says about addresses."""

from pathlib import Path

import httpx
import msgspec
import pytest
from picows import WSFrame, WSInvalidStatusError, WSMsgType, WSTransport

from tests.hall.scene import until
from tests.kit.client import PING, PONG, TEXT, Client, frame, refusal
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall, guest_at, joined, set_up, two_at_a_table
from ukumbi.core import Refused
from ukumbi.lab.people.guest import Guest
from ukumbi.server.budget import Budget
from ukumbi.server.connection import READ
from ukumbi.server.costs import IMPOSSIBLE
from ukumbi.server.limits import NO_LIMITS, Limits, Pace, TokenBucket
from ukumbi.server.upgrade import SocketProtocol

LIMITS = Limits()
BURST = int(LIMITS.messages.burst)


class Stopwatch:
    """A clock that a test turns."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_then_a_rate() -> None:
    clock = Stopwatch()
    bucket = TokenBucket(Pace(10, 5), clock)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    clock.now = 0.35
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert 0 < bucket.owed < 0.1
    for _ in range(1000):
        assert not bucket.take(), "it is not held against anybody for ever"
    assert bucket.owed == pytest.approx(1.0)
    clock.now += 1.55
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_what_is_refused_is_not_taken_from_those_who_share() -> None:
    clock = Stopwatch()
    own, shared = TokenBucket(Pace(1, 100), clock), TokenBucket(Pace(1, 10), clock)
    budget = Budget(own, shared)
    assert [budget.spend(4) for _ in range(4)] == [True, True, False, False]
    assert Budget(TokenBucket(Pace(1, 100), clock), shared).spend(2)
    assert budget.owed == 0


@in_a_loop
async def test_after_a_burst_nothing_is_read_until_it_is_paid_for(
    strict_hall: LoudHall,
) -> None:
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
    loud.heard.clear()
    assert await quiet.fence() == []
    loud.say("ping", ref="later")
    await loud.until(lambda: len(loud.heard) == 1)
    assert loud.heard[0]["type"] == "pong"


@in_a_loop
async def test_however_much_somebody_says_only_a_little_is_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    updated = SocketProtocol.buffer_updated

    def count(self: SocketProtocol, size: int) -> None:
        reads.append(size)
        updated(self, size)

    monkeypatch.setattr(SocketProtocol, "buffer_updated", count)
    async with hall_inside(tmp_path, limits=NO_LIMITS) as (server, _):
        client = await Client.at(await guest_at(server))
        reads.clear()
        long = msgspec.json.encode({"type": "ping", "ref": "x" * 40})
        client.put(frame(TEXT, long) * 2000 + frame(TEXT, long + b" " * 8000))
        await client.until(lambda: len(client.heard) == 2001)
    assert sum(reads) > 2000 * len(long)
    assert max(reads) <= READ


@in_a_loop
async def test_moves_that_are_refused_cost_more(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, limits=SLOW, modules=("ukumbi.games",)) as (server, _):
        guest = await guest_at(server)
        table = await set_up(guest, others=["novice"])
        client = await Client.at(guest)
        await joined(client, table)
        client.heard.clear()
        for number in range(10):
            client.say("move", table=table, move="a1-a1/a1", answers=1, ref=f"{number}")
        codes: list[str] = []
        while "slow_down" not in codes:
            await client.until(lambda: client.heard)
            told = client.heard.pop(0)
            codes += [told["code"]] if told["type"] == "refused" else []
        assert codes.index("slow_down") <= 20 / IMPOSSIBLE


@in_a_loop
async def test_pings_of_the_protocol_are_counted_too(strict_hall: LoudHall) -> None:
    client = await Client.at(await guest_at(strict_hall))
    client.put(frame(PING, b"again") * 10 * BURST)
    assert await client.cut_off() == 1008
    assert BURST // 2 < len(client.pongs) < 2 * BURST


@in_a_loop
async def test_pongs_for_our_pings_cost_nothing_and_others_do(tmp_path: Path) -> None:
    """At a race there are several a second, and a whole school may be one address."""
    async with hall_inside(tmp_path, limits=SLOW) as (server, hall):
        table, clients = await two_at_a_table(server, "pounce", options={"rounds": 1000, "beat_ms": 20})
        (line,) = hall.connected[str(clients[0].welcome["person"])]
        seq = hall.tables[table].match.seq
        await until(lambda: hall.tables[table].match.seq > seq + 60)  # each is followed by a ping
        assert not clients[0].gone
        owed = line._connection._owed  # type: ignore[attr-defined]
        clients[0].put(frame(PONG, b"unasked!") * (owed + 100))
        assert await clients[0].cut_off() == 1008


@in_a_loop
async def test_who_answers_the_latest_ping_alone_is_measured(tmp_path: Path) -> None:
    """As RFC 6455 allows: the ping that follows is the same once more."""
    async with hall_inside(tmp_path) as (server, hall):
        guest, friend = await guest_at(server), await guest_at(server)
        table = await set_up(guest, "pounce")
        await friend.sit(table)
        client = await Lazy.at(guest)
        await joined(client, table)
        (line,) = hall.connected[str(client.welcome["person"])]
        await client.until(lambda: line.latency.usual is not None)
        assert 0 < (line.latency.usual or 0) < 0.05
        client.hang_up()
        await client.farewell()


class Lazy(Client):
    """Answers only the second of two pings."""

    answers_pings = False
    latest = b""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            before, self.latest = self.latest, frame.get_payload_as_bytes()
            if before == self.latest:
                transport.send_pong(self.latest)
        super().on_ws_frame(transport, frame)


def test_requests_have_a_rate_and_pages_do_not(strict_hall: LoudHall) -> None:
    with httpx.Client(base_url=strict_hall.url) as visitor:
        answers = [visitor.get("/api/me") for _ in range(3 * int(LIMITS.requests.burst))]
        first = [answer.status_code for answer in answers].index(429)
        assert first >= LIMITS.requests.burst
        assert answers[first].json() == {"code": "slow_down", "facts": {}}
        assert visitor.get("/").status_code == 200


SLOW = msgspec.structs.replace(NO_LIMITS, messages=Pace(1e-3, 20), requests=Pace(1e-3, 20))


async def answers(client: Client, count: int) -> list[str]:
    """What so many pings are answered with."""
    for number in range(count):
        client.say("ping", ref=f"{number}")
    await client.until(lambda: len(client.heard) == count)
    kinds = [heard["type"] for heard in client.heard]
    client.heard.clear()
    return kinds


@in_a_loop
async def test_who_comes_again_has_no_more_to_spend(tmp_path: Path) -> None:
    """On a new line, or on another one at the same time; somebody else has their own."""
    async with hall_inside(tmp_path, limits=SLOW) as (server, _):
        guest, other = [await guest_at(server) for _ in range(2)]
        first, second = [await Client.at(guest) for _ in range(2)]
        assert await answers(first, 15) == ["pong"] * 15
        assert await answers(second, 6) == ["pong"] * 5 + ["refused"]
        first.hang_up()
        assert await answers(await Client.at(guest), 2) == ["refused"] * 2
        assert await answers(await Client.at(other), 2) == ["pong"] * 2


@in_a_loop
async def test_those_at_one_address_share_what_it_may_do(tmp_path: Path) -> None:
    crowded = msgspec.structs.replace(NO_LIMITS, messages_of_address=Pace(1e-3, 20))
    async with hall_inside(tmp_path, limits=crowded) as (server, _):
        clients = [await Client.at(Guest(server.port)) for _ in range(5)]
        kinds = [kind for client in clients for kind in await answers(client, 5)]
        assert kinds == ["pong"] * 20 + ["refused"] * 5


@in_a_loop
async def test_what_is_more_work_costs_more(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, limits=SLOW) as (server, _):
        guest = await guest_at(server)
        table = await set_up(guest)
        client = await Client.at(guest)
        for _ in range(4):
            await joined(client, table)
        client.say("look", table=table, seq=1, ref="past")
        assert (await client.hear("refused", ref="past"))["code"] == "slow_down"


@in_a_loop
async def test_a_log_costs_more_than_a_glance(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, limits=SLOW) as (server, _):
        guest = await guest_at(server)
        table = await set_up(guest)
        for _ in range(6):
            await guest.ask("GET", f"/api/tables/{table}/log")
        with pytest.raises(Refused, match="slow_down"):
            await guest.ask("GET", f"/api/tables/{table}/log")


@in_a_loop
async def test_sockets_are_opened_at_a_pace(tmp_path: Path) -> None:
    hasty = msgspec.structs.replace(NO_LIMITS, sockets_of_address=Pace(1e-3, 5))
    async with hall_inside(tmp_path, limits=hasty) as (server, _):
        for _ in range(5):
            (await Client.at(Guest(server.port))).hang_up()
        with pytest.raises(WSInvalidStatusError) as refused:
            await Client.at(Guest(server.port))
        assert refusal(refused.value) == (429, "slow_down")


@in_a_loop
async def test_what_the_hall_keeps_has_an_hourly_rate(tmp_path: Path) -> None:
    few = msgspec.structs.replace(NO_LIMITS, keeps=Pace(1e-3, 4), keeps_of_address=Pace(1e-3, 9))
    async with hall_inside(tmp_path, limits=few) as (server, _):
        guest = await guest_at(server)
        await guest.ask("PUT", "/api/me", {"name": "Ada"})
        await guest.ask("POST", "/api/me/pass")
        for _ in range(2):
            await set_up(guest)
        with pytest.raises(Refused, match="enough_for_now"):
            await set_up(guest)
        await guest.ask("GET", "/api/me/tables")
        for _ in range(5):
            await set_up(await guest_at(server))
        with pytest.raises(Refused, match="enough_for_now"):
            await Guest(server.port).ask("PUT", "/api/me", {"name": "Eve"})


@in_a_loop
async def test_what_cannot_be_read_costs_as_much_as_five_messages(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, limits=SLOW) as (server, _):
        client = await Client.at(await guest_at(server))
        for _ in range(3):
            client.put(frame(TEXT, b"{"))
        await client.until(lambda: len(client.heard) == 3)
        assert {heard["code"] for heard in client.heard} == {"unexpected"}
        client.heard.clear()
        assert await answers(client, 6) == ["pong"] * 5 + ["refused"]
