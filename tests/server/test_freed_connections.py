"""A closed connection is freed without the garbage collector."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest

from benchmarks.hall_process import HallProcess
from tests.kit.actions import until
from tests.kit.client import Client
from tests.kit.in_process import hall_in_process
from tests.kit.people import guest_at, joined, set_up
from ukumbi.server.http import HttpProtocol
from ukumbi.server.session import Session
from ukumbi.server.socket import Connection

GET: Final = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
UPGRADE: Final = (
    b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


async def say(hall: HallProcess, *said: bytes, answers: int = 0) -> None:
    """Send this on a new connection, wait for this many answers, and abort."""
    reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
    await until(left)
    writer.writelines(said)
    for _ in range(answers):
        await reader.readuntil(b"HTTP/1.1 ")
    writer.close()


async def at_a_table(hall: HallProcess) -> None:
    guest = await guest_at(hall)
    client = await Client.at(guest)
    await joined(client, await set_up(guest))
    client.hang_up()


WAYS: Final[dict[str, Callable[[HallProcess], Awaitable[None]]]] = {
    "silent": say,
    "answered": lambda hall: say(hall, GET, answers=1),
    "broken off": lambda hall: say(hall, GET),
    "one after the other": lambda hall: say(hall, GET, GET, GET),
    "too many at once": lambda hall: say(hall, *[GET] * 9, answers=1),
    "nonsense": lambda hall: say(hall, b"Good evening\r\n\r\n", answers=1),
    "a socket asked for and broken off": lambda hall: say(hall, UPGRADE),
    "a socket that is refused": lambda hall: say(hall, UPGRADE, answers=1),
    "a socket": at_a_table,
}


def left() -> list[object]:
    kinds = HttpProtocol, Connection, Session
    return [thing for thing in gc.get_objects() if issubclass(type(thing), kinds)]


@pytest.mark.parametrize("way", WAYS)
async def test_closed_connections_are_freed(way: str, tmp_path: Path) -> None:
    gc.disable()
    try:
        async with hall_in_process(tmp_path) as (hall, _):
            await WAYS[way](hall)
            await until(lambda: not left())
    finally:
        gc.enable()
