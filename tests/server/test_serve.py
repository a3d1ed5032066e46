"""Opening and closing the hall: real processes, real ports, Ctrl-C."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kit.client import Client
from tests.kit.people import LoggedHall, guest_at, joined, set_up
from ukumbi.server.serve import bind


@contextmanager
def taken() -> Iterator[int]:
    """A port in use, while the next one is free."""
    while True:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            with socket.socket() as after:
                try:
                    after.bind(("127.0.0.1", port + 1))
                except (OSError, OverflowError):
                    continue
            yield port
            return


@contextmanager
def opened(folder: Path, *options: str) -> Iterator[tuple["subprocess.Popen[str]", list[str]]]:
    """A hall started as from a terminal, and its output until it is open."""
    command = [sys.executable, "-m", "ukumbi", "serve", "--no-browser", "--data", str(folder), *options]
    hall = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert hall.stdout is not None
    said = []
    with hall:
        for line in hall.stdout:
            said.append(line.strip())
            if "open:" in line:
                break
        yield hall, said
        if hall.poll() is None:
            hall.kill()


def ctrl_c(hall: "subprocess.Popen[str]") -> tuple[int, str]:
    """Send SIGINT to the whole process group, as a terminal does; return exit code and standard error."""
    os.killpg(hall.pid, signal.SIGINT)
    _, errors = hall.communicate()
    return hall.returncode, errors


async def test_a_port_in_use_is_reported_and_the_next_one_used(tmp_path: Path) -> None:
    """Ctrl-C then closes all connections properly."""
    with taken() as port, opened(tmp_path, "--port", str(port)) as (hall, said):
        assert said[0] == f"Port {port} is taken."
        assert said[1] == f"The hall is open: http://127.0.0.1:{port + 1}"
        server = LoggedHall(tmp_path, port=port + 1)
        guests = [await guest_at(server) for _ in range(5)]
        clients = [await Client.at(guest) for guest in guests]
        await joined(clients[0], await set_up(guests[0]))
        ending = asyncio.create_task(asyncio.to_thread(ctrl_c, hall))
        assert [await client.closed() for client in clients] == [1012] * len(clients)
        assert await ending == (0, "")


def test_a_forbidden_port_is_an_error() -> None:
    with pytest.raises(OSError, match="assign requested address"):
        bind("203.0.113.1", 0)


def test_a_hall_that_cannot_open_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with opened(tmp_path / "file") as (hall, said):
        assert hall.wait() == 1
        assert "cannot open" in said[0]


async def test_ctrl_c_during_games_of_bots_ends_cleanly(tmp_path: Path) -> None:
    """The workers get the signal too, and print nothing. Port 0 is any port."""
    with opened(tmp_path, "--port", "0", "--bot-pace", "0") as (hall, said):
        (line,) = said
        found = re.fullmatch(r"The hall is open: http://127\.0\.0\.1:(\d+)", line)
        assert found
        server = LoggedHall(tmp_path, port=int(found[1]))
        guest = await guest_at(server)
        client = await Client.at(guest)
        table = await set_up(guest, others=["1"], options={"white": "second"})
        await joined(client, table)
        await client.hear("update", seq=2)
        code, errors = ctrl_c(hall)
        assert await client.closed() == 1012
        assert (code, errors) == (0, "")
