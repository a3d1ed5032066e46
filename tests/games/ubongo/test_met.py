"""What players have met, from game to game and from table to table."""

from random import Random
from typing import Any

from tests.games.ubongo.table import ANN, GAME, Table, as_kept
from ukumbi.games.ubongo.boards import tasks
from ukumbi.games.ubongo.events import Remembered

NUMBER = len(tasks(1))


def go_on(table: Table, kept: Any = None) -> Any:
    """Another task at this table; what is kept after it."""
    before = as_kept(table)
    table.play(ANN, f"aside {table.state.round}")
    return GAME.keep(kept, read(before), GAME.memory(table.state, ANN))


def read(memory: Any) -> dict[int, tuple[int, ...]]:
    return {int(level): tuple(numbers) for level, numbers in memory.items()}


def test_what_was_met_is_taken_along() -> None:
    """R7: also into the next game; what cannot be read is no harm."""
    first = Table(1, level=1, limit=20).choose()
    for _ in range(NUMBER - 2):
        first.play(ANN, f"aside {first.state.round}")
    met = set(first.state.sides[ANN].met[1])
    [left] = {task.number for task in tasks(1)} - met
    next_game = Table(1, level=1, memories={ANN: as_kept(first)}).choose()
    assert next_game.task(ANN).number == left
    assert not GAME.remind(ANN, ["nonsense"])
    [reminded] = GAME.remind(ANN, {"1": [3, 99_999], "7": [1]})
    assert reminded == Remembered(ANN, {1: (3,)})
    assert GAME.redact(reminded, ANN) is None


def test_what_another_table_has_added_stays() -> None:
    """R7: two tables of one player, in any order, lose nothing; other levels stay as they are."""
    one, other = (Table(1, seed, level=1).choose() for seed in (1, 2))
    kept: Any = {"1": [], "3": [5]}
    order = Random(1)
    for _ in range(20):
        kept = go_on(order.choice((one, other)), kept)
    dealt = {number for table in (one, other) for number in table.state.sides[ANN].met[1][1:]}
    assert len(kept[1]) == len(set(kept[1]))
    assert set(kept[1]) == dealt
    assert kept[3] == (5,)
    assert GAME.keep(["nonsense"], {}, {1: (2,)}) == {1: (2,)}


def test_a_level_begins_anew_once_all_were_met_wherever() -> None:
    """R7: also when a table that was begun earlier knows less."""
    everything = tuple(task.number for task in tasks(1))
    assert GAME.keep({1: everything[1:]}, {}, {1: (0,)}) == {1: (*everything[1:], 0)}
    assert GAME.keep({1: everything}, {}, {1: (0,)}) == {1: (0,)}
    assert GAME.keep({1: (0,)}, {1: everything}, {1: (7,)}) == {1: (0, 7)}
    assert GAME.keep({1: (0, 7)}, {1: (3,)}, {1: (3, 7)}) == {1: (0, 7)}
    assert GAME.keep({1: everything}, {1: everything}, {1: everything}) == {1: everything}


def test_the_latest_day_is_kept() -> None:
    """R41: a table that was begun yesterday does not make today's puzzle unknown."""
    assert GAME.keep({0: (9,)}, {}, {0: (8,)}) == {0: (9,)}
    assert GAME.keep(None, {}, {0: (8,)}) == {0: (8,)}
