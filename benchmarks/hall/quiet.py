"""Connections that only listen: how many the hall keeps, and their cost. A process of its own."""

import asyncio
import gc
import sys
import time
from typing import Final

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

AT_ONCE: Final = 100
PATIENCE_SECONDS: Final = 30.0


class QuietTask(msgspec.Struct):
    port: int
    connections: int
    seconds: float


class _Quiet(WSListener):
    def __init__(self, welcomed: set["_Quiet"]) -> None:
        self._welcomed = welcomed

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self._welcomed.add(self)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._welcomed.discard(self)


async def _run(task: QuietTask) -> None:
    gc.disable()
    welcomed: set[_Quiet] = set()
    opened = time.perf_counter()
    for first in range(0, task.connections, AT_ONCE):
        some = range(first, min(first + AT_ONCE, task.connections))
        url = f"ws://127.0.0.1:{task.port}/ws"
        await asyncio.gather(*(ws_connect(lambda: _Quiet(welcomed), url) for _ in some))
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(welcomed) < some.stop:  # noqa: ASYNC110, an event would be set 20,000 times
                await asyncio.sleep(0.001)
    opened = time.perf_counter() - opened
    _say("begin")
    cpu = time.process_time()
    await asyncio.sleep(task.seconds)
    used = (time.process_time() - cpu) / task.seconds
    _say("end")
    measured = {"moves": len(welcomed), "seconds": opened, "p50_ms": 0, "p99_ms": 0, "client_core": used}
    _say(msgspec.json.encode(measured).decode())


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(_run(msgspec.json.decode(sys.stdin.buffer.read(), type=QuietTask)))
