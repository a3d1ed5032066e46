"""The contract of every backend of the ledger."""

import msgspec
import pytest

from tests.kit.ledger_entries import (
    ADA,
    BEN,
    BOT,
    NOBODY,
    append,
    append_together,
    created,
    new_row,
    record,
    seat_change,
    snapshot,
    step,
)
from tests.ledger.conftest import OpenLedger, opened
from ukumbi.core import Instant, Performance, PlayClock
from ukumbi.ledger import (
    Conflict,
    KnownRef,
    MemoryGrowth,
    Occupant,
    PassRow,
    PersonalBest,
    PersonalResult,
    Stamps,
)


async def test_a_table_is_read_as_it_was_written(open_ledger: OpenLedger) -> None:
    """Also by another process."""
    occupants = ADA, BOT, Occupant("cyd", stand_in="1"), NOBODY
    async with opened(open_ledger) as ledger:
        row = new_row(*occupants, wake=Instant(7), watch="link_live")
        number = await ledger.create(row, seat_change())
        assert await ledger.row(row.id) == msgspec.structs.replace(row, number=number)
    async with opened(open_ledger) as ledger:
        assert await ledger.row(row.id) == msgspec.structs.replace(row, number=number)
        assert await ledger.seat_changes(number) == [seat_change()]
        assert await ledger.row("nowhere") is None


async def test_events_are_read_as_they_were_written(open_ledger: OpenLedger) -> None:
    records = [
        record(1),
        record(2, 0, "a", arrival=Instant(1_001), allowance=20),
        record(3, 1, "a", version=2),
    ]
    async with opened(open_ledger) as ledger:
        table = (await created(ledger)).number
        assert await append(ledger, step(table, *records)) is None
        assert await append(ledger, step(table, record(4))) is None
        assert await ledger.records(table, 0, 9) == [*records, record(4)]
        assert await ledger.records(table, 1, 2) == records[1:]
        assert await ledger.records(table, 3, 2**53) == [record(4)]
        assert await ledger.records(table, 2**53, 9) == []
        assert await ledger.latest([table, 99]) == {table: (4, Instant(1_004))}
        assert await ledger.latest_instant() == 1_004
        assert await ledger.knows_ref(table, 0, "a")
        assert not await ledger.knows_ref(table, 0, "b")


async def test_a_snapshot_is_read_as_it_was_written(open_ledger: OpenLedger) -> None:
    """The newest one of this version, up to this event."""
    paused = msgspec.structs.replace(snapshot(3), clock=PlayClock(paused=True, stood=Instant(40)))
    async with opened(open_ledger) as ledger:
        table = (await created(ledger)).number
        for seq, kept in ((1, snapshot(1)), (2, snapshot(2, version=2)), (3, paused)):
            assert await append(ledger, step(table, record(seq), snapshot=kept)) is None
        assert await ledger.snapshot(table, 2**53, 1) == paused
        assert await ledger.snapshot(table, 2, 1) == snapshot(1)
        assert await ledger.snapshot(table, 2, 2) == snapshot(2, version=2)
        assert await ledger.snapshot(table, 1, 2) is None


