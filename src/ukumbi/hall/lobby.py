"""Setting up tables, sitting down, and playing again."""

import asyncio
from collections.abc import Sequence

import msgspec

from ukumbi.core import Refused, Seat, codec
from ukumbi.hall.hall import Hall
from ukumbi.hall.ledger import Sitter, TableRow, Watch
from ukumbi.hall.people import new_id
from ukumbi.hall.table import Table

REMEMBERED = 10_000
"""Next games that the lobby knows of before the ledger has to be asked."""
OPEN = "open"
"""A seat for whoever has the link."""


class Lobby:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._again: dict[str, asyncio.Task[TableRow]] = {}
        self._set_up: dict[str, str] = {}
        """The next games set up lately, by the table of the game before."""

    async def set_up(
        self, host: str, game: str, others: Sequence[str], options: bytes, watch: Watch
    ) -> TableRow:
        """A new table. It begins by itself when every seat is taken."""
        box = self._hall.shelf[game]
        if 1 + len(others) not in box.game.seats:
            raise Refused("wrong_number_of_seats", fewest=box.game.seats.start, most=box.game.seats.stop - 1)
        for level in others:
            if level != OPEN and level not in box.bots:
                raise Refused("no_such_bot", bot=level[:40])
        try:
            chosen = codec(box.game).options(options)
        except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
            raise Refused("bad_options", reason=str(fault)[:200]) from fault
        sitters = (Sitter(host), *(Sitter(bot=None if level == OPEN else level) for level in others))
        return await self._create(host, game, sitters, codec(box.game).encode(chosen), watch)

    async def _create(
        self, host: str, game: str, sitters: tuple[Sitter, ...], options: bytes, watch: Watch
    ) -> TableRow:
        row = TableRow(
            id=new_id(),
            game=game,
            version=self._hall.shelf[game].game.version,
            options=options,
            sitters=sitters,
            status="open",
            host=host,
            watch=watch,
            watch_key=new_id(),
            created=self._hall.clock.now(),
        )
        return (await self._hall.create(row)).row

    async def sit(self, table_id: str, person: str) -> TableRow:
        """Take the first free seat; sitting down twice changes nothing."""
        table = await self._hall.table(table_id)
        if table.row.seat_of(person) is not None:
            return table.row
        seat = table.row.free_seat()
        if seat is None:
            raise Refused("table_is_full")
        _take(table, seat, Sitter(person))
        try:
            await self._hall.ledger.sit(table.row.number, seat, person)
        except Refused:
            _take(table, seat, Sitter())
            raise
        await self._hall.learn_names(table.row)
        for viewer, place in list(table.viewers.items()):
            if place is None and viewer.person == person:
                table.join(viewer, seat)
        table.tell_company()
        if table.row.free_seat() is None:
            table.begin()
        return table.row

    async def play_again(self, table_id: str, person: str) -> TableRow:
        """The table of the next game: the same players, one seat further on. Asked twice, the same."""
        table = await self._hall.table(table_id)
        if table.row.seat_of(person) is None:
            raise Refused("not_seated")
        if table.row.status not in ("over", "stopped"):
            raise Refused("still_playing")
        # A table opened while somebody set up the next one may not know of it; the lobby does.
        again = table.row.again or self._set_up.get(table_id)
        if again is not None:
            return (await self._hall.table(again)).row
        if table_id not in self._again:
            self._again[table_id] = asyncio.create_task(self._set_up_again(table.row, person))
            self._again[table_id].add_done_callback(lambda _: self._again.pop(table_id, None))
        return await asyncio.shield(self._again[table_id])

    async def _set_up_again(self, row: TableRow, person: str) -> TableRow:
        game = self._hall.game(row)
        options = codec(game).encode(game.again(self._hall.options(row)))
        fresh = await self._create(person, row.game, (*row.sitters[1:], row.sitters[0]), options, row.watch)
        self._set_up[row.id] = fresh.id
        if len(self._set_up) > REMEMBERED:
            del self._set_up[next(iter(self._set_up))]
        await self._hall.ledger.go_again(row.number, fresh.id)
        if (table := self._hall.tables.get(row.id)) is not None:
            table.row = msgspec.structs.replace(table.row, again=fresh.id)
            table.tell_company()
        return fresh


def _take(table: Table, seat: Seat, sitter: Sitter) -> None:
    sitters = list(table.row.sitters)
    sitters[seat] = sitter
    table.row = msgspec.structs.replace(table.row, sitters=tuple(sitters))
