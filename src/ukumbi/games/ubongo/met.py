"""Which tasks somebody has met: none comes again before all others of its level."""

from typing import Any, Final

import msgspec

from ukumbi.games.ubongo.boards import LEVELS, Level, tasks

Met = dict[int, tuple[int, ...]]
"""Numbers of tasks by level, as they were met; and the latest day."""
LATEST_DAY: Final = 0
"""In place of a level: the day whose puzzle was met last."""


def read_met(memory: Any) -> Met | None:
    """What was kept of it, without tasks that there are not any more; None if it makes no sense."""
    try:
        met = msgspec.convert(memory, Met, strict=False)
    except msgspec.ValidationError:
        return None
    known: Met = {LATEST_DAY: met[LATEST_DAY]} if LATEST_DAY in met else {}
    for level in LEVELS:
        if level in met:
            known[level] = tuple(number for number in met[level] if number < len(tasks(level)))
    return known


def meet(met: Met, level: Level, number: int) -> Met:
    """With this task; after all of a level it begins from the start."""
    known = met.get(level, ())
    if len(known) >= len(tasks(level)):
        return {**met, level: (number,)}
    return met if number in known else {**met, level: (*known, number)}


def meet_day(met: Met, day: int) -> Met:
    return {**met, LATEST_DAY: (max((day, *met.get(LATEST_DAY, ()))),)}


def knows_day(met: Met, day: int) -> bool:
    return day in met.get(LATEST_DAY, ())


def add_new(kept: Met, before: Met, after: Met) -> Met:
    """What is kept, and what is new in `after`: met one by one, as if it had been at one table."""
    for level in LEVELS:
        earlier, now = before.get(level, ()), after.get(level, ())
        went_on = now[: len(earlier)] == earlier
        for number in now[len(earlier) :] if went_on else now:
            kept = meet(kept, level, number)
    for day in after.get(LATEST_DAY, ()):
        kept = meet_day(kept, day)
    return kept
