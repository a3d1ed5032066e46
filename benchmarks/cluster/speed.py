"""Moves a second, and CPU for a move, of one, two and three nodes.

All nodes share one core, and PostgreSQL and the players another: what more nodes cost shows, and what more
machines would bring follows from the CPU for a move.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec
import typer

from benchmarks.cluster.nodes import NAMES
from benchmarks.hall.load import LoadMeasurements, Task
from benchmarks.hall.scripts import rukuni_scripts
from benchmarks.hall.seating import seat_all
from benchmarks.hall.servers import LOAD_CORE, ROOT, Server, come_first, with_source
from benchmarks.hall.windows import tasks, wait_for
from benchmarks.postgres import Postgres
from benchmarks.results import Result

PAIRS: Final = 96
"""In all: as many for each node."""
GAMES_A_PAIR: Final = 8
WARM_UP: Final = 4_000
SECONDS: Final = 5.0
REPEATS: Final = 3


class Speed(msgspec.Struct, frozen=True):
    nodes: int
    moves_a_second: float
    p50_ms: float
    p99_ms: float
    node_us: float
    database_us: float
    nodes_core: float
    """How much of the nodes' core they used."""


def report() -> list[Result]:
    typer.echo("\nnodes on one core, PostgreSQL and players on another; medians of 3 windows of Rukuni")
    typer.echo("nodes   moves/s   p50 ms   p99 ms   µs/move: node   PostgreSQL   nodes' core")
    speeds = [measure(number) for number in (1, 2, 3)]
    for speed in speeds:
        typer.echo(
            f"{speed.nodes:5}{speed.moves_a_second:10,.0f}{speed.p50_ms:9.1f}{speed.p99_ms:9.1f}"
            f"{speed.node_us:16.0f}{speed.database_us:13.0f}{speed.nodes_core:14.0%}"
        )
    return []


def measure(nodes: int) -> Speed:
    measured = [_window(nodes) for _ in range(REPEATS)]
    middle = {
        name: statistics.median(getattr(one, name) for one in measured)
        for name in Speed.__struct_fields__[1:]
    }
    return Speed(nodes, **middle)


def _window(nodes: int) -> Speed:
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="ukumbi-speed-")))
        postgres = opened.enter_context(Postgres(core=LOAD_CORE))
        url = postgres.url(postgres.new_database())
        servers = [opened.enter_context(_node(folder, url, name)) for name in NAMES[:nodes]]
        prepared = [_task(server.port, PAIRS // nodes, place) for place, server in enumerate(servers)]
        clients = [_client(task) for task in prepared]  # all at once: their windows are one
        for client in clients:
            _wait(client, "begin")
        began, cpu, database = time.perf_counter(), _cpu(servers), postgres.cpu_seconds()
        for client in clients:
            _wait(client, "end")
        took = time.perf_counter() - began
        cpu, database = _cpu(servers) - cpu, postgres.cpu_seconds() - database
        loads = [_result(client) for client in clients]
    moves = sum(load.moves for load in loads)
    return Speed(
        nodes,
        sum(load.moves / load.seconds for load in loads),
        statistics.mean(load.p50_ms for load in loads),
        max(load.p99_ms for load in loads),
        1e6 * cpu / moves,
        1e6 * database / moves,
        cpu / took,
    )


def _node(folder: Path, url: str, name: str) -> Server:
    program = [sys.executable, "-m", "ukumbi", "serve", "--port", "0", "--no-browser", "--no-limits"]
    return Server([*program, "--database", url, "--node", name], folder, with_source(ROOT))


def _task(port: int, pairs: int, place: int) -> Task:
    scripts = [rukuni_scripts(pair, GAMES_A_PAIR) for pair in range(place * pairs, (place + 1) * pairs)]
    seated = tasks(seat_all(port, "rukuni", scripts), scripts)
    return Task(port, "/ws", seated, WARM_UP * pairs // PAIRS, SECONDS)


def _client(task: Task) -> "subprocess.Popen[str]":
    client = subprocess.Popen(
        ["taskset", "-c", str(LOAD_CORE), sys.executable, "-m", "benchmarks.hall.load"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **with_source(ROOT)},
        start_new_session=True,
        preexec_fn=come_first,  # noqa: PLW1509, no thread runs here
    )
    assert client.stdin is not None
    client.stdin.write(msgspec.json.encode(task).decode())
    client.stdin.close()
    return client


def _wait(client: "subprocess.Popen[str]", word: str) -> None:
    assert client.stdout is not None
    wait_for(client.stdout.readline, word)


def _result(client: "subprocess.Popen[str]") -> LoadMeasurements:
    assert client.stdout is not None
    measured = msgspec.json.decode(client.stdout.readline(), type=LoadMeasurements)
    client.stdout.close()
    client.wait()
    return measured


def _cpu(servers: Sequence[Server]) -> float:
    return sum(server.cpu_seconds() for server in servers)
