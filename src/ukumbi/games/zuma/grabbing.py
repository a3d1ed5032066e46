"""Grabbing: hands reach out, arrive, and hold a pole or miss it; then the round is counted."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from ukumbi.core import Illegal, Instant, Seat, fold
from ukumbi.core.shared_rules import BREAK_MS
from ukumbi.games.zuma.events import Counted, Event, Held, Missed, Reached
from ukumbi.games.zuma.poles import Pole, colours_for, poles_for, reach_time
from ukumbi.games.zuma.sheet import Line, count_line, line_without_grabs, seats_that_close
from ukumbi.games.zuma.state import Grab, Phase, State, evolve

GRABBING_MS: Final = 10_000
"""Milliseconds from the first grab to the end of the round."""
COUNTING_DELAY_MS: Final = 400
"""Milliseconds from the last pole to the count, so that all see who was just too late."""
MAX_CYCLE_ROUNDS: Final = 30
MAX_QUIET_ROUNDS: Final = 3
"""Rounds in a row without a grab after which the game is over."""


def reach(state: State, seat: Seat, pole: Pole, now: Instant) -> Sequence[Event]:
    _check(state, seat, pole)
    gone = state.holding(pole) is not None
    way = 0 if gone or not state.options.reach else reach_time(state.seats, state.turn, seat, pole)
    starts = state.phase is not Phase.GRABBING
    until = Instant(now + GRABBING_MS) if starts or state.until is None else state.until
    reached = Reached(seat, pole, now, Instant(now + way), until)
    return [reached, *settle(evolve(state, reached), now)]


def _check(state: State, seat: Seat, pole: Pole) -> None:
    if state.phase is Phase.COUNTED:
        raise Illegal("round_is_over")
    if pole not in poles_for(state.seats):
        raise Illegal("not_in_play", pole=pole.value)
    if (own := state.held_by(seat)) is not None:
        raise Illegal("already_holding", pole=own.value)
    if (hand := state.reaching(seat)) is not None:
        raise Illegal("on_its_way", pole=hand.pole.value)
    if state.missed(seat, pole) and (faster := state.holding(pole)) is not None:
        raise Illegal("pole_is_held", pole=pole.value, by=faster.seat)


def all_held(state: State) -> Instant | None:
    """When the last pole was taken, if all are held."""
    holding = [grab.arrives for grab in state.grabs if grab.came == "held"]
    return max(holding) if len(holding) == len(poles_for(state.seats)) else None


def ends(state: State) -> Instant | None:
    """When the clock ends the phase or the beat."""
    if state.phase is not Phase.GRABBING or state.until is None:
        return state.until
    taken = all_held(state)
    return state.until if taken is None else min(state.until, Instant(taken + COUNTING_DELAY_MS))


def next_tick(state: State) -> Instant | None:
    """The next tick: a hand arrives, or the phase ends."""
    on_their_way = [grab.arrives for grab in state.grabs if grab.came == "reaching"]
    end = ends(state)
    return end if end is None or state.phase is not Phase.GRABBING else min((*on_their_way, end))


def settle(state: State, now: Instant) -> list[Event]:
    """The arrivals up to now, and the end of the round if it has come."""
    events: list[Event] = []
    for hand in _arrived(state, now):
        events.append(_arrive(fold(evolve, events, state), hand))
    after: State = fold(evolve, events, state)
    end = ends(after)
    if end is not None and now >= end:
        events.append(count(after, "time" if all_held(after) is None else "held", now))
    return events


def _arrived(state: State, now: Instant) -> list[Grab]:
    """Arrived hands by arrival; within a millisecond, by the order of reaching out."""
    last = now if state.until is None else min(now, state.until)
    on_their_way = [grab for grab in state.grabs if grab.came == "reaching" and grab.arrives <= last]
    return sorted(on_their_way, key=lambda grab: grab.arrives)


def _arrive(state: State, hand: Grab) -> Held | Missed:
    faster = state.holding(hand.pole)
    if faster is None:
        return Held(hand.seat, hand.pole, hand.arrives)
    return Missed(hand.seat, hand.pole, hand.arrives, faster.seat, hand.arrives - faster.arrives)


def count(state: State, closing: Literal["held", "time", "nobody"], now: Instant) -> Counted:
    """Count the round, and end the cycle or the game if they are over."""
    lines = tuple(_lines(state))
    closed = (
        bool(seats_that_close(state.accounts, lines, colours_for(state.seats)))
        or state.round - state.opened + 1 >= MAX_CYCLE_ROUNDS
    )
    ending = None
    if closed and state.cycle == state.options.cycles:
        ending = "cycles"
    elif closing == "nobody" and state.lulls + 1 >= MAX_QUIET_ROUNDS:
        ending = "asleep"
    return Counted(closing, lines, closed, now, Instant(now + BREAK_MS) if ending is None else None, ending)


def _lines(state: State) -> Iterator[Line]:
    for seat, hand in enumerate(state.hands):
        if state.first is None:
            yield line_without_grabs(hand)
        else:
            scored = state.accounts[seat].cycles[-1]
            yield count_line(hand, state.held_by(Seat(seat)), seat == state.first, scored)
