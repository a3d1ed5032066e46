"""Rates for each person and address, and costs."""

import asyncio
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from picows import WSFrame, WSInvalidStatusError, WSMsgType, WSTransport

from benchmarks.players.guest import Guest
from tests.kit.actions import until
from tests.kit.client import CONTINUATION, PING, PONG, TEXT, Client, frame, refusal
from tests.kit.halls import MODULES, guest_as, new_row, past_table
from tests.kit.in_process import hall_in_process
from tests.kit.people import guest_at, joined, set_up, two_at_a_table
from ukumbi.core import Refused
from ukumbi.hall import messages
from ukumbi.server.limits import BUCKETS, NO_LIMITS, Budget, Limiter, Limits, Rate, TokenBucket
from ukumbi.server.session import NONSENSE_COST, REFUSED_MOVE_COST
from ukumbi.server.socket import READ_BYTES, Connection, SocketProtocol


class Stopwatch:
    """A clock that a test advances."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_then_a_rate() -> None:
    clock = Stopwatch()
    bucket = TokenBucket(Rate(10, 5), clock)
    assert [bucket.spend(1) for _ in range(6)] == [0, 0, 0, 0, 0, pytest.approx(0.1)]
    clock.now = 0.35
    assert bucket.wait(2.5) == 0
    assert bucket.wait(3.5) == pytest.approx(0.1)


def test_debt_has_a_bound() -> None:
    clock = Stopwatch()
    bucket = TokenBucket(Rate(10, 5), clock)
    assert bucket.spend(1000) == pytest.approx(0.5)
    clock.now = 0.5
    assert bucket.wait() == 0


def test_refused_requests_cost_nothing() -> None:
    clock = Stopwatch()
    person, address = TokenBucket(Rate(1, 100), clock), TokenBucket(Rate(1, 10), clock)
    budget = Budget(person, address)
    assert [budget.try_spend(4) for _ in range(4)] == [True, True, False, False]
    assert Budget(TokenBucket(Rate(1, 100), clock), address).try_spend(2)
    assert (person.wait(92), person.wait(93)) == (0, 1)


def test_the_least_recently_used_bucket_is_forgotten_first() -> None:
    limiter = Limiter(Limits(requests_of_address=Rate(1e-6, 3)))
    for _ in range(3):
        assert limiter.budget("requests", None, "203.0.113.7").try_spend()
    for number in range(BUCKETS + 5000):
        assert limiter.budget("requests", None, f"address {number}").try_spend()
        if number % 1000 == 0:
            assert not limiter.budget("requests", None, "203.0.113.7").try_spend(), "it is still used"
    assert len(limiter._addresses) == BUCKETS


def test_people_share_the_bucket_of_their_address() -> None:
    limiter = Limiter(Limits(requests_of_address=Rate(1e-6, 10)))
    spent = [limiter.budget("requests", f"{number}", "here").try_spend() for number in range(11)]
    assert spent == [True] * 10 + [False]
    assert limiter.budget("requests", "1", "there").try_spend()


async def test_after_a_burst_messages_are_read_at_the_rate(tmp_path: Path) -> None:
    """Every message is answered; other clients are served meanwhile."""
    rate = Rate(100, 20)
    async with hall_in_process(tmp_path, limits=msgspec.structs.replace(NO_LIMITS, messages=rate)) as (
        server,
        _,
    ):
        quiet, loud = [await Client.at(await guest_at(server)) for _ in range(2)]
        began = asyncio.get_running_loop().time()
        for number in range(120):
            loud.say("ping", ref=f"{number}")
        assert await quiet.fence() == []
        assert len(loud.heard) < 120
        await loud.until(lambda: len(loud.heard) == 120)
        assert [heard["type"] for heard in loud.heard] == ["pong"] * 120
        in_debt = rate.burst
        assert asyncio.get_running_loop().time() - began >= (120 - rate.burst - in_debt) / rate.per_second


async def test_only_a_little_is_read_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[int] = []
    updated = SocketProtocol.buffer_updated

    def count(self: SocketProtocol, size: int) -> None:
        reads.append(size)
        updated(self, size)

    monkeypatch.setattr(SocketProtocol, "buffer_updated", count)
    async with hall_in_process(tmp_path, limits=NO_LIMITS) as (server, _):
        client = await Client.at(await guest_at(server))
        reads.clear()
        long = msgspec.json.encode({"type": "ping", "ref": "x" * 40})
        client.put(frame(TEXT, long) * 2000 + frame(TEXT, long + b" " * 8000))
        await client.until(lambda: len(client.heard) == 2001)
    assert sum(reads) > 2000 * len(long)
    assert max(reads) <= READ_BYTES


class Costs:
    """Records all charges."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.charged: list[float] = []
        spend = Connection.spend

        def noted(connection: Connection, cost: float) -> None:
            self.charged.append(cost)
            spend(connection, cost)

        monkeypatch.setattr(Connection, "spend", noted)

    def since(self) -> float:
        charged = sum(self.charged)
        self.charged.clear()
        return charged


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Costs:
    return Costs(monkeypatch)


