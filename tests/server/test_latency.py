"""The latency of one connection, from pings, the kernel, a proxy and silence."""

import asyncio
import select
import socket
import sys

import pytest

from ukumbi.server import latency
from ukumbi.server.latency import (
    ENOUGH_PINGS,
    FORGOTTEN_SECONDS,
    KERNEL_FIGURES,
    MIDDLE_WIDTH,
    RECENT_PINGS,
    SILENT_SECONDS,
    KernelLatency,
    LatencyMeter,
    RoundTrip,
    kernel_latency,
    proxy_latency,
    unread_for,
)

kernel_tells = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells its own round trip")


class Scene:
    """A meter whose round trips the test sets."""

    def __init__(self) -> None:
        self.now = 100.0
        self.round_trip = RoundTrip(lambda: self.now)

    @property
    def usual(self) -> float | None:
        return self.round_trip.latency.usual

    @property
    def shortest(self) -> float:
        return self.round_trip.latency.shortest

    def ping(self, seconds: float | None) -> None:
        """A ping, answered after this time; None: never."""
        payload = self.round_trip.ask()
        if seconds is not None:
            self.now += seconds
            assert self.round_trip.answered(payload)
        self.now += 1.0


def test_latency_is_unknown_before_the_first_pong() -> None:
    scene = Scene()
    scene.ping(None)
    assert (scene.usual, scene.shortest) == (None, 0)


def test_the_middle_of_the_recent_pings_counts() -> None:
    scene = Scene()
    for seconds in (0.3, 0.1, 0.2):
        scene.ping(seconds)
    assert scene.usual == pytest.approx(0.2)
    for _ in range(RECENT_PINGS):
        scene.ping(0.05)
    scene.ping(1.4)
    assert scene.usual == pytest.approx(0.05, rel=2 * MIDDLE_WIDTH / RECENT_PINGS)


