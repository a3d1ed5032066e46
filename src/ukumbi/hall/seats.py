"""Seats change hands: sitting down, getting ready, leaving, bots that sit in, moves taken back.

Each of these is checked here, written down, and then told to everybody at the table. Asked twice, nothing
more happens: whoever did not hear the answer may ask again.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from ukumbi.core import Record, Refused, Resigned, Seat, TakenBack
from ukumbi.core.shared_rules import no_such_seat
from ukumbi.hall.access import may_sit
from ukumbi.hall.hall import Hall
from ukumbi.hall.history import Recorded, records_since
from ukumbi.hall.queue import resignation_request, taking_back_request
from ukumbi.hall.seating import (
    Answered,
    AskedBack,
    BotSat,
    CameBack,
    Cancelled,
    SaidReady,
    SatDown,
    SeatEvent,
    StoodIn,
    StoodUp,
    encode,
    evolve,
)
from ukumbi.hall.table import Table
from ukumbi.ledger import Conflict, SeatChange, Status

RESIGNING: Final = 2
"""Up to so many, whoever leaves ends the game; with more, a bot takes the seat and the others play on."""


class Seats:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        hall.on_came_back = self.come_back
        hall.on_away = self.stand_in_by_itself
        hall.on_opened = self._take_back_if_agreed

    async def _cancel(self, table: Table) -> None:
        """Nothing more is decided meanwhile: a step that is written later would bring the table back."""
        table.cancelling = True
        try:
            await self._change(table, Cancelled(), "cancelled")
        finally:
            table.cancelling = False
            if self._hall.tables.get(table.id) is table:  # else another stands for it
                table.beginning.if_ready()
                table.stepping.go_on()

    async def _change(self, table: Table, event: SeatEvent, status: Status | None = None) -> None:
        """Write it down, then let everybody know. The caller holds the table's lock."""
        if self._hall.tables.get(table.id) is not table:
            raise Refused("stale", seq=table.match.seq)  # it was put away while this was on its way
        after, now = table.match.seq, self._hall.clock.now()
        seating = evolve(table.seating, event, after)
        change = SeatChange(len(table.changes) + 1, after, now, encode(event))
        try:
            await self._hall.ledger.change_seats(table.row.number, change, seating.occupants, status)
        except Conflict as fault:
            # Somebody else has written to this table: what is known of it is out of date.
            self._hall.reopen(table)
            raise Refused("stale", seq=after) from fault
        table.reseated(seating, change, status)

    # before the game

    async def sit(self, table_id: str, person: str, key: str | None = None) -> Table:
        """Take the first free seat, with the key of an invitation."""
        table = await self._hall.table(table_id)
        async with table.reseating:
            if table.row.seat_of(person) is not None:
                return table
            _check_open(table)
            if not may_sit(table.row, key):
                raise Refused("invitation_needed")
            seat = table.row.free_seat()
            if seat is None:
                raise Refused("table_is_full")
            self._hall.names[person] = await self._hall.people.name(person)
            await self._change(table, SatDown(seat, person))
        self._hall.call_others(table, person)
        return table

    async def ready(self, table_id: str, person: str) -> Table:
        """Say that the game may begin; it does when everybody has."""
        table, seat = await self._seated(table_id, person)
        async with table.reseating:
            if table.status == "open" and not table.seating.occupants[seat].ready:
                await self._change(table, SaidReady(seat))
                self._hall.call_others(table, person)
        return table

    async def free(self, table_id: str, person: str, seat: Seat) -> Table:
        """The host frees a seat before the game: nobody plays on it yet."""
        table = await self._hosted(table_id, person)
        async with table.reseating:
            _check_open(table)
            occupant = table.seating.occupants[_existing(table, seat)]
            if occupant.person == person:
                raise Refused("your_own_seat")
            if not occupant.free:
                await self._change(table, StoodUp(seat, freed=True))
        return table

    async def seat_bot(self, table_id: str, person: str, seat: Seat, level: str) -> Table:
        """The host gives a free seat to a bot."""
        table = await self._hosted(table_id, person)
        async with table.reseating:
            _check_open(table)
            level = self._hall.registry[table.row.game].level(level)
            occupant = table.seating.occupants[_existing(table, seat)]
            if occupant.bot == level:
                return table
            if occupant.person is not None:
                raise Refused("seat_is_taken")
            await self._change(table, BotSat(seat, level))
        return table

    async def cancel(self, table_id: str, person: str) -> Table:
        """The host gives the table up before the game."""
        table = await self._hosted(table_id, person)
        async with table.reseating:
            if table.status != "cancelled":
                _check_open(table)
                await self._cancel(table)
        return table

    # leaving, and those who are away

    async def leave(self, table_id: str, person: str) -> Table:
        """Stand up: before the game the seat is free again, in a game for two it is given up, and where more
        play, a bot takes the seat over."""
        table, seat = await self._seated(table_id, person)
        if table.status == "playing" and table.match.seats <= RESIGNING:
            return await self._give_up(table, seat, away=False)
        async with table.reseating:
            if table.status == "open":
                if table.row.host == person:
                    await self._cancel(table)
                else:
                    await self._change(table, StoodUp(seat))
            elif table.status == "playing":
                await self._leave_to_bot(table, seat)
        return table

    async def _leave_to_bot(self, table: Table, seat: Seat) -> None:
        level = self._hall.registry[table.row.game].usual
        if level is None:
            raise Refused("no_bots_here", game=table.row.game)
        await self._change(table, BotSat(seat, level, left=True))
        if not table.seating.people():
            await self._cancel(table)

    async def resign(self, table_id: str, person: str) -> Table:
        table, seat = await self._seated(table_id, person)
        return await self._give_up(table, seat, away=False)

    async def end(self, table_id: str, person: str, seat: Seat) -> Table:
        """In a game for two the one who stays ends it, when the other has been away for longer."""
        table, own = await self._seated(table_id, person)
        _check_other(table, own, seat)
        if not table.absence.for_longer(seat) and table.status == "playing":
            raise Refused("not_away")
        return await self._give_up(table, seat, away=True)

    async def _give_up(self, table: Table, seat: Seat, away: bool) -> Table:
        answer = await table.settle(resignation_request(seat, away))
        if isinstance(answer, Refused) and not _is_given_up(table, seat):
            raise answer
        return table

    async def stand_in(self, table_id: str, person: str, seat: Seat) -> Table:
        """A bot sits in for somebody who is away, because another player wants to go on."""
        table, own = await self._seated(table_id, person)
        _check_other(table, own, seat)
        async with table.reseating:
            _check_playing(table)
            occupant = table.seating.occupants[seat]
            if occupant.stand_in is None:
                if table.absence.since(seat) is None:
                    raise Refused("not_away")
                await self._stand_in(table, seat, own)
        return table

    async def stand_in_by_itself(self, table: Table, seat: Seat) -> None:
        """In real time the house sits in when somebody has been away for longer."""
        async with table.reseating:
            away = table.absence.for_longer(seat) and table.status == "playing"
            if away and table.seating.occupants[seat].stand_in is None:
                await self._stand_in(table, seat, None)

    async def _stand_in(self, table: Table, seat: Seat, by: Seat | None) -> None:
        level = self._hall.registry[table.row.game].usual
        if level is None:
            raise Refused("no_bots_here", game=table.row.game)
        await self._change(table, StoodIn(seat, level, by))

    async def come_back(self, table: Table, seat: Seat) -> None:
        """Whoever returns has the seat again at once."""
        async with table.reseating:
            if table.viewers.here(seat) and table.seating.occupants[seat].stand_in is not None:
                await self._change(table, CameBack(seat))

    # taking back

    async def ask_back(self, table_id: str, person: str) -> Table:
        """Ask the others to let the own latest move be taken back; bots have nothing against it."""
        table, seat = await self._seated(table_id, person)
        async with table.reseating:
            _check_playing(table)
            if not table.match.game.can_take_back:
                raise Refused("no_taking_back")
            wish = table.take_back
            if wish is not None and wish.by != seat:
                raise Refused("already_asked")
            if wish is None:
                await self._change(table, AskedBack(seat, await self._before_latest(table, seat)))
                self._hall.news.need_others(table, person)
        await self._take_back_if_agreed(table)
        return table

    async def answer_back(self, table_id: str, person: str, agrees: bool) -> Table:
        table, seat = await self._seated(table_id, person)
        async with table.reseating:
            wish = table.take_back
            if wish is None or wish.by == seat or seat in wish.agreed:
                return table
            await self._change(table, Answered(seat, agrees))
        await self._take_back_if_agreed(table)
        return table

    async def _take_back_if_agreed(self, table: Table) -> None:
        wish = table.take_back
        if wish is None or not {*table.seating.people()} <= {wish.by, *wish.agreed}:
            return
        then = await self._hall.folded(table.row, wish.to)
        answer = await table.settle(taking_back_request(wish.by, wish.to, then.match.state))
        if isinstance(answer, Refused) and table.take_back is not None:
            raise answer

    async def _before_latest(self, table: Table, seat: Seat) -> int:
        """The event before this seat's latest move that still counts."""
        # What is in memory begins where it may, and a move back may lead to before that.
        standing = _standing(await records_since(self._hall.ledger, table, 0))
        for before, record in reversed(list(pairwise(standing))):
            if record.actor == seat:
                return before.seq
        raise Refused("nothing_to_take_back")

    # who may

    async def _seated(self, table_id: str, person: str) -> tuple[Table, Seat]:
        table = await self._hall.table(table_id)
        seat = table.row.seat_of(person)
        if seat is None:
            raise Refused("not_seated")
        return table, seat

    async def _hosted(self, table_id: str, person: str) -> Table:
        table = await self._hall.table(table_id)
        if table.row.host != person:
            raise Refused("not_the_host")
        return table


def _existing(table: Table, seat: Seat) -> Seat:
    if not 0 <= seat < len(table.seating.occupants):
        raise no_such_seat(seat, len(table.seating.occupants))
    return seat


def _check_other(table: Table, own: Seat, seat: Seat) -> None:
    if _existing(table, seat) == own or table.seating.occupants[seat].person is None:
        raise Refused("not_away")


def _check_open(table: Table) -> None:
    if table.status == "cancelled":
        raise Refused("table_cancelled")
    if table.status != "open":
        raise Refused("already_playing")


def _check_playing(table: Table) -> None:
    if table.status != "playing":
        raise Refused("not_playing")


def _is_given_up(table: Table, seat: Seat) -> bool:
    """Whether this very thing has been done already."""
    latest: Any = table.match.history[-1][1] if table.match.history else None
    return isinstance(latest, Resigned) and latest.seat == seat


def _standing(recorded: Sequence[Recorded]) -> list[Record]:
    """The records of a whole log that still count, because nothing has taken them back."""
    standing: list[Record] = []
    for record, event in recorded:
        if isinstance(event, TakenBack):
            standing = [earlier for earlier in standing if earlier.seq <= event.to]
        else:
            standing.append(record)
    return standing