async def test_more_work_costs_more(tmp_path: Path, costs: Costs) -> None:
    async with hall_in_process(tmp_path, modules=("ukumbi.games",)) as (server, _):
        guest = await guest_at(server)
        table = await set_up(guest, others=["1"])
        client = await Client.at(guest)
        await joined(client, table)
        assert costs.since() >= messages.Join(table).cost
        client.say("move", table=table, move="a1-a1/a1", answers=1, ref="impossible")
        await client.hear("refused", ref="impossible")
        assert costs.since() == REFUSED_MOVE_COST
        client.put(frame(TEXT, b"{"))
        await client.hear("refused", code="unexpected")
        assert costs.since() == NONSENSE_COST
        client.say("look", table=table, seq=1, ref="past")
        await client.hear("past", ref="past")
        assert costs.since() == messages.Look.cost


async def test_a_longer_log_costs_more(tmp_path: Path, costs: Costs) -> None:
    joining = []
    async with hall_in_process(tmp_path, modules=MODULES) as (server, hall):
        for moves in (1, 400):
            row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":999}'), moves)
            client = await Client.at(guest_as("ada", tmp_path, server.port))
            costs.since()
            client.say("join", table=row.id, since=0)
            await client.hear("sync")
            joining.append(costs.since())
            client.hang_up()
            await client.closed()
    assert joining[1] > joining[0] + 20


async def test_pings_and_fragments_cost_too(tmp_path: Path, costs: Costs) -> None:
    async with hall_in_process(tmp_path) as (server, _):
        client = await Client.at(await guest_at(server))
        client.put(frame(PING, b"again") * 10)
        client.put(frame(TEXT, b'{"type":"ping",', fin=False) + frame(CONTINUATION, b'"ref":"a"}'))
        await client.hear("pong", ref="a")
        assert costs.since() == 10 + 2 + messages.Ping.cost


async def test_only_unrequested_pongs_cost(tmp_path: Path, costs: Costs) -> None:
    """A race has several a second, and a whole school may share an address."""
    async with hall_in_process(tmp_path) as (server, hall):
        table, clients = await two_at_a_table(server, "pounce", options={"rounds": 1000, "beat_ms": 20})
        (line,) = hall.connected[str(clients[0].welcome["person"])]
        seq = hall.tables[table].match.seq
        costs.since()
        await until(lambda: hall.tables[table].match.seq > seq + 60)  # each is followed by a ping
        assert costs.since() == 0
        owed = line._connection._owed  # type: ignore[attr-defined]
        clients[0].put(frame(PONG, b"unasked!") * (owed + 100))
        await clients[0].fence()
        assert costs.since() >= 100


async def test_a_client_that_answers_only_the_latest_ping_is_measured(tmp_path: Path) -> None:
    """RFC 6455 allows this; the following ping is a repetition."""
    async with hall_in_process(tmp_path) as (server, hall):
        guest, friend = await guest_at(server), await guest_at(server)
        table = await set_up(guest, "pounce")
        await friend.sit(table)
        client = await Lazy.at(guest)
        await joined(client, table)
        (line,) = hall.connected[str(client.welcome["person"])]
        await client.until(lambda: line.latency.usual is not None)
        assert 0 < (line.latency.usual or 0) < 0.05
        client.hang_up()
        await client.closed()


