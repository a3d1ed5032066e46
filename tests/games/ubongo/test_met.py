"""Tasks met, remembered from game to game."""

from collections import Counter

from tests.games.ubongo.table import ANN, BEN, GAME, Table, as_kept
from ukumbi.games.ubongo.boards import tasks
from ukumbi.games.ubongo.events import Remembered

NUMBER = len(tasks(1))


def level_1(counts: dict[str, int]) -> dict[str, int]:
    return {key: times for key, times in counts.items() if key.startswith("1.")}


def test_met_tasks_are_remembered() -> None:
    """R7: also in the next game; unknown names are ignored."""
    first = Table(1, level=1, limit=20).choose()
    for _ in range(NUMBER - 2):
        first.play(ANN, f"aside {first.state.round}")
    met = as_kept(first)
    assert set(met.values()) == {1}
    [left] = {f"1.{task.number}" for task in tasks(1)} - set(met)
    next_game = Table(1, level=1, memories={ANN: {**met, "9.1": 3, "nonsense": 1}}).choose()
    assert f"1.{next_game.task(ANN).number}" == left


def test_views_do_not_show_what_others_have_met() -> None:
    [remembered] = GAME.remember(ANN, {"1.3": 1})
    assert remembered == Remembered(ANN, {"1.3": 1})
    assert [GAME.redact(remembered, seat) for seat in (ANN, BEN, None)] == [None] * 3
    assert GAME.remember(ANN, {}) == []


def test_a_task_comes_again_after_all_others_of_its_level() -> None:
    """R7: over several games, whatever was met on other levels."""
    kept = {"3.5": 7}
    for game in range(3):
        table = Table(1, seed=game, level=1, limit=20, memories={ANN: kept}).choose()
        for _ in range(NUMBER - 1):
            table.play(ANN, f"aside {table.state.round}")
        kept = as_kept(table)
        assert level_1(kept) == {f"1.{task.number}": game + 1 for task in tasks(1)}
    assert kept["3.5"] == 7


def test_the_least_met_tasks_come_first() -> None:
    """R7: a task dealt at two tables at once counts twice."""
    often = Counter({f"1.{task.number}": 2 for task in tasks(1)})
    often.subtract(["1.3", "1.7"])
    table = Table(1, level=1, limit=20, memories={ANN: often}).choose()
    had = [table.task(ANN).number]
    table.play(ANN, f"aside {table.state.round}")
    assert {*had, table.task(ANN).number} == {3, 7}
