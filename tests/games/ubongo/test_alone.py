"""Who plays alone: most tasks in some time, least time for some tasks, and the puzzle of the day."""

import msgspec
import pytest

from tests.games.ubongo.table import ANN, GAME, Table
from ukumbi.core import Instant, Outcome, Performance
from ukumbi.games.ubongo.boards import LEVELS, tasks
from ukumbi.games.ubongo.dealing import DAY, daily_task
from ukumbi.games.ubongo.events import Aside, Dealt, Finished, Remembered, Rolled
from ukumbi.games.ubongo.state import Phase

MONDAY = Instant(4 * DAY)
"""The fifth of January 1970."""


@pytest.mark.parametrize("minutes", [5, 10, 20])
def test_as_many_tasks_as_possible(minutes: int) -> None:
    """R35, R38: the time begins with the level, each new task comes at once, and the last moment counts."""
    table = Table(1, solo="time", limit=minutes)
    table.wait(7_000)
    table.play(ANN, "level 1")
    assert (table.state.since, table.state.until) == (7_000, 7_000 + minutes * 60_000)
    first = table.task(ANN)
    happened = table.solve(ANN)
    assert [type(event) for event in happened[2:]] == [Dealt, Rolled]
    assert table.task(ANN) != first
    assert table.state.phase is Phase.BUILDING
    assert table.state.until == 7_000 + minutes * 60_000
    last = table.all_but_one(ANN)
    table.wait(table.state.until - table.now)
    table.lay(ANN, last)
    table.wait()
    assert table.match.outcome == Outcome("time", (1,), (2,))


@pytest.mark.parametrize("number", [5, 10, 20])
def test_as_little_time_as_possible(number: int) -> None:
    """R36: the clock stops with the last task."""
    table = Table(1, solo="tasks", limit=number).choose(2)
    table.wait(500)
    for _ in range(number):
        assert table.match.outcome is None
        table.solve(ANN)
    assert table.match.outcome == Outcome("tasks", (1,), (number,))
    assert table.state.spent == 500 + number * 1_000


def test_a_task_is_put_aside() -> None:
    """R37: a new one comes at once; it does not count."""
    table = Table(1, solo="tasks").choose(3)
    first = table.task(ANN)
    table.all_but_one(ANN)
    aside, dealt, _ = table.play(ANN, "aside 1")
    assert aside == Aside(ANN, first.fillings)
    assert isinstance(dealt, Dealt)
    assert (table.state.round, table.state.done, table.state.sides[ANN].lying) == (2, 0, {})
    assert Table(2).build().refused(ANN, "aside 1").code == "not_alone"


def test_who_does_not_come_to_an_end() -> None:
    """R39: after an hour."""
    table = Table(1, solo="tasks").choose()
    table.solve(ANN)
    assert not table.wait(3_599_000)
    assert table.wait(1)[-1] == Finished("stopped", None)
    assert table.match.outcome == Outcome("stopped", (1,), (1,))


def test_the_puzzle_of_the_day() -> None:
    """R40: the same for everybody, harder from Monday to Sunday, and not put aside."""
    week = [daily_task(Instant(MONDAY + day * DAY)).level for day in range(7)]
    assert week == sorted(week)
    assert set(week) == set(LEVELS)
    assert daily_task(MONDAY) == daily_task(Instant(MONDAY + DAY - 1))
    days = [daily_task(Instant(MONDAY + 7 * DAY * number)) for number in range(100)]
    assert len(set(days)) == 100
    one, other = Table(1, seed=1, solo="daily"), Table(1, seed=2, solo="daily")
    for table in (one, other):
        assert table.refused(ANN, "level 1").code == "only_today"
        table.play(ANN, "ready")
        assert table.refused(ANN, "aside 1").code == "only_today"
    assert one.task(ANN) == other.task(ANN) == daily_task(Instant(0))
    one.solve(ANN)
    assert one.match.outcome == Outcome("daily", (1,), (1,))
    assert one.state.spent == 1_000


@pytest.mark.parametrize(
    ("solo", "category", "value", "lower"),
    [("time", "time 5 3", 5, False), ("tasks", "tasks 5 3", 5_000, True), ("daily", "daily 0", 1_000, True)],
)
def test_records(solo: str, category: str, value: int, lower: bool) -> None:
    """R41: for each variant, limit and level, and for each day; the ledger keeps the best."""
    table = Table(1, solo=solo)
    table.play(ANN, "ready" if solo == "daily" else "level 3")
    for _ in range(5 if solo != "daily" else 1):
        table.solve(ANN)
    if solo == "time":
        table.wait()
    done = GAME.performance(table.state, ANN)
    assert done == Performance(category, value, lower)


def test_no_record_for_who_stops_or_plays_with_others() -> None:
    """R41."""
    table = Table(1, solo="tasks").choose()
    table.wait()
    assert GAME.performance(table.state, ANN) is None
    table = Table(2, rounds=1).play_round(ANN)
    table.all_ready()
    assert GAME.performance(table.state, ANN) is None


def test_what_was_met_is_taken_along() -> None:
    """R7: also into the next game; what cannot be read is no harm."""
    first = Table(1, level=1, limit=20).choose()
    for _ in range(len(tasks(1)) - 2):
        first.play(ANN, f"aside {first.state.round}")
    memory = msgspec.json.decode(msgspec.json.encode(GAME.memory(first.state, ANN)))
    met = set(first.state.sides[ANN].met[1])
    [left] = {task.number for task in tasks(1)} - met
    next_game = Table(1, level=1, memories={ANN: memory}).choose()
    assert next_game.task(ANN).number == left
    assert not GAME.remind(ANN, ["nonsense"])
    [reminded] = GAME.remind(ANN, {"1": [3, 99_999], "7": [1]})
    assert reminded == Remembered(ANN, {1: (3,)})
    assert GAME.redact(reminded, ANN) is None
