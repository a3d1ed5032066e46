"""A client that can send anything, also invalid data, and keeps all that it receives."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, Self

import msgspec
from picows import WSFrame, WSInvalidStatusError, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.players.guest import Guest
from ukumbi.server.http import HEADERS

Heard = dict[str, Any]
TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 0x1, 0x2, 0x8, 0x9, 0xA, 0x0


class Client(WSListener):
    answers_pings = True
    """Honest clients answer pings by themselves."""

    def __init__(self) -> None:
        self.welcome: Heard = {}
        self.heard: list[Heard] = []
        self.pongs: list[bytes] = []
        self.code: int | None = None
        """The close code that the server sent."""
        self.gone = False
        self._transport: WSTransport | None = None
        self._news = asyncio.Event()
        self._fences = 0
        self._last_update: Heard = {}
        self._updates: dict[str, Heard] = {}
        """By ref of a move of this client: the update just before its acknowledgement."""

    @classmethod
    async def at(cls, guest: Guest, **headers: str) -> Self:
        """Connect as this guest and wait for the welcome."""
        client = cls()
        if guest.cookie is not None:
            headers["Cookie"] = guest.cookie
        await ws_connect(
            lambda: client,
            f"ws://127.0.0.1:{guest.port}/ws",
            extra_headers=headers,
            enable_auto_ping=False,
            enable_auto_pong=cls.answers_pings,
            local_addr=None if guest.address is None else (guest.address, 0),
        )
        client.welcome = await client.hear("welcome")
        return client

    # sending

    def say(self, kind: str, **fields: Any) -> None:
        self.send_text(msgspec.json.encode({"type": kind, **fields}))

    def send_text(self, text: bytes) -> None:
        self.put(frame(TEXT, text))

    def put(self, raw: bytes) -> None:
        """Send raw bytes."""
        if self._transport is not None:
            self._transport.underlying_transport.write(raw)

    def hang_up(self) -> None:
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    @property
    def unsent(self) -> int:
        """Bytes not yet sent."""
        return 0 if self._transport is None else self._transport.underlying_transport.get_write_buffer_size()

    def stop_reading(self) -> None:
        assert self._transport is not None
        self._transport.underlying_transport.pause_reading()

    def read_on(self) -> None:
        if self._transport is not None:
            self._transport.underlying_transport.resume_reading()

    # receiving

    async def until(self, met: Callable[[], object]) -> None:
        """Wait for the condition; raise if the connection closes first."""
        while not met():
            if self.gone:
                raise ConnectionError(f"closed with {self.code} after {self.heard[-3:]}")
            self._news.clear()
            await self._news.wait()

    async def hear(self, kind: str, **fields: Any) -> Heard:
        """Wait for a message like this and take it out; earlier messages stay."""
        await self.until(lambda: self._find(kind, fields))
        found = self._find(kind, fields)
        assert found is not None
        self.heard.remove(found)
        return found

    async def moved(self, ref: str) -> Heard:
        """Wait until the move with this ref is accepted; return its update."""
        await self.hear("accepted", ref=ref)
        update = self._updates.pop(ref)
        if update in self.heard:
            self.heard.remove(update)
        return update

    def _find(self, kind: str, fields: dict[str, Any]) -> Heard | None:
        wanted = {"type": kind, **fields}
        return next((heard for heard in self.heard if wanted.items() <= heard.items()), None)

    async def fence(self) -> list[Heard]:
        """Take all messages, once all that was sent has been answered."""
        self._fences += 1
        ref = f"fence-{self._fences}"
        self.say("ping", ref=ref)
        await self.hear("pong", ref=ref)
        taken, self.heard = self.heard, []
        return taken

    async def closed(self) -> int | None:
        """Wait until the connection is closed; return the close code."""
        while not self.gone:
            self._news.clear()
            await self._news.wait()
        return self.code

    async def cut_off(self) -> int | None:
        """Wait until the server closes the connection; fail if it still answers a ping."""
        self.say("ping", ref="still there?")
        while not self.gone:
            assert not self._find("pong", {"ref": "still there?"}), "the connection is still open"
            self._news.clear()
            await self._news.wait()
        return self.code

    def of_kind(self, kind: str) -> Iterator[Heard]:
        return (heard for heard in self.heard if heard["type"] == kind)

    # callbacks

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        CONNECTED.add(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            for heard in msgspec.json.Decoder().decode_lines(frame.get_payload_as_bytes()):
                if heard["type"] == "accepted":
                    self._updates[heard["ref"]] = self._last_update
                elif heard["type"] == "update":
                    self._last_update = heard
                self.heard.append(heard)
        elif frame.msg_type == WSMsgType.PONG:
            self.pongs.append(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self.code = frame.get_close_code().value
            transport.send_close(frame.get_close_code())
            transport.disconnect()
        self._news.set()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.gone, self._transport = True, None
        CONNECTED.discard(self)
        self._news.set()


CONNECTED: set[Client] = set()


async def hang_up_all() -> None:
    for client in list(CONNECTED):
        client.hang_up()
        await client.closed()


def refusal(refused: WSInvalidStatusError) -> tuple[int, str]:
    """Status and code of a refused socket."""
    assert refused.response is not None
    assert refused.response.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
    return refused.response.status, msgspec.json.decode(refused.raw_body or b"")["code"]


def frame(opcode: int, payload: bytes, *, fin: bool = True, rsv: int = 0, masked: bool = True) -> bytes:
    """A WebSocket frame. Its mask is zero, so the payload stays as it is."""
    size = len(payload)
    flag = 0x80 if masked else 0
    if size < 126:
        length = bytes([flag | size])
    elif size < 1 << 16:
        length = bytes([flag | 126]) + size.to_bytes(2)
    else:
        length = bytes([flag | 127]) + size.to_bytes(8)
    mask = bytes(4) if masked else b""
    return bytes([fin << 7 | rsv << 4 | opcode]) + length + mask + payload
