"""Builds boards and new tasks with the solver: all tasks of every level, measured, sorted and combined."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ukumbi.core.inputs import generator
from ukumbi.games.ubongo import boards as boards_module
from ukumbi.games.ubongo.boards import (
    DIE,
    FAMILIES,
    LEVELS,
    Board,
    Family,
    Filling,
    Level,
    Task,
    read_boards,
    write_filling,
    write_outline,
    write_task,
)
from ukumbi.games.ubongo.outlines import HIGH, Outline, outlines, squares
from ukumbi.games.ubongo.pieces import PIECES, SIZES, Shape
from ukumbi.games.ubongo.reading import InputError
from ukumbi.games.ubongo.solver import Count, count_all, solutions

Report = Callable[[int, int], None]
"""Called after every outline with the number done and the total of the level."""
FILE: Final = Path(str(files(boards_module.__package__ or "") / boards_module.FILE))


def build(levels: Iterable[Level] = LEVELS, progress: Report | None = None) -> Iterator[Board]:
    """All boards, level by level, the easiest first."""
    for level in levels:
        made = _boards(level, progress or (lambda *_: None))
        yield from sorted(made, key=lambda board: fmean(task.hardness for task in board.tasks))


def write(boards: Iterable[Board]) -> str:
    """The text of `boards.txt`."""
    lines = []
    for board in boards:
        lines.append(f"{board.level} {write_outline(board.outline)}")
        lines += map(write_task, board.tasks)
    return "\n".join([*lines, ""])


def candidates(family: Family) -> list[tuple[Outline, str]]:
    """Outlines with pieces of the right volume, solvable or not."""
    return [
        (outline, "".join(pieces))
        for cells in family.cells
        for outline in outlines(cells)
        if squares(outline) in family.squares
        for pieces in combinations(PIECES, family.pieces)
        if sum(SIZES[piece] for piece in pieces) == HIGH * cells
    ]


def solvable(family: Family) -> list[tuple[Outline, str, Count]]:
    """Every task of the level, with its number of fillings."""
    asked = candidates(family)
    return [
        (outline, pieces, counted)
        for (outline, pieces), counted in zip(asked, count_all(asked), strict=True)
        if counted.solutions == 1 or (counted.solutions and not family.only_one_filling)
    ]


def _boards(level: Level, progress: Report) -> Iterator[Board]:
    family = FAMILIES[level]
    found = defaultdict[Outline, list[tuple[str, Count]]](list)
    for outline, pieces, counted in solvable(family):
        found[outline].append((pieces, counted))
    for done, (outline, tasks) in enumerate(found.items(), 1):
        if len(tasks) >= family.fewest:
            yield from _grouped([measured(level, outline, *task) for task in tasks])
        progress(done, len(found))


def _grouped(tasks: list[Task]) -> Iterator[Board]:
    """The boards for the tasks of an outline, each with tasks of similar hardness."""
    tasks.sort(key=lambda task: (task.hardness, task.pieces))
    number = -(-len(tasks) // DIE)
    for place in range(number):
        those = tasks[place * len(tasks) // number : (place + 1) * len(tasks) // number]
        yield Board(those[0].level, those[0].outline, tuple(those))


def measured(level: Level, outline: Outline, pieces: str, counted: Count) -> Task:
    """The task as in the boards file."""
    fillings = list(solutions(outline, pieces, counted.solutions))
    return Task(
        level,
        0,  # computed when the boards are read
        outline,
        pieces,
        *counted,
        sum(all(_stands(filling[piece]) for filling in fillings) for piece in pieces),
        tuple(write_filling(outline, filling) for filling in _shown(fillings)),
    )


def _stands(cubes: Shape) -> bool:
    return len({z for _, _, z in cubes}) > 1


def _shown(fillings: Sequence[Filling]) -> list[Filling]:
    """The first filling, and the one that differs most from it."""
    first, *others = fillings
    return [first, *sorted(others, key=lambda other: _alike(first, other))[:1]]


def _alike(one: Filling, other: Filling) -> int:
    """The number of cubes with the same piece in both."""
    return sum(len(one[piece] & other[piece]) for piece in one)


def built(console: Console) -> str:
    """The text of all boards."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        row = bars.add_task("")

        def progress(done: int, total: int) -> None:
            bars.update(row, completed=done, total=total)

        text = ""
        for level in LEVELS:
            bars.reset(row, description=f"level {level}, outlines", total=None)
            text += write(build([level], progress))
    return text


def summary(text: str) -> str:
    boards = list(read_boards(text))
    return f"{len(boards):,} boards with {sum(len(board.tasks) for board in boards):,} tasks"


def draw(level: Level, count: int, seed: int, several: bool = False) -> list[Task]:
    """Different random tasks of a level. `several` allows more than one filling on a level with one each."""
    family = FAMILIES[level]
    found = solvable(family._replace(only_one_filling=family.only_one_filling and not several))
    if count > len(found):
        raise InputError(f"level {level} has {len(found):,} tasks, not {count:,}")
    return [measured(level, *task) for task in generator(seed).sample(found, count)]


def as_lines(tasks: Sequence[Task]) -> str:
    """As in `boards.txt`, each on its own board, with the hardness after the outline."""
    return "\n".join(
        f"{task.level} {write_outline(task.outline)} hardness {task.hardness:.1f}\n{write_task(task)}"
        for task in tasks
    )


def as_facts(task: Task) -> dict[str, Any]:
    """The tasks as JSON."""
    return {
        "level": task.level,
        "outline": write_outline(task.outline),
        "pieces": task.pieces,
        "solutions": task.solutions,
        "steps": task.steps,
        "standing": task.standing,
        "hardness": round(task.hardness, 3),
        "fillings": task.fillings,
    }
