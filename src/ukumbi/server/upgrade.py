"""Uvicorn answers HTTP, and hands a connection that asks for the socket over to picows here."""

import asyncio
import logging
from collections.abc import Callable
from functools import cache
from typing import Any

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ukumbi.server.connection import PING_EVERY, Connection
from ukumbi.server.limits import Limits
from ukumbi.server.rate_limiter import RateLimiter, peer_of
from ukumbi.server.roundtrip import stated_round_trip

LOGGER = logging.getLogger(__name__)


class _Strangers(logging.LoggerAdapter[logging.Logger]):
    """What picows has to say. A frame that it cannot read is a stranger's fault, and fills no log."""

    def error(self, msg: object, *args: object, **_: Any) -> None:
        level = logging.DEBUG if str(msg).startswith("WS parser error") else logging.ERROR
        self.log(level, msg, *args)


@cache
def _proxies(trusted: str) -> Any:
    """The proxies whose word for the caller's address is taken, as Uvicorn takes it for HTTP."""
    return ProxyHeadersMiddleware(lambda *_: asyncio.sleep(0), trusted).trusted_hosts


def _forwarded(peer: str, request: WSUpgradeRequest, trusted: str) -> bool:
    """Whether a proxy that we trust says that it calls for somebody else."""
    forwarded = any(request.headers.get(name) for name in ("X-Forwarded-For", "X-Forwarded-Proto"))
    return forwarded and peer in _proxies(trusted)


def _caller(peer: str, request: WSUpgradeRequest, trusted: str) -> str:
    """The address that calls: behind a proxy, the one that the proxy names."""
    named, proxies = ", ".join(request.headers.getall("X-Forwarded-For", [])), _proxies(trusted)
    if not named or peer not in proxies:
        return peer
    return str(proxies.get_trusted_client_address(named)[0]) or peer


def protocol_class(
    limits: Limits,
    limiter: RateLimiter,
    accept: "Callable[[WSUpgradeRequest, str], Connection | WSUpgradeResponse]",
) -> Any:
    """What Uvicorn is given as its WebSocket implementation."""

    class SocketProtocol(WSProtocol):  # type: ignore[misc]
        def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
            self._open_connections = server_state.connections
            self._trusted = config.forwarded_allow_ips
            self._line: asyncio.Transport | None = None
            self._peer = ""
            super().__init__(
                None,
                None,
                False,
                self._accept,
                _Strangers(LOGGER, {}),
                True,
                5,
                False,
                PING_EVERY,
                PING_EVERY,
                WSAutoPingStrategy.PING_WHEN_IDLE,
                False,
                limits.message_bytes,
                None,
                4096,
            )

        def _accept(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
            answer = accept(request, _caller(self._peer, request, self._trusted))
            if isinstance(answer, Connection):
                answer.forwarded = _forwarded(self._peer, request, self._trusted)
                answer.stated_round_trip = stated_round_trip(request.headers.get("X-Round-Trip", ""))
                return WSUpgradeResponseWithListener(WSUpgradeResponse.create_101_response(), answer)
            return WSUpgradeResponseWithListener(answer, None)

        def connection_made(self, transport: asyncio.Transport) -> None:
            self._line, self._peer = transport, peer_of(transport)
            self._open_connections.add(self)
            super().connection_made(transport)

        def connection_lost(self, fault: Exception | None) -> None:
            self._open_connections.discard(self)
            super().connection_lost(fault)
            if self._line is not None:
                limiter.close_connection(self._line)

        def data_received(self, request: bytes) -> None:
            """Uvicorn hands over the request it has read; the buffer grows as it fills."""
            while request:
                room = memoryview(self.get_buffer(len(request)))
                size = min(len(room), len(request))
                room[:size] = request[:size]
                self.buffer_updated(size)
                request = request[size:]

        def shutdown(self) -> None:
            """Uvicorn is closing."""
            self.transport.send_close(WSCloseCode.SERVICE_RESTART)
            self.transport.disconnect()

    return SocketProtocol
