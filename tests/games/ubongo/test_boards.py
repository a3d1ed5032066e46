"""The boards file: properties of every task, and a rebuild gives the same bytes."""

import subprocess
import sys
from collections import Counter
from importlib.resources import files

import pytest

from tests.games.ubongo.compiled import compile_solver
from tests.games.ubongo.reference import FORMS, UNMOVED, alike, cubes_of, laid
from ukumbi.games.ubongo import boards as boards_module
from ukumbi.games.ubongo.board_builder import build, write
from ukumbi.games.ubongo.boards import (
    DIE,
    FILE,
    LEVELS,
    Board,
    Level,
    Task,
    board_of,
    boards,
    cells_in_order,
    grade,
    read_boards,
    read_filling,
    read_outline,
    tasks,
    write_filling,
    write_outline,
)
from ukumbi.games.ubongo.outlines import DEEP, WIDE, squares
from ukumbi.games.ubongo.solver import count_all

NUMBERS: dict[Level, int] = {1: 122, 2: 525, 3: 930, 4: 689, 5: 1_540}
PROFILES: dict[Level, tuple[int, set[int], set[int]]] = {
    1: (3, {6}, {0, 1, 2}),
    2: (4, {7}, {0}),
    3: (4, {8}, {0}),
    4: (4, {8}, {1}),
    5: (5, {9, 10}, {0, 1}),
}
"""Pieces, cells, and two-by-two squares."""
TEXT = files(boards_module.__package__ or "").joinpath(FILE).read_text("ascii")


def numbered_lines(*levels: Level) -> str:
    """The lines of the file for these levels, which are adjacent."""
    blocks = TEXT.split("\n")
    starts = [at for at, line in enumerate(blocks) if line[:1] in {str(level) for level in LEVELS}]
    kept = [
        line
        for at, end in zip(starts, [*starts[1:], len(blocks) - 1], strict=True)
        if int(blocks[at][0]) in levels
        for line in blocks[at:end]
    ]
    return "\n".join([*kept, ""])


@pytest.mark.parametrize("level", LEVELS)
def test_every_task_has_the_profile_of_its_level(level: Level) -> None:
    pieces, cells, inside = PROFILES[level]
    known = tasks(level)
    assert len(known) == NUMBERS[level]
    assert [task.number for task in known] == list(range(len(known)))
    for task in known:
        assert len(task.pieces) == len(set(task.pieces)) == pieces
        assert len(task.outline) in cells
        assert squares(task.outline) in inside
        assert sum(len(cubes_of(piece)) for piece in task.pieces) == 2 * len(task.outline)
        assert all(x < WIDE and y < DEEP for x, y in task.outline)


@pytest.mark.parametrize("level", LEVELS)
def test_fillings_fill_their_outline(level: Level) -> None:
    """Each piece turned, not mirrored, no cube outside, none missing."""
    for task in tasks(level):
        assert len(task.fillings) == min(2, task.solutions)
        fillings = [read_filling(task.outline, text) for text in task.fillings]
        for filling in fillings:
            assert sorted(filling) == sorted(task.pieces)
            assert Counter(cube for cubes in filling.values() for cube in cubes) == Counter(
                (x, y, z) for x, y in task.outline for z in (0, 1)
            )
            for piece, cubes in filling.items():
                assert laid(UNMOVED, cubes) in FORMS[piece]
        assert fillings[0] == task.solution
        assert fillings[0] not in fillings[1:]


@pytest.mark.parametrize("level", LEVELS)
def test_every_task_is_on_one_board(level: Level) -> None:
    known = [(alike(task.outline), task.pieces) for task in tasks(level)]
    assert len(set(known)) == len(known)
    assert [task for board in boards()[level] for task in board.tasks] == list(tasks(level))
    for board in boards()[level]:
        assert 1 <= len(board.tasks) <= DIE
        assert all(task.outline == board.outline and task.level == board.level for task in board.tasks)
        assert all(board_of(level, task.number) is board for task in board.tasks)


