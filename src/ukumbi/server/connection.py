"""One open socket. With `upgrade.py` it is the seam between the hall and whoever speaks WebSocket.

Nothing else knows that it is picows, which parses frames in compiled code and lets us send without
waiting, measure the round trip with the protocol's own pings, and see how much is still unsent.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final, Protocol

from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeResponse,
)

from ukumbi.hall.allowance import Latency
from ukumbi.server.budget import Budget
from ukumbi.server.latency import LatencyMeter
from ukumbi.server.limits import Limits
from ukumbi.server.scheduler import Share
from ukumbi.server.security import HEADERS

OWED: Final = 64
"""The most pongs that may still come at no cost."""
SILENT_AFTER: Final = 30.0
"""Seconds without any sign of life after which a connection is cut."""
COPIED: Final = 8192
"""Of longer messages picows leaves the header where it puts the next one, though the connection may be jammed
and the first still waiting: these we send from a buffer of their own."""
HEADER: Final = 14
"""Room that picows needs for a header."""
LINGER: Final = 0.5
"""Seconds for the other side to answer a goodbye; cut off at once, it might never read the reason."""

READ: Final = 512
"""Bytes that are read at once: pages say little, and whoever says much is heard a few messages at a time."""
UNHEARD: Final = 512
"""Bytes of messages that may wait for their turn before no more are read."""
SLOWED: Final = 1.0
SLOWED_AT_MOST: Final = 5.0
"""Seconds for which nothing is read from somebody who is told to slow down, twice as long each time if that
does not help. To cut them off would cost more: they would come back."""
EXCESS: Final = 20
"""Messages that were read already when somebody is told to slow down, and are still answered; others are not
even looked at."""
TOO_FAST: Final = 0.05
"""Seconds that are counted for having to be slowed down: until they are forgotten, all others come first."""
COSTS: Final = 0.0002
"""Seconds that are counted for what costs as much as a move."""

LOGGER = logging.getLogger(__name__)


class Receiver(Protocol):
    """Whom a connection serves: told what comes in, and that it is over."""

    def receive(self, message: bytes) -> None: ...
    def measured(self) -> None: ...
    def closed(self) -> None: ...


class Connection(WSListener):
    """One open socket."""

    def __init__(
        self, limits: Limits, share: Share, extras: Budget, receiver: "Callable[[Connection], Receiver]"
    ) -> None:
        self._limits = limits
        self._share = share
        self._unheard = 0
        """Bytes of messages that have come in and wait for their turn."""
        self._holding_back = 0
        """For how many reasons nothing is read at the moment."""
        self._slowed = False
        self._slowed_for = 0.0
        """Seconds, the last time."""
        self._slowed_until = 0.0
        self._excess = 0
        """Messages that came in since then."""
        self._came = 0.0
        """When that came in which is heard now."""
        self._new_receiver = receiver
        self._receiver: Receiver | None = None
        self._transport: WSTransport | None = None
        self._parts: bytearray | None = None
        """What has come of a message that is sent in pieces."""
        self._extras = extras
        """Pings and pieces; whole messages are counted by whoever hears them."""
        self._heard_at = 0.0
        self.meter = LatencyMeter(self._ping, self._measured)
        self._owed = 0
        """Pongs that may still come for our pings; others are counted like messages."""

    # what we do

    @property
    def latency(self) -> Latency:
        return self.meter.latency

    def waited(self) -> int:
        """Nanoseconds for which what is heard now lay unread or had to wait, because we were busy."""
        return max(self.meter.unread_for(), round((time.monotonic() - self._came) * 1e9))

    def send(self, message: bytes) -> None:
        """Never fails: whoever cannot be told is cut off, comes back, and catches up."""
        transport = self._transport
        if transport is None or transport.is_close_frame_sent:
            return
        try:
            if len(message) <= COPIED:
                transport.send(WSMsgType.TEXT, message)
            else:
                room = bytearray(HEADER) + message
                transport.send_reuse_external_bytearray(WSMsgType.TEXT, room, HEADER)
            self.meter.sent()
        except Exception:
            LOGGER.exception("could not send to a client")
            transport.disconnect(graceful=False)

    def close(self, code: WSCloseCode, reason: str = "") -> None:
        """Say goodbye: nothing is said or heard after it."""
        if self._transport is not None and not self._transport.is_close_frame_sent:
            self._transport.send_close(code, reason.encode())
            asyncio.get_running_loop().call_later(LINGER, self._transport.disconnect)

    # what happens to us

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        transport.underlying_transport.set_write_buffer_limits(high=self._limits.outgoing_bytes)
        self._heard_at = time.monotonic()
        self._receiver = self._new_receiver(self)
        self.meter.start(transport.underlying_transport.get_extra_info("socket"))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._heard_at = time.monotonic()
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            self.close(WSCloseCode.OK)
            transport.disconnect()
        elif transport.is_close_frame_sent:
            return  # picows goes on reading for a moment, even the rest of a frame that was too big
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(WSCloseCode.PROTOCOL_ERROR, "no extension was agreed on")
        elif kind == WSMsgType.TEXT and frame.fin and self._parts is None:
            self._take(frame.get_payload_as_bytes())
        elif (kind == WSMsgType.PONG and self._owed) or self._extras.spend():
            self._take_extra(frame)
        else:
            self.close(WSCloseCode.POLICY_VIOLATION, "slow_down")

    def _take_extra(self, frame: WSFrame) -> None:
        match frame.msg_type:
            case WSMsgType.TEXT | WSMsgType.CONTINUATION:
                self._gather(frame)
            case WSMsgType.PING:
                assert self._transport is not None
                self._transport.send_pong(frame.get_payload_as_bytes())
            case WSMsgType.PONG:
                self._owed = max(0, self._owed - 1)
                self.meter.pong(frame.get_payload_as_bytes())
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
            self._take(bytes(parts))

    def _take(self, message: bytes) -> None:
        """Heard in its turn; nothing more is read while too much waits."""
        if self._slowed:
            self._excess += 1
            if self._excess > EXCESS:
                return
        came, size = time.monotonic(), len(message)

        def hear() -> None:
            assert self._receiver is not None
            self._came = came
            self._receiver.receive(message)
            if self._unheard > UNHEARD >= self._unheard - size:
                self._read_on()
            self._unheard -= size

        self._unheard += size
        if self._unheard > UNHEARD >= self._unheard - size:
            self._hold_back()
        self._share.do(hear)

    def spends(self, cost: float) -> None:
        """What it has said takes more than a moment."""
        self._share.charge(cost * COSTS)

    def slow_down(self, seconds: float) -> None:
        """Read nothing more for a while."""
        if not self._slowed:
            self._slowed, self._excess = True, 0
            self._share.blame(TOO_FAST)
            self._hold_back()
            now = time.monotonic()
            helped = now - self._slowed_until > self._slowed_for
            pause = max(seconds, SLOWED if helped else 2 * self._slowed_for)
            self._slowed_for = min(pause, SLOWED_AT_MOST)
            self._slowed_until = now + self._slowed_for
            asyncio.get_running_loop().call_later(self._slowed_for, self._go_on)

    def _go_on(self) -> None:
        self._slowed = False
        self._read_on()

    def _hold_back(self) -> None:
        self._holding_back += 1
        if self._holding_back == 1 and self._transport is not None:
            self._transport.underlying_transport.pause_reading()

    def _read_on(self) -> None:
        self._holding_back -= 1
        if self._holding_back == 0 and self._transport is not None:
            self._transport.underlying_transport.resume_reading()

    def pause_writing(self) -> None:
        """The client reads too slowly: cut it off rather than keep everything for it."""
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.meter.stop()
        self._transport = None
        self._share.do(self._end)  # after what was said before

    def _end(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.closed()

    # latency

    def _ping(self, payload: bytes) -> None:
        if self._transport is None:
            return
        if time.monotonic() - self._heard_at > SILENT_AFTER:
            self._transport.disconnect(graceful=False)
            return
        self._owed = min(OWED, self._owed + 1)
        self._transport.send_ping(payload)

    def _measured(self) -> None:
        if self._receiver is not None:
            self._receiver.measured()


def refuse(status: int, code: str) -> WSUpgradeResponse:
    body = b'{"code":"%b","facts":{}}' % code.encode()
    response: WSUpgradeResponse = WSUpgradeResponse.create_error_response(
        status, body, {"Content-Type": "application/json", **HEADERS}
    )
    return response
