"""Readiness depends on the ledger."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from starlette.requests import Request

from benchmarks.players.guest import Guest
from tests.kit.halls import open_hall
from tests.kit.people import LoggedHall
from ukumbi.server import metrics


def _run(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger, ledger:
        for statement in statements:
            ledger.execute(statement)


async def test_readiness_is_reported(hall: LoggedHall) -> None:
    assert await _asked(hall, "/healthz") == (200, b"alive\n")
    assert await _asked(hall, "/readyz") == (200, b"ready\n")
    _run(hall.folder, "ALTER TABLE heartbeat RENAME TO lost")
    while (answer := await _asked(hall, "/readyz")) == (200, b"ready\n"):
        pass
    assert answer == (503, b"not_written\n")
    assert await _asked(hall, "/healthz") == (200, b"alive\n")
    _run(hall.folder, "ALTER TABLE lost RENAME TO heartbeat")
    while await _asked(hall, "/readyz") != (200, b"ready\n"):
        pass


async def test_a_hanging_ledger_is_reported_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "LEDGER_SECONDS", 0.01)
    monkeypatch.setattr(metrics, "READY_FOR_MS", 0)
    answers_again = Event()
    async with open_hall(tmp_path) as hall:
        ready = partial(metrics.readiness_of(hall), Request({"type": "http"}))
        hanging = asyncio.create_task(hall.ledger._write(lambda _: answers_again.wait()))  # type: ignore[attr-defined]
        await asyncio.sleep(0)
        assert (answer := await ready()).status_code == 503
        assert answer.body == b"not_written\n"
        answers_again.set()
        await hanging
        monkeypatch.setattr(metrics, "LEDGER_SECONDS", 60)
        assert (await ready()).status_code == 200


async def _asked(hall: LoggedHall, path: str) -> tuple[int, bytes]:
    return await Guest(hall.port)._exchange("GET", path, b"")
