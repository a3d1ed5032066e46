"""Setting up tables, and playing again."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from ukumbi.core import Refused, checked_options, codec
from ukumbi.hall.hall import Hall
from ukumbi.hall.people import new_id
from ukumbi.hall.requests import GetReady, Leave, LinkRematch
from ukumbi.hall.table import Table
from ukumbi.ledger import Conflict, Occupant, TableRow, Watch

OPEN: Final = "open"
"""A seat for the first person with the link."""


class Lobby:
    def __init__(self, hall: Hall, most_open: int) -> None:
        self._hall = hall
        self._most_open = most_open
        """Tables that one person may have waiting for others at once."""
        self._setting_up: dict[str, asyncio.Task[Table]] = {}

    async def set_up(
        self, host: str, game: str, others: Sequence[str], options: bytes, watch: Watch
    ) -> Table:
        """A new table. Against bots alone the game begins at once."""
        entry = self._hall.registry[game]
        entry.check_seats(1 + len(others))
        levels = [None if level == OPEN else entry.level(level) for level in others]
        try:
            chosen = checked_options(entry.game, msgspec.json.decode(options, type=dict))
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise Refused("bad_options", game=game, reason=str(fault)[:200]) from fault
        if OPEN in others and await self._hall.ledger.open_tables(host) >= self._most_open:
            raise Refused("too_many_open_tables", most=self._most_open)
        occupants = (Occupant(host), *(Occupant(bot=level) for level in levels))
        return await self._create(host, game, occupants, codec(entry.game).encode(chosen), watch)

    async def _create(
        self,
        host: str,
        game: str,
        occupants: tuple[Occupant, ...],
        options: bytes,
        watch: Watch,
        before: int | None = None,
    ) -> Table:
        row = TableRow(
            id=new_id(),
            game=game,
            version=self._hall.registry[game].game.version,
            options=options,
            occupants=occupants,
            status="open",
            host=host,
            watch=watch,
            watch_key=new_id(),
            seat_key=new_id(),
            created=self._hall.clock.now(),
        )
        return await self._hall.create(row, before)

    async def remove(self, table_id: str, person: str) -> None:
        """Take a table off this person's start page.

        Before the game that means to get up; a game that has begun goes on for the others, and its log stays.
        """
        table = await self._hall.table(table_id)
        if table.row.seat_of(person) is None:
            raise Refused("not_seated")
        if table.status == "open":
            await self._hall.ask(table_id, Leave(person))
        else:
            await self._hall.news.hide(table, person)

    async def put_back(self, table_id: str, person: str) -> Table:
        """Show a table again that this person has taken off their start page."""
        table = await self._hall.table(table_id)
        if table.row.seat_of(person) is None:
            raise Refused("not_seated")
        await self._hall.news.unhide(table, person)
        return table

    async def rematch(self, table_id: str, person: str, level: str | None = None) -> Table:
        """The table of the next game: the same players, one seat further on. Asked twice, the same.

        Asking for it means being ready for it. Who plays against bots alone may ask for another level.
        """
        fresh = await self._rematch(table_id, person, level)
        if fresh.row.seat_of(person) is None:
            return fresh
        return await self._hall.ask(fresh.id, GetReady(person))

    async def _rematch(self, table_id: str, person: str, level: str | None) -> Table:
        table = await self._hall.table(table_id)
        if table.row.seat_of(person) is None:
            raise Refused("not_seated")
        if table.row.status not in ("over", "stopped"):
            raise Refused("still_playing")
        if level is not None:
            level = self._hall.registry[table.row.game].level(level)
            if len(table.row.people()) > 1:
                raise Refused("others_play_on")
        if table.row.rematch is not None:
            return await self._hall.table(table.row.rematch)
        if table_id not in self._setting_up:
            self._setting_up[table_id] = asyncio.create_task(self._set_up_rematch(table.row, person, level))
            self._setting_up[table_id].add_done_callback(lambda _: self._setting_up.pop(table_id, None))
        return await asyncio.shield(self._setting_up[table_id])

    async def _set_up_rematch(self, row: TableRow, person: str, level: str | None) -> Table:
        game = self._hall.game(row)
        options = codec(game).encode(game.rematch(self._hall.options(row)))
        seats = [
            Occupant(who.person, who.bot and (level or who.bot), ready=who.person == person)
            for who in row.occupants
        ]
        try:
            fresh = await self._create(
                person, row.game, (*seats[1:], seats[0]), options, row.watch, before=row.number
            )
        except Conflict:
            # There is one, and the table was opened just before that was written.
            known = await self._hall.ledger.row(row.id)
            assert known is not None
            assert known.rematch is not None
            return await self._hall.table(known.rematch)
        if (table := self._hall.tables.get(row.id)) is not None:
            await table.ask(LinkRematch(fresh.id))
        self._hall.call_others(fresh, person)
        return fresh
