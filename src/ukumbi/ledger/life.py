"""The life of a node: one process, one row that it renews, and the tables that name it as their owner.

A node has a stable name; each life of its process has a number that never comes back.
"""

import asyncio
import json
import logging
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn
from uuid import UUID

import msgspec

from ukumbi.core import Instant
from ukumbi.ledger.interface import InDoubt, NotWritten
from ukumbi.ledger.line import Line, Lines, NotReached

LOGGER = logging.getLogger(__name__)
EXIT_CODE: Final = 75
"""Of a process whose life is over, because others have declared it dead: `EX_TEMPFAIL`. Start another."""
RENEWAL_SECONDS: Final = 0.4
WATCHFUL_RENEWAL_SECONDS: Final = 0.1
"""While somebody waits for another node to be declared dead, or for the database to be back."""
DEAD_SECONDS: Final = 1.5
"""Without a renewal, by PostgreSQL's clock, after which a node is dead."""
UNBROKEN_SECONDS: Final = 2.0
"""Of own renewals, before others may be declared dead: else all would be, when the database was away."""
LATE_SECONDS: Final = 0.8
"""Without a renewal, after which a node may be dying: nobody is sent there, and it declares nobody dead.
By so much less than `DEAD_SECONDS`, the database may come back to one node before another."""
DUE_AHEAD_MS: Final = 1_000
"""How early a table is claimed before its alarm, so that it is open in time."""
DUE_AT_ONCE: Final = 20
LINES: Final = 3

BEGIN: Final = """
INSERT INTO nodes (name, versions) VALUES ($1, $2::jsonb)
ON CONFLICT (name) DO UPDATE SET number = excluded.number, seen = excluded.seen, since = excluded.since,
    began = excluded.began, load = 0, versions = excluded.versions
RETURNING number"""

# Nothing else compares times of nodes, and these are PostgreSQL's.
RENEW: Final = f"""
WITH me AS (
    UPDATE nodes SET load = $2, seen = clock_timestamp(), since = CASE
        WHEN clock_timestamp() - seen BETWEEN '0 s' AND '{LATE_SECONDS} s' THEN since
        ELSE clock_timestamp() END
    WHERE number = $1 RETURNING seen, since),
dead AS (
    DELETE FROM nodes WHERE number IN (
        SELECT n.number FROM nodes n, me
        WHERE n.number <> $1 AND me.seen - me.since > '{UNBROKEN_SECONDS} s'
          AND abs(extract(epoch FROM me.seen - n.seen)) > {DEAD_SECONDS}
        FOR UPDATE OF n SKIP LOCKED)
    RETURNING number)
SELECT (SELECT extract(epoch FROM seen) * 1000 FROM me)::float8 AS now,
       (SELECT json_agg(json_build_array(name, number, load, versions)) FROM nodes
        WHERE number NOT IN (SELECT number FROM dead)) AS living"""

END: Final = "DELETE FROM nodes WHERE number = $1"

LOOK: Final = """
SELECT t.number, t.owner, t.game, t.rules, n.name,
       extract(epoch FROM clock_timestamp() - n.seen)::float8 AS silent
FROM tables t LEFT JOIN nodes n ON n.number = t.owner WHERE t.id = $1"""

# Compare and set: no life is robbed but one that the table names, and that is over. Rules that are older
# than those of the last owner may not be able to read its log.
_CLAIM: Final = """
WITH claimed AS (
    SELECT c.number, c.owner FROM tables c
    WHERE {which} AND NOT EXISTS (SELECT FROM nodes n WHERE n.number = c.owner)
      AND c.rules <= (($2::jsonb)->>c.game)::int {limit})
UPDATE tables t SET owner = $1, rules = (($2::jsonb)->>t.game)::int FROM claimed c
WHERE t.number = c.number AND t.owner IS NOT DISTINCT FROM c.owner
  AND EXISTS (SELECT FROM nodes WHERE number = $1)
RETURNING t.id"""
CLAIM: Final = _CLAIM.format(which="c.id = $3", limit="")
CLAIM_DUE: Final = _CLAIM.format(
    which="c.wake <= $3", limit=f"ORDER BY c.wake LIMIT {DUE_AT_ONCE} FOR UPDATE OF c SKIP LOCKED"
)

