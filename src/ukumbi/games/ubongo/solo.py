"""Solo games: most tasks in a time, least time for some tasks, or the puzzle of the day."""

from random import Random
from typing import Final

from ukumbi.core import Illegal, Instant, Performance, Seat
from ukumbi.games.ubongo.days import day_of
from ukumbi.games.ubongo.dealing import deal, deal_daily
from ukumbi.games.ubongo.events import Aside, Event, Finished, HourglassTurned, Rolled
from ukumbi.games.ubongo.rounds import close, solutions
from ukumbi.games.ubongo.state import State, evolve

MINUTE_MS: Final = 60_000
MAX_SOLO_MS: Final = 60 * MINUTE_MS
"""The time limit for a number of tasks, and for the puzzle of the day."""


def begin(state: State, now: Instant, rng: Random) -> list[Event]:
    """The first task. Time runs from here to the end."""
    limit = state.options.limit * MINUTE_MS if state.options.solo == "time" else MAX_SOLO_MS
    return [*_next_task(state, now, rng), HourglassTurned(None, False, now, Instant(now + limit))]


def _next_task(state: State, now: Instant, rng: Random) -> list[Event]:
    """A new board, with the die rolled at once."""
    dealt = deal_daily(state, now) if state.daily else deal(state, state.players, state.until, rng)
    assert dealt.die is not None
    return [dealt, Rolled(None, dealt.die, state.until)]


def after_solving(state: State, now: Instant, rng: Random) -> list[Event]:
    if state.daily:
        return _finish(state, "daily")
    if state.options.solo == "tasks" and state.done == state.options.limit:
        return _finish(state, "tasks")
    return _next_task(state, now, rng)


def set_aside(state: State, seat: Seat, now: Instant, rng: Random) -> list[Event]:
    """Put the task aside, and deal a new one."""
    if not state.alone:
        raise Illegal("not_alone")
    if state.daily:
        raise Illegal("only_today")
    aside = Aside(seat, solutions(state, seat))
    return [aside, *_next_task(evolve(state, aside), now, rng)]


def time_is_up(state: State) -> list[Event]:
    return _finish(state, "time" if state.options.solo == "time" else "stopped")


def _finish(state: State, ending: str) -> list[Event]:
    return [close(state, None), Finished(ending, None)]


def performance(state: State) -> Performance | None:
    """The record of a finished solo game with a solved task; none with help."""
    options, level = state.options, state.sides[0].level
    if state.sides[0].helped:
        return None
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