def test_lower_latency_is_noticed_within_seconds() -> None:
    scene = Scene()
    for _ in range(RECENT_PINGS):
        scene.ping(0.25)
    for _ in range(RECENT_PINGS // 2 + 1):
        scene.ping(0.01)
    assert scene.usual is not None
    assert scene.usual < 0.015
    assert scene.shortest == pytest.approx(0.01)


def test_a_long_tail_has_a_small_effect() -> None:
    """More than the median of the tail, and far less than its mean."""
    scene = Scene()
    for seconds in (0.25, 0.25, 0.25, 0.26, 0.26, 0.27, 0.30, 0.35, 0.95):
        scene.ping(seconds)
    assert scene.usual is not None
    assert 0.26 < scene.usual < 0.28


def test_the_shortest_round_trip_never_grows() -> None:
    scene = Scene()
    for seconds in (0.01, *[0.25] * RECENT_PINGS):
        scene.ping(seconds)
    assert scene.usual == pytest.approx(0.25)
    assert scene.shortest == pytest.approx(0.01)


def test_a_pong_counts_once() -> None:
    scene = Scene()
    payload = scene.round_trip.ask()
    assert scene.round_trip.answered(payload)
    assert not scene.round_trip.answered(payload)
    assert not scene.round_trip.answered(b"12345678")


def test_pings_are_unique() -> None:
    round_trip = RoundTrip()
    assert len({round_trip.ask() for _ in range(100)}) == 100


def test_lost_pings_are_forgotten() -> None:
    scene = Scene()
    scene.ping(0.25)
    lost = scene.round_trip.ask()
    scene.now += FORGOTTEN_SECONDS + 0.1
    scene.round_trip.ask()
    assert not scene.round_trip.answered(lost)
    assert scene.usual == pytest.approx(0.25)


def test_a_connection_is_silent_while_a_ping_is_unanswered() -> None:
    scene = Scene()
    scene.ping(0.25)
    assert not scene.round_trip.latency.silent
    payload = scene.round_trip.ask()
    scene.now += SILENT_SECONDS - 0.1
    assert not scene.round_trip.latency.silent
    scene.now += 0.2
    assert scene.round_trip.latency.silent
    assert scene.usual == pytest.approx(0.25)
    assert scene.round_trip.answered(payload)
    assert not scene.round_trip.latency.silent


def test_a_client_that_answers_a_later_ping_is_not_silent() -> None:
    scene = Scene()
    scene.round_trip.ask()
    scene.now += 0.5
    later = scene.round_trip.ask()
    scene.now += 2.0
    assert scene.round_trip.answered(later)
    assert not scene.round_trip.latency.silent


def test_the_kernels_round_trip_is_the_upper_bound() -> None:
    scene = Scene()
    scene.round_trip.kernel_says(KernelLatency(0.03, 0.008))
    assert (scene.usual, scene.shortest) == (0.03, 0.008)
    scene.ping(0.25)
    assert (scene.usual, scene.shortest) == (0.03, 0.008)
    for _ in range(KERNEL_FIGURES):
        scene.round_trip.kernel_says(KernelLatency(0.3, 0.24))
    assert scene.usual == pytest.approx(0.25)


def test_time_before_reading_a_pong_does_not_count() -> None:
    scene = Scene()
    payload = scene.round_trip.ask()
    scene.now += 0.35
    assert scene.round_trip.answered(payload, unread=0.1)
    assert scene.usual == pytest.approx(0.25)


@pytest.mark.parametrize("told", ["", "-5", "1e3", "0x10", "9" * 12, "٣", "5000; anew", "5000, 6000", "0"])
def test_an_invalid_proxy_latency_is_ignored(told: str) -> None:
    assert proxy_latency({"x-round-trip": told}) is None
    assert proxy_latency({"x-round-trip": "250000"}) == 0.25


# sent pings


class Client:
    """A meter, and a client that answers at once or never."""

    def __init__(self, answers: bool = True) -> None:
        self.pings: list[bytes] = []
        self.answers = answers
        self.measured = 0
        self.enough = asyncio.Event()
        self.pinged_again = asyncio.Event()
        self.answered = asyncio.Event()
        self.meter = LatencyMeter(self._ping, self._measured)

    def _ping(self, payload: bytes) -> None:
        self.pings.append(payload)
        if len(self.pings) > 1:
            self.pinged_again.set()
        if self.answers:
            asyncio.get_running_loop().call_soon(self.meter.pong, payload)

    def _measured(self) -> None:
        self.measured += 1
        if self.meter.latency.usual is not None:
            self.answered.set()
        if self.measured >= 2 * ENOUGH_PINGS:
            self.enough.set()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PING_INTERVAL_SECONDS", "RACE_PING_INTERVAL_SECONDS", "FIRST_PING_INTERVAL_SECONDS"):
        monkeypatch.setattr(latency, name, 0.02)


@pytest.mark.usefixtures("quick")
async def test_during_a_race_every_send_repeats_the_latest_ping() -> None:
    client = Client(answers=False)
    client.meter.race(True)
    client.meter.start(None)
    await client.enough.wait()
    client.meter.stop()
    assert set(client.pings[:-1]) == {ping for ping in client.pings[:-1] if client.pings.count(ping) == 2}


@pytest.mark.usefixtures("quick")
async def test_outside_races_every_ping_is_sent_once() -> None:
    """Behind a proxy a second ping would tell our kernel nothing."""
    calm, proxied = Client(), Client()
    proxied.meter.through_proxy(None)
    proxied.meter.race(True)
    for client in (calm, proxied):
        client.meter.start(None)
    for client in (calm, proxied):
        await client.enough.wait()
        client.meter.stop()
        assert len(set(client.pings)) == len(client.pings)
        assert client.meter.latency.usual is not None


async def test_measuring_starts_at_once_with_a_race() -> None:
    client = Client()
    client.meter.start(None)
    client.meter.race(True)
    await client.pinged_again.wait()
    client.meter.stop()


async def test_a_meter_subtracts_the_time_that_a_pong_was_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latency, "unread_for", lambda _: 3600 * 10**9)
    client = Client()
    client.meter.start(None)
    await client.answered.wait()
    client.meter.stop()
    assert client.meter.latency.usual == pytest.approx(1e-6)


@pytest.mark.usefixtures("quick")
async def test_a_stopped_meter_sends_nothing() -> None:
    """Its latency can still be read after the connection has left a table."""
    client, other = Client(), Client()
    client.meter.start(None)
    await client.answered.wait()
    client.meter.stop()
    sent = len(client.pings)
    client.meter.race(True)
    client.meter.follow_up()
    other.meter.start(None)
    await other.enough.wait()
    other.meter.stop()
    assert len(client.pings) == sent
    assert client.meter.latency.usual is not None


async def test_the_proxys_handshake_latency_bounds_the_shortest_round_trip() -> None:
    client = Client()
    client.meter.through_proxy(1e-9)
    client.meter.start(None)
    await client.answered.wait()
    client.meter.stop()
    assert client.meter.latency.shortest == 1e-9 < (client.meter.latency.usual or 0)


# the kernel


@kernel_tells
def test_the_kernel_tells_how_long_data_was_unread() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        caller = socket.create_connection(listener.getsockname())
        answerer, _ = listener.accept()
        with caller, answerer:
            caller.send(b"move")
            select.select([answerer], [], [])
            while unread_for(answerer) < 20_000_000:
                pass
            caller.send(b"another")
            while unread_for(answerer) >= 20_000_000:
                pass


@kernel_tells
def test_the_kernel_tells_the_round_trip_from_the_handshake_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        caller = socket.create_connection(listener.getsockname())
        answerer, _ = listener.accept()
        with caller, answerer:
            found = kernel_latency(answerer)
            assert found is not None
            assert 0 < found.shortest <= found.smoothed < 0.1


def test_without_kernel_figures_nothing_is_assumed() -> None:
    assert unread_for(object()) == 0
    assert kernel_latency(object()) is None
    with socket.socket() as closed:
        assert kernel_latency(closed) is None
