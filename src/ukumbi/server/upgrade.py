"""Uvicorn answers HTTP, and hands a connection that asks for the socket over to picows here."""

import asyncio
import logging
from typing import Any, ClassVar, Protocol

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from ukumbi.server.callers import Proxies
from ukumbi.server.connection import READ, Connection, refuse
from ukumbi.server.latency import PING_INTERVAL_SECONDS, proxy_latency
from ukumbi.server.limits import Limits
from ukumbi.server.rate_limiter import RateLimiter, peer_of

LOGGER = logging.getLogger(__name__)


class Accept(Protocol):
    def __call__(
        self, request: WSUpgradeRequest, headers: dict[str, str], address: str
    ) -> Connection | WSUpgradeResponse:
        """Decide whether this caller gets a socket."""
        ...


class _Strangers(logging.LoggerAdapter[logging.Logger]):
    """What picows has to say. A frame that it cannot read is a stranger's fault, and fills no log."""

    def error(self, msg: object, *args: object, **_: Any) -> None:
        level = logging.DEBUG if str(msg).startswith("WS parser error") else logging.ERROR
        self.log(level, msg, *args)


class SocketProtocol(WSProtocol):  # type: ignore[misc]
    limits: ClassVar[Limits]
    limiter: ClassVar[RateLimiter]
    proxies: ClassVar[Proxies]
    accept: ClassVar[Accept]

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        self._open_connections = server_state.connections
        self._line: asyncio.Transport | None = None
        self._peer = ""
        super().__init__(**self._wishes())

    def _wishes(self) -> dict[str, Any]:
        """By name, and all of them: in a picows that is built otherwise no socket opens at all."""
        return {
            "host_port": None,
            "ws_path": None,
            "is_client_side": False,
            "ws_listener_factory": self._accept,
            "logger": _Strangers(LOGGER, {}),
            "disconnect_on_exception": True,
            "websocket_handshake_timeout": 5,
            "enable_auto_ping": False,
            "auto_ping_idle_timeout": PING_INTERVAL_SECONDS,
            "auto_ping_reply_timeout": PING_INTERVAL_SECONDS,
            "auto_ping_strategy": WSAutoPingStrategy.PING_WHEN_IDLE,
            "enable_auto_pong": False,
            "max_frame_size": self.limits.message_bytes,
            "extra_headers": None,
            "read_buffer_init_size": READ,
        }

    def _accept(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        assert self._line is not None
        headers = {name.lower(): ", ".join(request.headers.getall(name)) for name in request.headers}
        address = self.proxies.address(self._peer, headers)
        if not self.limiter.open_socket(self._line, address):
            return WSUpgradeResponseWithListener(refuse(429, "slow_down"), None)
        answer = self.accept(request, headers, address)
        if not isinstance(answer, Connection):
            return WSUpgradeResponseWithListener(answer, None)
        if self.proxies.forwards(self._peer, headers):
            answer.meter.through_proxy(proxy_latency(headers))
        return WSUpgradeResponseWithListener(WSUpgradeResponse.create_101_response(), answer)

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._line, self._peer = transport, peer_of(transport)
        self._open_connections.add(self)
        super().connection_made(transport)

    def connection_lost(self, fault: Exception | None) -> None:
        self._open_connections.discard(self)
        super().connection_lost(fault)
        if self._line is not None:
            self.limiter.close_connection(self._line)

    def get_buffer(self, hint: int) -> memoryview:
        """Room for a little at a time. Picows would double it whenever it is full, and a caller who says much
        would be heard with hundreds of messages at once before anybody could tell them to wait."""
        room: memoryview = super().get_buffer(hint)
        return room[:READ]

    def data_received(self, request: bytes) -> None:
        """Uvicorn hands over the request it has read."""
        while request:
            room = self.get_buffer(len(request))
            size = min(len(room), len(request))
            room[:size] = request[:size]
            self.buffer_updated(size)
            request = request[size:]

    def shutdown(self) -> None:
        """Uvicorn is closing."""
        self.transport.send_close(WSCloseCode.SERVICE_RESTART)
        self.transport.disconnect()


def protocol_class(limits: Limits, limiter: RateLimiter, proxies: Proxies, accept: Accept) -> Any:
    """What Uvicorn is given as its WebSocket implementation."""
    given = {"limits": limits, "limiter": limiter, "proxies": proxies, "accept": staticmethod(accept)}
    return type("LimitedSocket", (SocketProtocol,), given)
