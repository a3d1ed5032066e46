"""Several nodes behind one port: a small process accepts connections and hands them to the nodes.

Which node a connection is for stands in the path of its first request. A node answers one request on a
connection, so that the next one is looked at, too.
"""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from msgspec.structs import replace

from ukumbi.server.settings import Settings, options

HANDED: Final = "UKUMBI_HANDED_CONNECTIONS"
"""The variable with the descriptor over which a node gets its connections."""
READY: Final = b"r"
PEEKED_BYTES: Final = 256
"""More than the longest path to a node takes."""
PEEK_AGAIN_SECONDS: Final = 0.05
FIRST_REQUEST_SECONDS: Final = 10.0
RESTART_SECONDS: Final = 0.5
WAITING_CONNECTIONS: Final = 4_096
"""That have not said yet what they want."""
_PATH: Final = re.compile(rb"[A-Z]+ /n/([a-z0-9-]{1,32})/")


class _Node:
    """The process of one node, started again when it ends."""

    def __init__(self, settings: Settings) -> None:
        self.name = settings.node
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self.ready = asyncio.Event()

    async def run(self) -> None:
        """Until it ends by itself without a fault."""
        loop = asyncio.get_running_loop()
        while True:
            self._line, theirs = socket.socketpair()
            self._line.setblocking(False)
            with theirs:
                environment = {**os.environ, **_variables(self._settings), HANDED: str(theirs.fileno())}
                command = [sys.executable, "-m", "ukumbi", "serve"]
                # In a session of its own: Ctrl-C reaches the supervisor, which tells the nodes.
                self._process = subprocess.Popen(  # noqa: S603, ASYNC220
                    command, env=environment, pass_fds=[theirs.fileno()], start_new_session=True
                )
            with suppress(OSError):
                if await loop.sock_recv(self._line, 1) == READY:
                    self.ready.set()
            code = await asyncio.to_thread(self._process.wait)
            self.ready.clear()
            self._line.close()
            if code == 0:
                return
            await asyncio.sleep(RESTART_SECONDS)

    def hand(self, connection: socket.socket) -> None:
        """A node that takes nothing loses it: the client comes again."""
        if self._line is not None:
            with suppress(OSError):
                socket.send_fds(self._line, [b"c"], [connection.fileno()])

    def end(self) -> None:
        if self._process is not None:
            self._process.terminate()


class Supervisor:
    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self._listener = listener
        self._nodes = [_Node(one) for one in _each(settings)]
        self._waiting = 0

    async def run(self, started: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        for stop in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(stop, self._end)
        running = [asyncio.create_task(node.run()) for node in self._nodes]
        accepting = asyncio.create_task(self._accept_on(started))
        await asyncio.gather(*running)
        accepting.cancel()

    def _end(self) -> None:
        for node in self._nodes:
            node.end()

    async def _accept_on(self, started: Callable[[], None]) -> None:
        loop, looking = asyncio.get_running_loop(), set[asyncio.Task[None]]()
        for node in self._nodes:
            await node.ready.wait()
        self._listener.listen(socket.SOMAXCONN)
        self._listener.setblocking(False)
        started()
        while True:
            connection, _ = await loop.sock_accept(self._listener)
            if len(looking) >= WAITING_CONNECTIONS:
                connection.close()
                continue
            task = asyncio.create_task(self._look(connection))
            looking.add(task)
            task.add_done_callback(looking.discard)

    async def _look(self, connection: socket.socket) -> None:
        with connection, suppress(OSError, TimeoutError):
            async with asyncio.timeout(FIRST_REQUEST_SECONDS):
                await _readable(connection)
                peeked = connection.recv(PEEKED_BYTES, socket.MSG_PEEK)
                while peeked and b"\n" not in peeked and len(peeked) < PEEKED_BYTES:
                    await asyncio.sleep(PEEK_AGAIN_SECONDS)
                    peeked = connection.recv(PEEKED_BYTES, socket.MSG_PEEK)
            if (node := self._node_for(peeked)) is not None:
                node.hand(connection)

    def _node_for(self, request: bytes) -> _Node | None:
        named = _PATH.match(request)
        if named is not None:
            return next((node for node in self._nodes if node.name.encode() == named[1]), None)
        self._nodes.append(self._nodes.pop(0))  # in turns
        return next((node for node in self._nodes if node.ready.is_set()), None) if request else None


async def _readable(connection: socket.socket) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(connection, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(connection)


def _each(settings: Settings) -> list[Settings]:
    """The settings of each node: they share the machine's cores."""
    count = settings.nodes
    return [
        replace(
            settings,
            node=f"{settings.node}-{number}",
            nodes=1,
            browser=False,
            bot_workers=max(1, settings.bot_workers // count),
            analysts=max(1, settings.analysts // count),
        )
        for number in range(1, count + 1)
    ]


def _variables(settings: Settings) -> dict[str, str]:
    """As the command reads them; unlike arguments, nobody else on the machine sees them."""
    values = ((option.variable, getattr(settings, option.name)) for option in options())
    return {variable: _text(value) for variable, value in values if value is not None and value != ()}


def _text(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def handed() -> socket.socket | None:
    """Where the connections of this process come from, if a supervisor started it."""
    descriptor = os.environ.pop(HANDED, None)
    return None if descriptor is None else socket.socket(fileno=int(descriptor))


def take(line: socket.socket) -> list[socket.socket] | None:
    """The connections that have come; None when the supervisor is gone."""
    said, descriptors, _, _ = socket.recv_fds(line, 16, 16)
    taken = [socket.socket(fileno=descriptor) for descriptor in descriptors]
    for connection in taken:
        connection.setblocking(False)
    return taken if said else None
