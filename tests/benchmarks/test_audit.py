"""The audit after a crash finds each kind of damage; otherwise the kill test would prove nothing."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from benchmarks.audit import Findings, Heard, ShownView, audit
from benchmarks.players.player import Acknowledged
from tests.kit.actions import in_ledger, tamper
from tests.kit.halls import REGISTRY, new_row, past_table, ref_of
from ukumbi.core import Record, Seat, codec, fold
from ukumbi.hall.messages import TableEvent
from ukumbi.ledger.sqlite import SqliteLedger

POUNCE = REGISTRY["pounce"].game


class PlayedTable:
    """A played table with the acknowledgements and views of its players."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.moves: list[Acknowledged] = []
        self.seen: list[ShownView] = []
        self.heard: list[Heard] = []

    async def play(self) -> None:
        ledger = SqliteLedger(self.folder / "hall.sqlite")
        row, moves = await past_table(ledger, new_row("pounce", options=b'{"rounds": 99}'), 120)
        records = await ledger.records(1, 0, 100)
        await ledger.close()
        self.moves = [
            Acknowledged(row.id, ref_of(place), move, 0.0) for place, move in enumerate(moves, start=1)
        ]
        state = fold(POUNCE.evolve, [codec(POUNCE).event(record.event) for record in records])
        self.seen = [
            ShownView(row.id, seat, 100, codec(POUNCE).encode(POUNCE.view(state, seat)))
            for seat in (Seat(0), Seat(1))
        ]
        told = msgspec.json.encode([_told(record, Seat(1)) for record in records])
        self.heard = [Heard(row.id, Seat(1), 0, 100, msgspec.Raw(told), whole=True)]

    def audit(self) -> Findings:
        return audit(self.folder / "hall.sqlite", REGISTRY, self.moves, self.seen, self.heard)


def _told(record: Record, seat: Seat) -> TableEvent:
    event = POUNCE.redact(codec(POUNCE).event(record.event), seat)
    return TableEvent(record.seq, record.at, record.actor, msgspec.Raw(codec(POUNCE).encode(event)))


@pytest.fixture
async def played(tmp_path: Path) -> PlayedTable:
    played = PlayedTable(tmp_path)
    await played.play()
    return played


def test_a_sound_ledger_has_no_faults(played: PlayedTable) -> None:
    found = played.audit()
    assert found.faults() == []
    assert (found.tables, found.acknowledged, found.views) == (1, len(played.moves), 2)
    assert found.told == 100
    assert found.events >= 120
    assert found.snapshots == found.events // 50


def test_a_lost_move_is_found(played: PlayedTable) -> None:
    tamper(played.folder, "UPDATE events SET ref = NULL WHERE ref = ?", ref_of(7))
    assert [fault.endswith(f"({ref_of(7)})") for fault in played.audit().lost] == [True]


def test_a_lost_end_is_found(played: PlayedTable) -> None:
    tamper(played.folder, "DELETE FROM events WHERE seq > 90")
    assert any("event 100, which was shown" in fault for fault in played.audit().lost)


def test_a_lost_table_is_found(played: PlayedTable) -> None:
    tamper(played.folder, "DELETE FROM tables")
    assert len(played.audit().lost) == 1


def test_a_doubled_move_is_found(played: PlayedTable) -> None:
    in_ledger(played.folder, "DROP INDEX events_by_ref")
    tamper(played.folder, "UPDATE events SET ref = ?, actor = 0 WHERE seq IN (20, 21)", ref_of(900))
    assert played.audit().doubled == [f"{played.moves[0].table}: {ref_of(900)} of seat 0"]


def test_a_move_written_as_another_is_found(played: PlayedTable) -> None:
    wrong = Random(0).choice([move for move in played.moves if move.move != "lay 1"])
    played.moves[played.moves.index(wrong)] = Acknowledged(wrong.table, wrong.ref, "lay 1", 0.0)
    found = played.audit()
    assert len([*found.altered, *found.broken]) == 1


def test_a_snapshot_that_differs_is_found(played: PlayedTable) -> None:
    tamper(played.folder, "UPDATE snapshots SET state = replace(state, '\"beats\":', '\"beats\":1')")
    assert len(played.audit().astray) == 2


def test_a_view_that_differs_is_found(played: PlayedTable) -> None:
    played.seen[0] = ShownView(played.seen[0].table, Seat(1), 100, played.seen[0].view)
    assert len(played.audit().astray) == 1


def test_a_gap_in_a_log_is_found(played: PlayedTable) -> None:
    tamper(played.folder, "DELETE FROM events WHERE seq = 60")
    assert len(played.audit().broken) == 1


def test_a_log_that_cannot_be_folded_is_found(played: PlayedTable) -> None:
    tamper(played.folder, 'UPDATE events SET event = \'{"type":"drew","seat":9,"card":1}\' WHERE seq = 60')
    assert len(played.audit().broken) == 1


def test_an_event_that_was_told_otherwise_is_found(played: PlayedTable) -> None:
    tamper(played.folder, "UPDATE events SET actor = NULL WHERE seq = ?", 40)
    assert any("seat 1 was told of event 40 otherwise" in fault for fault in played.audit().astray)


def test_an_event_that_was_told_and_is_gone_is_found(played: PlayedTable) -> None:
    played.heard = [msgspec.structs.replace(played.heard[0], seq=1_000)]
    assert any("which seat 1 was told of" in fault for fault in played.audit().lost)


def test_time_that_goes_back_is_found(played: PlayedTable) -> None:
    tamper(played.folder, "UPDATE events SET at = 0 WHERE seq = ?", 50)
    assert any("time goes back at 50" in fault for fault in played.audit().broken)
