"""Measures the latency of one connection, so that its client cannot make it longer."""

import asyncio
import socket
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from secrets import token_bytes
from statistics import fmean, median
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ukumbi.hall.allowance import Latency

PING_INTERVAL_SECONDS: Final = 5.0
RACE_PING_INTERVAL_SECONDS: Final = 1.0
"""While the client may race with others."""
FIRST_PING_INTERVAL_SECONDS: Final = 0.3
"""The same, until enough pings are answered. After a silence of more than 0.2 s most kernels acknowledge at
once, which keeps our kernel's figure honest."""
ENOUGH_PINGS: Final = 9
FOLLOW_UP_SECONDS: Final = 0.001
"""After whatever is sent to a client that races, the latest ping follows once more. A client's kernel
may delay acknowledgements by 40 ms, but it acknowledges two segments in a row at once."""

RECENT_PINGS: Final = 20
"""Their middle counts, not the shortest: on a connection with jitter most moves take longer than that."""
KERNEL_FIGURES: Final = 9
MIDDLE_WIDTH: Final = 0.15
"""How far from the median one ping may pull. The median alone is too short, because delays have a long tail
on one side; the plain mean would hang on a single lost segment."""
SILENT_SECONDS: Final = 1.5
FORGOTTEN_SECONDS: Final = 5.0
"""Pings that are not answered by then never count."""

_TCP_INFO: Final = struct.Struct("=52xI12xI76xI")
"""Of Linux's `tcp_info`: the milliseconds since data arrived last, and in microseconds the smoothed and the
shortest round trip."""
_UNKNOWN: Final = 2**32 - 1
_KERNEL_TICK_MILLISECONDS: Final = 4
"""The kernel counts ages in these, as most are built."""


class KernelLatency(NamedTuple):
    """The round trip by our kernel's count, in seconds."""

    smoothed: float
    shortest: float


def kernel_latency(connection: Any) -> KernelLatency | None:
    """None if the kernel has no figures."""
    info = _tcp_info(connection)
    if info is None or not info[1] or info[2] == _UNKNOWN:
        return None
    return KernelLatency(info[1] / 1e6, info[2] / 1e6)


def unread_for(connection: Any) -> int:
    """For how many nanoseconds what is read now has waited at least, by the kernel's figures."""
    info = _tcp_info(connection)
    return 0 if info is None else max(0, info[0] - _KERNEL_TICK_MILLISECONDS) * 1_000_000


def _tcp_info(connection: Any) -> tuple[int, int, int] | None:
    if sys.platform != "linux":
        return None
    try:
        since, smoothed, shortest = _TCP_INFO.unpack(
            connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_INFO.size)
        )
    except (OSError, AttributeError, struct.error):
        return None
    return since, smoothed, shortest


def proxy_latency(headers: Mapping[str, str]) -> float | None:
    """What a proxy says of its own connection to the client, in seconds."""
    microseconds = headers.get("x-round-trip", "")
    if not (microseconds.isascii() and microseconds.isdecimal() and len(microseconds) < 10):
        return None
    return int(microseconds) / 1e6 or None


