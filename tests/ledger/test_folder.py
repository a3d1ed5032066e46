"""The data folder: one hall at a time; files are written atomically and private to their owner."""

import fcntl
import os
import sqlite3
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.hall_process import HallProcess
from ukumbi.cli import app
from ukumbi.ledger.files import write_whole
from ukumbi.ledger.folder import open_folder, read_secret
from ukumbi.ledger.sqlite import prepare


def _why(folder: Path) -> str:
    run = CliRunner().invoke(app, ["serve", "--no-browser", "--port", "0", "--data", str(folder)])
    assert run.exit_code == 1
    assert "Traceback" not in run.output
    return " ".join(run.stdout.split())


def test_a_second_hall_on_one_folder_is_refused(tmp_path: Path) -> None:
    with HallProcess(tmp_path) as hall:
        assert _why(tmp_path).endswith(f"is in use by another hall (process {hall.pid}).")
        hall.kill()
    with HallProcess(tmp_path) as again:
        assert again.pid, "a killed hall holds nothing"


def test_files_are_private_to_their_owner(tmp_path: Path) -> None:
    with HallProcess(tmp_path) as hall:
        assert hall.pid
        modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert {*modes} >= {"hall.sqlite", "hall.sqlite-wal", "secret.key"}
    assert {*modes.values()} == {0o600}


def test_files_open_to_others_become_private(tmp_path: Path) -> None:
    prepare(tmp_path / "hall.sqlite")
    (tmp_path / "hall.sqlite").chmod(0o644)
    with open_folder(tmp_path):
        assert (tmp_path / "hall.sqlite").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("rest", ["", "short", " \n"])
def test_a_damaged_secret_is_refused(tmp_path: Path, rest: str) -> None:
    (tmp_path / "secret.key").write_text(rest)
    assert "secret.key is damaged" in _why(tmp_path)
    assert (tmp_path / "secret.key").read_text() == rest, "what is left of it stays for whoever mends it"


def test_the_secret_is_written_atomically(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_fails(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", power_fails)
        with pytest.raises(KeyboardInterrupt):
            read_secret(tmp_path / "secret.key")
    assert not (tmp_path / "secret.key").exists()
    secret = read_secret(tmp_path / "secret.key")
    assert len(secret) >= 32
    assert read_secret(tmp_path / "secret.key") == secret


def test_an_atomic_write_replaces_the_file(tmp_path: Path) -> None:
    (tmp_path / "file.new").write_text("left over by somebody who was killed")
    write_whole(tmp_path / "file", b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_writes_are_flushed_past_the_drives_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With F_FULLFSYNC on macOS, for the file and its folder."""
    synced: list[tuple[int, bool]] = []

    def sync(file: int, how: int) -> None:
        synced.append((how, stat.S_ISDIR(os.fstat(file).st_mode)))

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", sync)
    write_whole(tmp_path / "file", b"content")
    assert synced == [(51, False), (51, True)]


def test_an_old_sqlite_is_refused_before_any_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 7, 17))
    assert "the hall needs 3.31 or newer" in _why(tmp_path)
    assert [*tmp_path.iterdir()] == []