# To nobody, if that node leaves as well.
GIVE: Final = """
WITH heir AS (SELECT number FROM nodes WHERE number = $3 AND versions <> '{}'),
given AS (
    UPDATE tables SET owner = (SELECT number FROM heir) WHERE owner = $1 AND number = ANY ($2::int[]))
SELECT number FROM heir"""
LEAVING: Final = "UPDATE nodes SET versions = '{}' WHERE number = $1"
OWN_ASLEEP: Final = "SELECT id, wake FROM tables WHERE owner = $1 AND wake IS NOT NULL"


NODES: Final = """
SELECT n.name, count(t.number), n.load, extract(epoch FROM clock_timestamp() - n.began)::float8,
       extract(epoch FROM clock_timestamp() - n.seen)::float8
FROM nodes n LEFT JOIN tables t ON t.owner = n.number AND t.status IN ('open', 'playing')
GROUP BY n.name ORDER BY n.name"""


class Node(NamedTuple):
    """A living node."""

    name: str
    number: UUID
    load: int
    versions: Mapping[str, int]

    def can_read(self, rules: Mapping[str, int]) -> bool:
        return all(self.versions.get(game, 0) >= version for game, version in rules.items())


class Owner(NamedTuple):
    """Whose a table is."""

    name: str | None
    """None: this life's."""
    silent: float = 0.0
    """Seconds since that node renewed its life."""


class TooNew(Exception):
    """No node that lives can read this table."""


