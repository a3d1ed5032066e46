"""The yardstick for a noisy machine: the same number of messages of the same size, and nothing else.

A server that answers each message with two of a view's length, from memory, over the same socket
library. What the hall makes of a core can be told as a share of what this does on it in the same run.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE
from typing import Final

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect, ws_create_server

TOLD: Final = b"x" * 1900
"""As long as an update of Rukuni, on the average."""
SAID: Final = b"y" * 110
"""As long as a move."""


class _Echo(WSListener):
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            transport.send(WSMsgType.TEXT, TOLD)
            transport.send(WSMsgType.TEXT, TOLD)


class _Caller(WSListener):
    def __init__(self) -> None:
        self.heard = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, SAID)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.heard += 1
        if self.heard % 2 == 0:
            transport.send(WSMsgType.TEXT, SAID)


async def serve() -> None:
    server = await ws_create_server(lambda _: _Echo(), "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


async def echoes_a_second(callers: int, core: int | None, seconds: float) -> float:
    """How many messages a second are answered, the server on a core of its own."""
    pinned = ["taskset", "-c", str(core)] if core is not None else []
    server = await asyncio.create_subprocess_exec(
        *pinned, sys.executable, "-m", "benchmarks.echo", stdin=PIPE, stdout=PIPE
    )
    assert server.stdin is not None
    assert server.stdout is not None
    url = f"ws://127.0.0.1:{int(await server.stdout.readline())}/"
    lines = [await ws_connect(_Caller, url) for _ in range(callers)]
    started = asyncio.get_running_loop().time()
    before = sum(caller.heard for _, caller in lines if isinstance(caller, _Caller))
    await asyncio.sleep(seconds)
    heard = sum(caller.heard for _, caller in lines if isinstance(caller, _Caller)) - before
    took = asyncio.get_running_loop().time() - started
    server.stdin.close()
    await server.wait()
    return heard / 2 / took


if __name__ == "__main__":
    uvloop.run(serve())
