"""How well somebody did alone: a record for each variant, limit and level, and for each day."""

from ukumbi.core import Performance
from ukumbi.games.ubongo.days import day_of
from ukumbi.games.ubongo.state import State


def performance(state: State) -> Performance | None:
    """Of a game alone that came to its end, and in which something was done."""
    options, level = state.options, state.sides[0].level
    match state.ending:
        case "time" if state.done:
            return Performance(f"time {options.limit} {level}", state.done)
        case "tasks":
            return Performance(f"tasks {options.limit} {level}", state.spent, lower_is_better=True)
        case "daily" if not state.repeated:
            assert state.since is not None
            category = f"daily {day_of(state.since)}"
            return Performance(category, state.spent, lower_is_better=True, only_first=True)
    return None
