"""A node's way to PostgreSQL, which can be cut in either direction, and can swallow the answer to an append.

A cut direction holds what is sent, as a network does that drops packets: after `heal` it arrives late.
"""

import asyncio
import struct
from typing import Any, Final, Literal, Self

Way = Literal["up", "down"]
"""To the database, or from it."""
WAYS: Final[tuple[Way, Way]] = ("up", "down")
APPEND: Final = b"INTO events"
"""What a statement contains that writes moves."""
ENCRYPTION: Final = (struct.pack("!I", 80877103), struct.pack("!I", 80877104))
"""Questions whether the connection can be encrypted, asked before it begins."""
READY: Final = b"Z\x00\x00\x00\x05I"
"""The end of an answer, outside a transaction: what was asked is done."""


class Requests:
    """Reads what a client sends, and knows whether it has asked to write moves since the last answer."""

    def __init__(self) -> None:
        self.appending = False
        self._begun = False
        self._rest = b""
        self._statements: set[bytes] = set()
        """Prepared statements that write moves."""

    def read(self, content: bytes) -> None:
        data = self._rest + content
        while (message := self._first(data)) is not None:
            kind, body, data = message
            self._note(kind, body)
        self._rest = data

    def _first(self, data: bytes) -> tuple[bytes, bytes, bytes] | None:
        """The kind and body of the first whole message, and what follows it."""
        head = 1 if self._begun else 0  # until the connection has begun, messages have no kind
        if len(data) < head + 4:
            return None
        end = head + int(struct.unpack_from("!I", data, head)[0])
        if len(data) < end:
            return None
        self._begun = self._begun or data[4:8] not in ENCRYPTION
        return data[:head], data[head + 4 : end], data[end:]

    def _note(self, kind: bytes, body: bytes) -> None:
        match kind:
            case b"P":  # prepare: name, text
                name, text = body.split(b"\0")[:2]
                self._statements.discard(name)
                if APPEND in text:
                    self._statements.add(name)
            case b"B":  # with values: portal, name
                self.appending |= body.split(b"\0")[1] in self._statements
            case b"Q":
                self.appending |= APPEND in body


class _End(asyncio.Protocol):
    def __init__(self, line: "_Line", way: Way) -> None:
        self._line = line
        self._way = way

    def data_received(self, content: bytes) -> None:
        self._line.received(self._way, content)

    def connection_lost(self, fault: Exception | None) -> None:
        self._line.received(self._way, b"")


class _Line:
    """One connection of a node."""

    def __init__(self, relay: "DatabaseRelay", node: Any) -> None:
        self._relay = relay
        self._ends: dict[Way, Any] = {"down": node}
        """Where each way leads."""
        self._held: dict[Way, list[bytes]] = {"up": [], "down": []}
        self._ended: set[Way] = set()
        self._requests = Requests()
        self._opening = asyncio.get_running_loop().create_task(self._open())

    async def _open(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            end, _ = await loop.create_connection(lambda: _End(self, "down"), "127.0.0.1", self._relay.to)
        except OSError:
            self.abort()
        else:
            self._ends["up"] = end
            self.go_on()

    def received(self, way: Way, content: bytes) -> None:
        if not content:
            self._ended.add(way)
            if len(self._ended) == len(WAYS):
                self._relay.lines.discard(self)
        if way == "up":
            self._requests.read(content)
        elif self._requests.appending and content.endswith(READY):
            self._requests.appending = False
            self._relay.appends += 1
            if self._relay.swallowing:
                self._relay.swallowing = False
                self._relay.swallowed += 1
                self.abort()
                return
        self._held[way].append(content)
        self.go_on()

    @property
    def holds_append(self) -> bool:
        return self._requests.appending and bool(self._held["up"])

    def go_on(self) -> None:
        """Pass on what is held, where the way is open."""
        for way in WAYS:
            end = self._ends.get(way)
            if end is None or way in self._relay.cut_ways:
                continue
            held, self._held[way] = self._held[way], []
            for content in held:
                if not content:
                    end.close()
                elif not end.is_closing():
                    end.write(content)

    def abort(self) -> None:
        self._opening.cancel()
        for end in self._ends.values():
            end.abort()
        self._relay.lines.discard(self)


class DatabaseRelay:
    """Stands between a node and PostgreSQL."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = 0
        self.cut_ways: set[Way] = set()
        self.swallowing = False
        """Whether the next answer to an append is to be swallowed, with its connection."""
        self.swallowed = 0
        self.appends = 0
        self.lines: set[_Line] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> Self:
        self._server = await asyncio.get_running_loop().create_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def _accept(self) -> asyncio.Protocol:
        return _NodeEnd(self)

    @property
    def holds_append(self) -> bool:
        """Whether an append is on its way that is cut."""
        return any(line.holds_append for line in self.lines)

    def cut(self, *ways: Way) -> None:
        self.cut_ways.update(ways)

    def heal(self) -> None:
        self.cut_ways.clear()
        for line in list(self.lines):
            line.go_on()

    async def close(self) -> None:
        for line in list(self.lines):
            line.abort()
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()


class _NodeEnd(asyncio.Protocol):
    """The node's end; the other is opened when the node connects."""

    def __init__(self, relay: DatabaseRelay) -> None:
        self._relay = relay
        self._line: _Line | None = None

    def connection_made(self, transport: Any) -> None:  # uvloop's transport is no asyncio.Transport
        self._line = _Line(self._relay, transport)
        self._relay.lines.add(self._line)

    def data_received(self, content: bytes) -> None:
        assert self._line is not None
        self._line.received("up", content)

    def connection_lost(self, fault: Exception | None) -> None:
        assert self._line is not None
        self._line.received("up", b"")
