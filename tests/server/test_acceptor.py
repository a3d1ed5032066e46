"""Connections are taken in a few at a time, and wait where there is no room for them."""

import resource
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from benchmarks.hall_process import HallProcess
from tests.hall.scene import until
from tests.kit.inside import hall_inside
from tests.kit.loop import in_a_loop
from ukumbi.server import acceptor


@in_a_loop
async def test_a_crowd_is_taken_in_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two handfuls the loop looks after everything else."""
    handfuls: list[int] = []
    take_in = acceptor.Acceptor._take_in

    def counted(self: acceptor.Acceptor) -> None:
        before = self._limiter._open
        take_in(self)
        handfuls.append(self._limiter._open - before)

    monkeypatch.setattr(acceptor.Acceptor, "_take_in", counted)
    crowd = 5 * acceptor.AT_ONCE
    with ExitStack() as lines:
        async with hall_inside(tmp_path) as (server, _):
            for _ in range(crowd):
                lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            await until(lambda: sum(handfuls) == crowd)
    assert max(handfuls) == acceptor.AT_ONCE


@pytest.mark.skipif(sys.platform != "linux", reason="another process's limits can be set on Linux alone")
def test_without_a_file_to_spare_callers_wait(tmp_path: Path) -> None:
    with HallProcess(tmp_path) as hall, httpx.Client(base_url=hall.url) as guest:
        assert guest.get("/healthz").status_code == 200
        open_files = len([*Path(f"/proc/{hall.pid}/fd").iterdir()])
        _, most = resource.prlimit(hall.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(hall.pid, resource.RLIMIT_NOFILE, (open_files + 2, most))
        with ExitStack() as lines:
            for _ in range(10):
                lines.enter_context(socket.create_connection(("127.0.0.1", hall.port)))
            assert guest.get("/healthz").status_code == 200, "whoever is in stays in"
        resource.prlimit(hall.pid, resource.RLIMIT_NOFILE, (most, most))
        assert httpx.get(f"{hall.url}/healthz").status_code == 200
