"""Uvicorn's HTTP with bounds: connections of an address, the size of a head, how slow a caller may be."""

import asyncio
import logging
import math
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import random
from typing import Any, ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ukumbi.server import kernel
from ukumbi.server.callers import Proxies, caller_of
from ukumbi.server.limits import Limits
from ukumbi.server.rate_limiter import RateLimiter, peer_of
from ukumbi.server.scheduler import FairScheduler
from ukumbi.server.security import HEADERS

LOGGER = logging.getLogger(__name__)
LOGGER.setLevel(logging.ERROR)  # a request that is none is a stranger's fault, and fills no log
READING: Final = 0.0001
"""Seconds that it takes, besides reading it, to get a request going."""
UPGRADE: Final = 0.0003
"""Seconds that it takes to open a socket and to greet whoever is at its other end."""
OURS: Final = 0.1
"""Seconds after which a request has waited for us: it has all of its time again."""
PIPELINED: Final = 3
"""Requests that may come in on one connection before the first is answered. Browsers wait for each answer."""

CRUMB: Final = 256
"""Bytes. Programs send a request's head at once, or as much of it as the line takes: more than this."""
SOON: Final = 0.05
"""Seconds after which a connection is looked at again on which a head comes in by less: simple programs send
one line after the other."""
SOONS: Final = 2
LOOK: Final = 0.00005
"""Seconds that a look takes."""
LATER: Final = 2.0
"""From then on so many seconds, twice as many at most: thousands are not to be looked at in one moment."""


