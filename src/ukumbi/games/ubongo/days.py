"""The puzzle of the day: the same for all players, harder from Monday to Sunday."""

from functools import cache
from typing import Final

from ukumbi.core import Instant
from ukumbi.games.ubongo.boards import Level, Task, tasks

DAY_MS: Final = 24 * 60 * 60 * 1000
THURSDAY: Final = 3
"""The weekday of the epoch."""
LEVEL_OF_DAY: Final[tuple[Level, ...]] = (1, 2, 2, 3, 3, 4, 5)
"""Levels from Monday to Sunday."""
STRIDE: Final = 7919
"""A prime that divides no number of tasks: adjacent weeks have different tasks, and each task has its day."""


def day_of(now: Instant) -> int:
    """Days begin at midnight UTC."""
    return now // DAY_MS


def daily_task(now: Instant) -> Task:
    """Of two days with the same level, the second has a task from the harder half."""
    week, weekday = divmod(day_of(now) + THURSDAY, len(LEVEL_OF_DAY))
    level = LEVEL_OF_DAY[weekday]
    ranked, days = _by_hardness(level), LEVEL_OF_DAY.count(level)
    number = -(-len(ranked) // days)
    later = weekday - LEVEL_OF_DAY.index(level)
    return ranked[later * (len(ranked) - number) + week * STRIDE % number]


@cache
def _by_hardness(level: Level) -> tuple[Task, ...]:
    return tuple(sorted(tasks(level), key=lambda task: (task.hardness, task.number)))
