"""Sixty tables of all games on several nodes, with people and bots, and what becomes of them under faults."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.audit import Findings, ShownView, audit_logs
from benchmarks.cluster.nodes import Cluster
from benchmarks.cluster.player import Answer, ClusterPlayer, Ways
from benchmarks.crash import Stuck, TableGroup, TableKind, choice_of
from benchmarks.players.player import Player, Said
from ukumbi.core import Registry
from ukumbi.core.inputs import generator

STUCK_SECONDS: Final = 30.0
THINKING_SECONDS: Final = (0.3, 0.9)
BOT_PACE: Final = "0.3"
WRITERS: Final = """
CREATE TABLE writers (table_number bigint, seq int, backend text, owner uuid, ahead bigint, serial bigserial);
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO writers (table_number, seq, backend, owner, ahead) VALUES (NEW.table_number, NEW.seq,
        pg_backend_pid() || ' ' || (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()),
        (SELECT owner FROM tables WHERE number = NEW.table_number),
        NEW.at - extract(epoch FROM clock_timestamp()) * 1000);
    RETURN NULL;
END $$;
CREATE TRIGGER note_writer AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION note_writer();
CREATE TABLE turning_points (
    at float8 DEFAULT extract(epoch FROM clock_timestamp()), node text, table_id text);
CREATE FUNCTION note_death() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO turning_points (node) VALUES (OLD.name);
    RETURN NULL;
END $$;
CREATE TRIGGER note_death AFTER DELETE ON nodes FOR EACH ROW EXECUTE FUNCTION note_death();
CREATE FUNCTION note_owner() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO turning_points (table_id) VALUES (NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER note_owner AFTER UPDATE OF owner ON tables FOR EACH ROW EXECUTE FUNCTION note_owner();
"""
"""Notes for every event who wrote it, who owned the table, and how far its time is ahead of PostgreSQL's; and
when nodes died and tables were claimed."""
POINTS: Final = "SELECT at, coalesce(node, ''), coalesce(table_id, '') FROM turning_points ORDER BY at"
CLOCK_EVENTS: Final = """
SELECT table_number, seq, (e.at - w.ahead) / 1000.0 FROM events e JOIN writers w USING (table_number, seq)
WHERE e.actor = -1
"""
ZOMBIES: Final = """
SELECT w.table_number || ' event ' || w.seq FROM writers w JOIN (
    SELECT backend, count(DISTINCT owner) FROM writers GROUP BY backend HAVING count(DISTINCT owner) > 1
) several USING (backend)
"""
"""Events of connections that wrote while somebody else owned the table: a connection is one life's."""


class TurningPoint(NamedTuple):
    """A node was declared dead, or a table was claimed; in seconds since 1970."""

    at: float
    node: str
    table: str


class Play:
    """The players at all tables."""

    def __init__(
        self,
        cluster: Cluster,
        ways: Ways,
        registry: Registry,
        kinds: Sequence[TableKind],
        tables: int,
        seed: int,
    ) -> None:
        self.cluster = cluster
        self.rng = generator(seed)
        self._ways = ways
        self._registry = registry
        self._shown: dict[Player, ShownView] = {}
        self._views: list[ShownView] = []
        self._moved = asyncio.Event()
        self.groups = [self._group(kinds[place % len(kinds)]) for place in range(tables)]

    @property
    def players(self) -> list[ClusterPlayer]:
        return [
            player for group in self.groups for player in group.players if isinstance(player, ClusterPlayer)
        ]

    def _group(self, kind: TableKind) -> TableGroup:
        choose, rng = choice_of(self._registry, kind), Random(self.rng.random())

        def new_player() -> Player:
            player = ClusterPlayer(self._ways, choose, rng)
            player.thinks = lambda: rng.uniform(*THINKING_SECONDS)
            player.on_heard = self._note
            player.on_acknowledged = lambda _: self._moved.set()
            return player

        return TableGroup(kind, new_player)

    def _note(self, player: Player, said: Said) -> None:
        self._moved.set()
        if said.seq and said.you is not None:
            self._shown[player] = view = ShownView(player.table, player.seat, said.seq, bytes(said.view))
            if said.type == "sync":
                self._views.append(view)

    async def sit_down(self) -> None:
        await asyncio.gather(*(group.sit_down() for group in self.groups))
        await self.all_move()

    async def all_move(self, groups: Sequence[TableGroup] | None = None) -> None:
        """Wait until every one of these tables has another acknowledged move."""
        before = {group: group.moves for group in groups or self.groups}
        try:
            await self.until(lambda: all(group.moves > moves for group, moves in before.items()))
        except Stuck:
            still = (group.problem() for group, moves in before.items() if group.moves == moves)
            raise Stuck("; ".join(still)) from None

    async def busiest(self) -> str:
        """The node that owns most tables."""
        owners = Counter((await self.cluster.owners()).values())
        return max(self.cluster.nodes, key=lambda name: owners[name])

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for something that only players' messages can bring about. Raises `Stuck`."""
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                while not done():
                    self._moved.clear()
                    await self._moved.wait()
        except TimeoutError:
            still = [
                group.problem() for group in self.groups if not any(p.over.is_set() for p in group.players)
            ]
            raise Stuck("; ".join(still[:5])) from None

    def answers_since(self, moment: float) -> list[Answer]:
        """Moves that were answered after this moment."""
        return [
            answer
            for player in self.players
            for answer in reversed(player.answers)
            if answer.answered >= moment
        ]

    async def leave(self) -> None:
        for group in self.groups:
            group.leave()
        for player in self.players:
            await player.away.wait()

    async def audit(self) -> Findings:
        """Compare all that players were told with the log."""
        moves = [move for player in self.players for move in player.acknowledged]
        heard = [part for player in self.players for part in player.heard]
        views = [*self._views, *self._shown.values()]
        url = self.cluster.url.replace("postgresql:", "postgresql+asyncpg:")
        engine = create_async_engine(url)
        async with engine.connect() as connection:
            findings = await connection.run_sync(audit_logs, self._registry, moves, views, heard)
        await engine.dispose()
        return findings

    async def watch_writers(self) -> None:
        """From now on the database notes who writes each event."""
        await self.cluster.ask(WRITERS)

    async def ahead(self) -> int:
        """The most milliseconds by which an event's time was ahead of PostgreSQL's."""
        ((most,),) = await self.cluster.ask("SELECT coalesce(max(ahead), 0) FROM writers")
        return int(most)

    async def turning_points(self) -> list[TurningPoint]:
        return [TurningPoint(float(at), node, table) for at, node, table in await self.cluster.ask(POINTS)]

    async def clock_events(self) -> dict[tuple[int, int], float]:
        """When PostgreSQL got each event of a clock, by table and number, in seconds since 1970."""
        return {(int(table), int(seq)): float(at) for table, seq, at in await self.cluster.ask(CLOCK_EVENTS)}

    async def zombies(self) -> list[str]:
        """Events that were written by who did not own the table."""
        return [row[0] for row in await self.cluster.ask(ZOMBIES)]
