"""One encoding for each viewpoint; many who come are told of together."""

from pathlib import Path

from tests.kit.halls import Recorder, arrive, new_row, open_hall, past_table
from ukumbi.core import Seat

CROWD = 40


async def test_a_crowd_is_told_of_at_once(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile"), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        before = len(ada.presences)
        for number in range(CROWD):
            arrive(table, Recorder(f"eve{number}"), None)
        assert len(ada.presences) == before
        await ada.told(ada.presences, before + 1)
        assert len(ada.presences) == before + 1
