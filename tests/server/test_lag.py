"""The hall measures lag itself: nothing that a client sends or delays increases it."""

import asyncio
import socket
import sys
import time
import typing
from functools import partial
from pathlib import Path
from random import uniform

import httpx
import msgspec
import pytest
import pytest_asyncio

from benchmarks.hall_process import HallProcess
from tests.kit.actions import until
from tests.kit.cheating_clients import CheatingClient, LatePongs
from tests.kit.client import Client
from tests.kit.in_process import hall_in_process
from tests.kit.people import LoggedHall, guest_at, joined, set_up, two_at_a_table
from ukumbi.core import Seat
from ukumbi.hall import messages
from ukumbi.hall.hall import Hall
from ukumbi.server.latency import ENOUGH_PINGS

FAR = 0.24
"""The least that such a delay is measured as: a loop's timer may be a little early."""
PUT_OFF = 0.038
"""Linux delays an acknowledgement by up to 40 ms."""
NEAR = 0.02
"""More than any round trip inside a busy machine, and far less than the attempted gain."""
Lag = float | None
"""Seconds; None if unknown."""
FORWARDED = {"X-Forwarded-For": "203.0.113.7"}
kernel_tells = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells its own round trip")


class KernelDelayedPongs(CheatingClient):
    """Delays pongs by as long as its kernel delays acknowledgements."""

    def answer(self, ping: bytes) -> None:
        assert self._transport is not None
        line = self._transport.underlying_transport.get_extra_info("socket")
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
        asyncio.get_running_loop().call_later(self.holds(), self.pong, ping)

    def holds(self) -> float:
        return PUT_OFF


class JitteringPongs(KernelDelayedPongs):
    """Delays pongs irregularly, as jitter does."""

    def holds(self) -> float:
        return uniform(0, PUT_OFF)


class InventedPongs(CheatingClient):
    """Answers pings that were never sent, and no real ones."""

    def answer(self, ping: bytes) -> None:
        for invented in (b"", b"0", b"%d" % 10**9, bytes(8), ping[::-1], ping + b"\x00", ping[:-1]):
            self.pong(invented)
        self.later(lambda: self.pong(b"later"))


class RepeatedPongs(CheatingClient):
    """Answers properly, and then repeatedly."""

    def answer(self, ping: bytes) -> None:
        self.pong(ping)
        for again in [ping] * 5 + self.pings[-5:]:
            self.later(partial(self.pong, again))


async def lag_of(
    server: HallProcess, hall: Hall, trick: type[CheatingClient], headers: dict[str, str]
) -> Lag:
    """The hall's measurement of this client's lag, after some pings."""
    guest, friend = await guest_at(server), await guest_at(server)
    table = await set_up(guest, "pounce")
    await friend.sit(table)
    client = await trick.at(guest, **headers)
    await joined(client, table)
    await client.until(lambda: len(client.pings) > ENOUGH_PINGS + 3)
    measured = hall.tables[table].allowances.by_seat().get(Seat(0))
    lag = None if measured is None else measured.allowance
    client.hang_up()
    await client.closed()
    return lag


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lags(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Lag]:
    """The measured lag of each trick. All run at once, each at its own table: pings take time."""
    tricks: dict[str, tuple[type[CheatingClient], dict[str, str]]] = {
        "dawdling": (LatePongs, {}),
        "dawdling with delayed acknowledgements": (KernelDelayedPongs, {}),
        "imitating jitter with delayed acknowledgements": (JitteringPongs, {}),
        "dawdling behind a proxy": (LatePongs, FORWARDED),
        "inventing": (InventedPongs, FORWARDED),
        "parroting": (RepeatedPongs, FORWARDED),
    }
    async with hall_in_process(tmp_path_factory.mktemp("hall"), behind_proxy=True) as (server, hall):
        tried = await asyncio.gather(*(lag_of(server, hall, *trick) for trick in tricks.values()))
    return dict(zip(tricks, tried, strict=True))


@kernel_tells
def test_delayed_pongs_gain_nothing(lags: dict[str, Lag]) -> None:
    lag = lags["dawdling"]
    assert lag is not None
    assert lag < NEAR


