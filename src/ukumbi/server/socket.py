"""The socket: Uvicorn hands a connection over to picows here. Nothing else knows that it is picows,
which parses frames in compiled code and sends without waiting.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from random import uniform
from typing import Any, ClassVar, Final, Protocol

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

from ukumbi.core import Refused
from ukumbi.hall.allowance import Latency
from ukumbi.server.http import HEADERS, STATUS
from ukumbi.server.latency import PING_INTERVAL_SECONDS, LatencyMeter
from ukumbi.server.limits import Budget, Limiter, Limits

MAX_FREE_PONGS: Final = 64
"""The most pongs that may still come at no cost."""
SILENT_SECONDS: Final = 30.0
"""Without any sign of life, after which a connection is cut."""
COPIED_BYTES: Final = 1000
"""Longer messages have a buffer of their own: that of picows stays as long as the longest. Of more than
8 KiB it would hold the header alone, and overwrite it while the connection is jammed."""
TEXT: Final = WSMsgType.TEXT
CLOSE: Final = WSMsgType.CLOSE
PONG: Final = WSMsgType.PONG
"""To look a member of an enumeration up takes longer than to compare it."""
HEADER_BYTES: Final = 14
"""Room that picows needs for a header."""
LINGER_SECONDS: Final = 0.5
"""For the other side to answer a close frame; cut off at once, it might never read the reason."""
READ_BYTES: Final = 512
"""What is read at once; clients send little."""
READ_ON_SECONDS: Final = 0.25
"""At least, and at most twice as much, for a client over its limit: hundreds of one address may wait for the
same tokens, and all would look for them at the same moment."""
CROWD_AT_ONCE: Final = 20
"""Spectators to whom one turn of the loop sends: all of a crowd would hold up the moves of all tables."""

LOGGER = logging.getLogger(__name__)


class Receiver(Protocol):
    """Gets what a connection receives, and learns when it closes."""

    def receive(self, message: bytes) -> None: ...
    def measured(self) -> None: ...
    def closed(self) -> None: ...


class Crowd:
    """Connections to which something may be sent a little later, in order."""

    def __init__(self) -> None:
        self._waiting: deque[Connection] = deque()

    def add(self, connection: "Connection") -> None:
        self._waiting.append(connection)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self._flush_some)

    def _flush_some(self) -> None:
        waiting = self._waiting
        for _ in range(min(CROWD_AT_ONCE, len(waiting))):
            waiting.popleft().flush()
        if waiting:
            asyncio.get_running_loop().call_soon(self._flush_some)


class Connection(WSListener):
    """One open socket."""

    __slots__ = (
        "_budget",
        "_crowd",
        "_held",
        "_in_crowd",
        "_limits",
        "_new_receiver",
        "_owed",
        "_parts",
        "_paused",
        "_received_at",
        "_receiver",
        "_transport",
        "_unsent",
        "meter",
    )

    def __init__(
        self,
        limits: Limits,
        budget: Budget,
        crowd: Crowd,
        receiver: "Callable[[Connection], Receiver]",
    ) -> None:
        self._limits = limits
        self._budget = budget
        self._crowd = crowd
        self._new_receiver = receiver
        self._receiver: Receiver | None = None
        self._transport: WSTransport | None = None
        self._parts: bytearray | None = None
        """What has come of a message that is sent in pieces."""
        self._paused = False
        """Whether nothing is read until the budget has refilled."""
        self._held: list[bytes] = []
        """What had been read by then: READ_BYTES at most."""
        self._received_at = 0.0
        self._unsent: list[bytes] | None = None
        self._in_crowd = False
        """Whether what is unsent waits for its turn in the crowd."""
        self.meter = LatencyMeter(self._ping, self._measured)
        self._owed = 0
        """Pongs that may still come for our pings; others are counted like messages."""

    # what we do

    @property
    def latency(self) -> Latency:
        return self.meter.latency

    def waited(self) -> int:
        """Nanoseconds for which what was received just now lay unread, because we were busy."""
        return self.meter.unread_for()

    def send(self, message: bytes, later: bool = False) -> None:
        """In one frame with what else is sent in this turn of the loop, a message to a line.

        Never fails: a client that cannot be reached is disconnected, comes back, and catches up.
        """
        if self._unsent is not None:
            self._unsent.append(message)
            if later or not self._in_crowd:
                return
        else:
            self._unsent = [message]
        self._in_crowd = later
        if later:
            self._crowd.add(self)
        else:
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        transport, unsent = self._transport, self._unsent
        self._unsent = None
        if transport is None or transport.is_close_frame_sent or not unsent:
            return
        message = unsent[0] if len(unsent) == 1 else b"\n".join(unsent)
        try:
            if len(message) <= COPIED_BYTES:
                transport.send(TEXT, message)
            else:
                room = bytearray(HEADER_BYTES) + message
                transport.send_reuse_external_bytearray(TEXT, room, HEADER_BYTES)
            if self.meter.racing:
                self.meter.follow_up()
        except Exception:
            LOGGER.exception("could not send to a client")
            transport.disconnect(graceful=False)

    def close(self, code: WSCloseCode | int, reason: str = "") -> None:
        """Nothing is sent or received after it."""
        self.flush()
        if self._transport is not None and not self._transport.is_close_frame_sent:
            self._transport.send_close(WSCloseCode(code), reason.encode())
            asyncio.get_running_loop().call_later(LINGER_SECONDS, self._transport.disconnect)

    # limits

    def spend(self, cost: float) -> None:
        """Charge what this client does; over the limit, stop reading until the bucket has refilled."""
        wait = self._budget.spend(cost)
        if wait and not self._paused and self._transport is not None:
            self._paused = True
            self._transport.underlying_transport.pause_reading()
            self._read_on_after(wait)

    def _read_on_after(self, wait: float) -> None:
        wait = max(wait, uniform(READ_ON_SECONDS, 2 * READ_ON_SECONDS))
        asyncio.get_running_loop().call_later(wait, self._read_on)

    def _read_on(self) -> None:
        if self._transport is None:
            return
        if wait := self._budget.wait():  # others spend from it too
            self._read_on_after(wait)
            return
        self._budget.spend(1)  # of many that wait only one goes on
        self._paused, self._received_at = False, time.monotonic()
        while self._held and not self._paused and self._receiver is not None:
            self._receiver.receive(self._held.pop(0))
        if not self._paused and self._transport is not None:
            self._transport.underlying_transport.resume_reading()

    def _receive(self, message: bytes) -> None:
        if self._paused:
            self._held.append(message)
        elif self._receiver is not None:
            self._receiver.receive(message)

    # what happens to us

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=self._limits.unsent_bytes)
        transport.request.headers.clear()  # picows keeps them as long as the connection
        transport.response.headers.clear()
        self._received_at = time.monotonic()
        self._receiver = self._new_receiver(self)
        self.meter.start(transport.underlying_transport.get_extra_info("socket"))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._received_at = time.monotonic()
        kind = frame.msg_type
        if kind == CLOSE:
            self.close(WSCloseCode.OK)
            transport.disconnect()
        elif transport.is_close_frame_sent:
            return  # picows goes on reading for a moment, even the rest of a frame that was too big
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(WSCloseCode.PROTOCOL_ERROR, "no extension was agreed on")
        elif kind == TEXT and frame.fin and self._parts is None:
            self._receive(frame.get_payload_as_bytes())
        elif kind == PONG:
            self._take_pong(frame.get_payload_as_bytes())
        else:
            self.spend(1)
            self._take_rare(frame)

    def _take_rare(self, frame: WSFrame) -> None:
        match frame.msg_type:
            case WSMsgType.TEXT | WSMsgType.CONTINUATION:
                self._gather(frame)
            case WSMsgType.PING:
                assert self._transport is not None
                self._transport.send_pong(frame.get_payload_as_bytes())
            case WSMsgType.BINARY:
                self.close(WSCloseCode.UNSUPPORTED_DATA, "text only")

    def _gather(self, frame: WSFrame) -> None:
        """Messages may come in pieces: the first is a text, the others go on with it."""
        if (frame.msg_type == WSMsgType.CONTINUATION) is (self._parts is None):
            self.close(WSCloseCode.PROTOCOL_ERROR, "pieces out of order")
            return
        parts = self._parts = bytearray() if self._parts is None else self._parts
        parts += frame.get_payload_as_bytes()
        if len(parts) > self._limits.message_bytes:
            self.close(WSCloseCode.MESSAGE_TOO_BIG, "too long")
        elif frame.fin:
            self._parts = None
            self._receive(bytes(parts))

    def pause_writing(self) -> None:
        """The client reads too slowly: cut it off rather than keep everything for it."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.meter.stop()
        self._transport = None
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.closed()

    # latency

    def _ping(self, payload: bytes) -> None:
        if self._transport is None:
            return
        if not self._paused and time.monotonic() - self._received_at > SILENT_SECONDS:
            self._transport.disconnect(graceful=False)
            return
        self._owed = min(MAX_FREE_PONGS, self._owed + 1)
        self._transport.send_ping(payload)

    def _take_pong(self, payload: bytes) -> None:
        if self._owed:
            self._owed -= 1
        else:
            self.spend(1)
        self.meter.pong(payload)

    def _measured(self) -> None:
        if self._receiver is not None:
            self._receiver.measured()


