"""A long log costs nothing: the work of opening, moving and looking back is counted, not timed."""

from pathlib import Path
from typing import Any

import pytest

from tests.kit.actions import tamper
from tests.kit.fragile.rules import Fragile
from tests.kit.halls import Recorder, arrive, new_row, open_hall, past_table
from ukumbi.core import Record, Seat
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.hall import KEPT_RECORDS as KEPT
from ukumbi.hall.table import Table
from ukumbi.ledger.sqlite import SqliteLedger

SHORT, LONG = 10, 10_010
BOUND = 2 * SNAPSHOT_EVERY


class CountingLedger(SqliteLedger):
    """Counts records read and rows written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.read = 0

    async def written(self) -> int:
        return await self._write(lambda connection: connection.connection.total_changes)

    async def records(self, table: int, after: int, limit: int) -> list[Record]:
        records = await super().records(table, after, limit)
        self.read += len(records)
        return records


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every event that is folded."""
    folded: list[Any] = []
    evolve = Fragile.evolve

    def counting(game: Fragile, state: Any, event: Any) -> Any:
        folded.append(event)
        return evolve(game, state, event)

    monkeypatch.setattr(Fragile, "evolve", counting)
    return folded


async def test_a_long_log_costs_nothing(tmp_path: Path, folded: list[Any]) -> None:
    ledger, costs = CountingLedger(tmp_path / "hall.sqlite"), []
    async with open_hall(tmp_path, ledger) as hall:
        for events in (SHORT, LONG):
            row, _ = await past_table(ledger, new_row("fragile", options=b'{"steps":99999}'), events)
            folded.clear()
            ledger.read = 0
            table = await hall.table(row.id)
            assert table.match.seq == events
            assert 0 < len(folded) <= ledger.read <= KEPT
            assert len(folded) < BOUND
            assert len(table.match.history) == min(events, KEPT), "as much is remembered as before"
            costs.append(await _cost_of_moves(table, ledger, folded))
            for seq in {1, events // 2, events - 1, events}:
                folded.clear()
                ledger.read = 0
                assert b'"taken":%d}' % (seq - 1) in bytes(await hall.past_view(table, Seat(0), seq))
                assert len(folded) < BOUND
                assert ledger.read < BOUND
    assert costs[0] == costs[1]
    assert costs[0] == (SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1), "each event once, and one snapshot"


async def _cost_of_moves(table: Table, ledger: CountingLedger, folded: list[Any]) -> tuple[int, int]:
    """Events folded and rows written for the moves between two snapshots."""
    recorder = Recorder()
    arrive(table, recorder, Seat(0))
    folded.clear()
    before = await ledger.written()
    for move in range(SNAPSHOT_EVERY):
        recorder.submit(table, (table.match.seq - 1) % 2, "step", f"m{move}")
        await recorder.received(recorder.updates, move + 1)
    return len(folded), await ledger.written() - before


async def test_a_damaged_snapshot_is_ignored(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("fragile", options=b'{"steps":999}'), 60)
    await ledger.close()
    tamper(tmp_path, "UPDATE snapshots SET state = replace(state, '\"taken\":', '\"taken\":1')")
    async with open_hall(tmp_path) as hall:
        assert (await hall.table(row.id)).match.state.taken == 59