class Lazy(Client):
    """Answers only the latest of several pings."""

    answers_pings = False
    latest = b""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            before, self.latest = self.latest, frame.get_payload_as_bytes()
            if before == self.latest:
                transport.send_pong(self.latest)
        super().on_ws_frame(transport, frame)


async def test_over_the_limit_requests_wait_but_files_do_not(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(NO_LIMITS, requests=Rate(50, 5))
    async with hall_in_process(tmp_path, limits=slow) as (server, _):
        guest = await guest_at(server)
        began = asyncio.get_running_loop().time()
        for _ in range(15):
            await guest.ask("GET", "/api/me")
        assert asyncio.get_running_loop().time() - began >= 9 / 50
    endless = msgspec.structs.replace(NO_LIMITS, requests_of_address=Rate(1e-3, 1))
    async with hall_in_process(tmp_path, limits=endless) as (server, _):
        await guest_at(server)
        waiting = asyncio.create_task(Guest(server.port).ask("GET", "/api/me"))
        async with httpx.AsyncClient(base_url=server.url) as visitor:
            assert (await visitor.get("/")).status_code == 200
        assert not waiting.done()
        waiting.cancel()


async def test_a_slow_body_blocks_no_other_request(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path, limits=Limits(requests_at_once=1)) as (server, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: hall\r\nContent-Length: 9\r\n\r\n{")
        await guest_at(server)
        assert not reader.at_eof()
        writer.close()


SLOW = msgspec.structs.replace(NO_LIMITS, messages=Rate(1e-3, 20), requests=Rate(1e-3, 20))


async def test_a_new_connection_gets_no_new_budget(tmp_path: Path) -> None:
    """In sequence or at once. Another person has their own bucket."""
    async with hall_in_process(tmp_path, limits=SLOW) as (server, _):
        guest, other = [await guest_at(server) for _ in range(2)]
        first, second = [await Client.at(guest) for _ in range(2)]
        for number in range(20):
            first.say("ping", ref=f"{number}")
        await first.until(lambda: len(first.heard) == 20)
        for line in (first, second):
            line.say("ping", ref="over the limit")
            await line.hear("pong", ref="over the limit")
            line.say("ping", ref="unread")
        assert await (await Client.at(other)).fence() == []
        third = await Client.at(guest)
        third.say("ping", ref="the last")
        await third.hear("pong", ref="the last")
        third.say("ping", ref="unread")
        assert await (await Client.at(other)).fence() == []
        assert not [line for line in (first, second, third) if "unread" in str(line.heard)]


@pytest.mark.parametrize(("path", "cost"), [("", 1), ("/log", 3), ("/replay", 5)])
async def test_a_request_has_its_routes_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, cost: float
) -> None:
    charged: list[float] = []
    spend = Budget.spend

    def noted(budget: Budget, cost: float = 1) -> float:
        charged.append(cost)
        return spend(budget, cost)

    async with hall_in_process(tmp_path) as (server, _):
        guest = await guest_at(server)
        table = await set_up(guest)
        monkeypatch.setattr(Budget, "spend", noted)
        with suppress(Refused):  # an unfinished game has no replay
            await guest.ask("GET", f"/api/tables/{table}{path}")
    assert charged == [cost]


async def test_opening_sockets_has_a_rate(tmp_path: Path) -> None:
    hasty = msgspec.structs.replace(NO_LIMITS, sockets_of_address=Rate(1e-3, 5))
    async with hall_in_process(tmp_path, limits=hasty) as (server, _):
        for _ in range(5):
            (await Client.at(Guest(server.port))).hang_up()
        with pytest.raises(WSInvalidStatusError) as refused:
            await Client.at(Guest(server.port))
        assert refusal(refused.value) == (429, "slow_down")


async def test_stored_things_have_an_hourly_rate(tmp_path: Path) -> None:
    few = msgspec.structs.replace(NO_LIMITS, keeps=Rate(1e-3, 4), keeps_of_address=Rate(1e-3, 9))
    async with hall_in_process(tmp_path, limits=few) as (server, _):
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
