"""Takes connections in: a few at a time, and opens each in its caller's turn.

A loop's own server opens all that wait, however many they are, while everybody else waits for that.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from ukumbi.server import kernel
from ukumbi.server.callers import Proxies, caller_of
from ukumbi.server.rate_limiter import RateLimiter
from ukumbi.server.scheduler import ROUND, FairScheduler

BACKLOG: Final = 1024
"""Connections that may wait in the kernel."""
AT_ONCE: Final = 8
"""Connections that are taken in between two looks at everything else, if that does not take long."""
OPENING: Final = 0.0002
"""Seconds that it takes to open a connection, and to close it again."""
BREATH: Final = 0.1
"""Seconds before the next try when the system has no file left for a connection."""
PAUSE: Final = 0.001
"""And when somebody had to be refused: ten thousand a second would take a fifth of the time."""


class Acceptor:
    """Listens on one socket. Of asyncio's servers it has what Uvicorn asks of one."""

    def __init__(
        self,
        listener: socket.socket,
        limiter: RateLimiter,
        proxies: Proxies,
        doors: FairScheduler,
        new_protocol: Callable[[socket.socket], asyncio.BaseProtocol],
        refusal: bytes,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._limiter = limiter
        self._proxies = proxies
        self._doors = doors
        self._new_protocol = new_protocol
        self._refusal = refusal
        self._opening: set[asyncio.Task[None]] = set()
        self._closed = False
        listener.setblocking(False)
        listener.listen(BACKLOG)
        self._listen()

    def _listen(self) -> None:
        if not self._closed:
            self._loop.add_reader(self._listener.fileno(), self._take_in)

    def _take_in(self) -> None:
        refused, began = False, time.perf_counter()
        for _ in range(AT_ONCE):
            if time.perf_counter() - began > ROUND:
                break
            try:
                line, peer = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                break
            except OSError:
                self._listen_after(BREATH)
                return
            line.setblocking(False)
            if self._limiter.open_connection(line, peer[0]):
                self._let_in(line, peer[0])
            else:
                refused = True
                with suppress(OSError), line:
                    line.send(self._refusal)
        if refused:
            self._listen_after(PAUSE)

    def _let_in(self, line: socket.socket, peer: str) -> None:
        """In turn; but a proxy calls for many, who are put in order when it is known who they are."""
        opening = partial(self._open, line, self._loop.time())
        if self._proxies.believes(peer):
            opening()
        else:
            self._doors.do(caller_of(peer), opening, OPENING)

    def _listen_after(self, seconds: float) -> None:
        self._loop.remove_reader(self._listener.fileno())
        self._loop.call_later(seconds, self._listen)

    def _open(self, line: socket.socket, came: float) -> bool:
        """False if whoever called did not wait for it."""
        if _is_gone(line, self._loop.time() - came):
            self._limiter.close_connection(line)
            line.close()
            return False
        task = self._loop.create_task(self._connect(line))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)
        return True

    async def _connect(self, line: socket.socket) -> None:
        try:
            if self._closed:
                raise ConnectionAbortedError
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            protocol: Any = partial(self._new_protocol, line)
            await self._loop.connect_accepted_socket(protocol, line)
        except OSError:  # whoever called has gone
            self._limiter.close_connection(line)
            line.close()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._loop.remove_reader(self._listener.fileno())

    async def wait_closed(self) -> None:
        await asyncio.gather(*self._opening, return_exceptions=True)


def _is_gone(line: socket.socket, waited: float) -> bool:
    """Whether the other side has hung up without a word, or after waiting for long."""
    try:
        return not line.recv(1, socket.MSG_PEEK) or kernel.is_gone(line, waited)
    except BlockingIOError:
        return False
    except OSError:
        return True
