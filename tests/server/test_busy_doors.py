"""When the hall has no time for those at its doors, nobody is cut off for having had to wait for it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.hall.scene import until
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from tests.server.test_doors import START, Line, line_to
from ukumbi.server.http import HttpProtocol
from ukumbi.server.limits import Limits
from ukumbi.server.scheduler import Work

HASTY = Limits(request_seconds=0.1)


class Doors:
    """What is to be done there waits until the test lets it."""

    def __init__(self, protocol: type[HttpProtocol], monkeypatch: pytest.MonkeyPatch) -> None:
        self.connections: list[HttpProtocol] = []
        self.waiting: list[Work] = []
        self._monkeypatch = monkeypatch
        made = protocol.connection_made

        def connection_made(connection: HttpProtocol, transport: asyncio.Transport) -> None:
            self.connections.append(connection)
            made(connection, transport)

        monkeypatch.setattr(protocol, "connection_made", connection_made)

    def hold(self) -> None:
        def wait(_: str, work: Work, __: float = 0.0) -> None:
            self.waiting.append(work)

        doors = self.connections[0].doors
        self._do = doors.do
        self._monkeypatch.setattr(doors, "do", wait)

    def go_on(self) -> None:
        self._monkeypatch.setattr(self.connections[0].doors, "do", self._do)
        while self.waiting:
            self.waiting.pop(0)()


@asynccontextmanager
async def hall_with_doors(
    folder: Path, monkeypatch: pytest.MonkeyPatch, **wishes: Any
) -> AsyncIterator[tuple[int, Doors]]:
    doors = Doors(HttpProtocol, monkeypatch)
    async with hall_inside(folder, **wishes) as (server, _):
        async with line_to(server.port, START + b"\r\n") as line:
            assert await line.status() == 200
        yield server.port, doors


@asynccontextmanager
async def half_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Line, Doors]]:
    """Half of a request is there, and then the hall has no time."""
    async with (
        hall_with_doors(folder, monkeypatch, limits=HASTY) as (port, doors),
        line_to(port, START) as line,
    ):
        await until(lambda: len(doors.connections) == 2 and doors.connections[1]._taken)
        doors.hold()
        yield line, doors


@in_a_loop
async def test_a_request_that_was_in_time_and_waited_for_us_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with half_said(tmp_path, monkeypatch) as (line, doors):
        line.writer.write(b"\r\n")
        await until(lambda: len(doors.waiting) == 2)  # it has come, and then its time was up
        doors.go_on()
        assert await line.status() == 200


@in_a_loop
async def test_whoever_was_too_slow_is_cut_off_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with half_said(tmp_path, monkeypatch) as (line, doors):
        await until(lambda: doors.waiting)
        doors.go_on()
        assert await line.status() == 408


@in_a_loop
async def test_a_connection_is_kept_while_its_next_request_waits_for_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        hall_with_doors(tmp_path, monkeypatch) as (port, doors),
        line_to(port, START + b"\r\n") as line,
    ):
        await line.reader.readuntil(b"alive\n")
        connection = doors.connections[1]
        await until(lambda: connection.timeout_keep_alive_task is not None)
        doors.hold()
        line.writer.write(START + b"\r\n")
        await until(lambda: doors.waiting)
        assert connection.timeout_keep_alive_task is None
        doors.go_on()
        assert await line.status() == 200


@pytest.mark.parametrize("behind_proxy", [True, False])
@in_a_loop
async def test_whom_a_proxy_calls_for_does_not_wait_with_all_others_of_the_proxy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behind_proxy: bool
) -> None:
    async with hall_with_doors(tmp_path, monkeypatch, behind_proxy=behind_proxy) as (port, doors):
        doors.hold()
        async with line_to(port, START + b"X-Forwarded-For: 203.0.113.7\r\n\r\n") as line:
            if behind_proxy:
                assert await line.status() == 200
            else:
                await until(lambda: doors.waiting)
                assert len(doors.connections) == 1, "it is not even opened"
                doors.go_on()
                assert await line.status() == 200