async def test_a_move_is_written_completely_or_not_at_all(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        row = await created(ledger)
        all_of_it = {
            "status": "over",
            "wake": Instant(9),
            "row_changed": True,
            "snapshot": snapshot(2),
            "memories": [MemoryGrowth("ada", "rukuni", {"won": 1})],
            "results": [PersonalResult("ada", "rukuni", Performance("points", 5))],
        }
        assert await append(ledger, step(row.number, record(1, 0, "a"))) is None
        assert isinstance(await append(ledger, step(row.number, record(2, 0, "a"), **all_of_it)), KnownRef)
        assert await ledger.row(row.id) == row
        assert await ledger.records(row.number, 1, 9) == []
        assert await ledger.snapshot(row.number, 9, 1) is None
        assert await ledger.memories("rukuni", ["ada"]) == {}
        assert await ledger.personal_bests("ada", "rukuni") == []
        assert await append(ledger, step(row.number, record(2, 0, "b"), **all_of_it)) is None
        assert await ledger.row(row.id) == msgspec.structs.replace(row, status="over", wake=Instant(9))
        assert await ledger.records(row.number, 1, 9) == [record(2, 0, "b")]
        assert await ledger.snapshot(row.number, 9, 1) == snapshot(2)
        assert await ledger.memories("rukuni", ["ada"]) == {"ada": {"won": 1}}
        assert await ledger.personal_bests("ada", "rukuni") == [
            PersonalBest("points", 5, row.id, Instant(1_002))
        ]


async def test_an_event_and_a_ref_are_written_once(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        table, other = [(await created(ledger)).number for _ in range(2)]
        assert await append(ledger, step(table, record(1, 0, "a"))) is None
        assert isinstance(await append(ledger, step(table, record(1, 0, "b"))), Conflict)
        assert isinstance(await append(ledger, step(table, record(2, 0, "a"))), KnownRef)
        for entry in (
            step(table, record(2, 1, "a")),
            step(other, record(1, 0, "a")),
            step(table, record(3)),
        ):
            assert await append(ledger, entry) is None, "another seat, another table, no ref"
        gone = step(99, record(1), row_changed=True)
        assert isinstance(await append(ledger, gone), Conflict)
        assert await ledger.records(99, 0, 9) == []


async def test_a_failed_entry_spoils_no_other_in_its_batch(open_ledger: OpenLedger) -> None:
    """Both in moves that write only events and in others."""
    for row_changed in (False, True):
        async with opened(open_ledger) as ledger:
            tables = [(await created(ledger)).number for _ in range(4)]
            assert await append(ledger, step(tables[1], record(1))) is None
            entries = [step(table, record(1), row_changed=row_changed) for table in tables]
            faults = await append_together(ledger, *entries)
            assert [type(fault) for fault in faults] == [type(None), Conflict, type(None), type(None)]
            assert [len(await ledger.records(table, 0, 9)) for table in tables] == [1] * 4


async def test_memories_add_up(open_ledger: OpenLedger) -> None:
    """Over several tables, in one commit or several, for each person and game."""
    async with opened(open_ledger) as ledger:
        tables = [(await created(ledger)).number for _ in range(3)]
        assert (
            await append(ledger, step(tables[0], record(1), memories=_met("ada", {"1.5": 1, "day 9": 1})))
            is None
        )
        for table in tables[1:]:
            assert await append(ledger, step(table, record(1))) is None
        met = [*_met("ada", {"1.5": 2, "1.7": 1}), *_met("ben", {"1.7": 4})]
        entries = [step(table, record(2), memories=met) for table in tables]
        assert await append_together(ledger, *entries) == [None] * 3
        assert (
            await append(ledger, step(tables[0], record(3), memories=_met("ada", {"1.5": 9}, "ukuma")))
            is None
        )
        assert await ledger.memories("ubongo", ["ada", "ben", "cyd"]) == {
            "ada": {"1.5": 7, "1.7": 3, "day 9": 1},
            "ben": {"1.7": 12},
        }
        assert await ledger.memories("ukuma", ["ada", "ben"]) == {"ada": {"1.5": 9}}
        for counts in ({"1.5": 1, "lesson": 2}, {"lesson": 3}):
            await ledger.remember(MemoryGrowth("ada", "ukuma", counts))
        assert await ledger.memories("ukuma", ["ada"]) == {"ada": {"1.5": 10, "lesson": 5}}


async def test_a_memory_grows_outside_of_games(open_ledger: OpenLedger) -> None:
    """What was there already stays, also for another process."""
    async with opened(open_ledger) as ledger:
        for _ in range(2):
            await ledger.remember(MemoryGrowth("ada", "/lessons", {"rukuni/move": 1}))
        await ledger.remember(MemoryGrowth("ben", "/lessons", {"rukuni/count": 1}))
    async with opened(open_ledger) as ledger:
        assert await ledger.memories("/lessons", ["ada", "ben"]) == {
            "ada": {"rukuni/move": 2},
            "ben": {"rukuni/count": 1},
        }


def _met(person: str, counts: dict[str, int], game: str = "ubongo") -> list[MemoryGrowth]:
    return [MemoryGrowth(person, game, counts)]


@pytest.mark.parametrize("together", [False, True])
async def test_only_better_results_are_kept(open_ledger: OpenLedger, together: bool) -> None:
    """The result before is returned, in one commit or several."""
    async with opened(open_ledger) as ledger:
        for category, lower, values, best in (
            ("most", False, (3, 3, 2, 5, 4), (5, 3, 3)),
            ("least", True, (30, 30, 40, 20, 25), (20, 3, 30)),
            ("only first", True, (30, 30, 40, 20, 25), (30, 0, None)),
        ):
            tables = [await created(ledger) for _ in values]
            entries = []
            for table, value in zip(tables, values, strict=True):
                done = Performance(category, value, lower, only_first=category == "only first")
                results = [PersonalResult("ada", "rukuni", done), PersonalResult("ben", "ukuma", done)]
                entries.append(step(table.number, record(1), results=results))
            if together:
                assert await append_together(ledger, *entries) == [None] * len(entries)
            else:
                assert [await append(ledger, entry) for entry in entries] == [None] * len(entries)
            value, place, beaten = best
            kept = {each.category: each for each in await ledger.personal_bests("ada", "rukuni")}
            assert kept[category] == PersonalBest(category, value, tables[place].id, Instant(1_001), beaten)
        assert await ledger.personal_bests("ada", "ukuma") == []


async def test_occupants_and_seat_changes_are_written_together(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        row = await created(ledger, ADA, NOBODY)
        await ledger.change_seats(row.number, seat_change(2), (ADA, BEN), "open", None)
        seated = msgspec.structs.replace(row, occupants=(ADA, BEN))
        assert await ledger.row(row.id) == seated
        with pytest.raises(Conflict):
            await ledger.change_seats(row.number, seat_change(2), (NOBODY, BEN), "open", None)
        with pytest.raises(Conflict):
            await ledger.change_seats(99, seat_change(2), (ADA, BEN), "open", None)
        assert await ledger.row(row.id) == seated
        assert await ledger.seat_changes(99) == []
        await ledger.change_seats(row.number, seat_change(3), (ADA, NOBODY), "cancelled", None)
        assert await ledger.row(row.id) == msgspec.structs.replace(row, status="cancelled")
        assert await ledger.seat_changes(row.number) == [seat_change(), seat_change(2), seat_change(3)]


async def test_a_seat_change_says_when_the_table_wakes(open_ledger: OpenLedger) -> None:
    """So a stand-in moves after a crash, too."""
    stand_in = Occupant("ada", stand_in="1")
    async with opened(open_ledger) as ledger:
        row = await created(ledger, status="playing")
        await ledger.change_seats(row.number, seat_change(2), (stand_in, BEN), "playing", Instant(9))
        asleep = msgspec.structs.replace(row, occupants=(stand_in, BEN), wake=Instant(9))
        assert await ledger.row(row.id) == asleep
        with pytest.raises(Conflict):
            await ledger.change_seats(row.number, seat_change(2), (ADA, BEN), "playing", None)
        assert await ledger.row(row.id) == asleep
        await ledger.change_seats(row.number, seat_change(3), (ADA, BEN), "playing", None)
        assert await ledger.row(row.id) == row


async def test_a_table_has_one_next_table(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        first, second, third = await created(ledger), new_row(), new_row()
        await ledger.create(second, seat_change(), before=first.number)
        with pytest.raises(Conflict):
            await ledger.create(third, seat_change(), before=first.number)
        assert await ledger.row(first.id) == msgspec.structs.replace(first, rematch=second.id)
        assert await ledger.row(third.id) is None


async def test_tables_are_found_by_id_and_person(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        old, new, over, cancelled = [
            await created(ledger, status=status, created=Instant(at), game="ukuma" if at == 2 else "rukuni")
            for at, status in ((1, "playing"), (2, "playing"), (3, "over"), (4, "cancelled"))
        ]
        waiting = await created(ledger, BEN, NOBODY, host="ben", created=Instant(5), wake=Instant(8))
        assert await ledger.rows_of("ada", 9) == [new, old, over]
        assert await ledger.rows_of("ada", 2) == [new, old]
        for row in (old, over):
            await ledger.hide(row.number, "ada", 4)
            await ledger.hide(row.number, "ada", 5)
        assert await ledger.rows_of("ada", 9) == [new, old], "a game that is under way is not hidden"
        assert await ledger.rows_of("ben", 9) == [waiting, new, old, over]
        assert await ledger.hidden_at(over.number) == {"ada": 5}
        assert await ledger.hidden_by("ada") == {old.number: 5, over.number: 5}
        await ledger.unhide(over.number, "ada")
        assert await ledger.hidden_by("ada") == {old.number: 5}
        assert await ledger.in_play("ada", "rukuni") == [old]
        assert [await ledger.open_tables(host) for host in ("ada", "ben")] == [0, 1]
        assert await ledger.to_wake() == [(waiting.id, 8)]
        await ledger.stop(waiting.number)
        assert await ledger.row(waiting.id) == msgspec.structs.replace(waiting, status="stopped", wake=None)
        assert cancelled.status == "cancelled"


async def test_tables_that_never_began_expire(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        rows = [await created(ledger, created=Instant(at)) for at in (1, 2, 3, 4, 9_000)]
        begun, touched, gone, kept, young = rows
        await append(ledger, step(begun.number, record(1)))
        await ledger.change_seats(touched.number, seat_change(2, at=9_000), (ADA, BEN), "open", None)
        await ledger.hide(gone.number, "ada", 0)
        assert await ledger.expire_tables(Instant(5_000), [kept.id], 9) == [gone.id]
        assert [await ledger.row(row.id) for row in rows] == [begun, touched, None, kept, young]
        assert await ledger.hidden_by("ada") == {}
        assert await ledger.seat_changes(gone.number) == []


async def test_people_are_known_by_name(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        await created(ledger, ADA, NOBODY)
        for person, name in (("ada", "Ada"), ("eve", "Eva"), ("eve", "Eve")):
            await ledger.name_person(person, name, Instant(1))
            await ledger.put_stamps(person, Stamps("old", "new"), Instant(1))
        assert await ledger.person("eve") == "Eve"
        assert await ledger.stamps() == dict.fromkeys(("ada", "eve"), Stamps("old", "new"))
        assert await ledger.expire_people(Instant(1)) == []
        assert await ledger.expire_people(Instant(2)) == ["eve"], "Ada has a seat"
        assert [await ledger.person(person) for person in ("ada", "eve")] == ["Ada", None]
        assert await ledger.stamps() == {"ada": Stamps("old", "new")}


async def test_a_pass_is_good_once_and_for_its_time(open_ledger: OpenLedger) -> None:
    async with opened(open_ledger) as ledger:
        for code, until in (("once", 5), ("late", 5), ("void", 9)):
            await ledger.add_pass(PassRow(code, "ada", Instant(until)), Instant(1))
        assert await ledger.take_pass("once", Instant(5)) == "ada"
        assert await ledger.take_pass("once", Instant(5)) is None
        assert await ledger.take_pass("late", Instant(6)) is None
        await ledger.put_stamps("ada", Stamps("new"), Instant(6))
        assert await ledger.take_pass("void", Instant(6)) is None
