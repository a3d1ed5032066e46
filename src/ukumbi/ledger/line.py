"""A connection to PostgreSQL, opened anew when it is lost."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import asyncpg

from ukumbi.ledger.interface import InDoubt, NotWritten

CONNECT_SECONDS: Final = 1.0
STATEMENT_SECONDS: Final = 2.0
"""After which a statement's answer counts as lost."""
RETRY_SECONDS: Final = 0.1
PATIENCE_SECONDS: Final = 10.0
"""For which a statement that may be repeated is tried again."""
CHANNEL: Final = "hall"
"""Of NOTIFY."""
LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.exceptions.IdleInTransactionSessionTimeoutError,
)
"""After these a statement may have been carried out, or not, or may yet be."""
_SETTINGS: Final = {"plan_cache_mode": "force_generic_plan", "timezone": "UTC"}


class NotReached(Exception):
    """There is no connection: nothing was sent."""


async def connect(url: str, name: str = "ukumbi") -> asyncpg.Connection:
    """Raises NotReached."""
    settings = {**_SETTINGS, "application_name": name}
    try:
        return await asyncpg.connect(url, timeout=CONNECT_SECONDS, server_settings=settings)
    except (*LOST, asyncpg.PostgresError) as fault:
        raise NotReached(str(fault) or type(fault).__name__) from fault


class Line:
    """One statement at a time, each a transaction of its own."""

    def __init__(self, url: str, name: str, hear: Callable[[str | None], None] | None = None) -> None:
        """`hear` gets what was notified, and None after a gap."""
        self._url = url
        self._name = name
        self._hear = hear
        self._connection: asyncpg.Connection | None = None
        self._turn = asyncio.Lock()

    @property
    def closed(self) -> bool:
        return self._connection is None or self._connection.is_closed()

    async def run(self, statement: str, *values: Any, within: float = STATEMENT_SECONDS) -> Sequence[Any]:
        """Its rows. Raises NotReached, InDoubt, or what PostgreSQL says."""
        async with self._turn:
            if self.closed:
                await self._open()
            try:
                async with asyncio.timeout(within):
                    rows: Sequence[Any] = await self._connection.fetch(statement, *values)  # type: ignore[union-attr]
                    return rows
            except LOST as fault:
                self.cut()
                raise InDoubt(str(fault) or type(fault).__name__) from fault
            except asyncio.CancelledError:
                self.cut()
                raise

    async def repeat(self, statement: str, *values: Any) -> Sequence[Any]:
        """The same for a statement that may be carried out twice."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return await self.run(statement, *values)
            except (NotReached, InDoubt) as fault:
                if time.monotonic() > until:
                    raise NotWritten("not_written") from fault
                await asyncio.sleep(RETRY_SECONDS)

    async def _open(self) -> None:
        self._connection = await connect(self._url, self._name)
        if self._hear is not None:
            hear = self._hear
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    await self._connection.add_listener(CHANNEL, lambda _, __, ___, text: hear(text))
            except LOST as fault:
                self.cut()
                raise NotReached(str(fault)) from fault
            hear(None)

    def cut(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        async with self._turn:
            self.cut()


class Lines:
    """Some of them, used in turns."""

    def __init__(self, url: str, name: str, number: int) -> None:
        self._lines = [Line(url, name) for _ in range(number)]

    async def run(self, statement: str, *values: Any) -> Sequence[Any]:
        return await self._next().run(statement, *values)

    async def repeat(self, statement: str, *values: Any) -> Sequence[Any]:
        return await self._next().repeat(statement, *values)

    def _next(self) -> Line:
        self._lines.append(self._lines.pop(0))
        return self._lines[-1]

    async def close(self) -> None:
        for line in self._lines:
            await line.close()