class _PicowsLog(logging.LoggerAdapter[logging.Logger]):
    """The log of picows. Frames that it cannot read are the client's fault, and fill no log."""

    def error(self, msg: object, *args: object, **_: Any) -> None:
        level = logging.DEBUG if str(msg).startswith("WS parser error") else logging.ERROR
        self.log(level, msg, *args)


_PICOWS_LOG: Final = _PicowsLog(LOGGER, {})


class Accept(Protocol):
    def __call__(
        self, request: WSUpgradeRequest, headers: dict[str, str], transport: asyncio.Transport
    ) -> Connection:
        """Raises Refused where this caller gets no socket."""
        ...


class SocketProtocol(WSProtocol):  # type: ignore[misc]
    """The WebSocket protocol for Uvicorn."""

    limiter: ClassVar[Limiter]
    accept: ClassVar[Accept]

    def __init__(self, config: Any, server_state: Any, app_state: Any) -> None:
        self._connections = server_state.connections
        self._line: asyncio.Transport | None = None
        super().__init__(**self._wishes())

    def _wishes(self) -> dict[str, Any]:
        """By name, and all of them: in a picows that is built otherwise no socket opens at all."""
        return {
            "host_port": None,
            "ws_path": None,
            "is_client_side": False,
            "ws_listener_factory": self._accept,
            "logger": _PICOWS_LOG,
            "disconnect_on_exception": True,
            "websocket_handshake_timeout": 5,
            "enable_auto_ping": False,
            "auto_ping_idle_timeout": PING_INTERVAL_SECONDS,
            "auto_ping_reply_timeout": PING_INTERVAL_SECONDS,
            "auto_ping_strategy": WSAutoPingStrategy.PING_WHEN_IDLE,
            "enable_auto_pong": False,
            "max_frame_size": self.limiter.limits.message_bytes,
            "extra_headers": None,
            "read_buffer_init_size": READ_BYTES,
        }

    def _accept(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        assert self._line is not None
        headers = {name.lower(): ", ".join(request.headers.getall(name)) for name in request.headers}
        try:
            connection = self.accept(request, headers, self._line)
        except Refused as refusal:
            return WSUpgradeResponseWithListener(_refuse(refusal.code), None)
        return WSUpgradeResponseWithListener(WSUpgradeResponse.create_101_response(), connection)

    def connection_made(self, transport: asyncio.Transport) -> None:
        self._line = transport
        self._connections.add(self)
        super().connection_made(transport)

    def connection_lost(self, fault: Exception | None) -> None:
        self._connections.discard(self)
        super().connection_lost(fault)
        if self._line is not None:
            self.limiter.close_connection(self._line)

    def get_buffer(self, hint: int) -> memoryview:
        """Room for a little at a time; picows would double it whenever it is full."""
        room: memoryview = super().get_buffer(hint)
        return room[:READ_BYTES]

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


def _refuse(code: str) -> WSUpgradeResponse:
    body = b'{"code":"%b","facts":{}}' % code.encode()
    response: WSUpgradeResponse = WSUpgradeResponse.create_error_response(
        STATUS[code], body, {"Content-Type": "application/json", **HEADERS}
    )
    return response
