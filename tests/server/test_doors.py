"""Connections before they are anybody's: how many, how big a head, and how slow a caller may be."""

import asyncio
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from picows import WSInvalidStatusError

from benchmarks.players.guest import Guest
from tests.hall.scene import until
from tests.kit.client import CLOSE, Client, frame, refusal
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall, guest_at
from ukumbi.server.client import CLIENT
from ukumbi.server.http import PIPELINED, HttpProtocol
from ukumbi.server.limits import NO_LIMITS, Limits
from ukumbi.server.piecemeal import PIECE

HEAD = Limits().head_bytes
FEW = Limits(connections=6)
HASTY = Limits(request_seconds=0.1, write_seconds=0.1)
BIGGEST = max((CLIENT / "assets").iterdir(), key=lambda file: file.stat().st_size).name
BIG = b"GET /assets/%b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % BIGGEST.encode()
KEPT_ALIVE = 5
"""Seconds for which Uvicorn waits for the next request."""
AT_ONCE = struct.pack("ii", 1, 0)
START = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Line:
    """A connection that says what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def hang_up(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def status(self) -> int:
        """Of the next answer."""
        return int((await self.reader.readline()).split()[1])

    async def rest(self) -> bytes:
        """Whatever comes until the hall hangs up."""
        with suppress(ConnectionError):
            return await self.reader.read()
        return b""

    async def go_on(self, said: bytes) -> None:
        """Say it again and again, until the hall hangs up."""
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


@in_a_loop
async def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    """Silent ones, requests and sockets count together; who hangs up makes room."""
    async with hall_inside(tmp_path, limits=FEW) as (server, _), AsyncExitStack() as lines:
        silent = [await lines.enter_async_context(line_to(server.port)) for _ in range(4)]
        client, other = [await Client.at(Guest(server.port)) for _ in range(2)]
        async with line_to(server.port) as one_more:
            assert await one_more.status() == 429
            assert b'{"code":"slow_down","facts":{}}' in await one_more.rest()
        with pytest.raises(WSInvalidStatusError) as refused:
            await Client.at(Guest(server.port))
        assert refusal(refused.value) == (429, "slow_down")
        client.put(frame(CLOSE, (1000).to_bytes(2)))
        await client.farewell()
        await other.fence()
        await Client.at(Guest(server.port))
        await silent[0].hang_up()
        await other.fence()
        await guest_at(server)


@in_a_loop
async def test_where_all_have_enough_only_those_get_in_who_have_hardly_any(tmp_path: Path) -> None:
    limits = Limits(all_connections=6, hardly_any=2)
    async with hall_inside(tmp_path, limits=limits) as (server, _), AsyncExitStack() as lines:
        for _ in range(6):
            await lines.enter_async_context(line_to(server.port, START))
        async with line_to(server.port, START + b"\r\n") as line:
            assert await line.status() == 429
        for _ in range(2):
            other = Guest(server.port, "127.0.0.2")
            await other.ask("GET", "/api/me")


@in_a_loop
async def test_a_socket_that_is_refused_counts_no_longer(tmp_path: Path) -> None:
    async with hall_inside(tmp_path, limits=FEW) as (server, _):
        for _ in range(2 * FEW.connections):
            with pytest.raises(WSInvalidStatusError):
                await Client.at(Guest(server.port), Origin="http://elsewhere.example")
        await guest_at(server)


@pytest.mark.parametrize("said", [b"", START, START + b"Content-Length: 5\r\n\r\nhalf", b"\r\n\r\n"])
@in_a_loop
async def test_who_says_nothing_or_only_half_is_cut_off(tmp_path: Path, said: bytes) -> None:
    async with hall_inside(tmp_path, limits=HASTY) as (server, _), line_to(server.port, said) as line:
        answer = await line.rest()
        assert b" 408 " in answer or b" 200 " in answer, "or it was answered before it was whole"


@in_a_loop
async def test_who_has_hung_up_without_a_word_is_not_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = 0
    made = HttpProtocol.connection_made

    def count(self: HttpProtocol, transport: asyncio.Transport) -> None:
        nonlocal opened
        opened += 1
        made(self, transport)

    monkeypatch.setattr(HttpProtocol, "connection_made", count)
    async with hall_inside(tmp_path, limits=FEW) as (server, _):
        for _ in range(FEW.connections):  # the hall hears nothing of it meanwhile
            socket.create_connection(("127.0.0.1", server.port)).close()
        async with line_to(server.port, START + b"\r\n") as line:
            assert await line.status() == 200, "and they take up nobody's room"
    assert opened == 1


@in_a_loop
async def test_of_many_who_are_too_slow_at_once_a_few_are_cut_off_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In between everybody else is looked after: somebody stands by who counts their own turns."""
    many, turns, cut = 150, 0, Counter[int]()
    refuse = HttpProtocol._refuse

    def count(self: HttpProtocol, answer: bytes) -> None:
        cut[turns] += 1
        refuse(self, answer)

    monkeypatch.setattr(HttpProtocol, "_refuse", count)
    limits = Limits(request_seconds=1)
    async with hall_inside(tmp_path, limits=limits) as (server, _), AsyncExitStack() as lines:
        for _ in range(many):
            await lines.enter_async_context(line_to(server.port))
        await until(lambda: len(asyncio.all_tasks()) < many)
        time.sleep(limits.request_seconds)  # noqa: ASYNC251  a busy machine
        while cut.total() < many:
            turns += 1
            await asyncio.sleep(0)
    assert max(cut.values()) <= many // 5