class RoundTrip:
    """Pings on their way, and what their answers and the kernel say."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: dict[bytes, float] = {}
        self._answered = 0.0
        """When the latest answered ping was sent."""
        self._pings: list[float] = []
        self._kernel: list[float] = []
        self._shortest = inf
        """Also of the kernel's and the proxy's figures."""
        self._latency: Latency | None = None
        """What follows from all this, until something is added."""

    def ask(self) -> bytes:
        """The payload of a new ping: random, so that it cannot be answered in advance."""
        now = self._clock()
        for payload in [payload for payload, asked in self._asked.items() if now - asked > FORGOTTEN_SECONDS]:
            del self._asked[payload]
        payload = token_bytes(8)
        self._asked[payload] = now
        return payload

    def answered(self, payload: bytes, unread: float = 0.0) -> bool:
        """Whether this pong is the first answer to one of our pings. It lay unread for so many seconds."""
        asked = self._asked.pop(payload, None)
        if asked is None:
            return False
        self._answered = max(self._answered, asked)
        seconds = max(1e-6, self._clock() - unread - asked)
        self._pings = [*self._pings, seconds][-RECENT_PINGS:]
        self.is_at_most(seconds)
        return True

    def kernel_says(self, kernel: KernelLatency) -> None:
        self._kernel = [*self._kernel, kernel.smoothed][-KERNEL_FIGURES:]
        self.is_at_most(kernel.shortest)

    def is_at_most(self, seconds: float) -> None:
        """The shortest round trip is no longer than this, and stays so while the connection is open."""
        self._shortest = min(self._shortest, seconds)
        self._latency = None

    @property
    def has_enough(self) -> bool:
        return len(self._pings) >= ENOUGH_PINGS

    @property
    def latency(self) -> Latency:
        if self._latency is None:
            pings = [middle(self._pings)] if self._pings else []
            kernel = [median(self._kernel)] if self._kernel else []
            usual = min(pings + kernel, default=None)
            self._latency = Latency(usual, min(self._shortest, usual or 0.0))
        return replace(self._latency, silent=True) if self._is_silent() else self._latency

    def _is_silent(self) -> bool:
        late = self._clock() - SILENT_SECONDS
        return any(self._answered < asked < late for asked in self._asked.values())


def middle(pings: Sequence[float]) -> float:
    """The mean, with what is far from the median moved nearer to it."""
    half = median(pings)
    least, most = half * (1 - MIDDLE_WIDTH), half * (1 + MIDDLE_WIDTH)
    return fmean(min(max(ping, least), most) for ping in pings)


class LatencyMeter:
    """Sends the pings of one connection, and reads what the kernel knows of it."""

    def __init__(self, ping: Callable[[bytes], None], measured: Callable[[], None]) -> None:
        self._ping = ping
        self._measured = measured
        self._round_trip = RoundTrip()
        self._connection: Any = None
        self._proxied = False
        """Whether our kernel only knows the way to a proxy."""
        self.racing = False
        """Whether this client may race with others."""
        self._latest = b""
        self._timer: asyncio.TimerHandle | None = None
        self._follow_up_timer: asyncio.TimerHandle | None = None

    @property
    def latency(self) -> Latency:
        return self._round_trip.latency

    def through_proxy(self, seconds: float | None) -> None:
        """A trusted proxy stands between. Its figure can only shorten the round trip."""
        self._proxied = True
        if seconds is not None:
            self._round_trip.is_at_most(seconds)

    def start(self, connection: Any) -> None:
        self._connection = connection
        self._send()

    def stop(self) -> None:
        for timer in (self._timer, self._follow_up_timer):
            if timer is not None:
                timer.cancel()
        self._connection, self._timer = None, None
        self._ping, self._measured = (lambda _: None), (lambda: None)

    def race(self, racing: bool) -> None:
        """Ping often while this client may race with others."""
        if racing and not self.racing and self._timer is not None:
            self._timer.cancel()
            self._timer = asyncio.get_running_loop().call_later(0, self._send)
        self.racing = racing

    def unread_for(self) -> int:
        """For how many nanoseconds what is read now has waited at least."""
        return unread_for(self._connection)

    def pong(self, payload: bytes) -> None:
        if self._round_trip.answered(payload, self.unread_for() / 1e9):
            self._look()

    def follow_up(self) -> None:
        """Something was sent to a client that races."""
        if not self._proxied and self._follow_up_timer is None:
            self._follow_up_timer = asyncio.get_running_loop().call_later(FOLLOW_UP_SECONDS, self._ping_again)

    def _ping_again(self) -> None:
        self._follow_up_timer = None
        self._ping(self._latest)

    def _send(self) -> None:
        self._latest = self._round_trip.ask()
        self._timer = asyncio.get_running_loop().call_later(self._interval(), self._send)
        self._ping(self._latest)
        if self.racing:
            self.follow_up()
        self._look()  # no pong may come, but the kernel may know more

    def _interval(self) -> float:
        if not self.racing:
            return PING_INTERVAL_SECONDS
        return RACE_PING_INTERVAL_SECONDS if self._round_trip.has_enough else FIRST_PING_INTERVAL_SECONDS

    def _look(self) -> None:
        if not self._proxied and (kernel := kernel_latency(self._connection)) is not None:
            self._round_trip.kernel_says(kernel)
        self._measured()
