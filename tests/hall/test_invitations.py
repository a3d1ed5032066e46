"""Who may sit down: whoever was invited."""

from pathlib import Path

import pytest

from tests.kit.halls import open_hall
from ukumbi.core import Refused
from ukumbi.hall.lobby import Lobby
from ukumbi.hall.requests import Sit


async def test_every_new_table_has_a_key_of_its_own(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        tables = [await Lobby(hall).set_up("ada", "rukuni", ["open"], b"{}", "on") for _ in range(2)]
        keys = {table.row.seat_key for table in tables} | {table.row.watch_key for table in tables}
        assert len(keys - {None}) == 4
        first, second = tables
        for wrong in (None, "", second.row.seat_key, first.row.watch_key):
            with pytest.raises(Refused, match="invitation_needed"):
                await hall.ask(first.id, Sit("ben", wrong))
        hall.forget(first)
        assert (await hall.ask(first.id, Sit("ben", first.row.seat_key))).row.seat_of("ben") == 1