class Life:
    def __init__(self, url: str, name: str, versions: Mapping[str, int]) -> None:
        self.name = name
        self.versions = versions
        self.number = UUID(int=0)
        self.living: list[Node] = []
        """As of the last renewal."""
        self.load: Callable[[], int] = lambda: 0
        self.now_ns = time.time_ns() - time.monotonic_ns()
        """PostgreSQL's time at the beginning of our own count, in nanoseconds."""
        self.on_time: Callable[[int], None] = lambda _: None
        self.on_renewal: Callable[[], None] = lambda: None
        self.on_unsure: Callable[[], None] = lambda: None
        """Called when this life may be over without our knowing."""
        self._versions = msgspec.json.encode(dict(versions)).decode()
        self._line = Line(url, f"{name} renews")
        self._lines = Lines(url, f"{name} claims", LINES)
        self._renewed_at = 0.0
        self._renewed = asyncio.Event()
        self._watchers = 0
        self._ended = False
        self._sooner = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._unsure_timer: asyncio.TimerHandle | None = None

    # beginning, renewing, ending

    async def begin(self) -> None:
        """Raises NotReached."""
        try:
            rows = await self._line.run(BEGIN, self.name, self._versions)
        except InDoubt as fault:
            raise NotReached(str(fault)) from fault
        self.number = UUID(str(rows[0]["number"]))
        await self._renew()
        self._renewing = asyncio.create_task(self._renew_on())

    def stop_renewing(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
        if self._unsure_timer is not None:
            self._unsure_timer.cancel()

    async def end(self) -> None:
        self._ended = True
        self.stop_renewing()
        try:
            await self._lines.run(END, self.number)
        except (NotReached, InDoubt):
            LOGGER.warning("the database is away: this node will be declared dead")
        await self._line.close()
        await self._lines.close()

    def is_over(self) -> NoReturn:
        """One process is one life: in another one, what waits here could pass for its own."""
        if self._ended:
            raise NotWritten("not_written")
        LOGGER.critical("node %s was declared dead; this process ends, start another", self.name)
        logging.shutdown()
        os._exit(EXIT_CODE)

    async def _renew_on(self) -> None:
        while True:
            wait = RENEWAL_SECONDS if self.sure and not self._watchers else WATCHFUL_RENEWAL_SECONDS
            self._sooner.clear()
            try:
                async with asyncio.timeout(wait):
                    await self._sooner.wait()
            except TimeoutError:
                pass
            try:
                await self._renew()
            except (NotReached, InDoubt) as fault:
                LOGGER.warning("node %s could not renew its life: %s", self.name, fault)
                await asyncio.sleep(WATCHFUL_RENEWAL_SECONDS)
            except Exception:  # without renewals the node would be dead
                LOGGER.exception("node %s could not renew its life", self.name)

    async def _renew(self) -> None:
        began = time.monotonic_ns()
        (row,) = await self._line.run(RENEW, self.number, self.load(), within=1.0)
        if row["now"] is None:
            self.is_over()
        ended = time.monotonic_ns()
        self.living = [
            Node(name, UUID(number), load, versions)
            for name, number, load, versions in json.loads(row["living"])
        ]
        self._renewed_at = began / 1e9
        self._watch_for_doubt()
        if ended - began < self.precise_ns:
            self.now_ns = round(row["now"] * 1_000_000) - (began + ended) // 2
            self.on_time(self.now_ns)
        renewed, self._renewed = self._renewed, asyncio.Event()
        renewed.set()
        self.on_renewal()

    precise_ns: Final = 100_000_000
    """A renewal that took longer says little about the time."""

    def _watch_for_doubt(self) -> None:
        if self._unsure_timer is not None:
            self._unsure_timer.cancel()
        left = self._renewed_at + DEAD_SECONDS - time.monotonic()
        self._unsure_timer = asyncio.get_running_loop().call_later(max(0.0, left), self._doubt)

    def _doubt(self) -> None:
        LOGGER.warning("node %s may be dead", self.name)
        self.on_unsure()

    @property
    def sure(self) -> bool:
        """Whether nobody can have declared this life over yet."""
        return time.monotonic() - self._renewed_at < DEAD_SECONDS

    async def until_sure(self) -> None:
        while not self.sure:
            await self._renewed.wait()

    async def next_renewal(self) -> None:
        """Wait for a renewal, which comes sooner for it: somebody may be declared dead by it."""
        self._watchers += 1
        self._sooner.set()
        try:
            await self._renewed.wait()
        finally:
            self._watchers -= 1

    # tables

    async def owner(self, table: str) -> Owner | None:
        """Whose the table is; it is claimed where it is nobody's. None if there is no such table."""
        while True:
            rows = await self._lines.repeat(LOOK, table)
            if not rows:
                return None
            row = rows[0]
            if row["owner"] is not None and UUID(str(row["owner"])) == self.number:
                return Owner(None)
            if row["name"] is not None:
                return Owner(row["name"], row["silent"])
            if await self._lines.repeat(CLAIM, self.number, self._versions, table):
                return Owner(None)
            if row["rules"] > self.versions.get(row["game"], 0):
                return Owner(self._reader_of({row["game"]: row["rules"]}).name)

    def _reader_of(self, rules: Mapping[str, int]) -> Node:
        node = self.least_loaded(rules)
        if node is None:
            raise TooNew
        return node

    def least_loaded(self, rules: Mapping[str, int]) -> Node | None:
        """Another node that can read tables of these rules."""
        able = [node for node in self.living if node.number != self.number and node.can_read(rules)]
        return min(able, key=lambda node: node.load, default=None)

    async def claim_due(self, now: Instant) -> list[str]:
        """Tables of nobody whose alarm is due."""
        rows = await self._lines.run(CLAIM_DUE, self.number, self._versions, now + DUE_AHEAD_MS)
        return [row["id"] for row in rows]

    async def own_asleep(self) -> list[tuple[str, Instant]]:
        """This life's tables that have an alarm."""
        rows = await self._lines.repeat(OWN_ASLEEP, self.number)
        return [(row["id"], Instant(row["wake"])) for row in rows]

    async def will_leave(self) -> None:
        """Take no more tables."""
        await self._lines.repeat(LEAVING, self.number)

    async def give(self, tables: Sequence[int], rules: Mapping[str, int]) -> Node | None:
        """Give these tables to the least loaded node that can read them; None: to nobody."""
        to = self.least_loaded(rules)
        number = None if to is None else to.number
        taken = await self._lines.repeat(GIVE, self.number, list(tables), number)
        if to is None or not taken:
            return None
        given = to._replace(load=to.load + len(tables))
        self.living = [given if node == to else node for node in self.living]
        return to


def names(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(sorted(node.name for node in nodes))


async def list_nodes(url: str) -> list[Any]:
    """Each node's name, tables in play, tables in memory, age and seconds since its last renewal."""
    line = Line(url, "ukumbi nodes")
    try:
        return [tuple(row) for row in await line.run(NODES)]
    finally:
        await line.close()
