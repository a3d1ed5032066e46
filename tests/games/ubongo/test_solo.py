"""Solo variants: most tasks in a time, least time for some tasks, the puzzle of the day."""

from collections import Counter
from itertools import pairwise

import pytest

from tests.games.ubongo.table import ANN, GAME, Table, as_kept
from ukumbi.core import Instant, Outcome, Performance
from ukumbi.games.ubongo.boards import LEVELS, Level, grade, tasks
from ukumbi.games.ubongo.days import DAY_MS, daily_task
from ukumbi.games.ubongo.events import Aside, Dealt, Finished, Rolled
from ukumbi.games.ubongo.state import Phase

MONDAY = Instant(4 * DAY_MS)
"""5 January 1970."""


@pytest.mark.parametrize("minutes", [5, 10, 20])
def test_most_tasks_in_a_time(minutes: int) -> None:
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
def test_least_time_for_some_tasks(number: int) -> None:
    """R36: the clock stops with the last task."""
    table = Table(1, solo="tasks", limit=number).choose(2)
    table.wait(500)
    for _ in range(number):
        assert table.match.outcome is None
        table.solve(ANN)
    assert table.match.outcome == Outcome("tasks", (1,), (number,))
    assert table.state.spent == 500 + number * 1_000


def test_a_task_can_be_put_aside() -> None:
    """R37: a new one comes at once; the old one does not count."""
    table = Table(1, solo="tasks").choose(3)
    first = table.task(ANN)
    table.all_but_one(ANN)
    aside, dealt, _ = table.play(ANN, "aside 1")
    assert aside == Aside(ANN, first.fillings)
    assert isinstance(dealt, Dealt)
    assert (table.state.round, table.state.done, table.state.sides[ANN].lying) == (2, 0, {})
    assert Table(2).build().refused(ANN, "aside 1").code == "not_alone"


def test_an_unfinished_game_ends_after_an_hour() -> None:
    """R39: after an hour."""
    table = Table(1, solo="tasks").choose()
    table.solve(ANN)
    assert not table.wait(3_599_000)
    assert table.wait(1)[-1] == Finished("stopped", None)
    assert table.match.outcome == Outcome("stopped", (1,), (1,))


def test_the_puzzle_of_the_day_is_the_same_for_all() -> None:
    """R40: the same for all players, and it cannot be put aside."""
    assert daily_task(MONDAY) == daily_task(Instant(MONDAY + DAY_MS - 1))
    one, other = Table(1, seed=1, solo="daily"), Table(1, seed=2, solo="daily")
    for table in (one, other):
        assert table.refused(ANN, "level 1").code == "only_today"
        table.play(ANN, "ready")
        assert table.refused(ANN, "aside 1").code == "only_today"
    assert one.task(ANN) == other.task(ANN) == daily_task(Instant(0))
    one.solve(ANN)
    assert one.match.outcome == Outcome("daily", (1,), (1,))
    assert one.state.spent == 1_000


def test_puzzles_get_harder_from_monday_to_sunday() -> None:
    """R40: in every week of thirty years; of two days with the same level the second is harder."""
    for week in range(52 * 30):
        days = [daily_task(Instant(MONDAY + (7 * week + day) * DAY_MS)) for day in range(7)]
        assert [task.level for task in days] == [1, 2, 2, 3, 3, 4, 5]
        for one, other in pairwise(days):
            assert one.level < other.level or one.hardness < other.hardness
            assert one.level < other.level or grade(one) + 2 <= grade(other)


@pytest.mark.parametrize("level", LEVELS)
def test_every_task_is_a_puzzle_of_some_day(level: Level) -> None:
    """R40: and none comes again before all others of its weekday have."""
    days = Counter(daily_task(Instant(day * DAY_MS)) for day in range(365 * 30))
    numbers = {task.number: times for task, times in days.items() if task.level == level}
    assert set(numbers) == {task.number for task in tasks(level)}
    common = sum(numbers.values()) / len(numbers)
    # With an odd number, the middle task belongs to both days of its level.
    assert sum(not common - 2 < times < common + 2 for times in numbers.values()) <= 1


@pytest.mark.parametrize(
    ("solo", "done"),
    [
        ("time", Performance("time 5 3", 5)),
        ("tasks", Performance("tasks 5 3", 5_000, lower_is_better=True)),
        ("daily", Performance("daily 0", 1_000, lower_is_better=True, only_first=True)),
    ],
)
def test_results_are_recorded(solo: str, done: Performance) -> None:
    """R41: one for each variant, limit and level, and for each day; the ledger keeps the best."""
    table = Table(1, solo=solo)
    table.play(ANN, "ready" if solo == "daily" else "level 3")
    for _ in range(5 if solo != "daily" else 1):
        table.solve(ANN)
    if solo == "time":
        table.wait()
    assert GAME.performance(table.state, ANN) == done


def test_there_is_no_record_without_a_full_solo_game() -> None:
    """R41."""
    table = Table(1, solo="time").choose()
    table.wait()
    assert table.match.outcome == Outcome("time", (1,), (0,))
    assert GAME.performance(table.state, ANN) is None
    table = Table(1, solo="tasks").choose()
    table.wait()
    assert GAME.performance(table.state, ANN) is None
    table = Table(2, rounds=1).play_round(ANN)
    table.all_ready()
    assert GAME.performance(table.state, ANN) is None


def test_the_puzzle_of_the_day_counts_once() -> None:
    """R41: a player who has begun it knows it, even without finishing."""
    first = Table(1, solo="daily").choose()
    assert not GAME.view(first.state, ANN).repeated
    for now in (0, DAY_MS):
        again = Table(1, solo="daily", memories={ANN: as_kept(first)})
        again.match.now = Instant(now)
        again.choose().solve(ANN)
        assert GAME.view(again.state, ANN).repeated is (now == 0)
        assert (GAME.performance(again.state, ANN) is None) is (now == 0)
