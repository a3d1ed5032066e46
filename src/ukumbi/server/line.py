"""The seam between the hall and whoever speaks WebSocket: nothing else knows which library does.

Uvicorn answers HTTP and hands a connection that asks for the socket over to picows, which parses
frames in compiled code and lets us send without waiting, measure the round trip with the protocol's
own pings, and see how much is still unsent.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from ukumbi.server.guard import Limits

LOGGER = logging.getLogger(__name__)
PING_EVERY: Final = 5.0
SILENT_AFTER: Final = 30.0
"""Seconds without any sign of life after which a line is cut."""
SAMPLES: Final = 8


class Speaker(Protocol):
    """What a line carries: told what comes in, and that it is over."""

    def hear(self, message: bytes) -> None: ...
    def hang_up(self) -> None: ...


class Line(WSListener):
    """One open socket."""

    def __init__(self, limits: Limits, answer: "Callable[[Line], Speaker]", gone: Callable[[], None]) -> None:
        self._limits = limits
        self._answer = answer
        self.gone = gone
        """Called once when the connection has ended, whether it was ever opened or not."""
        self._speaker: Speaker | None = None
        self._transport: WSTransport | None = None
        self._parts: list[bytes] = []
        self._ping: asyncio.TimerHandle | None = None
        self._heard_at = 0.0
        self.round_trips: list[float] = []
        """The latest round trips in seconds, measured by our own pings."""

    # what we do

    def send(self, message: bytes) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, message)

    def close(self, code: WSCloseCode, reason: str = "") -> None:
        if self._transport is not None:
            self._transport.send_close(code, reason.encode())
            self._transport.disconnect()

    # what happens to us

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=self._limits.outgoing_bytes)
        self._heard_at = time.monotonic()
        self._speaker = self._answer(self)
        self._send_ping()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._heard_at = time.monotonic()
        kind = frame.msg_type
        if kind == WSMsgType.TEXT and frame.fin:
            assert self._speaker is not None
            self._speaker.hear(frame.get_payload_as_bytes())
        elif kind in (WSMsgType.TEXT, WSMsgType.CONTINUATION):
            self._gather(frame)
        elif kind == WSMsgType.PONG:
            self._measure(frame.get_payload_as_bytes())
        elif kind == WSMsgType.BINARY:
            self.close(WSCloseCode.UNSUPPORTED_DATA, "text only")
        elif kind == WSMsgType.CLOSE:
            transport.send_close(WSCloseCode.OK)
            transport.disconnect()

    def _gather(self, frame: WSFrame) -> None:
        """Messages may come in pieces."""
        self._parts.append(frame.get_payload_as_bytes())
        if sum(map(len, self._parts)) > self._limits.message_bytes:
            self.close(WSCloseCode.MESSAGE_TOO_BIG, "too long")
        elif frame.fin:
            message, self._parts = b"".join(self._parts), []
            assert self._speaker is not None
            self._speaker.hear(message)

    def pause_writing(self) -> None:
        """The client reads too slowly: cut it off rather than keep everything for it."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self._ping is not None:
            self._ping.cancel()
        self._transport = None
        if self._speaker is not None:
            self._speaker.hang_up()

    # the round trip

    def _send_ping(self) -> None:
        if self._transport is None:
            return
        if time.monotonic() - self._heard_at > SILENT_AFTER:
            self._transport.disconnect(graceful=False)
            return
        self._transport.send_ping(b"%d" % time.monotonic_ns())
        self._ping = asyncio.get_running_loop().call_later(PING_EVERY, self._send_ping)

    def _measure(self, payload: bytes) -> None:
        if payload.isdigit() and len(payload) < 20:
            took = (time.monotonic_ns() - int(payload)) / 1e9
            if took >= 0:
                self.round_trips = [*self.round_trips, took][-SAMPLES:]


def refuse(status: int, code: str) -> WSUpgradeResponse:
    body = b'{"code":"%b","facts":{}}' % code.encode()
    response: WSUpgradeResponse = WSUpgradeResponse.create_error_response(
        status, body, {"Content-Type": "application/json"}
    )
    return response


def protocol_class(
    limits: Limits, greet: "Callable[[WSUpgradeRequest, str], Line | WSUpgradeResponse]"
) -> Any:
    """What Uvicorn is given as its WebSocket implementation."""

    class LineProtocol(WSProtocol):  # type: ignore[misc]
        def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
            self._open_lines = server_state.connections
            self._address = ""
            self._line: Line | None = None
            super().__init__(
                None,
                None,
                False,
                self._greet,
                LOGGER,
                True,
                5,
                False,
                PING_EVERY,
                PING_EVERY,
                WSAutoPingStrategy.PING_WHEN_IDLE,
                True,
                limits.message_bytes,
                None,
                4096,
            )

        def _greet(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
            answer = greet(request, self._address)
            if isinstance(answer, Line):
                self._line = answer
                return WSUpgradeResponseWithListener(WSUpgradeResponse.create_101_response(), answer)
            return WSUpgradeResponseWithListener(answer, None)

        def connection_made(self, transport: asyncio.Transport) -> None:
            peer = transport.get_extra_info("peername")
            self._address = peer[0] if isinstance(peer, tuple) else ""
            self._open_lines.add(self)
            super().connection_made(transport)

        def connection_lost(self, fault: Exception | None) -> None:
            self._open_lines.discard(self)
            super().connection_lost(fault)
            if self._line is not None:
                self._line.gone()

        def data_received(self, request: bytes) -> None:
            """Uvicorn hands over the request it has read."""
            memoryview(self.get_buffer(len(request)))[: len(request)] = request
            self.buffer_updated(len(request))

        def shutdown(self) -> None:
            """Uvicorn is closing."""
            self.transport.send_close(WSCloseCode.SERVICE_RESTART)
            self.transport.disconnect()

    return LineProtocol
