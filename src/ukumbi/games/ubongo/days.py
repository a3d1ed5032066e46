"""The puzzle of the day: the same for everybody, harder from Monday to Sunday."""

from functools import cache
from typing import Final

from ukumbi.core import Instant
from ukumbi.games.ubongo.boards import Level, Task, tasks

DAY_MS: Final = 24 * 60 * 60 * 1000
THURSDAY: Final = 3
"""The epoch began on one."""
LEVEL_OF_DAY: Final[tuple[Level, ...]] = (1, 2, 2, 3, 3, 4, 5)
"""From Monday to Sunday."""
STRIDE: Final = 7919
"""A prime that divides no number of tasks: neighbouring weeks have unlike ones, and all have their day."""


def day_of(now: Instant) -> int:
    """Days begin at midnight UTC, everywhere."""
    return now // DAY_MS


def daily_task(now: Instant) -> Task:
    """Of two days that share a level the second has a task that is further up in it, by half of them."""
    week, weekday = divmod(day_of(now) + THURSDAY, len(LEVEL_OF_DAY))
    level = LEVEL_OF_DAY[weekday]
    ranked, days = _by_hardness(level), LEVEL_OF_DAY.count(level)
    number = -(-len(ranked) // days)
    later = weekday - LEVEL_OF_DAY.index(level)
    return ranked[later * (len(ranked) - number) + week * STRIDE % number]


@cache
def _by_hardness(level: Level) -> tuple[Task, ...]:
    return tuple(sorted(tasks(level), key=lambda task: (task.hardness, task.number)))
