"""How often a player has met each task and each puzzle of the day, by key."""

from ukumbi.games.ubongo.boards import Level

Met = dict[str, int]


def task_key(level: Level, number: int) -> str:
    return f"{level}.{number}"


def day_key(day: int) -> str:
    return f"day {day}"


def meet(met: Met, key: str) -> Met:
    return {**met, key: met.get(key, 0) + 1}
