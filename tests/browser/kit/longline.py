"""A long line between a browser and a hall: every byte takes half of its lag, each way.

To the hall it is a proxy, as it would be on a real web server: it says for whom it calls.
"""

import asyncio
from random import Random
from threading import Event, Thread
from typing import Any, Final, Self

from benchmarks.fairness.relay import Way, Wire

FORWARDED: Final = b"\r\nX-Forwarded-For: 203.0.113.7\r\n"


class LongLine:
    """Carries any number of connections, from a loop in a thread of its own."""

    def __init__(self, port: int, lag: float) -> None:
        self._hall = port
        self._wire = Wire(lag)
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._callers: list[_Caller] = []
        self._open = Event()
        self._keeper = Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def __enter__(self) -> Self:
        self._keeper.start()
        self._open.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._keeper.join()
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
        self._callers.append(_Caller(self._wire, self._hall))
        return self._callers[-1]

    async def _hang_up(self) -> None:
        assert self._server is not None
        self._server.close()
        for caller in self._callers:
            await caller.hang_up()
        await asyncio.sleep(0)  # the loop closes what it was told to abort


class _End(asyncio.Protocol):
    def __init__(self, way: Way) -> None:
        self._way = way

    def data_received(self, content: bytes) -> None:
        self._way.carry(content)

    def connection_lost(self, fault: Exception | None) -> None:
        if self._way.end is not None:
            self._way.carry(b"")


class _Caller(_End):
    """A connection of the browser's; its first request tells that it is forwarded."""

    def __init__(self, wire: Wire, hall: int) -> None:
        self._up, self._down = Way(wire, Random(0)), Way(wire, Random(0))
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
