"""Attacks on a hall, for `siege`: on this machine alone, and for seconds.

A process of its own, which runs only while the core is idle: `python -m benchmarks.attacks`.
"""

import asyncio
import json
import os
import re
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from typing import Any, Final

import msgspec
import uvloop

HOST: Final = "127.0.0.1"
CHUNK: Final = 64 * 1024
HEAD: Final = re.compile(rb"\r\nContent-Length: (\d+)", re.IGNORECASE)
COOKIE: Final = re.compile(rb"\r\nSet-Cookie: ([^;\r]+)", re.IGNORECASE)
NEVER_MORE: Final = 300.0
"""Seconds after which an attack ends whatever it was told."""
BOT_TABLE: Final = b'{"game":"rukuni","others":["1"]}'


class Plan(msgspec.Struct, frozen=True):
    """What an attack is told on its command line."""

    port: int
    way: str
    addresses: list[str]
    seconds: float
    watched: str
    """The id of a table of others that anybody may watch."""


class Foe:
    """One of many attackers at one address."""

    def __init__(self, plan: Plan, address: str, done: Counter[str]) -> None:
        self.plan = plan
        self.done = done
        self.address = address
        self.cookie = b""

    # by HTTP

    async def call(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.done["connections"] += 1
        return await asyncio.open_connection(HOST, self.plan.port, local_addr=(self.address, 0))

    def request(self, method: str, path: str, body: bytes = b"", *more: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: hall", f"Content-Length: {len(body)}", *more]
        cookie = b"Cookie: " + self.cookie + b"\r\n" if self.cookie else b""
        return "\r\n".join([*lines, ""]).encode() + cookie + b"\r\n" + body

    async def ask(self, line: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes) -> bytes:
        """An answer's content; on a line that stays open."""
        reader, writer = line
        writer.write(request)
        self.done["requests"] += 1
        head = await reader.readuntil(b"\r\n\r\n")
        if found := COOKIE.search(head):
            self.cookie = found[1]
        length = HEAD.search(head)
        self.done[f"answered {head[9:12].decode()}"] += 1
        return await reader.readexactly(int(length[1])) if length else b""

    async def ask_on_and_on(self, request: Callable[[], bytes], keep_cookie: bool = False) -> None:
        line = await self.call()
        try:
            while True:
                await self.ask(line, request())
                if not keep_cookie:
                    self.cookie = b""
        finally:
            line[1].close()

    async def set_up(self) -> str:
        """A table of one's own, against a bot."""
        line = await self.call()
        try:
            answer = json.loads(await self.ask(line, self.request("POST", "/api/tables", BOT_TABLE)))
        finally:
            line[1].close()
        if "table" not in answer:
            await asyncio.sleep(0.2)
            raise ConnectionError(answer)
        return str(answer["table"])

    # by socket

    def upgrade(self) -> bytes:
        more = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        return self.request("GET", "/ws", b"", *more, key)

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        line = await self.call()
        line[1].write(self.upgrade())
        head = await line[0].readuntil(b"\r\n\r\n")
        self.done[f"answered {head[9:12].decode()}"] += 1
        if b" 101 " not in head:
            line[1].close()
            raise ConnectionError(head)
        return line

    async def shout(self, opening: bytes, again: bytes, what: str) -> None:
        """Say this, then that on and on, twenty at a time, and read nothing."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        line.bind((self.address, 0))
        loop = asyncio.get_running_loop()
        self.done["connections"] += 1
        try:
            await loop.sock_connect(line, (HOST, self.plan.port))
            await loop.sock_sendall(line, opening)
            while True:
                await loop.sock_sendall(line, again)
                self.done[what] += 20
                await asyncio.sleep(0)  # a send that never blocks never yields
        finally:
            line.close()

    async def chatter(self, say: Callable[[], bytes], heap: int = 1) -> None:
        """Say something again and again, and read whatever comes."""
        reader, writer = await self.dial()
        try:
            while True:
                writer.write(b"".join(frame(say()) for _ in range(heap)))
                self.done["messages"] += heap
                await writer.drain()
                if not await reader.read(CHUNK):
                    return
        finally:
            writer.close()


def frame(text: bytes) -> bytes:
    """A message as a client sends it, with a mask of zeros."""
    head = (
        struct.pack("!BB", 0x81, 0x80 | len(text))
        if len(text) < 126
        else struct.pack("!BBH", 0x81, 0xFE, len(text))
    )
    return head + bytes(4) + text


def message(kind: str, **fields: object) -> bytes:
    return msgspec.json.encode({"type": kind, **fields})


async def silent_connections(foe: Foe) -> None:
    """Connections on which nothing is said."""
    reader, writer = await foe.call()
    try:
        await reader.read()
    finally:
        writer.close()


async def slow_heads(foe: Foe) -> None:
    """Requests that come in a letter at a time."""
    _, writer = await foe.call()
    try:
        for letter in foe.request("GET", "/api/me"):
            writer.write(bytes([letter]))
            foe.done["letters"] += 1
            await writer.drain()
            await asyncio.sleep(0.02)
    finally:
        writer.close()


async def pipelining(foe: Foe) -> None:
    """Requests without waiting for answers, twenty at a time."""
    await foe.shout(b"", foe.request("GET", "/") * 20, "requests")


async def unread_sockets(foe: Foe) -> None:
    """To come to others' table from the beginning again and again, and read nothing."""
    foe.cookie = b""
    join, leave = message("join", table=foe.plan.watched, since=0), message("leave", table=foe.plan.watched)
    await foe.shout(foe.upgrade(), (frame(join) + frame(leave)) * 10, "messages")


async def forged_addresses(foe: Foe) -> None:
    """Every request from an address of its own, as it says."""
    numbers = count(int(time.monotonic() * 1e6))

    def request() -> bytes:
        number = next(numbers)
        forged = f"X-Forwarded-For: 10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        return foe.request("GET", "/api/me", b"", forged)

    await foe.ask_on_and_on(request)


async def connection_storms(foe: Foe) -> None:
    """Sockets opened anew for a few messages each."""
    foe.cookie = b""
    _, writer = await foe.dial()
    try:
        writer.write(frame(message("join", table=foe.plan.watched, since=0)) * 10)
        foe.done["messages"] += 10
        await writer.drain()
    finally:
        writer.close()


async def joins(foe: Foe) -> None:
    """To join one's own table from the beginning, and to look back, on and on."""
    own = await foe.set_up()
    both = (message("join", table=own, since=0), message("look", table=own, seq=1))
    turns = count()
    await foe.chatter(lambda: both[next(turns) % 2], heap=20)


async def crowds(foe: Foe) -> None:
    """To come to others' table and to leave it again."""
    foe.cookie = b""
    both = (message("join", table=foe.plan.watched, since=0), message("leave", table=foe.plan.watched))
    turns = count()
    await foe.chatter(lambda: both[next(turns) % 2], heap=20)


async def replays(foe: Foe) -> None:
    """The replay and the log of a game that is over."""
    own = await foe.set_up()
    line = await foe.call()
    try:
        await foe.ask(line, foe.request("POST", f"/api/tables/{own}/resign"))
    finally:
        line[1].close()
    paths = count()
    both = (f"/api/tables/{own}/replay", f"/api/tables/{own}/log")
    await foe.ask_on_and_on(lambda: foe.request("GET", both[next(paths) % 2]), keep_cookie=True)


async def nonsense(foe: Foe) -> None:
    """Messages that are none."""
    await foe.chatter(lambda: b'{"type":"' + b"x" * 300 + b'"}', heap=50)


async def impossible_moves(foe: Foe) -> None:
    """Moves that the rules refuse, each with a ref of its own."""
    own = await foe.set_up()
    numbers = count()

    def move() -> bytes:
        return message("move", table=own, move="a1-e9/b4", answers=1, ref=f"{next(numbers)}")

    reader, writer = await foe.dial()
    try:
        writer.write(frame(message("join", table=own, since=0)))
        while True:
            writer.write(b"".join(frame(move()) for _ in range(20)))
            foe.done["messages"] += 20
            await writer.drain()
            if not await reader.read(CHUNK):
                return
    finally:
        writer.close()


Way = Callable[[Foe], Coroutine[Any, Any, None]]


def _named(*ways: Way) -> dict[str, Way]:
    return {way.__name__.replace("_", " "): way for way in ways}


DIRECT: Final = _named(nonsense, impossible_moves, joins, crowds, replays, unread_sockets, forged_addresses)
"""What a hall withstands alone."""
BEHIND_PROXY: Final = DIRECT | _named(slow_heads, pipelining, connection_storms, silent_connections)
"""What it withstands behind a proxy, which does the rest."""
MANY: Final[dict[Way, int]] = {
    silent_connections: 400,
    slow_heads: 400,
    pipelining: 300,
    unread_sockets: 300,
}
"""Hands of a single address, where it takes more than the usual."""
HANDS: Final = 50
AT_MOST: Final = 8_000
"""Hands of all addresses together: this process has files to open, too."""
APIECE: Final = 4
"""Hands of each of many addresses; of those ways that take many, twenty times as many."""


def hands(way: Way, addresses: int) -> int:
    if addresses == 1:
        return MANY.get(way, HANDS)
    return min(AT_MOST // addresses, APIECE * 20 if way in MANY else APIECE)


async def attack(plan: Plan) -> Counter[str]:
    way, done = BEHIND_PROXY[plan.way], Counter[str]()

    async def hand(address: str) -> None:
        while True:
            with suppress(OSError, EOFError, ValueError, asyncio.LimitOverrunError):
                await way(Foe(plan, address, done))
            await asyncio.sleep(0)

    each = hands(way, len(plan.addresses))
    attackers = [asyncio.create_task(hand(a)) for a in plan.addresses for _ in range(each)]
    await asyncio.sleep(0)
    sys.stdout.write("every hand has begun\n")
    sys.stdout.flush()
    await asyncio.sleep(min(plan.seconds, NEVER_MORE))
    for task in attackers:
        task.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    return done


def main() -> None:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    done = uvloop.run(attack(msgspec.json.decode(sys.argv[1], type=Plan)))
    sys.stdout.write(json.dumps(done))


if __name__ == "__main__":
    main()
