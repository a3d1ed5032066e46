"""One measuring window: a server under load, and the CPU time of both."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.hall.load import LoadMeasurements, PairTask, Task
from benchmarks.hall.scripts import Script
from benchmarks.hall.seating import Seated
from benchmarks.hall.servers import (
    LOAD_CORE,
    ROOT,
    SERVER_CORE,
    TICK_SECONDS,
    Server,
    come_first,
    with_source,
)

MIB: Final = 1 << 20


class Window(msgspec.Struct, frozen=True):
    """The client's and the system's measurements of one window."""

    moves: int
    moves_a_second: float
    p50_ms: float
    p99_ms: float
    server_us: float
    """The server's CPU time for a move."""
    memory_mib: float
    server_core: float
    """The server's share of its core."""
    client_core: float
    others: float
    """Other processes' share of the server's core."""


def tasks(seated: Sequence[Seated], scripts: Sequence[Sequence[Script]]) -> list[PairTask]:
    return [
        PairTask(seats.cookies, seats.tables, tuple(script.moves for script in of))
        for seats, of in zip(seated, scripts, strict=True)
    ]


def play(server: Server, task: Task) -> Window:
    """Load from our own client, on the other core."""
    command = [sys.executable, "-m", "benchmarks.hall.load"]
    return measure(server, command, ROOT, with_source(ROOT), msgspec.json.encode(task).decode())


def measure(
    server: Server, command: Sequence[str | Path], folder: Path, settings: Mapping[str, str], task: str
) -> Window:
    """Run a client that prints `begin`, `end`, and its measurements."""
    client = subprocess.Popen(
        ["taskset", "-c", str(LOAD_CORE), *map(str, command)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, **settings},
        start_new_session=True,
        preexec_fn=come_first,  # noqa: PLW1509, no thread runs here
    )
    assert client.stdin is not None
    assert client.stdout is not None
    client.stdin.write(task)
    client.stdin.close()
    wait_for(client.stdout.readline, "begin")
    opened, cpu, busy = time.perf_counter(), server.cpu_seconds(), _busy(SERVER_CORE)
    wait_for(client.stdout.readline, "end")
    took, cpu, busy = (
        time.perf_counter() - opened,
        server.cpu_seconds() - cpu,
        _busy(SERVER_CORE) - busy,
    )
    memory = server.memory() / MIB
    measured = msgspec.json.decode(client.stdout.readline(), type=LoadMeasurements)
    client.stdout.close()
    client.wait()
    return Window(
        measured.moves,
        measured.moves / measured.seconds,
        measured.p50_ms,
        measured.p99_ms,
        1e6 * cpu / max(measured.moves, 1),
        memory,
        cpu / took,
        measured.client_core,
        max(busy - cpu, 0.0) / took,
    )


def wait_for(readline: Callable[[], str], word: str) -> None:
    while (line := readline()).strip() != word:
        if not line:
            raise RuntimeError(f"the client ended before it said {word!r}")


def _busy(core: int) -> float:
    """Seconds that this core was busy."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *counted = line.split()
        if name == f"cpu{core}":
            user, nice, system, _, _, irq, soft = map(int, counted[:7])
            return (user + nice + system + irq + soft) * TICK_SECONDS
    raise RuntimeError(f"no core {core}")
