"""A node of several: which tables are its own, what it hears of the others, and how it leaves."""

import asyncio
import logging
import time
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

import asyncpg

from ukumbi.hall import heard, hints
from ukumbi.hall.allowance import LEFT_COUNTS_SECONDS, Latency, nearer
from ukumbi.hall.clock import SharedClock
from ukumbi.hall.hints import Hint, Hints
from ukumbi.hall.nodes import Alone, LivesElsewhere
from ukumbi.hall.requests import HandOver
from ukumbi.ledger import InDoubt, NotWritten
from ukumbi.ledger.life import LATE_SECONDS, RENEWAL_SECONDS, Life, TooNew, names
from ukumbi.ledger.line import NotReached

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
GRACE_MS: Final = 5_000
GIVEN_AT_ONCE: Final = 10
"""Tables, while others are still played here: their new node has to fold each of them."""
SLICES: Final = 50
"""So many at most, for a node with many tables."""
SLICE_PAUSE_SECONDS: Final = 0.1
LEAVE_SECONDS: Final = 10.0
"""That giving all tables away may take."""
RACING_SECONDS: Final = 2.0
"""Between two questions how near people who race are to other nodes."""


class Cluster(Alone):
    shared = True
    grace_ms = GRACE_MS

    def __init__(self, url: str, life: Life) -> None:
        self.name = life.name
        self.clock = SharedClock(life)
        self._life = life
        self._hints = Hints(url, life.name, self._heard, self._gap)
        self._hall: Hall
        self._doubted: set[int] = set()
        self._leaving = False
        self._claiming = False
        self._near: dict[str, tuple[float, Latency]] = {}
        """When a person's nearest connection to another node was heard of, and its latency."""
        self._asking: asyncio.Task[None] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return names(self._life.living)

    @property
    def ready(self) -> bool:
        return self.sure and not self._leaving

    @property
    def sure(self) -> bool:
        return self._life.sure

    async def until_sure(self) -> None:
        await self._life.until_sure()

    async def start(self, hall: "Hall") -> None:
        self._hall = hall
        await self._hints.start()
        life = self._life
        life.load = lambda: len(hall.tables)
        life.on_unsure = self._send_all_away
        life.on_renewal = self._claim_due
        self._asking = asyncio.create_task(self._ask_on())

    async def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        await self._hints.close()

    # whose a table is

    async def own(self, table: str) -> None:
        if self._leaving:
            raise LivesElsewhere(table, self._other())
        try:
            owner = await self._life.owner(table)
        except TooNew:
            return  # opening it says so
        if owner is not None and owner.name is not None:
            raise LivesElsewhere(table, owner.name, owner.silent)

    def _other(self) -> str:
        node = self._life.least_loaded({})
        return node.name if node else ""

    async def wait(self, there: LivesElsewhere, shunned: Collection[str], before: float | None) -> float:
        """`before`: when that node renewed its life last, by our clock."""
        renewed = time.monotonic() - there.silent
        alive = before is not None and renewed > before + RENEWAL_SECONDS / 2
        if self._leaving or alive or not (there.node in shunned or there.silent > LATE_SECONDS):
            raise there
        await self._life.next_renewal()
        return renewed if before is None else before

    def doubt(self, table: "Table") -> None:
        self._doubted.add(table.row.number)

    def _claim_due(self) -> None:
        """Open tables of nobody whose alarm is due."""
        if not self._claiming and not self._leaving:
            self._claiming = True
            self._hall.in_background(self._open_due())

    async def _open_due(self) -> None:
        try:
            for table in await self._life.claim_due(self._hall.clock.now()):
                self._hall.wake_at(table, self._hall.clock.now())
        except InDoubt:
            await self._open_own()  # they may be claimed
        except (NotReached, asyncpg.PostgresError) as fault:
            LOGGER.warning("node %s could not look for tables that are due: %s", self.name, fault)
        finally:
            self._claiming = False

    async def _open_own(self) -> None:
        """Wake those of the own tables that have an alarm, and are not open."""
        for table, wake in await self._life.own_asleep():
            if table not in self._hall.tables:
                self._hall.wake_at(table, wake)

    def _send_all_away(self) -> None:
        """Other nodes may have taken over, or will soon, or the database is away for all."""
        for table in list(self._hall.tables.values()):
            table.send_away("")

    # leaving

    async def leave(self) -> None:
        """Some tables at a time, each after its last write, to the least loaded node; then end this life."""
        self._leaving = True
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._life.will_leave()
                size = max(GIVEN_AT_ONCE, len(self._hall.tables) // SLICES)
                while tables := list(self._hall.tables.values())[:size]:
                    await self._give(tables)
                    await asyncio.sleep(SLICE_PAUSE_SECONDS)
                await self._hints.flush()
        except (TimeoutError, NotReached, InDoubt, NotWritten, asyncpg.PostgresError) as fault:
            LOGGER.warning("node %s could not give its tables away: %s", self.name, fault)
        await self._life.end()

    async def _give(self, tables: "list[Table]") -> None:
        await asyncio.gather(*(table.ask(HandOver()) for table in tables))
        rules = {table.row.game: table.match.game.version for table in tables}
        # A write in doubt may come yet: only the end of this life rules that out.
        given = [table for table in tables if table.row.number not in self._doubted]
        to = await self._life.give([table.row.number for table in given], rules)
        if to is not None:
            self._hints.say(hints.Given(to.name))
        for table in tables:
            table.moved(to.name if to is not None and table in given else "")

    # hints

    def _say(self, hint: Hint) -> None:
        if len(self._life.living) > 1:
            self._hints.say(hint)

    def tell(self, table: str, people: Iterable[str]) -> None:
        self._say(hints.News(table, tuple(sorted(people))))

    def tell_called(self, table: str, caller: str, people: Iterable[str]) -> None:
        self._say(hints.Call(table, caller, tuple(people)))

    def tell_renamed(self, person: str) -> None:
        self._say(hints.Renamed(person))

    def tell_signed_out(self, person: str) -> None:
        self._say(hints.SignedOut(person))

    def tell_expired(self, table: str) -> None:
        self._say(hints.Expired(table))

    def _heard(self, hint: Hint) -> None:
        hall = self._hall
        match hint:
            case hints.News(table, people):
                hall.in_background(hall.news.tell_here(table, people))
            case hints.Call(table, caller, people):
                hall.in_background(heard.call_here(hall, table, caller, people))
            case hints.Renamed(person):
                hall.in_background(heard.name_again(hall, person))
            case hints.SignedOut(person):
                hall.in_background(heard.read_stamps(hall, person))
            case hints.Expired(table):
                hall.expired(table)
            case hints.Given(node) if node == self.name:
                hall.in_background(self._open_own())
            case hints.Racing(people):
                self._answer_racing(people)
            case hints.Near(person, usual, shortest):
                self._hear_near(person, Latency(usual, shortest, silent=True))

    def _gap(self) -> None:
        """Hints were lost: everybody concerned reads again."""
        hall = self._hall
        hall.in_background(heard.read_all_again(hall))
        hall.in_background(self._open_own())

    # how near people are to other nodes

    async def _ask_on(self) -> None:
        while True:
            await asyncio.sleep(RACING_SECONDS)
            if len(self._life.living) > 1:
                self._ask_racing()

    def _ask_racing(self) -> None:
        late = time.monotonic() - LEFT_COUNTS_SECONDS
        self._near = {person: near for person, near in self._near.items() if near[0] > late}
        racing = [table for table in self._hall.tables.values() if table.races and table.publisher]
        for table in racing:
            people = [viewer.person for viewer, seat in table.publisher.items() if seat is not None]
            self._say(hints.Racing(tuple(people)))

    def _answer_racing(self, people: Iterable[str]) -> None:
        for person in people:
            for viewer in self._hall.connected.get(person, ()):
                latency = viewer.latency
                if latency.usual is not None:
                    self._say(hints.Near(person, round(latency.usual, 3), round(latency.shortest, 3)))

    def _hear_near(self, person: str, latency: Latency) -> None:
        """Of several answers to one question the nearest counts."""
        heard, known = self._near.get(person, (0.0, latency))
        now = time.monotonic()
        self._near[person] = now, nearer(latency, known) if now - heard < RACING_SECONDS / 2 else latency

    def latency(self, person: str) -> Latency | None:
        if person not in self._near:
            return None
        heard, latency = self._near[person]
        return latency if time.monotonic() - heard <= LEFT_COUNTS_SECONDS else None
