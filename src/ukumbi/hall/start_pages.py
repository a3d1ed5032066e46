"""Summaries of a person's tables for their start page, on request and when a table changes.

A hidden table is shown again when it needs its person.
"""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from cachetools import LRUCache

from ukumbi.core import Instant, Match, Outcome, Refused, Seat
from ukumbi.hall.cards import Names
from ukumbi.hall.messages import BriefSeat, TableBrief, TableNews
from ukumbi.hall.publish import encode
from ukumbi.hall.seats import people_of
from ukumbi.ledger import TableRow

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
CACHED_SUMMARIES: Final = 10_000
"""Of tables that are not in memory, so that a start page loaded again folds nothing."""


class Summary(msgspec.Struct, frozen=True):
    """How a table stands after event `seq`."""

    seq: int
    changed: Instant
    """When something last happened in the game, or when the table was set up."""
    awaited: tuple[Seat, ...] = ()
    score: tuple[int, ...] = ()
    outcome: Outcome | None = None

    def needs(self, seat: Seat | None, after: int) -> bool:
        """Whether something has happened after event `after` that this seat has to answer."""
        return self.seq > after and seat in self.awaited


def summary_of(table: "Table") -> Summary:
    """How a table in memory stands."""
    history = table.match.history
    return _summary(table.match, history[-1][0].at if history else table.row.created)


def _summary(match: Match, changed: Instant) -> Summary:
    if match.seq == 0:
        return Summary(0, changed)
    changed = match.clock.in_hall(changed)
    return Summary(match.seq, changed, tuple(sorted(match.awaited)), _score(match), match.outcome)


def _score(match: Match) -> tuple[int, ...]:
    try:
        return match.game.score(match.state)
    except Exception:  # a fault in a rule must not reach those who look at other tables
        LOGGER.exception("%s cannot be counted", match)
        return ()


def table_brief(row: TableRow, summary: Summary, names: Names, person: str) -> TableBrief:
    """One of this person's tables, as their start page shows it."""
    seat = row.seat_of(person)
    assert seat is not None
    return TableBrief(
        table=row.id,
        game=row.game,
        status=row.status,
        seats=tuple(
            BriefSeat(None if who.person is None else names[who.person], who.bot, who.stand_in)
            for who in row.occupants
        ),
        you=seat,
        host=row.host == person,
        changed=summary.changed,
        awaited=summary.awaited if row.status == "playing" else (),
        score=summary.score,
        outcome=summary.outcome,
    )


class Summaries:
    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._known: LRUCache[str, Summary] = LRUCache(CACHED_SUMMARIES)

    async def of(self, person: str, limit: int) -> list[tuple[TableRow, Summary]]:
        """The person's latest tables and how they stand, without those that they have hidden."""
        ledger = self._hall.ledger
        rows = await ledger.rows_of(person, limit)
        latest = await ledger.latest([row.number for row in rows])
        hidden = await ledger.hidden_by(person)
        shown = []
        for old in rows:
            row, summary = await self._look(old, latest.get(old.number))
            after = hidden.get(row.number)
            if after is None or summary.needs(row.seat_of(person), after):
                shown.append((row, summary))
        return shown

    async def one(self, table_id: str) -> tuple[TableRow, Summary] | None:
        """A table and how it stands, as the ledger has it."""
        row = await self._hall.ledger.row(table_id)
        if row is None:
            return None
        latest = await self._hall.ledger.latest([row.number])
        return await self._look(row, latest.get(row.number))

    async def _look(self, row: TableRow, latest: tuple[int, Instant] | None) -> tuple[TableRow, Summary]:
        live = self._hall.tables.get(row.id)
        if live is not None:
            return live.row, summary_of(live)
        seq, at = latest or (0, row.created)
        known = self._known.get(row.id)
        if known is None or known.seq != seq:
            known = self._known[row.id] = await self._fold(row, seq, at)
        return row, known

    async def _fold(self, row: TableRow, seq: int, at: Instant) -> Summary:
        if seq == 0:
            return Summary(0, at)
        try:
            return _summary((await self._hall.folded(row, seq)).match, at)
        except Refused:  # written by newer rules, or broken: it is listed all the same
            return Summary(seq, at)


class News:
    """Sends changes of a table to its players' other connections."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall

    def send(self, table: "Table", *former: str) -> None:
        """Send the table's summary to its players, and to former ones, who look elsewhere."""
        summary: Summary | None = None
        for person in {*former, *people_of(table.row.occupants)}:
            viewers = self._hall.connected.get(person, ())
            elsewhere = [viewer for viewer in viewers if viewer not in table.publisher]
            if not elsewhere:
                continue
            summary = summary or summary_of(table)
            seat, after = table.row.seat_of(person), table.hidden.get(person)
            if after is not None and not summary.needs(seat, after):
                continue
            gone = seat is None or table.status == "cancelled"
            brief = None if gone else table_brief(table.row, summary, table.names_here(), person)
            message = encode(TableNews(table.id, brief))
            for viewer in elsewhere:
                viewer.send(message)
        self._hall.nodes.tell(table.id, {*former, *people_of(table.row.occupants)})

    async def tell_here(self, table_id: str, people: Sequence[str]) -> None:
        """Something changed at another node's table: send its summary to these people, if they are here."""
        here = [person for person in people if person in self._hall.connected]
        if not here or table_id in self._hall.tables:
            return
        found = await self._hall.summaries.one(table_id)
        hidden = {} if found is None else await self._hall.ledger.hidden_at(found[0].number)
        for person in here:
            brief = None
            if found is not None and found[0].status != "cancelled":
                row, summary = found
                seat, after = row.seat_of(person), hidden.get(person)
                if seat is not None and (after is None or summary.needs(seat, after)):
                    brief = table_brief(row, summary, await self._hall.names_at(row), person)
            message = encode(TableNews(table_id, brief))
            for viewer in self._hall.connected.get(person, ()):
                viewer.send(message)

    async def hide(self, table: "Table", person: str) -> None:
        """Hide the table from this person's start page until it needs them."""
        after = table.match.seq
        await self._hall.ledger.hide(table.row.number, person, after)
        table.hidden[person] = after
        for viewer in self._hall.connected.get(person, ()):
            viewer.send(encode(TableNews(table.id, None)))
        self._hall.nodes.tell(table.id, [person])

    async def unhide(self, table: "Table", *people: str) -> None:
        """Show the table again: it needs these people, or they have opened it."""
        for person in people:
            if table.hidden.pop(person, None) is not None:
                await self._hall.ledger.unhide(table.row.number, person)
                self.send(table)

    def need_others(self, table: "Table", caller: str) -> None:
        """Show the table again to the other players: `caller` waits for an answer."""
        if table.hidden:
            others = [person for person in people_of(table.row.occupants) if person != caller]
            self._hall.in_background(self.unhide(table, *others))
