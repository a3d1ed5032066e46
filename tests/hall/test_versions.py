"""Tables written by other versions of the rules: older ones go on, newer ones are not written to."""

from pathlib import Path

import msgspec
import pytest

from benchmarks.audit import audit
from tests.conformance.golden import FOLDER, Golden
from tests.kit.actions import in_ledger, tamper
from tests.kit.halls import REGISTRY, Recorder, arrive, first_change, new_row, open_hall
from ukumbi.core import Refused, Seat
from ukumbi.ledger import Append, Occupant, Snapshot, TableRow
from ukumbi.ledger.sqlite import SqliteLedger

OLD = msgspec.json.decode((FOLDER / "berries-v1.json").read_bytes(), type=Golden)
PLAYERS = (Occupant("ada"), Occupant("ben"), Occupant("cyd"))


async def written_by_version_1(folder: Path, events: int, snapshot: Snapshot | None = None) -> TableRow:
    """A table of Berries in version 1, up to this event."""
    ledger, log = SqliteLedger(folder / "hall.sqlite"), OLD.log
    row = msgspec.structs.replace(new_row("berries", *PLAYERS, options=bytes(log.options)), version=1)
    number = await ledger.create(row, first_change(row))
    faults: list[Exception | None] = []
    ledger.append(Append(number, log.records[:events], "playing", None, False, snapshot), faults.append)
    await ledger.close()
    assert faults == [None]
    return row


async def test_an_old_table_goes_on_under_the_new_rules(tmp_path: Path) -> None:
    row = await written_by_version_1(tmp_path, 5)
    async with open_hall(tmp_path) as hall:
        table, ada = await hall.table(row.id), Recorder("ada")
        assert (table.match.version, table.match.options) == (1, REGISTRY["berries"].game.options(size=12))
        arrive(table, ada, Seat(0))
        ada.submit(table, 0, f"{table.match.state.left[0]}", "new")
        await ada.received(ada.updates)
        left = table.match.state.left
    versions = in_ledger(tmp_path, "SELECT seq, version FROM events ORDER BY seq")
    assert versions == [(1, None), (2, None), (3, None), (4, None), (5, None), (6, 2)]
    async with open_hall(tmp_path) as hall:
        assert (await hall.table(row.id)).match.state.left == left
    assert audit(tmp_path / "hall.sqlite", REGISTRY, [], []).faults() == []


async def test_a_snapshot_of_another_version_is_ignored(tmp_path: Path) -> None:
    nonsense = Snapshot(3, 1, b'{"left":[99],"picked":[7,7,7]}', ())
    row = await written_by_version_1(tmp_path, 5, nonsense)
    async with open_hall(tmp_path) as hall:
        state = (await hall.table(row.id)).match.state
        assert sum(state.picked) == 4
        assert 99 not in state.left
    checksum = msgspec.structs.replace(nonsense, version=2).checksum(1)
    tamper(tmp_path, "UPDATE snapshots SET version = 2, checksum = ?", checksum)
    async with open_hall(tmp_path) as hall:
        assert (await hall.table(row.id)).match.state.picked != state.picked, "today's is trusted"


@pytest.mark.parametrize(
    "newer",
    ["UPDATE tables SET version = 3", "UPDATE events SET version = 3 WHERE seq = 5"],
    ids=["the whole table", "its latest event"],
)
async def test_a_table_of_newer_rules_is_not_written_to(tmp_path: Path, newer: str) -> None:
    row = await written_by_version_1(tmp_path, 5)
    tamper(tmp_path, newer)
    before = in_ledger(tmp_path, "SELECT * FROM events"), in_ledger(tmp_path, "SELECT * FROM tables")
    async with open_hall(tmp_path) as hall:
        with pytest.raises(Refused) as refused:
            await hall.table(row.id)
        assert refused.value.code == "newer_version"
        assert refused.value.facts == {"game": "berries", "version": 3, "known": 2}
    after = in_ledger(tmp_path, "SELECT * FROM events"), in_ledger(tmp_path, "SELECT * FROM tables")
    assert before == after