def refuse(status: str, code: str) -> bytes:
    """An answer from before there is a request that the hall could answer."""
    body = f'{{"code":"{code}","facts":{{}}}}'
    headers = {**HEADERS, "Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "Connection: close", "", body]).encode()


TOO_MANY: Final = refuse("429 Too Many Requests", "slow_down")
_TOO_BIG: Final = refuse("431 Request Header Fields Too Large", "too_long")
_TOO_LONG: Final = refuse("413 Content Too Large", "too_long")
_TOO_SLOW: Final = refuse("408 Request Timeout", "too_slow")


_NOT_AT_ALL: Final = struct.pack("ii", 1, 0)
"""How long the kernel lingers over what is not sent yet."""


class _Timer:
    """One thing at a time is waited for."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        return self._handle is not None

    def set(self, seconds: float, ring: Callable[[], None]) -> None:
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, ring)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _HeadTooBig(Exception):
    pass


class _TooManyAtOnce(Exception):
    pass


class HttpProtocol(HttpToolsProtocol):
    limits: ClassVar[Limits]
    limiter: ClassVar[RateLimiter]
    proxies: ClassVar[Proxies]
    doors: ClassVar[FairScheduler]
    line: socket.socket
    """By which the connection is known until it is opened."""

    def __init__(self, *args: Any, **wishes: Any) -> None:
        super().__init__(*args, **wishes)
        self.logger = LOGGER
        self._reading = _Timer()
        """Until when the request has to be here."""
        self._crumbs = _Timer()
        """Until when a head that comes in letter by letter gathers."""
        self._writing = _Timer()
        """Until when what waits to be sent has to be read."""
        self._looks = 0
        """At a head that comes in letter by letter."""
        self._late = False
        """Whether that is past; what has waited for us may still come in."""
        self._in_head = True
        self._taken = 0
        """Bytes since the last request was whole."""
        self._fields = 0
        """Bytes of the request's address and headers; those at the end of a body are headers too."""
        self._lost = False
        self._caller = ""
        """Whoever is at the other end, if it is no proxy."""
        self._unread = 0
        """Pieces that have come and wait for their turn."""
        self._answering: Any = None
        """What Uvicorn keeps of the request that is being answered; it forgets it when the next one comes."""

    # the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = peer_of(transport)
        self._caller = "" if self.proxies.believes(peer) else caller_of(peer)
        self.limiter.hand_over(self.line, transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.stop()
        self._crumbs.stop()
        self._writing.stop()
        self._unset_keepalive_if_required()
        self._lost = True
        self.limiter.close_connection(self.transport)
        super().connection_lost(exc)
        self._let_go()

    def is_gone(self, waited: float = 0.0) -> bool:
        """Whether nobody waits for an answer any more. While requests wait nothing is read: who breaks off
        then is noticed here."""
        line = self.transport.get_extra_info("socket")
        if not self._lost and line is not None and kernel.is_gone(line, waited):
            if self._answering is not None:
                self._answering.disconnected = True
            self.transport.abort()
            return True
        return self._lost

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is the socket's, which also tells when it is gone."""
        self._reading.stop()
        self._writing.stop()
        self.flow.pause_reading()
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in self.scope["headers"]}
        caller = caller_of(self.proxies.address(peer_of(self.transport), headers))
        self.doors.do(caller, self._upgrade, UPGRADE)

    def _upgrade(self) -> bool:
        if wanted := not (self.transport.is_closing() or self.is_gone()):
            super().handle_websocket_upgrade()
            self.flow.resume_reading()
        self._let_go()
        return wanted

    def _let_go(self) -> None:
        """Of what holds this connection in turn, its parser and requests: it is gone when nobody needs it,
        and not only when Python has looked through everything."""
        if self._answering is not None:
            self._answering.disconnected = True
        if self.scope is not None:
            self.scope.pop("is_gone", None)  # type: ignore[typeddict-item]
        self.pipeline.clear()
        self.parser = self.cycle = self._answering = None  # type: ignore[assignment]

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    # what comes in

    def data_received(self, data: bytes) -> None:
        """Read in its caller's turn, as hundreds may come in at once; what a proxy brings for others is put
        in order when it is known for whom."""
        self._unset_keepalive_if_required()
        if not self._caller:
            self._read(data)
            return
        self._unread += 1
        came = asyncio.get_running_loop().time()
        self.doors.do(self._caller, partial(self._read_in_turn, data, came), READING)
        if self._unread:
            self.flow.pause_reading()

    def _read_in_turn(self, data: bytes, came: float) -> bool:
        self._unread -= 1
        waited = asyncio.get_running_loop().time() - came
        if self.is_gone(waited):
            return False
        if not self._unread:
            self.flow.resume_reading()
        self._read(data)
        if waited > OURS and self._reading.runs:  # what is still to come had to wait for us
            self._expect_request()
        return True

    def _read(self, data: bytes) -> None:
        if self.transport.is_closing() or self.parser is None:
            return
        self._taken += len(data)
        if not self._reading.runs:
            self._expect_request()
        super().data_received(data)
        if self.parser is None:  # the connection is a socket's now, or lost
            return
        if self._in_head and self._taken > self.limits.head_bytes:
            self._refuse(_TOO_BIG)
        elif self._in_head and self._taken and len(data) < CRUMB:
            self._let_crumbs_gather()
        elif self._taken > self.limits.request_bytes:
            self._refuse(_TOO_LONG)

    def _let_crumbs_gather(self) -> None:
        """Every look costs as much as a whole request that comes at once."""
        if not self.flow.read_paused:
            self.flow.pause_reading()
            self._looks += 1
            if self._caller:
                self.doors.charge(self._caller, LOOK)
            wait = SOON if self._looks <= SOONS else LATER * (1 + random())
            self._crumbs.set(wait, self._look_again)

    def _look_again(self) -> None:
        self._crumbs.stop()
        if not self.transport.is_closing():
            self.flow.resume_reading()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["is_gone"] = self.is_gone  # type: ignore[typeddict-unknown-key]
        self._fields = 0
        self._expect_request()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value) + 4)

    def _count(self, size: int) -> None:
        self._fields += size
        if self._fields > self.limits.head_bytes:
            raise _HeadTooBig

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.pipeline) >= PIPELINED:
            raise _TooManyAtOnce
        super().on_headers_complete()
        if not self.pipeline:
            self._answering = self.cycle

    def on_message_complete(self) -> None:
        self._reading.stop()
        self._in_head, self._taken, self._looks = True, 0, 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if self._fields > self.limits.head_bytes:
            self._refuse(_TOO_BIG)
        elif not self.transport.is_closing():
            self._offer_no_longer_than(self.limits.write_seconds)
            self._take_the_rest()
            super().send_400_response(msg)
            self._close()

    def _expect_request(self) -> None:
        self._late = False
        self._reading.set(self.limits.request_seconds, self._too_slow)

    def _too_slow(self) -> None:
        """Cut off in turn: thousands that were opened in one moment are too slow in one moment."""
        self._late = True
        if self._caller:
            self.doors.do(self._caller, self._refuse_slow, LOOK)
        else:
            self._refuse_slow()

    def _refuse_slow(self) -> bool:
        late = self._late and self._reading.runs and not self.is_gone(math.inf)
        if late:
            self._refuse(_TOO_SLOW)
        return late

    # what goes out

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writing.set(self.limits.write_seconds, self._cut_off)

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._writing.stop()

    def on_response_complete(self) -> None:
        self._answering = self.pipeline[-1][0] if self.pipeline else None
        super().on_response_complete()
        if self.transport.is_closing():
            self._close()

    def _refuse(self, answer: bytes) -> None:
        if self.transport.is_closing():
            return
        self._take_the_rest()
        in_an_answer = self.cycle is not None and self.cycle.response_started
        if not in_an_answer or self.cycle.response_complete:
            self.transport.write(answer)
        self._close()

    def _take_the_rest(self) -> None:
        """So that whoever goes on sending hears why they are refused."""
        line = self.transport.get_extra_info("socket")
        if line is not None:
            kernel.empty(line)

    def _close(self) -> None:
        """Closed when all is sent; but nobody keeps a connection by not reading."""
        self._reading.stop()
        if self._lost:  # Uvicorn may still wait for the next request of somebody who broke off
            return
        self._offer_no_longer_than(self.limits.write_seconds)
        self.transport.close()
        self._writing.set(self.limits.write_seconds, self._cut_off)

    def _offer_no_longer_than(self, seconds: float) -> None:
        """What the kernel has taken over may have gone nowhere when the connection is closed here."""
        line = self.transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            with suppress(OSError):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, max(1, int(1000 * seconds)))

    def _cut_off(self) -> None:
        """At once: otherwise the kernel would go on offering what nobody reads."""
        line = self.transport.get_extra_info("socket")
        if line is not None:
            with suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NOT_AT_ALL)
        self.transport.abort()


def http_class(limits: Limits, limiter: RateLimiter, proxies: Proxies, doors: FairScheduler) -> Any:
    """What Uvicorn is given as its HTTP implementation."""
    given = {"limits": limits, "limiter": limiter, "proxies": proxies, "doors": doors}
    return type("LimitedHttp", (HttpProtocol,), given)
