"""Several nodes over HTTP and sockets: paths, redirects, the supervisor, and what the commands say."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import Request

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from benchmarks.postgres import Postgres
from tests.kit.client import Client
from tests.kit.people import guest_at, set_up
from tests.kit.workers import end_of
from ukumbi.core import Refused
from ukumbi.hall.nodes import LivesElsewhere
from ukumbi.ledger.life import EXIT_CODE
from ukumbi.server.http import redirect

UNUSED = Path("nowhere")
"""The folder of a hall that is in a database."""


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> str:
    return postgres.url(postgres.new_database())


@pytest.fixture(scope="module")
def two(url: str) -> Iterator[list[HallProcess]]:
    """The nodes a and b, without a proxy: a path leads only to its own node."""
    halls = [HallProcess(UNUSED, "--database", url, "--node", name) for name in "ab"]
    try:
        yield [hall.start() for hall in halls]
    finally:
        for hall in halls:
            hall.stop()


@pytest.fixture(scope="module")
def supervised(postgres: Postgres) -> Iterator[HallProcess]:
    url = postgres.url(postgres.new_database())
    hall = HallProcess(UNUSED, "--database", url, "--node", "h", "--nodes", "2")
    try:
        yield hall.start()
    finally:
        hall.stop()


def same_person(guest: Guest, port: int) -> Guest:
    other = Guest(port)
    other.cookie = guest.cookie
    return other


async def test_what_concerns_a_table_is_done_by_its_owner(two: list[HallProcess]) -> None:
    a, b = two
    guest = await guest_at(a)
    table = await set_up(guest)
    elsewhere = same_person(guest, b.port)
    for method, path in (
        ("GET", f"/api/tables/{table}?seat=x"),
        ("POST", f"/api/tables/{table}/ready"),
        ("DELETE", f"/api/me/tables/{table}"),
    ):
        with pytest.raises(Exception):  # noqa: B017, PT011  the answer has no content
            await elsewhere.ask(method, path)
        assert elsewhere.location == f"/n/a{path}"
    (brief,) = await elsewhere.ask("GET", "/api/me/tables")
    assert brief["table"] == table, "a plain read"
    card = await guest.ask("GET", f"/n/a/api/tables/{table}")
    assert card["table"] == table
    with pytest.raises(Refused, match="not_found"):
        await guest.ask("GET", "/n/b/api/me")


async def test_joining_says_where_the_table_is(two: list[HallProcess]) -> None:
    a, b = two
    guest = await guest_at(a)
    table = await set_up(guest)
    client = await Client.at(same_person(guest, b.port))
    assert client.welcome["node"] == "b"
    assert set(client.welcome["nodes"]) == {"a", "b"}
    client.say("join", table=table)
    assert (await client.hear("elsewhere", table=table))["node"] == "a"
    client.say("join", table="nowhere")
    assert (await client.hear("refused"))["code"] == "no_such_table"


async def test_a_process_that_was_declared_dead_ends(postgres: Postgres, url: str) -> None:
    """With a code of its own."""
    hall = HallProcess(UNUSED, "--database", url, "--node", "z").start()
    postgres.ask("DELETE FROM nodes WHERE name = 'z'", url.rpartition("/")[2])
    assert hall._ended() == EXIT_CODE


async def test_nodes_behind_one_port(supervised: HallProcess) -> None:
    """A path with a node's name leads to its process, whatever came over a connection before."""
    guest = await guest_at(supervised)
    for _ in range(2):
        for node in ("h-1", "h-2"):
            assert (await guest.ask("GET", f"/n/{node}/api/me"))["invented"]
    table = await set_up(guest)
    clients = [await Client.at(guest) for _ in range(4)]
    assert {client.welcome["node"] for client in clients} == {"h-1", "h-2"}
    for client in clients:
        client.say("join", table=table)
        await client.until(partial(_is_answered, client))
    assert {heard["node"] for client in clients for heard in client.of_kind("elsewhere")} < {"h-1", "h-2"}


def _is_answered(client: Client) -> bool:
    return any(heard["type"] in ("sync", "elsewhere") for heard in client.heard)


async def test_a_node_that_dies_is_started_again(supervised: HallProcess) -> None:
    guest = await guest_at(supervised)
    (node, *_) = _children(supervised.pid)
    os.kill(node, signal.SIGKILL)
    await end_of(node)
    answered = 0
    while answered < 4:
        for name in ("h-1", "h-2"):
            try:
                await guest.ask("GET", f"/n/{name}/api/me")
                answered += 1
            except (OSError, EOFError, ValueError):
                answered = 0
    assert node not in _children(supervised.pid)
    assert len(_children(supervised.pid)) == 2


async def test_nodes_end_with_their_supervisor(postgres: Postgres) -> None:
    """Even if it is killed."""
    name = postgres.new_database()
    hall = HallProcess(UNUSED, "--database", postgres.url(name), "--node", "k", "--nodes", "2").start()
    nodes = _children(hall.pid)
    hall.kill()
    for node in nodes:
        await end_of(node)
    assert postgres.ask("SELECT count(*) FROM nodes", name) == [["0"]], "they have left"


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def ukumbi(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "ukumbi", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_nodes_are_listed(two: list[HallProcess], url: str) -> None:
    said = ukumbi("nodes", "--database", url)
    assert said.returncode == 0
    assert {"node", "a", "b"} <= {line.split()[0] for line in said.stdout.splitlines()}


def test_several_nodes_need_a_database(tmp_path: Path) -> None:
    said = ukumbi("serve", "--nodes", "2", "--data", str(tmp_path))
    assert said.returncode == 2
    assert "several nodes need --database" in " ".join(said.stderr.replace("│", " ").split())


def test_a_database_that_is_away_is_said_so() -> None:
    said = ukumbi("serve", "--database", "postgresql://hall@127.0.0.1:1/hall")
    assert said.returncode == 1
    assert "The hall cannot open: the database cannot be used" in said.stdout


def test_a_copy_of_a_database_is_explained(tmp_path: Path) -> None:
    said = ukumbi("backup", str(tmp_path / "copy"), "--database", "postgresql://hall@db/hall")
    assert said.returncode == 1
    assert "pg_dump" in said.stdout
    assert "pg_restore" in said.stdout


def test_without_a_database_no_driver_is_needed() -> None:
    code = "import sys, ukumbi.server.serve; sys.exit({'asyncpg', 'greenlet'} & sys.modules.keys() or 0)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


async def test_a_next_game_elsewhere_is_made_ready_for_there() -> None:
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/tables/old/rematch",
        "path_params": {"table": "old"},
        "query_string": b"",
        "headers": [(b"host", b"hall")],
    }
    request = Request(scope)
    assert redirect(request, LivesElsewhere("new", "b")).headers["location"] == "/n/b/api/tables/new/ready"
    same = redirect(request, LivesElsewhere("old", "b"))
    assert same.headers["location"] == "/n/b/api/tables/old/rematch"
    assert same.status_code == 307
    assert redirect(request, LivesElsewhere("old", "")).status_code == 503, "it is not known yet"
