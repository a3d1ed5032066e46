"""Who counts as one caller, and what is believed of those who call for others."""

from pathlib import Path

import httpx
import pytest
from picows import WSInvalidStatusError

from tests.kit.client import Client, refusal
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall
from ukumbi.hall.recent import Recent
from ukumbi.lab.people.guest import Guest
from ukumbi.server.callers import Proxies, caller_of
from ukumbi.server.limits import NO_LIMITS, Limits, Pace
from ukumbi.server.rate_limiter import REMEMBERED, RateLimiter

FEW = Limits(connections=6)
NOBODY, OWN = Proxies(behind_proxy=False), Proxies(behind_proxy=True, trusted="127.0.0.1, ::1")


@pytest.mark.parametrize(
    ("address", "caller"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::ffff:cb00:7107", "203.0.113.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_a_caller_is_an_ipv4_address_or_an_ipv6_network(address: str, caller: str) -> None:
    assert caller_of(address) == caller


def test_what_a_request_says_of_its_way_is_not_believed_by_default() -> None:
    said = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    assert NOBODY.address("127.0.0.1", said) == "127.0.0.1"
    assert NOBODY.scheme("127.0.0.1", said, "http") == "http"
    assert not NOBODY.forwards("127.0.0.1", said)


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_a_proxy_on_this_machine_is_believed_where_there_is_one(peer: str) -> None:
    said = {"x-forwarded-for": "198.51.100.1, 203.0.113.7", "x-forwarded-proto": "https"}
    assert OWN.address(peer, said) == "203.0.113.7", "its last word, not what the caller put before it"
    assert OWN.scheme(peer, said, "http") == "https"
    assert OWN.forwards(peer, said)
    assert OWN.address("192.0.2.1", said) == "192.0.2.1", "nobody else is"
    assert OWN.scheme("192.0.2.1", said, "http") == "http"


def test_proxies_elsewhere_are_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.0/8")
    proxies = Proxies(behind_proxy=True)
    assert proxies.believes("10.1.2.3")
    assert not proxies.believes("127.0.0.1")
    assert not Proxies(behind_proxy=False).believes("10.1.2.3")


def test_who_was_quiet_the_longest_is_forgotten_first() -> None:
    keeper = RateLimiter(Limits(requests_of_address=Pace(1e-6, 3)), NOBODY)
    for _ in range(3):
        assert keeper.requests(None, "203.0.113.7").spend()
    for number in range(45_000):
        assert keeper.requests(None, f"caller {number}").spend()
        if number % 1000 == 0:
            assert not keeper.requests(None, "203.0.113.7").spend(), "who goes on is not forgotten"
    assert len(keeper._addresses) <= REMEMBERED


def test_what_is_needed_is_not_forgotten() -> None:
    known: Recent[int, str] = Recent(16, needed=lambda: {0, 1})
    for number in range(100):
        known[number] = str(number)
    assert len(known) <= 16
    assert (known[0], known[1], known.get(2), known[99]) == ("0", "1", None, "99")


def test_neighbours_in_a_network_share_what_it_may_do() -> None:
    keeper = RateLimiter(Limits(requests_of_address=Pace(1e-6, 10)), NOBODY)
    spent = [keeper.requests(f"person {number}", f"2001:db8::{number:x}").spend() for number in range(11)]
    assert spent == [True] * 10 + [False]
    assert keeper.requests("somebody", "2001:db8:0:1::1").spend()


@in_a_loop
async def test_behind_a_proxy_each_caller_counts_alone(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, limits=FEW, behind_proxy=True) as (server, _):
        guest = Guest(server.port)
        for number in range(3 * FEW.connections):
            await Client.at(guest, **{"X-Forwarded-For": f"198.51.100.1, 203.0.113.{number}"})
        clients = [
            await Client.at(guest, **{"X-Forwarded-For": f"203.0.113.{number}, 2001:db8::{number}"})
            for number in range(FEW.connections)
        ]
        with pytest.raises(WSInvalidStatusError) as refused:
            await Client.at(guest, **{"X-Forwarded-For": "203.0.113.200, 2001:db8::77"})
        assert refusal(refused.value) == (429, "slow_down")
        async with httpx.AsyncClient(base_url=server.url) as visitor:
            crowded = await visitor.get("/", headers={"X-Forwarded-For": "2001:db8::99"})
            assert crowded.status_code == 429, "a request counts as well"
            for _ in range(2 * FEW.connections):
                alone = await visitor.get("/", headers={"X-Forwarded-For": "2001:db8:1::99"})
                assert alone.status_code == 200, "and no longer than it takes"
        clients[0].hang_up()
        await clients[0].farewell()
        await clients[1].fence()
        await Client.at(guest, **{"X-Forwarded-For": "2001:db8::77"})


@in_a_loop
async def test_without_a_proxy_nobody_counts_as_somebody_else(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, limits=FEW) as (server, _):
        guest = Guest(server.port)
        for number in range(FEW.connections):
            await Client.at(guest, **{"X-Forwarded-For": f"203.0.113.{number}"})
        with pytest.raises(WSInvalidStatusError):
            await Client.at(guest, **{"X-Forwarded-For": "203.0.113.200"})


@in_a_loop
async def test_without_a_proxy_nobody_is_far_away_or_near_by_their_own_word(tmp_path: Path) -> None:
    said = {"X-Forwarded-For": "203.0.113.7", "X-Round-Trip": "1", "X-Forwarded-Proto": "https"}
    async with hall_inside(tmp_path, limits=NO_LIMITS) as (server, hall):
        client = await Client.at(Guest(server.port), **said)
        (session,) = hall.connected[client.welcome["person"]]
        assert session.latency.shortest > 1e-6
        async with httpx.AsyncClient(base_url=server.url) as visitor:
            greeted = await visitor.get("/api/me", headers=said)
        assert "Secure" not in greeted.headers["Set-Cookie"]


def test_who_has_a_proxy_and_does_not_say_so_is_told_once(strict_hall: LoudHall) -> None:
    for _ in range(3):
        httpx.get(f"{strict_hall.url}/healthz", headers={"X-Forwarded-For": "203.0.113.1"})
    assert strict_hall.log().count("--behind-proxy") == 1