@in_a_loop
async def test_a_long_request_is_read_a_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[int] = []
    received = HttpProtocol.data_received

    def count(self: HttpProtocol, data: bytes) -> None:
        reads.append(len(data))
        received(self, data)

    monkeypatch.setattr(HttpProtocol, "data_received", count)
    body = b"x" * (Limits().message_bytes // 2)
    start = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(body)
    async with hall_inside(tmp_path) as (server, _), line_to(server.port, start + body) as line:
        assert await line.status() == 400
    assert sum(reads) == len(start + body)
    assert max(reads) <= PIECE


@pytest.mark.parametrize("drop", [b"\r\n", b"x", b"x:y\r\n"])
@in_a_loop
async def test_who_dribbles_is_cut_off_in_the_same_time(tmp_path: Path, drop: bytes) -> None:
    start = b"" if drop == b"\r\n" else START
    async with hall_inside(tmp_path, limits=HASTY) as (server, _), line_to(server.port, start) as line:
        await line.go_on(drop)


@in_a_loop
async def test_between_two_requests_there_is_time_too(tmp_path: Path) -> None:
    """Empty lines before a request are no request: nobody keeps a connection with them."""
    asked = START + b"\r\n"
    async with hall_inside(tmp_path, limits=HASTY) as (server, _), line_to(server.port, asked) as line:
        assert await line.status() == 200
        await line.go_on(b"\r\n")


@pytest.mark.parametrize(
    "head",
    [
        pytest.param(START + b"Long: " + b"x" * HEAD, id="one that never ends"),
        pytest.param(START + b"Long: " + b"x" * HEAD + b"\r\n\r\n", id="one in one go"),
        pytest.param(START + b"Short: x\r\n" * (HEAD // 10) + b"\r\n", id="many"),
        pytest.param(b"GET /" + b"x" * HEAD + b" HTTP/1.1\r\nHost: x\r\n\r\n", id="an address"),
        pytest.param(b"\r\n" * HEAD, id="empty lines"),
        pytest.param(
            START + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"Late: x\r\n" * (HEAD // 8),
            id="after the body",
        ),
    ],
)
@in_a_loop
async def test_a_head_that_is_too_big_is_refused(hall: LoudHall, head: bytes) -> None:
    logged = hall.log()
    async with line_to(hall.port, head) as line:
        answer = await line.rest()
    assert b" 431 " in answer or head.endswith(b"Late: x\r\n"), answer
    assert hall.log() == logged, "strangers fill no log"


@in_a_loop
async def test_a_body_that_goes_on_and_on_is_cut_off(hall: LoudHall) -> None:
    start = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n"
    async with line_to(hall.port, start + bytes(Limits().message_bytes + 1)) as line:
        assert await line.status() == 413
        await line.go_on(bytes(1000))


@in_a_loop
async def test_requests_that_are_none_fill_no_log(hall: LoudHall) -> None:
    logged = hall.log()
    for said in (b"\x16\x03\x01\x02\x00\x01\x00", b"HELO\r\n\r\n", START + b"Upgrade: tea\r\n\r\n"):
        async with line_to(hall.port, said + b"\r\n\r\n") as line:
            line.writer.write_eof()
            await line.rest()
    assert hall.log() == logged


def _offered(hall: int, caller: int) -> bool:
    """Whether the kernel still has something for the caller, on the hall's side of their connection."""
    ends, all_sent = f":{hall:04X} 0100007F:{caller:04X} ", "05"
    lines = [line for line in Path("/proc/net/tcp").read_text().splitlines() if ends in line]
    return any(line.split()[3] != all_sent for line in lines)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the kernel does not show its connections")
@pytest.mark.parametrize(
    "asked", [*(pytest.param(few, marks=pytest.mark.deep) for few in (1, PIPELINED)), 20 * PIPELINED]
)
@in_a_loop
async def test_who_asks_and_does_not_read_is_cut_off(tmp_path: Path, asked: int) -> None:
    """However many answers wait: the connection and all that is kept for it are gone soon."""
    limits = msgspec.structs.replace(NO_LIMITS, write_seconds=0.1)
    async with hall_inside(tmp_path, limits=limits) as (server, _):
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        with suppress(ConnectionError):
            await asyncio.to_thread(deaf.sendall, BIG * asked)
        await until(lambda: not _offered(server.port, deaf.getsockname()[1]))
        deaf.close()


@in_a_loop
async def test_nothing_is_due_on_a_connection_that_broke_off(tmp_path: Path) -> None:
    """While the next request was waited for."""
    faults: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, fault: faults.append(fault))
    limits = msgspec.structs.replace(NO_LIMITS, write_seconds=0)
    async with hall_inside(tmp_path, limits=limits) as (server, _):
        async with line_to(server.port, START + b"\r\n") as line:
            await line.reader.readuntil(b"alive\n")
            line.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            line.writer.transport.abort()
        until = loop.time() + KEPT_ALIVE + 0.5
        while loop.time() < until:
            await guest_at(server)
            await asyncio.sleep(0.1)
    assert faults == []


@in_a_loop
async def test_a_connection_that_is_used_stays(tmp_path: Path) -> None:
    """Longer than a single request may take."""
    patient, loop = Limits(request_seconds=0.2), asyncio.get_running_loop()
    async with hall_inside(tmp_path, limits=patient) as (server, _), line_to(server.port) as line:
        until = loop.time() + 1
        while loop.time() < until:
            line.writer.write(START + b"\r\n")
            assert b"200" in await line.reader.readline()
            await line.reader.readuntil(b"alive\n")


@in_a_loop
async def test_a_head_that_comes_letter_by_letter_is_read_in_heaps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heaps, read = list[int](), HttpProtocol.data_received

    def noted(protocol: HttpProtocol, data: bytes) -> None:
        heaps.append(len(data))
        read(protocol, data)

    monkeypatch.setattr(HttpProtocol, "data_received", noted)
    async with hall_inside(tmp_path) as (server, _), line_to(server.port) as line:
        line.writer.transport.set_write_buffer_limits(0)
        line.writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for letter in START + b"\r\n":
            line.writer.write(bytes([letter]))
            await line.writer.drain()
            await asyncio.sleep(0)
        assert await line.status() == 200
    assert sum(heaps) == len(START) + 2
    assert len(heaps) <= 5
