"""How well somebody did alone: a record for each variant, limit and level, and for each day."""

from ukumbi.core import Performance
from ukumbi.games.ubongo.dealing import DAY
from ukumbi.games.ubongo.state import State


def performance(state: State) -> Performance | None:
    """Of a game alone that came to its end."""
    options, level = state.options, state.sides[0].level
    match state.ending:
        case "time":
            return Performance(f"time {options.limit} {level}", state.done)
        case "tasks":
            return Performance(f"tasks {options.limit} {level}", state.spent, lower_is_better=True)
        case "daily":
            assert state.since is not None
            return Performance(f"daily {state.since // DAY}", state.spent, lower_is_better=True)
    return None
