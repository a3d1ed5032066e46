"""The boards: every task with its level, hardness and solutions.

They are read from `boards.txt`, which `ukumbi ubongo boards` builds. A line that begins with a level is a
board: its outline, row by row from the far side. The lines below it are its tasks: pieces, number of
fillings, steps of the search, pieces that stand up in every filling, and one or two fillings. A filling has
the letters of its lower and upper level in the order of the outline's cells.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import log2
from typing import Final, Literal, NamedTuple, get_args

from ukumbi.games.ubongo.outlines import DEEP, HIGH, WIDE, Outline
from ukumbi.games.ubongo.pieces import Shape

Level = Literal[1, 2, 3, 4, 5]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
DIE: Final = 6
GRADES: Final = 5
FILE: Final = "boards.txt"

Filling = Mapping[str, Shape]
"""The cubes of each piece."""


class Family(NamedTuple):
    """The common properties of one level's tasks."""

    pieces: int
    cells: tuple[int, ...]
    squares: tuple[int, ...]
    """The allowed numbers of two-by-two squares in the outline."""
    only_one_filling: bool = False
    fewest: int = 1
    """The fewest tasks of an outline."""


FAMILIES: Final[dict[Level, Family]] = {
    1: Family(3, (6,), (0, 1, 2)),
    2: Family(4, (7,), (0,)),
    3: Family(4, (8,), (0,)),
    4: Family(4, (8,), (1,)),
    5: Family(5, (9, 10), (0, 1), only_one_filling=True, fewest=4),
}


class Task(NamedTuple):
    """These pieces on this outline."""

    level: Level
    number: int
    """Its index among the tasks of its level."""
    outline: Outline
    pieces: str
    solutions: int
    steps: int
    standing: int
    fillings: tuple[str, ...]
    """One filling, and if there are more, the one that differs most from it."""

    @property
    def hardness(self) -> float:
        """Log2 of the search steps for a filling, plus 0.5 for each piece that has to stand up."""
        return log2(1 + self.steps / self.solutions) + self.standing / 2

    @property
    def solution(self) -> Filling:
        return read_filling(self.outline, self.fillings[0])


class Board(NamedTuple):
    """An outline with up to six of its tasks."""

    level: Level
    outline: Outline
    tasks: tuple[Task, ...]

    def at(self, number: int) -> Task:
        """The task for this die number; fewer than six tasks share the numbers."""
        return self.tasks[(number - 1) % len(self.tasks)]


def cells_in_order(outline: Outline) -> list[tuple[int, int]]:
    """The cells, row by row from the near side."""
    return sorted(outline, key=lambda cell: cell[::-1])


def write_outline(outline: Outline) -> str:
    rows = ("".join("#" if (x, y) in outline else "." for x in range(WIDE)) for y in reversed(range(DEEP)))
    return "/".join(rows)


def read_outline(text: str) -> Outline:
    rows = text.split("/")[::-1]
    return frozenset((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


def write_filling(outline: Outline, filling: Filling) -> str:
    owner = {cube: piece for piece, cubes in filling.items() for cube in cubes}
    return "/".join("".join(owner[x, y, z] for x, y in cells_in_order(outline)) for z in range(HIGH))


def read_filling(outline: Outline, text: str) -> Filling:
    cells = cells_in_order(outline)
    filling: dict[str, set[tuple[int, int, int]]] = {}
    for z, letters in enumerate(text.split("/")):
        for (x, y), piece in zip(cells, letters, strict=True):
            filling.setdefault(piece, set()).add((x, y, z))
    return {piece: frozenset(cubes) for piece, cubes in filling.items()}


def write_task(task: Task) -> str:
    """The task's line below a board."""
    return " ".join(map(str, (task.pieces, task.solutions, task.steps, task.standing, *task.fillings)))


def read_boards(text: str) -> Iterator[Board]:
    level, outline, tasks = LEVELS[0], Outline(), list[Task]()
    met = dict.fromkeys(LEVELS, 0)
    for line in text.splitlines():
        first, *rest = line.split()
        if first.isdigit():
            if tasks:
                yield Board(level, outline, tuple(tasks))
            level, outline, tasks = LEVELS[int(first) - 1], read_outline(rest[0]), []
            continue
        solutions, steps, standing = map(int, rest[:3])
        tasks.append(Task(level, met[level], outline, first, solutions, steps, standing, tuple(rest[3:])))
        met[level] += 1
    yield Board(level, outline, tuple(tasks))


@cache
def boards() -> dict[Level, tuple[Board, ...]]:
    """All boards by level, the easiest first."""
    text = files(__package__).joinpath(FILE).read_text("ascii")
    found: dict[Level, list[Board]] = {level: [] for level in LEVELS}
    for board in read_boards(text):
        found[board.level].append(board)
    return {level: tuple(those) for level, those in found.items()}


@cache
def tasks(level: Level) -> tuple[Task, ...]:
    """All tasks of a level by their number."""
    return tuple(task for board in boards()[level] for task in board.tasks)


@cache
def board_of(level: Level, number: int) -> Board:
    """The task's board."""
    return _boards_by_task(level)[number]


@cache
def _boards_by_task(level: Level) -> tuple[Board, ...]:
    return tuple(board for board in boards()[level] for _ in board.tasks)


def grade(task: Task) -> int:
    """The fifth of its level by hardness, from 1 (easiest) to 5."""
    return _grades(task.level)[task.number]


@cache
def _grades(level: Level) -> tuple[int, ...]:
    ranked = sorted(tasks(level), key=lambda task: (task.hardness, task.number))
    place = {task.number: place for place, task in enumerate(ranked)}
    return tuple(1 + GRADES * place[number] // len(ranked) for number in range(len(ranked)))
