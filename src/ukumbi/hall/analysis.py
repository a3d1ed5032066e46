"""Analysis and hints: who may ask for them, about what, and how much."""

import asyncio
from typing import Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from cachetools import LRUCache

from ukumbi.bots.analyst import Analysis, Analyst, Hint
from ukumbi.bots.pool import Pool
from ukumbi.bots.slots import Asker
from ukumbi.bots.worker import AnalysisWanted, Answer, HintWanted
from ukumbi.core import Entry, Refused, Seat
from ukumbi.core.shared_rules import not_your_turn
from ukumbi.hall.hall import Hall
from ukumbi.hall.table import Table
from ukumbi.ledger import TableRow

EFFORT_SECONDS: Final = (0.15, 0.5, 1.5, 4.0)
"""Seconds of thought, from what is enough for one point of a curve to what is worth waiting for."""
HINT_SECONDS: Final = 0.5
CACHED_ANALYSES: Final = 2_000
"""Analyses in memory: stepping back and forth through a game waits once for each position."""
CACHED_PLACES: Final = 1_000
"""Positions of tables that are not in memory."""


class ThinkingBudget(Protocol):
    """Seconds of thought that a person may still ask for."""

    def try_spend(self, cost: float) -> bool: ...
    def give_back(self, cost: float) -> None: ...


class AnalysisClient(NamedTuple):
    """Who asks, and what they may spend."""

    person: str
    address: str
    """People at one address take turns, so that many of them gain nothing."""
    budget: ThinkingBudget


class Analyses:
    """Thinks in a pool of its own, so that no bot at a table waits for analysis."""

    def __init__(self, hall: Hall, pool: Pool) -> None:
        self._hall = hall
        self._pool = pool
        self._known: LRUCache[tuple[str, str], tuple[int, Analysis]] = LRUCache(CACHED_ANALYSES)
        """With the effort that each took."""
        self._in_play: LRUCache[str, tuple[int, str]] = LRUCache(CACHED_PLACES)
        """Where tables stand that are not in memory, and after which event."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One thought at a time for each person."""

    async def analyse(self, client: AnalysisClient, game: str, at: str, effort: int) -> Analysis:
        entry, analyst = self._analyst(game)
        entry.game.from_position(at)  # refused here if it is none
        await self._check_not_in_play(client.person, entry, analyst, at)
        known = self._known.get((game, at))
        if known is not None and (known[0] >= effort or known[1].exact):
            return known[1]
        answer = await self._think(
            client, AnalysisWanted(game, at, EFFORT_SECONDS[effort]), EFFORT_SECONDS[effort]
        )
        assert answer.analysis is not None
        self._known[game, at] = effort, answer.analysis
        return answer.analysis

    async def hint(self, client: AnalysisClient, table: Table) -> Hint:
        seat = table.row.seat_of(client.person)
        if seat is None:
            raise Refused("not_seated")
        self._analyst(table.row.game)
        if table.status != "playing":
            raise Refused("not_playing")
        if len(table.row.people()) > 1:
            raise Refused("hints_against_bots_only")
        if seat not in table.match.may_act:
            raise not_your_turn()
        wanted = HintWanted(table.row.game, Seat(seat), bytes(table.publisher.view(seat)))
        answer = await self._think(client, wanted, HINT_SECONDS)
        assert answer.hint is not None
        return answer.hint

    def _analyst(self, game: str) -> tuple[Entry, Analyst]:
        entry = self._hall.registry[game]
        if entry.analyst is None:
            raise Refused("no_analysis", game=entry.game.name)
        return entry, entry.analyst

    async def _think(
        self, client: AnalysisClient, question: AnalysisWanted | HintWanted, seconds: float
    ) -> Answer:
        """Charge the seconds of thought, not the waiting."""
        person, address, budget = client
        if not budget.try_spend(seconds):
            raise Refused("enough_for_now")
        began: list[float] = []
        now = asyncio.get_running_loop().time
        spent: float | None = None
        try:
            async with self._turns.setdefault(person, asyncio.Lock()):
                answer = await self._pool.analyse(
                    Asker(address, person), question, lambda: began.append(now())
                )
            spent = answer.seconds
            return answer
        finally:
            if spent is None:  # given up, or failed
                spent = now() - began[0] if began else 0.0
            budget.give_back(max(0.0, seconds - spent))

    # games in play

    async def _check_not_in_play(self, person: str, entry: Entry, analyst: Analyst, at: str) -> None:
        """Refuse to analyse a game that this person is playing against another person."""
        for row in await self._hall.ledger.in_play(person, entry.game.name):
            if len(row.people()) > 1 and analyst.may_follow(await self._position(row, analyst), at):
                raise Refused("game_in_progress", table=row.id)

    async def _position(self, row: TableRow, analyst: Analyst) -> str:
        live = self._hall.tables.get(row.id)
        if live is not None:
            return analyst.position(live.match.state)
        seq, _ = (await self._hall.ledger.latest([row.number]))[row.number]
        known = self._in_play.get(row.id)
        if known is None or known[0] != seq:
            state: Any = (await self._hall.folded(row, seq)).match.state
            known = self._in_play[row.id] = seq, analyst.position(state)
        return known[1]

    async def close(self) -> None:
        await self._pool.close()
