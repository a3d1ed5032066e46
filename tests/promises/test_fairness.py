"""Tables at which everyone moves at once: lag does not decide, and the time of an answer tells nothing."""

from pathlib import Path
from typing import Any

import pytest

from tests.kit.actions import in_ledger, until
from tests.kit.halls import Recorder, arrive, gone, new_row, open_hall
from tests.kit.scripted_clock import START
from tests.kit.scripted_table import ILLEGAL, scripted_table
from ukumbi.core import Seat
from ukumbi.core.log import CLOCK_ACTOR
from ukumbi.hall.hall import Hall


def _held(hall: Hall) -> tuple[float, float]:
    """The number of held moves, and their seconds in total."""
    (metric,) = hall.hold_seconds.collect()
    samples = {sample.name: sample.value for sample in metric.samples}
    return samples["ukumbi_hold_seconds_count"], samples["ukumbi_hold_seconds_sum"]


async def test_the_earlier_action_comes_first_despite_latency(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250) as scene:
        near, far = scene.players
        await scene.until(1000)
        near.play(near.lowest(), "near")
        await scene.until(1230)
        assert near.answers == []
        far.play(far.lowest(), "far")
        await scene.until(2000)
        assert far.answers == [(1230, "far")]
        assert scene.order() == [(980, 1), (990, 0)]
    rows = in_ledger(
        tmp_path, "SELECT ref, at, arrival, allowance FROM events WHERE ref IS NOT NULL ORDER BY seq"
    )
    assert [(ref, *(at - START for at in times), allowance) for ref, *times, allowance in rows] == [
        ("far", 980, 1230, 250),
        ("near", 990, 1000, 10),
    ]


async def test_time_never_runs_backwards(tmp_path: Path) -> None:
    """Rounded down to milliseconds, the second move would count from before the first."""
    async with scripted_table(tmp_path, 0, 0.5) as scene:
        first, second = scene.players
        await scene.until(1000)
        first.play(first.lowest(), "first")
        await scene.until(1000.5)
        second.play(second.lowest(), "second")
        await scene.until(2000)
        assert scene.order() == [(1000, 0), (1000, 1)]


async def test_two_near_players_hardly_wait(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 12) as scene:
        await scene.until(1000)
        for player in scene.players:
            player.play(ILLEGAL, "x")
        await scene.until(2000)
        assert [player.answers for player in scene.players] == [[(1002, "not_a_lay")], [(1000, "not_a_lay")]]


BEFORE, AFTER = 1050, 1200
"""Arrival times of the other's move so that it counts from before or after the first."""


@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.parametrize(
    "other", [None, (BEFORE, True), (BEFORE, False), (AFTER, True), (AFTER, False)], ids=str
)
async def test_the_time_of_an_answer_does_not_depend_on_the_other(
    tmp_path: Path, legal: bool, other: tuple[int, bool] | None
) -> None:
    """With the other's move on its way or not, legal or not, and the own move legal or not."""
    async with scripted_table(tmp_path, 10, 100, 250) as scene:
        first, second, _ = scene.players
        await scene.until(1000)
        first.play(first.lowest() if legal else ILLEGAL, "own")
        if other is not None:
            await scene.until(other[0])
            second.play(second.lowest() if other[1] else ILLEGAL, "other")
        await scene.until(1239)
        assert first.answers == []
        await scene.until(3000)
        assert first.answers == [(1240, "own" if legal else "not_a_lay")]
        assert len(second.answers) == (other is not None)


async def test_players_who_cannot_act_delay_no_move(tmp_path: Path) -> None:
    """A player who has laid, or is gone, delays no move."""
    async with scripted_table(tmp_path, 10, 250) as scene:
        near, far = scene.players
        await scene.until(1000)
        far.play(far.lowest(), "far")
        await scene.until(1001)
        near.play(near.lowest(), "near")
        await scene.settle()
        assert [player.answers for player in (far, near)] == [[(1000, "far")], [(1001, "near")]]
        near.play(near.lowest(), "next")
        await scene.until(1100)
        assert len(near.answers) == 1
        scene.table.leave(far)
        await scene.settle()
        assert near.answers[1:] == [(1100, "next")]


async def test_lower_latency_counts_at_once(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250) as scene:
        near, far = scene.players
        await scene.until(1000)
        near.play(near.lowest(), "near")
        await scene.until(1100)
        far.lag = 0.05
        scene.table.latency_measured()
        await scene.settle()
        assert near.answers == [(1100, "near")]


