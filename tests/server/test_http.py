"""Limits of HTTP connections: their number, the size of requests, and slow clients."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
from picows import WSInvalidStatusError

from benchmarks.players.guest import Guest
from tests.kit.client import CLOSE, Client, frame, refusal
from tests.kit.in_process import hall_in_process
from tests.kit.people import LoggedHall, guest_at
from ukumbi.server.http import PIPELINED
from ukumbi.server.limits import Limits

MOST = Limits().request_bytes
FEW = Limits(connections=6)
HASTY = Limits(first_request_seconds=0.1)
START = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Line:
    """A connection that can send anything."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def hang_up(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def status(self) -> int:
        """The status of the next answer."""
        return int((await self.reader.readline()).split()[1])

    async def rest(self) -> bytes:
        """All data until the hall closes."""
        with suppress(ConnectionError):
            return await self.reader.read()
        return b""

    async def go_on(self, said: bytes) -> None:
        """Repeat this until the hall closes."""
        with suppress(ConnectionError):
            while not self.reader.at_eof():
                self.writer.write(said)
                await self.writer.drain()
                await asyncio.sleep(0)


@asynccontextmanager
async def line_to(port: int, said: bytes = b"") -> AsyncIterator[Line]:
    line = Line(*await asyncio.open_connection("127.0.0.1", port))
    line.writer.write(said)
    try:
        yield line
    finally:
        await line.hang_up()


async def test_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    """Silent ones, requests and sockets count together; a closed connection makes room."""
    async with hall_in_process(tmp_path, limits=FEW) as (server, _), AsyncExitStack() as lines:
        silent = [await lines.enter_async_context(line_to(server.port)) for _ in range(4)]
        client, other = [await Client.at(Guest(server.port)) for _ in range(2)]
        async with line_to(server.port) as one_more:
            assert await one_more.status() == 429
            assert b'{"code":"slow_down","facts":{}}' in await one_more.rest()
        with pytest.raises(WSInvalidStatusError) as refused:
            await Client.at(Guest(server.port))
        assert refusal(refused.value) == (429, "slow_down")
        client.put(frame(CLOSE, (1000).to_bytes(2)))
        await client.closed()
        await other.fence()
        await Client.at(Guest(server.port))
        await silent[0].hang_up()
        await other.fence()
        await guest_at(server)


async def test_a_refused_socket_does_not_count(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path, limits=FEW) as (server, _):
        for _ in range(2 * FEW.connections):
            with pytest.raises(WSInvalidStatusError):
                await Client.at(Guest(server.port), Origin="http://elsewhere.example")
        await guest_at(server)


@pytest.mark.parametrize("said", [b"", START, START + b"Content-Length: 5\r\n\r\nhalf", b"\r\n\r\n"])
async def test_silent_and_incomplete_requests_are_closed(tmp_path: Path, said: bytes) -> None:
    async with hall_in_process(tmp_path, limits=HASTY) as (server, _), line_to(server.port, said) as line:
        answer = await line.rest()
        assert b" 408 " in answer or b" 200 " in answer, "or it was answered before it was whole"


@pytest.mark.parametrize("drop", [b"\r\n", b"x", b"x:y\r\n"])
async def test_slow_requests_are_closed_in_the_same_time(tmp_path: Path, drop: bytes) -> None:
    start = b"" if drop == b"\r\n" else START
    async with hall_in_process(tmp_path, limits=HASTY) as (server, _), line_to(server.port, start) as line:
        await line.go_on(drop)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(START + b"Long: " + b"x" * MOST, id="one header that never ends"),
        pytest.param(START + b"Short: x\r\n" * (MOST // 10) + b"\r\n", id="many headers"),
        pytest.param(b"GET /" + b"x" * MOST + b" HTTP/1.1\r\nHost: x\r\n\r\n", id="an address"),
        pytest.param(b"\r\n" * MOST, id="empty lines"),
        pytest.param(
            START + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"Late: x\r\n" * (MOST // 8),
            id="headers after the body",
        ),
    ],
)
async def test_too_long_requests_are_refused(hall: LoggedHall, said: bytes) -> None:
    logged = hall.log()
    async with line_to(hall.port, said) as line:
        answer = await line.rest()
    assert not answer or b" 413 " in answer or b" 200 " in answer, "or it was answered before it was whole"
    assert hall.log() == logged, "strangers fill no log"


async def test_pipelined_requests_are_limited(hall: LoggedHall) -> None:
    async with line_to(hall.port, (START + b"\r\n") * 100) as line:
        answers = await line.rest()
    assert answers.count(b"alive") <= PIPELINED + 1
    assert b" 400 " in answers


async def test_an_endless_body_is_closed(hall: LoggedHall) -> None:
    start = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n"
    async with line_to(hall.port, start + bytes(Limits().message_bytes + 1)) as line:
        assert await line.status() == 413
        await line.go_on(bytes(1000))


async def test_invalid_requests_are_not_logged(hall: LoggedHall) -> None:
    logged = hall.log()
    for said in (b"\x16\x03\x01\x02\x00\x01\x00", b"HELO\r\n\r\n", START + b"Upgrade: tea\r\n\r\n"):
        async with line_to(hall.port, said + b"\r\n\r\n") as line:
            line.writer.write_eof()
            await line.rest()
    assert hall.log() == logged


async def test_a_used_connection_stays_open(tmp_path: Path) -> None:
    """For longer than a single request may take."""
    patient, loop = Limits(first_request_seconds=0.2), asyncio.get_running_loop()
    async with hall_in_process(tmp_path, limits=patient) as (server, _), line_to(server.port) as line:
        until = loop.time() + 1
        while loop.time() < until:
            line.writer.write(START + b"\r\n")
            assert b"200" in await line.reader.readline()
            await line.reader.readuntil(b"alive\n")
