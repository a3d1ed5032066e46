"""Addresses, proxies, host names."""

from pathlib import Path

import httpx
import pytest
from picows import WSInvalidStatusError

from benchmarks.players.guest import Guest
from tests.kit.client import Client, refusal
from tests.kit.in_process import hall_in_process
from tests.kit.people import LoggedHall
from ukumbi.server.identify import Identify, is_called, is_loopback, network_of
from ukumbi.server.limits import NO_LIMITS, Limits
from ukumbi.server.session import Session

FEW = Limits(connections=6)
NOBODY, OWN = Identify(), Identify(behind_proxy=True)


@pytest.mark.parametrize(
    ("address", "network"),
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
def test_an_address_is_an_ipv4_address_or_an_ipv6_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_forwarding_headers_are_not_trusted_by_default() -> None:
    headers = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https"}
    assert NOBODY.address("127.0.0.1", headers) == "127.0.0.1"
    assert not NOBODY.forwards("127.0.0.1", headers)


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_a_local_proxy_is_trusted_if_there_is_one(peer: str) -> None:
    headers = {"x-forwarded-for": "198.51.100.1, 203.0.113.7"}
    assert OWN.address(peer, headers) == "203.0.113.7", "its last word, not what the client put before it"
    assert OWN.forwards(peer, headers)
    assert OWN.address("192.0.2.1", headers) == "192.0.2.1", "nobody else is"
    assert not OWN.forwards("192.0.2.1", headers)


def test_remote_proxies_must_be_named() -> None:
    identify = Identify(behind_proxy=True, proxies="10.0.0.0/8")
    assert identify.trusts("10.1.2.3")
    assert not identify.trusts("127.0.0.1")
    assert not Identify(proxies="10.0.0.0/8").trusts("10.1.2.3")


async def test_behind_a_proxy_each_client_is_identified(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path, limits=FEW, behind_proxy=True) as (server, _):
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
            for _ in range(2 * FEW.connections):
                request = await visitor.get("/", headers={"X-Forwarded-For": "2001:db8::99"})
                assert request.status_code == 200, "requests are the proxy's to count"
        clients[0].hang_up()
        await clients[0].closed()
        await clients[1].fence()
        await Client.at(guest, **{"X-Forwarded-For": "2001:db8::77"})


async def test_without_a_proxy_forged_addresses_do_not_count(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path, limits=FEW) as (server, _):
        guest = Guest(server.port)
        for number in range(FEW.connections):
            await Client.at(guest, **{"X-Forwarded-For": f"203.0.113.{number}"})
        with pytest.raises(WSInvalidStatusError):
            await Client.at(guest, **{"X-Forwarded-For": "203.0.113.200"})


async def test_without_a_proxy_forged_latencies_do_not_count(tmp_path: Path) -> None:
    said = {"X-Forwarded-For": "203.0.113.7", "X-Round-Trip": "250000; anew", "X-Forwarded-Proto": "https"}
    async with hall_in_process(tmp_path, limits=NO_LIMITS) as (server, hall):
        client = await Client.at(Guest(server.port), **said)
        (session,) = hall.connected[client.welcome["person"]]
        assert isinstance(session, Session)
        assert not session._connection.meter._proxied
        async with httpx.AsyncClient(base_url=server.url) as visitor:
            greeted = await visitor.get("/api/me", headers=said)
        assert "Secure" not in greeted.headers["Set-Cookie"]


def test_an_undeclared_proxy_is_logged_once(strict_hall: LoggedHall) -> None:
    for _ in range(3):
        httpx.get(f"{strict_hall.url}/healthz", headers={"X-Forwarded-For": "203.0.113.1"})
    assert strict_hall.log().count("--behind-proxy") == 1


# host names


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("hall.example", True), ("hall.example:8000", True), ("HALL.example.", True), ("localhost", True),
        ("127.0.0.1:8000", True), ("[::1]:8000", True), ("elsewhere.example", False), ("", False),
        ("hall.example.elsewhere.example", False), ("192.168.1.20", False), ("[fd00::1]:80", False),
    ],
)  # fmt: skip
def test_host_names_of_the_hall_are_known(host: str, known: bool) -> None:
    assert is_called(host, {"hall.example"}) is known
    assert is_called(host, ()), "who configures none is called by any"


async def test_unknown_host_names_are_refused(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path, name=("hall.example",)) as (server, _):
        async with httpx.AsyncClient(base_url=server.url) as visitor:
            for path in ("/", "/api/me", "/metrics"):
                answer = await visitor.get(path, headers={"Host": "elsewhere.example"})
                assert (answer.status_code, answer.json()["code"]) == (421, "not_our_name")
            assert (await visitor.get("/healthz", headers={"Host": "10.0.0.7"})).status_code == 200
            assert (await visitor.get("/api/me", headers={"Host": "hall.example"})).status_code == 200
        with pytest.raises(WSInvalidStatusError) as refused:
            await Client.at(Guest(server.port), Host="elsewhere.example")
        assert refusal(refused.value) == (421, "not_our_name")


def test_host_names_can_be_set_on_the_command_line(hall: LoggedHall, tmp_path: Path) -> None:
    with LoggedHall(tmp_path, "--name", "hall.example", "--name", "Salle.example") as named:
        for host, status in (("salle.example", 200), ("elsewhere.example", 421)):
            assert httpx.get(f"{named.url}/api/me", headers={"Host": host}).status_code == status
    assert httpx.get(f"{hall.url}/api/me", headers={"Host": "elsewhere.example"}).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "hall.localhost", "::1", "[::1]"])
def test_loopback_names_are_recognised(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.20", "0.0.0.0", "::", "hall.example", "localhost.example", ""])
def test_other_names_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)