async def test_a_deadline_holds_at_any_latency(tmp_path: Path) -> None:
    """A move made in time counts, even if it arrives after the deadline; then the clock ticks."""
    async with scripted_table(tmp_path, 10, 200, beat_ms=5000) as scene:
        near, far = scene.players
        near.lag = None
        await scene.until(4990)
        scene.clock.ms = 5020  # the hall is busy, and its timer fires too late
        await scene.until(5100)
        card = max(scene.table.match.state.hands[far.seat])
        far.play(f"lay {card}", "in time")
        near.play(near.lowest(), "too late")
        await scene.until(5150)
        records = [record for record, _ in scene.table.match.history]
        laid = [record for record in records if b'"laid"' in bytes(record.event)]
        assert [(record.actor, record.at - START) for record in laid[:2]] == [(1, 4900), (CLOCK_ACTOR, 5000)]
        assert b"%d" % card in bytes(laid[0].event)
        assert (laid[1].allowance, laid[1].arrival) == (0, START + 5020)
        await scene.until(5350)
        assert [refusal.code for refusal in near.refusals] == ["not_in_hand"]  # laid by the tick


async def test_the_clock_ticks_once(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 100, 250, beat_ms=5000) as scene:
        await scene.until(5090)
        scene.players[1].play(scene.players[1].lowest(), "in time")
        await scene.until(5245)
        assert scene.order() == [(4990, 1)]
        await scene.until(6000)
        assert _held(scene.hall)[0] == 2
        assert scene.table.match.state.beats == 2


async def test_an_old_deadline_does_not_speed_up_the_game(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 200, beat_ms=1000) as scene:
        scene.clock.ms = 60_000
        await scene.until(61_500)
        assert scene.table.match.state.beats == 3


async def test_a_move_sent_again_while_it_is_held_counts_once(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250) as scene:
        near, _ = scene.players
        await scene.until(1000)
        move = near.lowest()
        near.play(move, "again")
        await scene.until(1100)
        near.play(move, "again")
        await scene.until(2000)
        assert near.answers == [(1240, "again"), (1340, "again")]
        assert (near.accepted, near.refusals) == (["again", "again"], [])
        assert scene.order() == [(990, 0)]


async def test_a_held_move_is_decided_before_its_table_is_put_away(tmp_path: Path) -> None:
    """Even if all viewers have gone."""
    async with scripted_table(tmp_path, 10, 250, 100) as scene:
        near, far, third = scene.players
        await scene.until(1000)
        near.play(near.lowest(), "near")
        for player in (near, far, third):
            scene.table.leave(player)
        scene.hall._put_away(scene.table.id)
        await scene.settle()
        assert scene.order() == [(990, 0)]
        scene.hall._put_away(scene.table.id)
        await gone(scene.hall, scene.table.id)


async def test_a_table_that_is_put_away_decides_nothing(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250) as scene:
        near, _ = scene.players
        await scene.until(1000)
        near.play(near.lowest(), "near")
        scene.table.close()
        await scene.until(2000)
        assert [refusal.code for refusal in near.refusals] == ["stale"]
        assert scene.order() == []


async def test_held_moves_at_a_stopped_table_are_answered(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250) as scene:
        near, far = scene.players
        await scene.until(1000)
        near.play(near.lowest(), "near")
        broken: Any = scene.table.match
        broken.decide = None
        far.play(far.lowest(), "far")
        await scene.settle()
        assert [player.answers for player in (far, near)] == [[(1000, "table_stopped")]] * 2


async def test_without_fair_order_moves_are_decided_as_they_arrive(tmp_path: Path) -> None:
    async with scripted_table(tmp_path, 10, 250, fair_order=False) as scene:
        near, far = scene.players
        await scene.until(1000)
        near.play(near.lowest(), "near")
        await scene.until(1001)
        far.play(far.lowest(), "far")
        await scene.settle()
        assert scene.order() == [(1000, 0), (1001, 1)]
        assert {record.allowance for record, _ in scene.table.match.history if record.ref} == {0}


async def test_moves_in_turns_are_not_held(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        table = await hall.create(new_row("fragile", options=b'{"steps":9}', status="open"))
        ada, ben = Recorder("ada", 0.25), Recorder("ben", 0.25)
        arrive(table, ada, Seat(0))
        arrive(table, ben, Seat(1))
        await ada.received(ada.updates)
        ada.submit(table, 0, "step", "first")
        await ada.received(ada.updates, 2)
        (record,) = [record for record, _ in table.match.history if record.ref]
        assert (record.arrival, record.allowance) == (None, None)


async def test_held_moves_are_released_by_the_real_clock(tmp_path: Path) -> None:
    """With the hall's real clock."""
    async with open_hall(tmp_path) as hall:
        table = await hall.create(new_row("pounce", status="open"))
        ada, ben = Recorder("ada", 0.001), Recorder("ben", 0.05)
        arrive(table, ada, Seat(0))
        arrive(table, ben, Seat(1))
        await ada.received(ada.updates)
        begun = table.match.history[-1][0].at
        await until(lambda: hall.clock.now() > begun + 1)  # no move counts from before this
        ada.submit(table, 0, f"lay {min(table.match.state.hands[0])}", "first")
        await ada.received(ada.updates, 2)
        (record,) = [record for record, _ in table.match.history if record.ref]
        assert record.arrival is not None
        assert record.arrival - record.at == record.allowance == 1
        moves, seconds = _held(hall)
        assert moves == 1
        assert seconds >= 0.049
