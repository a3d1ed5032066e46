"""A relay on loopback that simulates a network link with lag, jitter and loss.

Each way:

- Every segment takes half of the lag.
- Jitter is added from an exponential distribution: mostly little, seldom much. Real links have a shortest
  delay and no longest one. Segments of one message have the same jitter.
- Each segment may be lost. A lost one comes a retransmission timeout later: by Linux's rule the round trip
  plus at least 200 ms, doubled each time it is lost again.
- Segments keep their order: those behind a late one wait for it, as in TCP.
"""

import asyncio
import time
from collections import deque
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple, Self

import msgspec

SEGMENT_BYTES: Final = 1448
"""TCP's usual segment size on Ethernet."""
MIN_TIMEOUT_SECONDS: Final = 0.2
KEPT_CROSSINGS: Final = 64
"""Crossings kept for measurements."""


class Link(msgspec.Struct, frozen=True):
    """A simulated network link; times in seconds."""

    lag: float
    """The shortest round trip."""
    jitter: float = 0.0
    """The mean delay added each way."""
    loss: float = 0.0
    """The share of lost segments."""
    seed: int = 0

    @property
    def timeout(self) -> float:
        """The first retransmission timeout."""
        return self.lag + max(MIN_TIMEOUT_SECONDS, 4 * self.jitter)


class Crossing(NamedTuple):
    """The times at which a segment came in, should go out, and went out."""

    came: float
    due: float
    passed: float


class Direction:
    """One direction of a link."""

    def __init__(self, link: Link, rng: Random) -> None:
        self._link = link
        self._rng = rng
        self._travelling: deque[tuple[float, float, bytes]] = deque()
        self._latest_due = 0.0
        self.end: asyncio.Transport | None = None
        """The far end, once it is open."""
        self._too_early = 0
        """Segments that were due before the far end was open."""
        self.crossings: deque[Crossing] = deque(maxlen=KEPT_CROSSINGS)
        self.lateness: list[float] = []
        """Seconds by which the relay itself was late with each segment."""

    def travel(self) -> float:
        """A random travel time, for one message."""
        link = self._link
        return link.lag / 2 + (self._rng.expovariate(1 / link.jitter) if link.jitter else 0.0)

    def retransmissions(self) -> float:
        """A random delay by retransmissions, for one segment."""
        waited, timeout = 0.0, self._link.timeout
        while self._rng.random() < self._link.loss:
            waited += timeout
            timeout *= 2
        return waited

    def carry(self, content: bytes) -> None:
        """Empty content means end of file; it keeps its place behind earlier content."""
        came, travel = time.perf_counter(), self.travel()
        for start in range(0, max(1, len(content)), SEGMENT_BYTES):
            self._latest_due = max(self._latest_due, came + travel + self.retransmissions())
            self._travelling.append((came, self._latest_due, content[start : start + SEGMENT_BYTES]))
            asyncio.get_running_loop().call_later(self._latest_due - came, self._pass_next)

    def _pass_next(self) -> None:
        """Each timer passes on the first segment: there are as many timers as segments."""
        if self.end is None:
            self._too_early += 1
            return
        came, due, segment = self._travelling.popleft()
        now = time.perf_counter()
        self.crossings.append(Crossing(came, due, now))
        self.lateness.append(now - due)
        if not self.end.is_closing():
            if segment:
                self.end.write(segment)
            else:
                self.end.close()

    def lead_to(self, end: asyncio.Transport) -> None:
        self.end = end
        for _ in range(self._too_early):
            self._pass_next()

    def crossing_since(self, moment: float) -> Crossing | None:
        """The first segment that came in since that time, if it has passed."""
        return next((crossing for crossing in self.crossings if crossing.came >= moment), None)


class _End(asyncio.Protocol):
    """One end of the relay, which sends what it reads in one direction."""

    def __init__(self, direction: Direction) -> None:
        self._direction = direction

    def data_received(self, content: bytes) -> None:
        self._direction.carry(content)

    def connection_lost(self, fault: Exception | None) -> None:
        self._direction.carry(b"")


class _CallerEnd(_End):
    """The caller's end; the far end is opened when the caller connects."""

    def __init__(self, relay: "Relay") -> None:
        super().__init__(relay.up)
        self._relay = relay

    def connection_made(self, transport: Any) -> None:  # uvloop's transport is no asyncio.Transport
        self._relay.answer(transport)


class Relay:
    """Forwards one caller's connection to a local port."""

    def __init__(self, link: Link, to: int) -> None:
        rng = Random(link.seed)
        self.up, self.down = Direction(link, rng), Direction(link, rng)
        self.port = 0
        self._to = to
        self._server: asyncio.Server | None = None
        self._opening: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        self._server = await asyncio.get_running_loop().create_server(
            lambda: _CallerEnd(self), "127.0.0.1", 0
        )
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def answer(self, caller: asyncio.Transport) -> None:
        if self.down.end is not None:
            caller.abort()
            return
        self.down.lead_to(caller)
        self._opening = asyncio.get_running_loop().create_task(self._open_far_end(caller))

    async def _open_far_end(self, caller: asyncio.Transport) -> None:
        loop = asyncio.get_running_loop()
        try:
            end, _ = await loop.create_connection(lambda: _End(self.down), "127.0.0.1", self._to)
        except OSError:
            caller.abort()
        else:
            self.up.lead_to(end)

    async def close(self) -> None:
        """Abort the connection."""
        for end in (self.up.end, self.down.end):
            if end is not None:
                end.abort()
        if self._opening is not None:
            self._opening.cancel()
            with suppress(asyncio.CancelledError):
                await self._opening
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