@kernel_tells
def test_delayed_kernel_acknowledgements_gain_nothing(lags: dict[str, Lag]) -> None:
    """The handshake is acknowledged at once, and so is the second of two pings in a row."""
    for trick in ("dawdling", "imitating jitter"):
        lag = lags[f"{trick} with delayed acknowledgements"]
        assert lag is not None
        assert lag < NEAR / 2, "they could be put off by 40 ms"


def test_behind_a_proxy_only_pongs_count(lags: dict[str, Lag]) -> None:
    """The kernel knows only the way to the proxy. This also shows that the trick does delay pongs."""
    lag = lags["dawdling behind a proxy"]
    assert lag is not None
    assert lag >= FAR


def test_invented_pongs_count_for_nothing(lags: dict[str, Lag]) -> None:
    assert not lags["inventing"]


def test_only_the_first_pong_counts(lags: dict[str, Lag]) -> None:
    lag = lags["parroting"]
    assert lag is not None
    assert lag < NEAR


def test_no_message_has_a_time_of_sending() -> None:
    said = {
        field.name for kind in typing.get_args(messages.ClientIn) for field in msgspec.structs.fields(kind)
    }
    assert said == {"table", "since", "key", "shunned", "move", "answers", "ref", "parts", "seq"}


# presence and metrics


async def _company(server: HallProcess, game: str) -> tuple[Client, LatePongs, str]:
    """A near and a far player at a table."""
    near, far = await guest_at(server), await guest_at(server)
    table = await set_up(near, game)
    await far.sit(table)
    here, there = await Client.at(near), await LatePongs.at(far, **FORWARDED)
    for client in (here, there):
        await joined(client, table)
    return here, there, table


async def test_all_players_see_the_lag_of_all(hall: LoggedHall) -> None:
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


async def test_games_of_turns_do_not_measure_lag(hall: LoggedHall) -> None:
    here, there, table = await _company(hall, "fragile")
    await there.until(lambda: there.pings)
    here.say("join", table=table)
    seats = (await here.hear("sync"))["seats"]
    assert [(seat["lag"], seat["allowance"]) for seat in seats] == [(None, None)] * 2


def test_metrics_have_the_time_that_moves_are_held(hall: LoggedHall) -> None:
    figures = httpx.get(f"{hall.url}/metrics").text
    assert 'ukumbi_hold_seconds_bucket{le="0.015"}' in figures
    assert "ukumbi_hold_seconds_count" in figures


def _lateness(hall: Hall) -> float:
    """Seconds in total."""
    (metric,) = hall.loop_lag.lateness.collect()
    return next(sample.value for sample in metric.samples if sample.name.endswith("_sum"))


async def test_metrics_have_the_lateness_of_the_loop(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path) as (server, hall):
        async with httpx.AsyncClient(base_url=server.url) as client:
            assert "ukumbi_loop_lag_seconds_bucket" in (await client.get("/metrics")).text
        began, before = time.monotonic(), _lateness(hall)
        while time.monotonic() < began + 0.3:
            pass  # blocks the loop
        await until(lambda: _lateness(hall) > before + 0.1)


@kernel_tells
async def test_moves_to_a_busy_hall_count_from_arrival(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path) as (server, hall):
        table_id, clients = await two_at_a_table(server, "pounce")
        table = hall.tables[table_id]
        card = min(table.match.state.hands[0])
        lines = [line._connection for lines in hall.connected.values() for line in lines]  # type: ignore[attr-defined]
        await until(lambda: not any(line._owed or line.meter._follow_up_timer for line in lines))
        sent = hall.clock.now()
        clients[0].say("move", table=table_id, move=f"lay {card}", answers=table.match.seq, ref="early")
        while hall.clock.now() < sent + 200:
            pass  # the blocked loop has not read the move
        await clients[0].moved("early")
        (record,) = [record for record, _ in table.match.history if record.ref == "early"]
        assert record.arrival is not None
        assert record.arrival - sent < 100
