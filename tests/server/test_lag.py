"""The hall measures lag itself: nothing that a client says or holds back makes its own any longer."""

import asyncio
import re
import select
import socket
import sys
import typing
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean

import httpx
import msgspec
import pytest
from picows import WSFrame, WSMsgType, WSTransport

from tests.kit.client import PONG, Client, frame
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall, guest_at, joined, set_up, two_at_a_table
from ukumbi.core import Seat
from ukumbi.hall.hall import Hall
from ukumbi.lab.hall_process import HallProcess
from ukumbi.server import kernel, wire
from ukumbi.server.kernel import KernelTrip
from ukumbi.server.roundtrip import KEPT, LATEST, LOST, SILENT, WIDTH, RoundTrip, stated_round_trip

DELAY = 0.25
FAR = 0.24
"""What such a delay is measured as, at least: a loop's timer may be a little early."""
PUT_OFF = 0.038
"""Linux puts an acknowledgement off for 40 ms if something might go along with it."""
NEAR = 0.02
"""More than any round trip inside a machine, even a busy one, and far less than what is tried to gain."""
Lag = float | None
"""Seconds; None where nothing is known."""
FORWARDED = {"X-Forwarded-For": "203.0.113.7"}
kernel_tells = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells its own round trip")


class Trickster(Client):
    """A client that answers pings in its own way."""

    answers_pings = False

    def __init__(self) -> None:
        super().__init__()
        self.pings: list[bytes] = []

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            self.pings.append(frame.get_payload_as_bytes())
            self.answer(self.pings[-1])
        super().on_ws_frame(transport, frame)

    def answer(self, ping: bytes) -> None:
        raise NotImplementedError

    def pong(self, payload: bytes) -> None:
        self.put(frame(PONG, payload))

    def later(self, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(DELAY, act)


class Dawdler(Trickster):
    """Holds every answer back."""

    def answer(self, ping: bytes) -> None:
        self.later(lambda: self.pong(ping))


class Delayer(Trickster):
    """Holds answers back for as long as its kernel puts off acknowledgements, and lets it do so."""

    def answer(self, ping: bytes) -> None:
        assert self._transport is not None
        line = self._transport.underlying_transport.get_extra_info("socket")
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
        asyncio.get_running_loop().call_later(PUT_OFF, self.pong, ping)


class LateDawdler(Dawdler):
    """Answers the first ping, and holds back all others."""

    def answer(self, ping: bytes) -> None:
        if len(self.pings) == 1:
            self.pong(ping)
        else:
            super().answer(ping)


class Inventor(Trickster):
    """Answers what was never asked, and never what was."""

    def answer(self, ping: bytes) -> None:
        for invented in (b"", b"0", b"%d" % 10**9, bytes(8), ping[::-1], ping + b"\x00", ping[:-1]):
            self.pong(invented)
        self.later(lambda: self.pong(b"later"))


class Parrot(Trickster):
    """Answers properly, and then again and again."""

    def answer(self, ping: bytes) -> None:
        self.pong(ping)
        for again in [ping] * 5 + self.pings[-5:]:
            self.later(partial(self.pong, again))


async def lag_of(server: HallProcess, hall: Hall, trick: type[Trickster], headers: dict[str, str]) -> Lag:
    """What the hall takes this client's lag for, once it has tried its trick for a while."""
    guest, friend = await guest_at(server), await guest_at(server)
    table = await set_up(guest, "pounce")
    await friend.sit(table)
    client = await trick.at(guest, **headers)
    await joined(client, table)
    await client.until(lambda: len(client.pings) > LATEST + 3)
    reading = hall.distances.of(str(client.welcome["person"]))
    lag = None if reading is None else hall.tables[table].lags.grant(Seat(0)).allowance / 1e9
    client.hang_up()
    await client.farewell()
    return lag


@pytest.fixture(scope="module")
def lags(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lag]:
    """What each trick gains. All are tried at once, each at a table of its own: pings take their time."""
    told = {**FORWARDED, "X-Round-Trip": "1000"}
    tricks: dict[str, tuple[type[Trickster], dict[str, str]]] = {
        "dawdling": (Dawdler, {}),
        "dawdling with delayed acknowledgements": (Delayer, {}),
        "dawdling behind a proxy": (Dawdler, FORWARDED),
        "dawdling behind a proxy that tells": (Dawdler, told),
        "dawdling after a delayed handshake": (LateDawdler, {**FORWARDED, "X-Round-Trip": "300000"}),
        "inventing": (Inventor, FORWARDED),
        "parroting": (Parrot, FORWARDED),
    }
    gained: dict[str, Lag] = {}

    async def try_all() -> None:
        async with hall_inside(tmp_path_factory.mktemp("hall"), behind_proxy=True) as (server, hall):
            tried = await asyncio.gather(*(lag_of(server, hall, *trick) for trick in tricks.values()))
        gained.update(zip(tricks, tried, strict=True))

    in_a_loop(try_all)()
    return gained


@kernel_tells
def test_who_holds_pongs_back_gains_nothing(lags: dict[str, Lag]) -> None:
    lag = lags["dawdling"]
    assert lag is not None
    assert lag < NEAR


@kernel_tells
def test_nor_who_has_the_kernel_put_off_its_acknowledgements(lags: dict[str, Lag]) -> None:
    """The handshake was acknowledged at once, and what is put off is always put off: that is no jitter."""
    lag = lags["dawdling with delayed acknowledgements"]
    assert lag is not None
    assert lag < 0.03, "they are put off by 40 ms; a busy machine's own lines do vary"


def test_behind_a_proxy_the_pongs_are_all_there_is(lags: dict[str, Lag]) -> None:
    """The kernel would only know the way to the proxy; also this shows that the dawdler does dawdle."""
    lag = lags["dawdling behind a proxy"]
    assert lag is not None
    assert lag >= FAR


def test_a_proxy_that_tells_the_round_trip_sets_the_bound(lags: dict[str, Lag]) -> None:
    """1 ms by the proxy's kernel; what is held back is always the same, so it is no jitter either."""
    lag = lags["dawdling behind a proxy that tells"]
    assert lag is not None
    assert lag < NEAR


def test_a_delayed_handshake_is_believed_until_pings_show_a_shorter_way(lags: dict[str, Lag]) -> None:
    lag = lags["dawdling after a delayed handshake"]
    assert lag is not None
    assert lag < NEAR


@pytest.mark.parametrize("told", ["", "-5", "1e3", "0x10", "9" * 12, "٣"])
def test_a_round_trip_that_is_no_number_bounds_nothing(told: str) -> None:
    assert stated_round_trip(told) is None


def test_invented_pongs_count_for_nothing(lags: dict[str, Lag]) -> None:
    assert not lags["inventing"]


def test_of_many_answers_the_first_counts(lags: dict[str, Lag]) -> None:
    lag = lags["parroting"]
    assert lag is not None
    assert lag < NEAR


def test_no_message_says_when_it_was_sent() -> None:
    said = {field.name for kind in typing.get_args(wire.ClientIn) for field in msgspec.structs.fields(kind)}
    assert said == {"table", "since", "key", "move", "answers", "ref", "parts", "seq"}


# the figure itself


class Line:
    """A line whose length the test sets."""

    def __init__(self) -> None:
        self.now = 100.0
        self.trip = RoundTrip(lambda: self.now)

    @property
    def usual(self) -> float:
        usual = self.trip.trip.usual
        assert usual is not None
        return usual

    def ping(self, seconds: float | None) -> None:
        """One ping and its answer after so long; None: never."""
        payload = self.trip.ask()
        if seconds is not None:
            self.now += seconds
            assert self.trip.answered(payload)
        self.now += 1.0


def test_the_middle_of_all_that_is_kept_counts() -> None:
    line = Line()
    assert line.trip.trip.usual is None
    for seconds in (0.3, 0.1, 0.2):
        line.ping(seconds)
    assert line.usual == pytest.approx(0.2)
    for _ in range(KEPT):
        line.ping(0.05)
    line.ping(1.4)
    assert line.usual == pytest.approx(0.05, rel=2 * WIDTH / KEPT)


def test_a_line_that_has_become_shorter_is_noticed_within_seconds() -> None:
    line = Line()
    for _ in range(KEPT):
        line.ping(0.25)
    for _ in range(LATEST // 2 + 1):
        line.ping(0.01)
    assert line.usual < 0.03
    assert line.trip.trip.shortest == pytest.approx(0.01)


def test_a_long_tail_counts_a_little() -> None:
    """More than the median of it, and far less than the mean."""
    line = Line()
    for seconds in (0.25, 0.25, 0.25, 0.26, 0.26, 0.27, 0.30, 0.35, 0.95):
        line.ping(seconds)
    assert 0.26 < line.usual < 0.28


JITTER = 0.014
"""Seconds each way, on the average, as a rough line of 250 ms has it."""


def test_what_varies_like_jitter_is_jitter() -> None:
    rng, line = Random(1), Line()
    spreads = []
    for number in range(600):
        line.ping(0.25 + rng.expovariate(1 / JITTER) + rng.expovariate(1 / JITTER))
        if number >= KEPT:
            spreads.append(line.trip.trip.spread)
    assert fmean(spreads) == pytest.approx(2 * JITTER, abs=0.004)


@pytest.mark.parametrize("quick", [0, 1, KEPT // 5])
def test_what_is_held_back_is_no_jitter(quick: int) -> None:
    """Nor does it become so when a few pings are answered at once."""
    rng, line = Random(2), Line()
    for number in range(KEPT):
        held = 0.0 if number % 5 == 0 and number < 5 * quick else 0.2
        line.ping(0.01 + held + rng.expovariate(1000))
    assert line.trip.trip.spread < 0.003


def test_an_answer_counts_once() -> None:
    line = Line()
    payload = line.trip.ask()
    assert line.trip.answered(payload)
    assert not line.trip.answered(payload)
    assert not line.trip.answered(b"12345678")


def test_no_two_pings_are_alike() -> None:
    trip = RoundTrip()
    assert len({trip.ask() for _ in range(100)}) == 100


def test_one_lost_answer_costs_nothing_and_silence_gains_nothing() -> None:
    line = Line()
    for _ in range(KEPT):
        line.ping(0.25)
    line.ping(None)
    for _ in range(int(LOST) + 2):
        line.ping(0.25)
    assert line.usual == pytest.approx(0.25, rel=2 * WIDTH / LATEST)
    assert line.trip.trip.shortest == pytest.approx(0.25)
    for _ in range(int(LOST) + LATEST):
        line.ping(None)
    assert line.usual < 0.003


def test_a_line_is_silent_when_a_ping_stays_without_an_answer() -> None:
    line = Line()
    line.ping(0.25)
    assert not line.trip.trip.silent
    payload = line.trip.ask()
    line.now += SILENT - 0.1
    assert not line.trip.trip.silent
    line.now += 0.2
    assert line.trip.trip.silent
    assert line.trip.answered(payload)
    assert not line.trip.trip.silent


def test_who_answers_a_later_ping_is_not_silent() -> None:
    line = Line()
    line.trip.ask()
    line.now += 0.5
    later = line.trip.ask()
    line.now += 2.0
    assert line.trip.answered(later)
    assert not line.trip.trip.silent


def test_no_more_is_believed_than_the_kernel_says() -> None:
    line = Line()
    line.ping(0.25)
    for most in (0.01, None, 0.04):
        line.trip.told(None if most is None else KernelTrip(most, 0.008))
        assert (line.usual, line.trip.trip.shortest) == (0.01, 0.008)
    for _ in range(LATEST):
        line.trip.told(KernelTrip(0.3, 0.24))
    assert line.usual == pytest.approx(0.25)


def test_what_lay_unread_is_not_part_of_the_way() -> None:
    line = Line()
    payload = line.trip.ask()
    line.now += 0.35
    assert line.trip.answered(payload, waited=0.1)
    assert line.usual == pytest.approx(0.25)


# what is shown


async def _company(server: HallProcess, game: str) -> tuple[Client, Dawdler, str]:
    """Somebody near and somebody far away at a table."""
    near, far = await guest_at(server), await guest_at(server)
    table = await set_up(near, game)
    await far.sit(table)
    here, there = await Client.at(near), await Dawdler.at(far, **FORWARDED)
    for client in (here, there):
        await joined(client, table)
    return here, there, table


@in_a_loop
async def test_everyone_sees_everyones_lag(hall: LoudHall) -> None:
    here, there, table = await _company(hall, "pounce")
    for client in (here, there):
        while True:
            first, second = (await client.hear("presence", table=table))["seats"]
            if first["lag"] is not None and second["lag"] is not None:
                break
        assert 0 <= first["allowance"] <= first["lag"] < 1000 * NEAR
        assert second["lag"] >= 1000 * FAR
        assert 1000 * FAR <= second["allowance"] <= min(300, second["lag"])
    here.say("join", table=table)
    assert (await here.hear("sync"))["seats"][1]["lag"] >= 1000 * FAR


@in_a_loop
async def test_in_turns_nobody_asks_for_lag(hall: LoudHall) -> None:
    here, there, table = await _company(hall, "fragile")
    await there.until(lambda: there.pings)
    here.say("join", table=table)
    seats = (await here.hear("sync"))["seats"]
    assert [(seat["lag"], seat["allowance"]) for seat in seats] == [(None, None)] * 2


def test_hosts_see_how_long_moves_are_held(hall: LoudHall) -> None:
    figures = httpx.get(f"{hall.url}/metrics").text
    assert 'ukumbi_hold_seconds_bucket{le="0.015"}' in figures
    assert "ukumbi_hold_seconds_count" in figures


async def _late_looks(hall: LoudHall) -> int:
    async with httpx.AsyncClient() as client:
        figures = (await client.get(f"{hall.url}/metrics")).text
    bound = re.search(r'ukumbi_loop_lag_seconds_bucket\{le="\+Inf"\} (\d+)', figures)
    assert bound is not None
    return int(bound[1])


@in_a_loop
async def test_hosts_see_how_late_the_loop_is(hall: LoudHall) -> None:
    before = await _late_looks(hall)
    while await _late_looks(hall) == before:
        pass


@kernel_tells
def test_the_kernel_knows_how_long_something_lay_unread() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        caller = socket.create_connection(listener.getsockname())
        answerer, _ = listener.accept()
        with caller, answerer:
            caller.send(b"move")
            select.select([answerer], [], [])
            while kernel.waited(answerer) < 20_000_000:
                pass
            caller.send(b"another")
            while kernel.waited(answerer) >= 20_000_000:
                pass


def test_where_no_kernel_tells_nothing_is_made_up() -> None:
    assert kernel.waited(object()) == 0
    assert kernel.round_trip(object()) is None
    with socket.socket() as closed:
        assert kernel.round_trip(closed) is None


@kernel_tells
@in_a_loop
async def test_what_came_while_the_hall_was_busy_counts_from_when_it_came(tmp_path: Path) -> None:
    async with hall_inside(tmp_path) as (server, hall):
        table_id, clients = await two_at_a_table(server, "pounce")
        table = hall.tables[table_id]
        card = min(table.match.state.hands[0])
        sent = hall.clock.now()
        clients[0].say("move", table=table_id, move=f"lay {card}", answers=table.match.seq, ref="early")
        while hall.clock.now() < sent + 200:
            pass  # one loop for all: the move lies there unread
        await clients[0].hear("update", ref="early")
        (record,) = [record for record, _ in table.match.history if record.ref == "early"]
        assert record.arrival is not None
        assert record.arrival - sent < 100
