"""Telling comes after writing: a fault in it takes nothing back."""

from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from tests.hall.scene import events_of
from tests.kit.halls import Recorder, arrive, new_row, open_hall, past_table, settle
from tests.kit.loop import in_a_loop
from ukumbi.core import Seat


def fails(*_: Any) -> None:
    raise ValueError("a fault")


@pytest.mark.parametrize("told_by", ["publisher.before_step", "publisher.step", "hall.news.tell"])
@in_a_loop
async def test_a_move_on_disk_is_accepted_though_it_cannot_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told_by: str
) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":9}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        await settle(table)
        owner, _, name = told_by.rpartition(".")
        monkeypatch.setattr(attrgetter(owner)(table), name, fails)
        ada.submit(table, 0, "step", "r")
        await ada.told(ada.accepted)
        assert (ada.accepted, ada.refusals, len(ada.stopped)) == (["r"], [], 1)
        assert (table.status, table.match.seq) == ("stopped", 2)
    assert [ref for _, _, ref, _ in events_of(tmp_path, row.id)] == [None, "r"]
