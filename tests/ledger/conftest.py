"""The backends of the ledger."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ukumbi.ledger.sql import SqlLedger
from ukumbi.ledger.sqlite import SqliteLedger

OpenLedger = Callable[[], SqlLedger]


@pytest.fixture(params=["sqlite"])
def open_ledger(tmp_path: Path) -> OpenLedger:
    """A function that opens the same ledger each time."""
    return lambda: SqliteLedger(tmp_path / "hall.sqlite")


@asynccontextmanager
async def opened(open_ledger: OpenLedger) -> AsyncIterator[SqlLedger]:
    ledger = open_ledger()
    try:
        yield ledger
    finally:
        await ledger.close()
