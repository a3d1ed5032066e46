"""The backends of the ledger."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.postgres import Postgres
from ukumbi.ledger.postgres import PostgresLedger
from ukumbi.ledger.sqlite import SqliteLedger

OpenLedger = Callable[[], Awaitable[Any]]
VERSIONS = {"rukuni": 1, "ukuma": 1}


@pytest.fixture(params=["sqlite", "postgresql"])
def open_ledger(request: pytest.FixtureRequest, tmp_path: Path) -> OpenLedger:
    """A function that opens the same ledger each time."""
    if request.param == "sqlite":
        return lambda: _opened_sqlite(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    url = server.url(server.new_database())
    return lambda: PostgresLedger.open(url, "a", VERSIONS)


@pytest.fixture
def open_sqlite(tmp_path: Path) -> OpenLedger:
    return lambda: _opened_sqlite(tmp_path)


async def _opened_sqlite(folder: Path) -> SqliteLedger:
    return SqliteLedger(folder / "hall.sqlite")


@asynccontextmanager
async def opened(open_ledger: OpenLedger) -> AsyncIterator[Any]:
    ledger = await open_ledger()
    try:
        yield ledger
    finally:
        await ledger.close()
