"""One connection of a simulated player, which answers pings honestly or not."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.players.guest import Guest
from benchmarks.players.player import Said

CLIENT_ADDRESS: Final = "203.0.113.7"
"""A documentation address: the hall must not take the relay's connection for the player's."""
DIRECT_ADDRESS: Final = "127.0.0.2"
"""The address of clients that do not come through the hall's proxy, which is at 127.0.0.1."""


def through_proxy() -> dict[str, str]:
    """The headers of a proxy that tells only its client's address."""
    return {"X-Forwarded-For": CLIENT_ADDRESS}


_decode: Final = msgspec.json.Decoder(Said).decode_lines
Answer = Callable[["Connection", bytes], None]
"""Answers a ping."""


class Connection(WSListener):
    """A WebSocket to a hall, through a relay that listens on `port` or directly."""

    def __init__(
        self,
        guest: Guest,
        port: Callable[[], int],
        answer: Answer | None = None,
    ) -> None:
        self.guest = guest
        self.on_said: Callable[[Said], None] = lambda _: None
        self.on_gone: Callable[[], None] = lambda: None
        self.pings = 0
        self._port = port
        self._answer = answer
        self._transport: WSTransport | None = None

    async def open(self) -> None:
        headers = {"Cookie": self.guest.cookie or "", **self.guest.headers()}
        url = f"ws://127.0.0.1:{self._port()}/ws"
        own = None if self.guest.address is None else (self.guest.address, 0)
        honest = self._answer is None
        await ws_connect(lambda: self, url, extra_headers=headers, enable_auto_pong=honest, local_addr=own)

    def say(self, kind: str, **fields: object) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": kind, **fields}))

    def pong(self, ping: bytes, after: float = 0.0) -> None:
        asyncio.get_running_loop().call_later(after, self._pong, ping)

    def _pong(self, ping: bytes) -> None:
        if self._transport is not None:
            self._transport.send_pong(ping)

    @property
    def socket(self) -> Any:
        assert self._transport is not None
        return self._transport.underlying_transport.get_extra_info("socket")

    def close(self) -> None:
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self._transport = None
        self.on_gone()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            for said in _decode(frame.get_payload_as_bytes()):
                self.on_said(said)
        elif frame.msg_type == WSMsgType.PING and self._answer is not None:
            self.pings += 1
            self._answer(self, frame.get_payload_as_bytes())
