"""Uvicorn's HTTP with bounds: how many connections an address has, how big a head, how slow a caller may be."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ukumbi.server.limits import Limits, RateLimiter

_TOO_BIG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def http_class(limits: Limits, limiter: RateLimiter) -> Any:
    """What Uvicorn is given as its HTTP implementation."""

    class HttpProtocol(HttpToolsProtocol):
        def __init__(self, *args: Any, **wishes: Any) -> None:
            super().__init__(*args, **wishes)
            self._timer: asyncio.TimerHandle | None = None
            """Until when the request has to be here, or what waits to be sent has to be read."""
            self._head: int | None = 0
            """Bytes of the request's head so far; None once it is whole."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if limiter.open_connection(transport):
                self._expect_request()
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_timer()
            limiter.close_connection(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._head is not None:
                self._head += len(data)
            super().data_received(data)
            # What came in one go with the end of a head may be a body: only a head that goes on can be too big.
            if self._head is not None and self._head > limits.head_bytes and not self.transport.is_closing():
                self.transport.write(_TOO_BIG)
                self.transport.close()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._head = self._head or 0
            self._expect_request()

        def on_headers_complete(self) -> None:
            self._head = None
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._stop_timer()
            self._head = 0
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._stop_timer()
            super().handle_websocket_upgrade()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._set_timer(limits.write_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            self._stop_timer()
            super().resume_writing()

        def _expect_request(self) -> None:
            self._set_timer(limits.request_seconds, self._too_slow)

        def _too_slow(self) -> None:
            if not self.transport.is_closing():
                self.transport.write(_TOO_SLOW)
                self.transport.close()

        def _set_timer(self, seconds: float, ring: Any) -> None:
            self._stop_timer()
            self._timer = self.loop.call_later(seconds, ring)

        def _stop_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return HttpProtocol
