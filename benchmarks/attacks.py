"""Attacks on a hall for `siege`: only on this machine, and only for seconds.

Runs as a process of its own, only while the core is idle: `python -m benchmarks.attacks`.
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
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

from benchmarks.nginx import NAME, trust

HOST: Final = "127.0.0.1"
CHUNK_BYTES: Final = 64 * 1024
CONTENT_LENGTH: Final = re.compile(rb"\r\nContent-Length: (\d+)", re.IGNORECASE)
COOKIE: Final = re.compile(rb"\r\nSet-Cookie: ([^;=\r]+=[^;\r]+)", re.IGNORECASE)
MAX_SECONDS: Final = 300.0
"""The longest duration of an attack."""
BOT_TABLE: Final = b'{"game":"rukuni","others":["1"]}'


Tls = dict[str, Any]
"""Arguments of `open_connection` for TLS; empty without TLS."""


class Plan(msgspec.Struct, frozen=True):
    """An attack, as given on the command line."""

    port: int
    attack: str
    addresses: list[str]
    seconds: float
    watched: str
    """The id of a table that all may watch."""
    certificate: str | None = None
    """The proxy's certificate."""


class Attacker:
    """One of several attackers at an address."""

    def __init__(self, plan: Plan, address: str, done: Counter[str], tls: Tls) -> None:
        self.plan = plan
        self.tls = tls
        self.done = done
        self.address = address
        self.cookie = b""

    # HTTP

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.done["connections"] += 1
        return await asyncio.open_connection(HOST, self.plan.port, local_addr=(self.address, 0), **self.tls)

    def request(self, method: str, path: str, body: bytes = b"", *more: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: hall", f"Content-Length: {len(body)}", *more]
        cookie = b"Cookie: " + self.cookie + b"\r\n" if self.cookie else b""
        return "\r\n".join([*lines, ""]).encode() + cookie + b"\r\n" + body

    async def ask(
        self, connection: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes
    ) -> bytes:
        """Send a request on a connection that stays open; return the answer's body."""
        reader, writer = connection
        writer.write(request)
        self.done["requests"] += 1
        head = await reader.readuntil(b"\r\n\r\n")
        if found := COOKIE.search(head):
            self.cookie = found[1]
        length = CONTENT_LENGTH.search(head)
        self.done[f"answered {head[9:12].decode()}"] += 1
        return await reader.readexactly(int(length[1])) if length else b""

    async def ask_repeatedly(self, request: Callable[[], bytes], keep_cookie: bool = False) -> None:
        connection = await self.connect()
        try:
            while True:
                await self.ask(connection, request())
                if not keep_cookie:
                    self.cookie = b""
        finally:
            connection[1].close()

    async def set_up(self) -> str:
        """Set up a table against a bot."""
        connection = await self.connect()
        try:
            answer = json.loads(await self.ask(connection, self.request("POST", "/api/tables", BOT_TABLE)))
        finally:
            connection[1].close()
        if "table" not in answer:
            await asyncio.sleep(0.2)
            raise ConnectionError(answer)
        return str(answer["table"])

    # sockets

    def upgrade(self) -> bytes:
        more = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        return self.request("GET", "/ws", b"", *more, key)

    async def open_socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        connection = await self.connect()
        connection[1].write(self.upgrade())
        head = await connection[0].readuntil(b"\r\n\r\n")
        self.done[f"answered {head[9:12].decode()}"] += 1
        if b" 101 " not in head:
            connection[1].close()
            raise ConnectionError(head)
        return connection

    async def send_without_reading(self, opening: bytes, again: bytes, what: str) -> None:
        """Send `opening`, then `again` repeatedly, and read nothing; `again` counts as twenty."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        connection.bind((self.address, 0))
        self.done["connections"] += 1
        await asyncio.get_running_loop().sock_connect(connection, (HOST, self.plan.port))
        _, writer = await asyncio.open_connection(sock=connection, limit=4096, **self.tls)
        try:
            writer.write(opening)
            while True:
                writer.write(again)
                self.done[what] += 20
                await writer.drain()
                await asyncio.sleep(0)  # a send that does not block does not yield
        finally:
            writer.close()

    async def send_and_read(self, next_message: Callable[[], bytes], batch: int = 1) -> None:
        """Send messages repeatedly, and read the answers."""
        reader, writer = await self.open_socket()
        try:
            while True:
                writer.write(b"".join(frame(next_message()) for _ in range(batch)))
                self.done["messages"] += batch
                await writer.drain()
                if not await reader.read(CHUNK_BYTES):
                    return
        finally:
            writer.close()


def frame(text: bytes) -> bytes:
    """A client's WebSocket frame, with a zero mask."""
    head = (
        struct.pack("!BB", 0x81, 0x80 | len(text))
        if len(text) < 126
        else struct.pack("!BBH", 0x81, 0xFE, len(text))
    )
    return head + bytes(4) + text


def message(kind: str, **fields: object) -> bytes:
    return msgspec.json.encode({"type": kind, **fields})


async def silent_connections(attacker: Attacker) -> None:
    """Connections without a request."""
    reader, writer = await attacker.connect()
    try:
        await reader.read()
    finally:
        writer.close()


async def slow_heads(attacker: Attacker) -> None:
    """Requests sent byte by byte."""
    _, writer = await attacker.connect()
    try:
        for letter in attacker.request("GET", "/api/me"):
            writer.write(bytes([letter]))
            attacker.done["letters"] += 1
            await writer.drain()
            await asyncio.sleep(0.02)
    finally:
        writer.close()


async def pipelining(attacker: Attacker) -> None:
    """Requests without waiting for answers, twenty at a time."""
    await attacker.send_without_reading(b"", attacker.request("GET", "/") * 20, "requests")


async def unread_sockets(attacker: Attacker) -> None:
    """Join another table from its beginning repeatedly, and read nothing."""
    attacker.cookie = b""
    join, leave = (
        message("join", table=attacker.plan.watched, since=0),
        message("leave", table=attacker.plan.watched),
    )
    await attacker.send_without_reading(attacker.upgrade(), (frame(join) + frame(leave)) * 10, "messages")


async def forged_addresses(attacker: Attacker) -> None:
    """Every request claims another address."""
    numbers = count(int(time.monotonic() * 1e6))

    def request() -> bytes:
        number = next(numbers)
        forged = f"X-Forwarded-For: 10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        return attacker.request("GET", "/api/me", b"", forged)

    await attacker.ask_repeatedly(request)


async def connection_storms(attacker: Attacker) -> None:
    """Open sockets for a few messages each."""
    attacker.cookie = b""
    _, writer = await attacker.open_socket()
    try:
        writer.write(frame(message("join", table=attacker.plan.watched, since=0)) * 10)
        attacker.done["messages"] += 10
        await writer.drain()
    finally:
        writer.close()


async def joins(attacker: Attacker) -> None:
    """Join an own table from its beginning and request past views, repeatedly."""
    own = await attacker.set_up()
    both = (message("join", table=own, since=0), message("look", table=own, seq=1))
    turns = count()
    await attacker.send_and_read(lambda: both[next(turns) % 2], batch=20)


async def crowds(attacker: Attacker) -> None:
    """Join and leave another table repeatedly."""
    attacker.cookie = b""
    both = (
        message("join", table=attacker.plan.watched, since=0),
        message("leave", table=attacker.plan.watched),
    )
    turns = count()
    await attacker.send_and_read(lambda: both[next(turns) % 2], batch=20)


async def replays(attacker: Attacker) -> None:
    """Request the replay and the log of a finished game."""
    own = await attacker.set_up()
    connection = await attacker.connect()
    try:
        await attacker.ask(connection, attacker.request("POST", f"/api/tables/{own}/resign"))
    finally:
        connection[1].close()
    paths = count()
    both = (f"/api/tables/{own}/replay", f"/api/tables/{own}/log")
    await attacker.ask_repeatedly(lambda: attacker.request("GET", both[next(paths) % 2]), keep_cookie=True)


async def nonsense(attacker: Attacker) -> None:
    """Send invalid messages."""
    await attacker.send_and_read(lambda: b'{"type":"' + b"x" * 300 + b'"}', batch=50)


async def impossible_moves(attacker: Attacker) -> None:
    """Send illegal moves, each with its own ref."""
    own = await attacker.set_up()
    numbers = count()

    def move() -> bytes:
        return message("move", table=own, move="a1-e9/b4", answers=1, ref=f"{next(numbers)}")

    reader, writer = await attacker.open_socket()
    try:
        writer.write(frame(message("join", table=own, since=0)))
        while True:
            writer.write(b"".join(frame(move()) for _ in range(20)))
            attacker.done["messages"] += 20
            await writer.drain()
            if not await reader.read(CHUNK_BYTES):
                return
    finally:
        writer.close()


Attack = Callable[[Attacker], Coroutine[Any, Any, None]]


def _named(*attacks: Attack) -> dict[str, Attack]:
    return {attack.__name__.replace("_", " "): attack for attack in attacks}


DIRECT: Final = _named(nonsense, impossible_moves, joins, crowds, replays, unread_sockets, forged_addresses)
"""Attacks that a hall withstands alone."""
BEHIND_PROXY: Final = DIRECT | _named(slow_heads, pipelining, connection_storms, silent_connections)
"""Attacks that it withstands behind a proxy."""
MANY_ATTACKERS: Final[dict[Attack, int]] = {
    silent_connections: 400,
    slow_heads: 400,
    pipelining: 300,
    unread_sockets: 300,
}
"""Attackers at a single address, for attacks that need more than usual."""
ATTACKERS: Final = 50
MAX_ATTACKERS, MAX_ATTACKERS_WITH_TLS = 8_000, 2_000
"""The most attackers in total, limited by open files and TLS handshakes."""
ATTACKERS_PER_ADDRESS: Final = 4
"""Attackers at each of many addresses; twenty times as many for the attacks in `MANY_ATTACKERS`."""


def attackers_at(attack: Attack, addresses: int, most: int) -> int:
    if addresses == 1:
        return MANY_ATTACKERS.get(attack, ATTACKERS)
    wanted = ATTACKERS_PER_ADDRESS * 20 if attack in MANY_ATTACKERS else ATTACKERS_PER_ADDRESS
    return min(most // addresses, wanted)


async def run_attack(plan: Plan) -> None:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # ignore broken connections
    attack, done = BEHIND_PROXY[plan.attack], Counter[str]()
    tls: Tls = {}
    if plan.certificate is not None:
        tls = {"ssl": trust(Path(plan.certificate)), "server_hostname": NAME}

    async def run_attacker(address: str) -> None:
        while True:
            with suppress(OSError, EOFError, ValueError, asyncio.LimitOverrunError):
                await attack(Attacker(plan, address, done, tls))
            await asyncio.sleep(0)

    each = attackers_at(attack, len(plan.addresses), MAX_ATTACKERS_WITH_TLS if tls else MAX_ATTACKERS)
    _attackers = [asyncio.create_task(run_attacker(a)) for a in plan.addresses for _ in range(each)]
    await asyncio.sleep(0)
    sys.stdout.write("all attackers have begun\n")
    sys.stdout.flush()
    await asyncio.sleep(min(plan.seconds, MAX_SECONDS))
    sys.stdout.write(json.dumps(done))
    sys.stdout.flush()
    os._exit(0)  # closing thousands of TLS connections would take half a minute


def main() -> None:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    uvloop.run(run_attack(msgspec.json.decode(sys.argv[1], type=Plan)))


if __name__ == "__main__":
    main()
