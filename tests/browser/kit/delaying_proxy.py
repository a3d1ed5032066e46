"""A proxy between a browser and a hall that delays every byte by half of its lag, each way.

As a real proxy does, it sends X-Forwarded-For.
"""

import asyncio
from random import Random
from threading import Event, Thread
from typing import Any, Final, Self

from benchmarks.fairness.relay import Direction, Link

FORWARDED: Final = b"\r\nX-Forwarded-For: 203.0.113.7\r\n"


class DelayingProxy:
    """Forwards any number of connections, in a thread with its own loop."""

    def __init__(self, port: int, lag: float) -> None:
        self._hall = port
        self._link = Link(lag)
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._callers: list[_Caller] = []
        self._open = Event()
        self._thread = Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._open.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())
        self._open.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._hang_up())

    async def _listen(self) -> None:
        self._server = await self._loop.create_server(self._admit, "127.0.0.1", 0)

    def _admit(self) -> "_Caller":
        self._callers.append(_Caller(self._link, self._hall))
        return self._callers[-1]

    async def _hang_up(self) -> None:
        assert self._server is not None
        self._server.close()
        for caller in self._callers:
            await caller.hang_up()
        await asyncio.sleep(0)  # let the loop close aborted transports


class _End(asyncio.Protocol):
    def __init__(self, direction: Direction) -> None:
        self._direction = direction

    def data_received(self, content: bytes) -> None:
        self._direction.carry(content)

    def connection_lost(self, fault: Exception | None) -> None:
        if self._direction.end is not None:
            self._direction.carry(b"")


class _Caller(_End):
    """A connection of the browser. Its first request gets the X-Forwarded-For header."""

    def __init__(self, link: Link, hall: int) -> None:
        self._up, self._down = Direction(link, Random(0)), Direction(link, Random(0))
        super().__init__(self._up)
        self._hall = hall
        self._dialling: asyncio.Task[None] | None = None

    def connection_made(self, transport: Any) -> None:
        self._down.lead_to(transport)
        self._dialling = asyncio.get_running_loop().create_task(self._dial())

    async def _dial(self) -> None:
        loop = asyncio.get_running_loop()
        far, _ = await loop.create_connection(lambda: _End(self._down), "127.0.0.1", self._hall)
        self._up.lead_to(far)

    async def hang_up(self) -> None:
        assert self._dialling is not None
        await self._dialling
        for end in (self._up.end, self._down.end):
            if end is not None:
                end.abort()

    def data_received(self, content: bytes) -> None:
        if content.startswith(b"GET /ws"):
            content = content.replace(b"\r\n", FORWARDED, 1)
        super().data_received(content)