@pytest.mark.parametrize("level", LEVELS)
def test_die_numbers_are_spread_over_the_tasks(level: Level) -> None:
    for board in boards()[level]:
        called = Counter(board.at(number).number for number in range(1, DIE + 1))
        assert set(called) == {task.number for task in board.tasks}
        assert max(called.values()) - min(called.values()) <= 1


def test_level_five_has_one_filling_a_task_and_many_tasks_an_outline() -> None:
    assert all(task.solutions == 1 for task in tasks(5))
    on = Counter(task.outline for task in tasks(5))
    assert min(on.values()) >= 4


@pytest.mark.parametrize("level", LEVELS)
def test_grades_are_fifths_by_hardness(level: Level) -> None:
    ranked = sorted(tasks(level), key=lambda task: task.hardness)
    grades = [grade(task) for task in ranked]
    assert grades == sorted(grades)
    assert all(abs(grades.count(number) - len(ranked) / 5) <= 1 for number in range(1, 6))


def test_hardness_grows_with_the_search_and_with_pieces_that_stand() -> None:
    easy = Task(1, 0, read_outline("##"), "A", 2, 10, 0, ("AA/AA",))
    assert easy._replace(steps=20).hardness > easy.hardness
    assert easy._replace(standing=2).hardness == easy.hardness + 1
    assert easy._replace(solutions=1).hardness > easy.hardness


def test_outlines_and_fillings_read_back() -> None:
    for task in tasks(4):
        assert read_outline(write_outline(task.outline)) == task.outline
        assert write_filling(task.outline, task.solution) == task.fillings[0]
    corner = read_outline("#../##.")
    assert cells_in_order(corner) == [(0, 0), (1, 0), (0, 1)]
    assert read_filling(corner, "AAB/CCB")["B"] == {(0, 1, 0), (0, 1, 1)}


def test_boards_are_read_one_by_one() -> None:
    first = next(read_boards(TEXT))
    assert first == boards()[1][0]
    assert isinstance(first, Board)
    assert sum(1 for _ in read_boards(TEXT)) == sum(map(len, boards().values()))


def test_no_solver_is_needed_to_play() -> None:
    """Bots play whole games in a process without Numba and NumPy."""
    script = (
        "import sys; sys.modules.update(numba=None, numpy=None)\n"
        "from random import Random\n"
        "from ukumbi.bots.simulated import play_out\n"
        "from ukumbi.core import Match\n"
        "from ukumbi.games.ubongo import ENTRY, bot, rules\n"
        "assert isinstance(ENTRY.game, rules.Ubongo)\n"
        "for players, options in (\n"
        "    (['1', '7'], dict(level=1, rounds=2)),\n"
        "    (['3'], dict(level=5, solo='tasks')),\n"
        "    (['6'], dict(solo='daily')),\n"
        "):\n"
        "    bots = [ENTRY.bot(level) for level in players]\n"
        "    log = play_out(ENTRY.game, bots, ENTRY.game.options(**options), Random(1))\n"
        "    match = Match.of(ENTRY.game, log)\n"
        "    print(match.outcome.ending, match.state.phase.value)\n"
        "assert sys.modules['numba'] is sys.modules['numpy'] is None\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.split("\n") == ["rounds over", "tasks over", "daily over", ""]


def test_solution_counts_match_the_solver() -> None:
    compile_solver()
    every = [task for level in LEVELS for task in tasks(level)]
    counted = count_all([(task.outline, task.pieces) for task in every])
    assert [(task.solutions, task.steps) for task in every] == counted


def test_a_rebuild_of_the_first_levels_gives_the_same_bytes() -> None:
    compile_solver()
    told: list[tuple[int, int]] = []
    text = write(build([1, 2], lambda done, total: told.append((done, total))))
    assert text == numbered_lines(1, 2)
    assert told[0][0] == 1
    assert told[-1][0] == told[-1][1]


@pytest.mark.deep
def test_a_rebuild_of_all_levels_gives_the_same_bytes() -> None:
    compile_solver()
    assert numbered_lines(*LEVELS) == TEXT
    assert write(build()) == TEXT
