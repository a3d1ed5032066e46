"""A relay on loopback that makes a line as long, as restless and as leaky as it is told.

What it does to what is sent, each way:

- half of the lag, always;
- jitter on top, from an exponential distribution: mostly little, seldom much, as on real lines, where there
  is a shortest way and no longest one. Segments of one message wait in the same queues, and as long;
- each segment may be lost by itself. A lost one comes a retransmission timeout later, by Linux's rule the
  round trip and at least 200 ms, twice as long each time that it is lost again. An application never sees a
  hole, only the wait;
- nothing overtakes: whatever comes behind a late segment waits for it, as TCP has it.
"""

import asyncio
import time
from collections import deque
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple, Self

import msgspec

SEGMENT: Final = 1448
"""Bytes that travel together, or are lost together."""
SHORTEST_TIMEOUT: Final = 0.2
KEPT: Final = 64
"""Crossings that are remembered."""


class Wire(msgspec.Struct, frozen=True):
    """A line between a home and a hall; times in seconds."""

    lag: float
    """The round trip, at the best of times."""
    jitter: float = 0.0
    """What each way takes on top, on the average."""
    loss: float = 0.0
    """The share of segments that are lost and have to be sent again."""
    seed: int = 0

    @property
    def timeout(self) -> float:
        """How long the sender waits before it sends a lost segment again, the first time."""
        return self.lag + max(SHORTEST_TIMEOUT, 4 * self.jitter)


class Crossing(NamedTuple):
    """One segment: when it came in, when it was to go out, and when it did."""

    came: float
    due: float
    passed: float


class Way:
    """One direction of a line."""

    def __init__(self, wire: Wire, rng: Random) -> None:
        self._wire = wire
        self._rng = rng
        self._travelling: deque[tuple[float, float, bytes]] = deque()
        self._latest_due = 0.0
        self.end: asyncio.Transport | None = None
        """Where it leads to, once that is open."""
        self._too_early = 0
        """Segments that were due before."""
        self.crossings: deque[Crossing] = deque(maxlen=KEPT)
        self.lateness: list[float] = []
        """By how much each segment came later than it was to, in seconds: the relay's own fault."""

    def travel(self) -> float:
        """Drawn anew for each message."""
        wire = self._wire
        return wire.lag / 2 + (self._rng.expovariate(1 / wire.jitter) if wire.jitter else 0.0)

    def retransmissions(self) -> float:
        """Drawn anew for each segment."""
        waited, timeout = 0.0, self._wire.timeout
        while self._rng.random() < self._wire.loss:
            waited += timeout
            timeout *= 2
        return waited

    def carry(self, content: bytes) -> None:
        """An empty content is the end: it, too, waits for what came before it."""
        came, travel = time.perf_counter(), self.travel()
        for start in range(0, max(1, len(content)), SEGMENT):
            self._latest_due = max(self._latest_due, came + travel + self.retransmissions())
            self._travelling.append((came, self._latest_due, content[start : start + SEGMENT]))
            asyncio.get_running_loop().call_later(self._latest_due - came, self._pass_next)

    def _pass_next(self) -> None:
        """There are as many timers as segments: whichever rings, the first one in the row goes."""
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
        """The first segment that came in after that moment, if it has passed."""
        return next((crossing for crossing in self.crossings if crossing.came >= moment), None)


class _End(asyncio.Protocol):
    """Where a line ends in the relay: what is read here goes one way."""

    def __init__(self, way: Way) -> None:
        self._way = way

    def data_received(self, content: bytes) -> None:
        self._way.carry(content)

    def connection_lost(self, fault: Exception | None) -> None:
        self._way.carry(b"")


class _Door(_End):
    """The end at which the caller comes in; the other one is opened then."""

    def __init__(self, relay: "Relay") -> None:
        super().__init__(relay.up)
        self._relay = relay

    def connection_made(self, transport: Any) -> None:  # uvloop's is no asyncio.Transport
        self._relay.answer(transport)


class Relay:
    """Carries one caller's line to a port on this machine."""

    def __init__(self, wire: Wire, to: int) -> None:
        rng = Random(wire.seed)
        self.up, self.down = Way(wire, rng), Way(wire, rng)
        self.port = 0
        self._to = to
        self._server: asyncio.Server | None = None
        self._opening: asyncio.Task[None] | None = None

    async def open(self) -> Self:
        self._server = await asyncio.get_running_loop().create_server(lambda: _Door(self), "127.0.0.1", 0)
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
        """Cut the line."""
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
