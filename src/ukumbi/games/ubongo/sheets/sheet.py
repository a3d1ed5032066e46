"""The boards of a sheet, and the die numbers of their tasks."""

from typing import NamedTuple, Self

from ukumbi.core.inputs import generator
from ukumbi.games.ubongo.boards import DIE, Board, Level, Task, boards
from ukumbi.games.ubongo.reading import InputError


class Sheet(NamedTuple):
    """The boards, numbered from 1."""

    level: Level
    seed: int
    boards: tuple[Board, ...]

    @classmethod
    def draw(cls, level: Level, count: int, seed: int) -> Self:
        known = boards()[level]
        if count > len(known):
            raise InputError(f"level {level} has {len(known)} boards, not {count:,}")
        return cls(level, seed, tuple(generator(seed).sample(known, count)))

    @property
    def command(self) -> str:
        """The seed that draws it again."""
        return f"ukumbi ubongo sheet --level {self.level} --count {len(self.boards)} --seed {self.seed}"


def dice(board: Board, task: Task) -> list[int]:
    """The die numbers of this task."""
    return [number for number in range(1, DIE + 1) if board.at(number) is task]


def box(board: Board) -> tuple[int, int]:
    """The width and depth of its outline."""
    return 1 + max(x for x, _ in board.outline), 1 + max(y for _, y in board.outline)
