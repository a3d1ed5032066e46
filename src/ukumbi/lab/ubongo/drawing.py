"""New tasks: drawn at random from everything that the solver finds for a level."""

from collections.abc import Sequence
from typing import Any

from ukumbi.core.luck import generator
from ukumbi.games.ubongo.boards import FAMILIES, Level, Task, write_outline, write_task
from ukumbi.lab.ubongo.build import measured, solvable
from ukumbi.lab.ubongo.reading import Mistake


def draw(level: Level, count: int, seed: int, several: bool = False) -> list[Task]:
    """So many different tasks; where the level asks for one filling only, `several` does without that."""
    family = FAMILIES[level]
    found = solvable(family._replace(only_one_filling=family.only_one_filling and not several))
    if count > len(found):
        raise Mistake(f"level {level} has {len(found):,} tasks, not {count:,}")
    return [measured(level, *task) for task in generator(seed).sample(found, count)]


def as_lines(tasks: Sequence[Task]) -> str:
    """As `boards.txt` has them, each on a board of its own, with the hardness behind the outline."""
    return "\n".join(
        f"{task.level} {write_outline(task.outline)} hardness {task.hardness:.1f}\n{write_task(task)}"
        for task in tasks
    )


def as_facts(task: Task) -> dict[str, Any]:
    """For JSON."""
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
