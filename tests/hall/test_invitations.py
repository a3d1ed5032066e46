"""Who may sit down: whoever was invited."""

from pathlib import Path

import pytest

from tests.kit.halls import ADA, new_row, open_hall
from tests.kit.loop import in_a_loop
from ukumbi.core import Refused
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.seats import Seats
from ukumbi.ledger import Occupant


@in_a_loop
async def test_every_new_table_has_a_key_of_its_own(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        seats = Seats(hall)
        tables = [await Lobby(hall, seats).set_up("ada", "rukuni", ["open"], b"{}", "on") for _ in range(2)]
        keys = {table.row.seat_key for table in tables} | {table.row.watch_key for table in tables}
        assert len(keys - {None}) == 4
        first, second = tables
        for wrong in (None, "", second.row.seat_key, first.row.watch_key):
            with pytest.raises(Refused, match="invitation_needed"):
                await seats.sit(first.id, "ben", wrong)
        hall.forget(first)
        assert (await seats.sit(first.id, "ben", first.row.seat_key)).row.seat_of("ben") == 1


@in_a_loop
async def test_at_a_table_of_former_times_the_id_is_the_invitation(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        table = await hall.create(new_row("rukuni", ADA, Occupant(), status="open", seat_key=None))
        hall.forget(table)
        assert (await Seats(hall).sit(table.id, "ben", None)).row.seat_of("ben") == 1
