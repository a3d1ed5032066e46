"""The coach at a table: it helps one person against bots, from what that person sees.

In a person's first games it speaks by itself, later if it is switched on. It waits, so that its player can
find the thing alone; who does the thing unaided hears no more of it in this game.
"""

import asyncio
from typing import TYPE_CHECKING, Any, Final

from ukumbi.bots.coach import Advice
from ukumbi.core import Instant, Refused, Seat
from ukumbi.hall import messages
from ukumbi.hall.publish import Viewer, encode
from ukumbi.ledger import Ledger, MemoryGrowth

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

FIRST_GAMES: Final = 2
"""Games in which the coach speaks without being switched on."""
REPEATED_SECONDS: Final = 1.0
"""The least wait for a topic that was told before in this game: its player may know it by now."""
COACHED: Final = "/coach"
"""Stands where a memory names its game; no game is called like that."""


class Coachings:
    """What the hall keeps of coached people: their games against bots by game, and how the switch stands."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    async def is_on(self, person: str, game: str) -> bool:
        kept = await self._kept(person)
        on, off = kept.get(f"{game}/on", 0), kept.get(f"{game}/off", 0)
        if on or off:
            return on > off
        return kept.get(f"{game}/games", 0) < FIRST_GAMES

    async def switch(self, person: str, game: str, on: bool) -> None:
        """The side with more counts is in force, so saying the same twice changes nothing."""
        kept = await self._kept(person)
        was_on, was_off = kept.get(f"{game}/on", 0), kept.get(f"{game}/off", 0)
        more = was_off + 1 - was_on if on else max(was_on, 1) - was_off
        if more > 0:
            await self._add(person, f"{game}/{'on' if on else 'off'}", more)

    async def note_game(self, person: str, game: str) -> None:
        if (await self._kept(person)).get(f"{game}/games", 0) < FIRST_GAMES:
            await self._add(person, f"{game}/games", 1)

    async def _kept(self, person: str) -> dict[str, int]:
        return (await self._ledger.memories(COACHED, [person])).get(person, {})

    async def _add(self, person: str, key: str, more: int) -> None:
        await self._ledger.remember(MemoryGrowth(person, COACHED, {key: more}))


class Coaching:
    """The coach of one table, from its person's first look on."""

    __slots__ = ("_advice", "_begun", "_changed", "_from", "_known", "_task", "_told", "on")

    def __init__(self) -> None:
        self.on: bool | None = None
        """None until it is known whether this person is coached."""
        self._begun = False
        """Whether it was asked whether this person is coached."""
        self._advice: Advice | None = None
        self._from = Instant(0)
        """When the advice is told, in the hall's time."""
        self._told: frozenset[str] = frozenset()
        """Topics that were told in this game."""
        self._known: frozenset[str] = frozenset()
        """Topics that the player knows: silence."""
        self._task: asyncio.Task[None] | None = None
        self._changed = False
        """Whether the table has changed since the coach was asked."""

    def joined(self, table: "Table", viewer: Viewer) -> None:
        """The person looks at the table, perhaps with one more window."""
        seat = coached_seat(table)
        if table.status != "playing" or seat is None or seat != table.row.seat_of(viewer.person):
            return
        if self.on is None:
            self._begun = False
        else:
            self._tell(table, seat)
        self.look(table)

    async def _begin(self, table: "Table", seat: Seat) -> None:
        person = table.row.occupants[seat].person
        assert person is not None
        on = await table.hall.coachings.is_on(person, table.row.game)
        if self.on is None:
            self._switched(table, on)

    async def switch(self, table: "Table", person: str, on: bool) -> None:
        seat = table.row.seat_of(person)
        if seat is None:
            raise Refused("not_seated")
        if seat != coached_seat(table):
            raise Refused("hints_against_bots_only")
        await table.hall.coachings.switch(person, table.row.game, on)
        self._told = self._known = frozenset()
        self._switched(table, on)

    def _switched(self, table: "Table", on: bool) -> None:
        self.on, self._advice = on, None
        self._tell(table, coached_seat(table))
        if table.status == "playing":
            self.look(table)

    def look(self, table: "Table") -> None:
        """The table has changed: ask for advice, unless a worker is at it already."""
        if not self._begun:
            self._begun = True
            if (seat := coached_seat(table)) is not None:
                table.hall.in_background(self._begin(table, seat))
        if table.status == "over":
            self._note_end(table)
        self._changed = True
        if self.on and self._task is None:
            self._task = asyncio.create_task(self._ask(table))

    async def _ask(self, table: "Table") -> None:
        try:
            while self._changed:
                self._changed, advice = False, None
                if (seat := self._seat_to_advise(table)) is not None:
                    advice = await table.hall.bots.advise(table, seat)
                if not self._changed:
                    self._give(table, advice)
        finally:
            self._task = None

    def _seat_to_advise(self, table: "Table") -> Seat | None:
        """The coached seat, if its player looks on and may act."""
        seat = coached_seat(table)
        if not self.on or table.status != "playing" or seat is None:
            return None
        return seat if table.publisher.here(seat) and seat in table.match.may_act else None

    def _give(self, table: "Table", advice: Advice | None) -> None:
        if advice is not None and advice.code in self._known:
            advice = None
        before = self._advice
        if advice == before:
            return
        self._note_told(table)
        if advice is not None and (before is None or advice.code != before.code):
            wait = max(advice.wait, REPEATED_SECONDS) if advice.code in self._told else advice.wait
            self._from = Instant(table.hall.clock.now() + round(1000 * table.hall.bots.pace * wait))
        self._advice = advice
        self._tell(table, coached_seat(table))

    def _note_told(self, table: "Table") -> None:
        if self._was_told(table) and self._advice is not None:
            self._told |= {self._advice.code}

    def _was_told(self, table: "Table") -> bool:
        return table.hall.clock.now() >= self._from

    def moved(self, table: "Table", seat: Seat, move: str) -> None:
        """The player has moved: the advice was about the moment before."""
        if self._advice is None or seat != coached_seat(table):
            return
        if self._advice.is_heeded_by(move) and not self._was_told(table):
            self._known |= {self._advice.code}
        self._note_told(table)
        self._advice = None
        self._tell(table, seat)

    def _tell(self, table: "Table", seat: Seat | None) -> None:
        if seat is None:  # another person has sat down
            return
        card, advice = None, self._advice
        if advice is not None:
            offered = advice.move if advice.offered else None
            card = messages.AdviceCard(advice.code, advice.facts, advice.marks, offered)
        table.publisher.tell(seat, encode(messages.Coach(table.id, bool(self.on), card, self._from)))

    def _note_end(self, table: "Table") -> None:
        """The game is over: it counts as one of the person's first."""
        seat = coached_seat(table)
        if self.on is not None and seat is not None:
            person = table.row.occupants[seat].person
            assert person is not None
            table.hall.in_background(table.hall.coachings.note_game(person, table.row.game))

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()


def coached_seat(table: "Table") -> Seat | None:
    """The seat of the only person at a table whose game has a coach; with two people nobody is helped."""
    people = table.row.people()
    if len(people) != 1 or table.hall.registry[table.row.game].coach is None:
        return None
    return people[0]


def check_help(table: "Table", move: Any) -> None:
    """Raise if the move asks for help against another person."""
    if table.match.game.asks_help(move) and len(table.row.people()) > 1:
        raise Refused("hints_against_bots_only")
