"""On a full disk moves are refused and nothing acknowledged is lost; play goes on when there is room."""

import asyncio
import os
import resource
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from benchmarks.audit import audit
from benchmarks.hall_process import HallProcess
from benchmarks.players.choosing import rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.player import Acknowledged
from tests.kit.actions import WITH_KIT_GAMES, events_of, in_ledger, make, refused, until, walk
from tests.kit.client import Client
from tests.kit.halls import REGISTRY
from tests.kit.people import guest_at, joined, set_up, two_at_a_table
from ukumbi.cli import app
from ukumbi.core import Refused, Seat
from ukumbi.core.log import CLOCK_ACTOR

BEAT = 500


@contextmanager
def no_room(server: HallProcess) -> Iterator[None]:
    """Make every file write fail, as on a full disk."""
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, most))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))


def _number_of_events(folder: Path) -> int:
    return int(in_ledger(folder, "SELECT count(*) FROM events")[0][0])


async def test_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with HallProcess(tmp_path, *WITH_KIT_GAMES, "--bot-pace", "1") as server:
        table, walkers = await two_at_a_table(server, "fragile", options={"steps": 99}, watch="on")
        seq = await walk(walkers, table, 3)
        trio = await set_up(await guest_at(server), "pounce", ["open", "open"])
        beating, _ = await two_at_a_table(server, "pounce", options={"rounds": 1000, "beat_ms": BEAT})
        with_bot, human, move = await _table_with_bot(server)
        made = await make(human, with_bot, move, 1)
        with no_room(server):
            assert await refused(walkers[1], table, "step", seq) == "no_room"
            written = _number_of_events(tmp_path)
            await _asks_in_vain(server, trio)
            await _reads(server, walkers[0], table, seq)
            due = made["events"][0]["at"] + 1000 * REGISTRY["rukuni"].bots["1"].pace + BEAT
            await until(lambda: time.time() * 1000 > due)  # the clock and the bot have tried by then
            assert await refused(walkers[1], table, "step", seq) == "no_room"
            assert _number_of_events(tmp_path) == written
        seq = await walk(walkers, table, 2, seq)
        assert (await human.hear("update", table=with_bot, seq=made["seq"] + 1))["events"][0]["actor"] == 1
        await until(lambda: _number_of_events(tmp_path) > written + 4)
        assert {actor for _, actor, *_ in events_of(tmp_path, beating)} == {None, CLOCK_ACTOR}
        for place in (1, 2):
            assert (await (await guest_at(server)).sit(trio))["you"] == place
    moves = [Acknowledged(table, ref, "step", 0.0) for _, _, ref, _ in events_of(tmp_path, table)[1:]]
    found = audit(tmp_path / "hall.sqlite", REGISTRY, moves, [])
    assert found.faults() == []
    assert found.acknowledged == seq - 1 == 5


async def _table_with_bot(server: HallProcess) -> tuple[str, Client, str]:
    """A table of Rukuni with a slow bot, and a first move."""
    guest = await guest_at(server)
    table = await set_up(guest, "rukuni", ["1"], options={"white": "first"})
    client = await Client.at(guest)
    view = msgspec.Raw(msgspec.json.encode((await joined(client, table))["view"]))
    move = rukuni_turn(view, Seat(0), Random(0))
    assert move is not None
    return table, client, move


async def _asks_in_vain(server: HallProcess, trio: str) -> None:
    """New tables, names and seats are refused too, and leave no trace."""
    form = msgspec.json.encode({"game": "fragile", "others": ["open"]})
    status, content = await Guest(server.port)._exchange("POST", "/api/tables", form)
    assert (status, msgspec.json.decode(content)["code"]) == (507, "no_room")
    with pytest.raises(Refused, match="no_room"):
        await Guest(server.port).ask("PUT", "/api/me", {"name": "Nora"})
    sits = [(await guest_at(server)).sit(trio) for _ in range(2)]
    answers = await asyncio.gather(*sits, return_exceptions=True)
    assert [str(answer) for answer in answers] == ["no_room", "no_room"]
    invited = Guest(server.port)
    card = await invited.ask("GET", f"/api/tables/{trio}?seat={invited.invitations[trio]}")
    assert [seat["name"] is None for seat in card["seats"]] == [False, True, True]


async def _reads(server: HallProcess, client: Client, table: str, seq: int) -> None:
    assert len(await Guest(server.port).ask("GET", f"/api/tables/{table}/log")) == seq
    client.say("look", table=table, seq=2, ref="look")
    assert (await client.hear("past", ref="look"))["view"]["taken"] == 1
    newcomer = await Client.at(Guest(server.port))
    assert (await joined(newcomer, table))["seq"] == seq
    await client.fence()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system, if we may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a small file system needs root, and a system that lets root mount")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


async def test_a_real_full_disk_loses_nothing(small_disk: Path) -> None:
    with HallProcess(small_disk, *WITH_KIT_GAMES) as server:
        table, clients = await two_at_a_table(server, "fragile", options={"steps": 99})
        seq = await walk(clients, table, 3)
        ballast = small_disk / "ballast"
        _fill(ballast)
        assert await refused(clients[1], table, "step", seq) == "no_room"
        ballast.unlink()
        assert await walk(clients, table, 4, seq) == 8
    assert [seq for seq, *_ in events_of(small_disk, table)] == list(range(1, 9))


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space"):
        file.writelines(repeat(bytes(4096)))


@pytest.fixture
def no_serving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if a hall opens: it would not end by itself."""
    monkeypatch.setattr("ukumbi.server.serve._serve", lambda *_: pytest.fail("the hall has opened"))


def _says_why(folder: Path) -> None:
    run = CliRunner().invoke(app, ["serve", "--no-browser", "--port", "0", "--data", str(folder)])
    assert run.exit_code == 1
    assert "Traceback" not in run.output
    assert " ".join(run.stdout.split()).startswith("The hall cannot open: ")
    assert str(folder) in run.stdout.replace("\n", "")


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path, no_serving: None) -> None:
    _says_why(Path("/proc/nope"))
    (tmp_path / "file").touch()
    _says_why(tmp_path / "file")


def test_a_folder_that_cannot_be_written_is_reported(small_disk: Path, no_serving: None) -> None:
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    _says_why(small_disk)
