"""`ukumbi backup` and `ukumbi restore`: with a running hall, and when killed."""

import asyncio
import os
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.audit import audit
from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.actions import WITH_KIT_GAMES, in_ledger, until, walk
from tests.kit.halls import REGISTRY
from tests.kit.people import two_at_a_table
from ukumbi.cli import app
from ukumbi.ledger.backup import back_up, restore
from ukumbi.ledger.folder import read_secret
from ukumbi.ledger.interface import CannotOpen
from ukumbi.ledger.sqlite import prepare


def _command(*words: object) -> tuple[int, str]:
    run = CliRunner().invoke(app, [*map(str, words)])
    return run.exit_code, run.stdout.strip()


def _events(folder: Path) -> list[tuple[object, ...]]:
    return in_ledger(folder, "SELECT table_number, seq, event FROM events ORDER BY number")


async def test_the_copy_of_a_running_hall_goes_on(tmp_path: Path) -> None:
    old, copy, new = tmp_path / "old", tmp_path / "copy", tmp_path / "new"
    with HallProcess(old, *WITH_KIT_GAMES) as hall:
        table, clients = await two_at_a_table(hall, "fragile", watch="on", options={"steps": 9999})
        playing = asyncio.create_task(walk(clients, table, 400))
        await until(lambda: len(_events(old)) > 50)
        await asyncio.to_thread(back_up, old, copy)
        assert await playing == 401
        hall.kill()
    kept = _events(copy)
    assert len(kept) > 50
    assert _events(old)[: len(kept)] == kept
    assert _command("restore", copy, "--data", new) == (0, f"The hall is in {new}.")
    assert audit(new / "hall.sqlite", REGISTRY, [], []).faults() == []
    assert read_secret(new / "secret.key") == read_secret(old / "secret.key")
    for place in (copy, new):
        assert not [file.name for file in (place, *place.iterdir()) if file.stat().st_mode & 0o077]
    with HallProcess(new, *WITH_KIT_GAMES) as again:
        log = await Guest(again.port).ask("GET", f"/api/tables/{table}/log?after={len(kept) - 1}")
        assert [heard["seq"] for heard in log] == [len(kept)]


def test_a_copy_without_its_secret_is_refused(tmp_path: Path) -> None:
    """A new secret would make everyone a new person."""
    old, copy, new = tmp_path / "old", tmp_path / "copy", tmp_path / "new"
    old.mkdir()
    prepare(old / "hall.sqlite")
    with pytest.raises(CannotOpen, match="is missing"):
        back_up(old, copy)
    assert not copy.exists()
    read_secret(old / "secret.key")
    back_up(old, copy)
    (copy / "secret.key").unlink()
    with pytest.raises(CannotOpen, match="is missing"):
        restore(copy, new)
    assert not new.exists()
    assert {file.name for file in copy.iterdir()} == {"hall.sqlite"}


def _killed_at_sync(number: int, do: Callable[[], None]) -> bool:
    """Run this in a process that is killed at its sync of this number; whether it was."""
    child = os.fork()
    if child == 0:
        counter, sync = count(), os.fsync
        os.fsync = lambda file: os.kill(os.getpid(), 9) if next(counter) == number else sync(file)  # type: ignore[assignment]
        do()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def test_a_killed_backup_is_complete_or_can_be_repeated(tmp_path: Path) -> None:
    old, copy, new = tmp_path / "old", tmp_path / "copy", tmp_path / "new"
    old.mkdir()
    prepare(old / "hall.sqlite")
    secret = read_secret(old / "secret.key")
    kills = count()
    while _killed_at_sync(next(kills), lambda: back_up(old, copy)):
        assert not copy.exists() or read_secret(copy / "secret.key") == secret
        if copy.exists():
            break
    assert {file.name for file in copy.iterdir()} == {"hall.sqlite", "secret.key"}
    kills = count()
    while _killed_at_sync(next(kills), lambda: restore(copy, new)):
        if (new / "hall.sqlite").exists():
            break
    assert read_secret(new / "secret.key") == secret
    assert in_ledger(new, "PRAGMA integrity_check") == [("ok",)]
    assert next(kills) > 3, "it was killed several times"


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    hall, copy = tmp_path / "hall", tmp_path / "copy"
    assert _command("backup", copy, "--data", hall) == (1, f"Nothing was done: there is no hall in {hall}.")
    hall.mkdir()
    prepare(hall / "hall.sqlite")
    read_secret(hall / "secret.key")
    assert _command("backup", copy, "--data", hall) == (0, f"The copy is in {copy}.")
    assert _command("backup", copy, "--data", hall)[1].startswith(
        f"Nothing was done: {copy} is there already"
    )
    assert "there is a hall in" in _command("restore", copy, "--data", hall)[1]
    assert "no copy of a hall" in _command("restore", tmp_path, "--data", tmp_path / "new")[1]


def test_a_damaged_copy_is_not_restored(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    prepare(copy / "hall.sqlite")
    read_secret(copy / "secret.key")
    content = bytearray((copy / "hall.sqlite").read_bytes())
    content[4096:8192] = bytes(4096)
    (copy / "hall.sqlite").write_bytes(content)
    assert "is damaged" in _command("restore", copy, "--data", tmp_path / "new")[1]
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_stopped_hall_ends_cleanly(tmp_path: Path, how: signal.Signals) -> None:
    with HallProcess(tmp_path, *WITH_KIT_GAMES) as hall:
        table, clients = await two_at_a_table(hall, "fragile")
        await walk(clients, table, 2)
        assert hall._end(how) == 0
    assert not (tmp_path / "hall.sqlite-wal").exists(), "SQLite has merged its log"
    assert audit(tmp_path / "hall.sqlite", REGISTRY, [], []).faults() == []
