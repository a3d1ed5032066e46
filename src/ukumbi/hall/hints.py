"""Hints between nodes: which tables and people have news. What the news is, the ledger says."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import asyncpg
import msgspec

from ukumbi.ledger import InDoubt
from ukumbi.ledger.line import CHANNEL, Line, NotReached

LOGGER = logging.getLogger(__name__)
GATHERED_SECONDS: Final = 0.05
"""For which hints are gathered before they are sent."""
CHECKED_SECONDS: Final = 1.0
"""After which a silent line is asked whether it is there."""
MAX_BYTES: Final = 7_000
"""Of one notice: PostgreSQL takes 8000."""


class _Hint(msgspec.Struct, frozen=True, tag=True, array_like=True): ...


class News(_Hint, frozen=True):
    """Something changed at a table of these people."""

    table: str
    people: tuple[str, ...]


class Call(_Hint, frozen=True):
    """A player waits for these people."""

    table: str
    caller: str
    people: tuple[str, ...]


class Renamed(_Hint, frozen=True):
    person: str


class SignedOut(_Hint, frozen=True):
    person: str


class Expired(_Hint, frozen=True):
    table: str


class Given(_Hint, frozen=True):
    """A node was given tables."""

    node: str


class Racing(_Hint, frozen=True):
    """People who race at this node: how near are they to others?"""

    people: tuple[str, ...]


class Near(_Hint, frozen=True):
    """A person's shortest figures at this node, in seconds."""

    person: str
    usual: float
    shortest: float


Hint = News | Call | Renamed | SignedOut | Expired | Given | Racing | Near


class _Notice(msgspec.Struct, frozen=True, array_like=True):
    node: str
    """That said it."""
    hints: tuple[Hint, ...]


_decode: Final = msgspec.json.Decoder(_Notice).decode


class Hints:
    def __init__(self, url: str, node: str, hear: Callable[[Hint], None], gap: Callable[[], None]) -> None:
        """`gap` is called when hints of others may have been lost."""
        self._node = node
        self._hear = hear
        self._gap = gap
        self._said: dict[Hint, None] = {}
        self._line = Line(url, f"{node} hints", self._heard)
        self._listened = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Raises NotReached."""
        await self._line.run("SELECT 1")
        self._task = asyncio.create_task(self._send_on())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
        await self._line.close()

    def say(self, hint: Hint) -> None:
        self._said[hint] = None

    async def _send_on(self) -> None:
        silent = 0.0
        while True:
            await asyncio.sleep(GATHERED_SECONDS)
            silent += GATHERED_SECONDS
            if self._said or self._line.closed or silent > CHECKED_SECONDS:
                silent = 0.0
                try:
                    await self.flush()
                except (NotReached, InDoubt, asyncpg.PostgresError) as fault:
                    LOGGER.warning("node %s does not hear of the others: %s", self._node, fault)

    async def flush(self) -> None:
        """Send what was gathered; what was lost on the way is sent again."""
        said, self._said = self._said, {}
        try:
            notices = list(_notices(self._node, list(said)))
            if not notices:
                await self._line.run("SELECT 1", within=CHECKED_SECONDS)
            for notice in notices:
                await self._line.run("SELECT pg_notify($1, $2)", CHANNEL, notice, within=CHECKED_SECONDS)
        except (NotReached, InDoubt):
            self._said = said | self._said
            raise

    def _heard(self, text: str | None) -> None:
        if text is None:
            if self._listened:
                self._gap()
            self._listened = True
            return
        notice = _decode(text)
        for hint in notice.hints if notice.node != self._node else ():
            try:
                self._hear(hint)
            except Exception:
                LOGGER.exception("a hint could not be followed")


def _notices(node: str, hints: list[Hint]) -> list[str]:
    """Short enough, each of them."""
    if not hints:
        return []
    text = msgspec.json.encode(_Notice(node, tuple(hints))).decode()
    if len(text) <= MAX_BYTES or len(hints) == 1:
        return [text]
    half = len(hints) // 2
    return [*_notices(node, hints[:half]), *_notices(node, hints[half:])]
