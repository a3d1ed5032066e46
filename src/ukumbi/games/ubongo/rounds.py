"""Rounds of several players: the die, the hourglass, the second chance, the end, the playoff."""

from collections.abc import Sequence
from random import Random
from typing import Final

from ukumbi.core import Instant, Seat
from ukumbi.core.shared_rules import BREAK_MS
from ukumbi.games.ubongo import gems
from ukumbi.games.ubongo.dealing import deal
from ukumbi.games.ubongo.events import Closed, Event, Finished, HourglassTurned, Rolled
from ukumbi.games.ubongo.state import State, evolve

ROLE_MS: Final = 5_000
"""Milliseconds to roll the die, or to turn the hourglass, before the clock does it."""
PLAYOFF_MS: Final = 10 * 60_000
SECOND_MS: Final = 1_000


def next_round(state: State, now: Instant, rng: Random) -> list[Event]:
    """The next round, or after the last one the end or a playoff."""
    players: Sequence[Seat] = state.players
    if state.round >= state.options.rounds:
        players = _leaders(state)
        if len(players) == 1:
            return [Finished("rounds", None)]
    return [deal(state, players, Instant(now + ROLE_MS), rng)]


def _leaders(state: State) -> tuple[Seat, ...]:
    points = [gems.points(side.gems) for side in state.sides]
    return tuple(Seat(seat) for seat, own in enumerate(points) if own == max(points))


def roll(state: State, seat: Seat | None, now: Instant) -> list[Event]:
    """The die shows its number; in a playoff time runs at once."""
    assert state.die is not None
    rolled = Rolled(seat, state.die, Instant(now + ROLE_MS))
    return [rolled, turn(evolve(state, rolled), None, now)] if state.playoff else [rolled]


def turn(state: State, seat: Seat | None, now: Instant, again: bool = False) -> HourglassTurned:
    time = PLAYOFF_MS if state.playoff else state.options.hourglass * SECOND_MS
    return HourglassTurned(seat, again, now, Instant(now + time))


def after_solving(state: State, seat: Seat, now: Instant) -> list[Event]:
    """The consequences of a solved task: it wins a playoff, and the last one ends a round."""
    if state.playoff:
        return [close(state, None), Finished("playoff", seat)]
    return [] if state.building else [close(state, Instant(now + BREAK_MS))]


def time_is_up(state: State, now: Instant) -> list[Event]:
    if state.playoff:
        return [close(state, None), Finished("shared", None)]
    if not state.solved and not state.again:
        return [turn(state, None, now, again=True)]
    return [close(state, Instant(now + BREAK_MS))]


def close(state: State, until: Instant | None) -> Closed:
    """The end of a round: one sapphire and one amber leave the display."""
    unclaimed = () if state.alone or state.playoff else gems.DISPLAYED[len(state.solved) :]
    return Closed(
        unclaimed,
        tuple(side.lying for side in state.sides),
        tuple(solutions(state, Seat(seat)) for seat in range(len(state.sides))),
        until,
    )


def solutions(state: State, seat: Seat) -> tuple[str, ...]:
    """Solutions of this player's task; none for a player who did not take part."""
    board = state.sides[seat].board
    if board is None:
        return ()
    assert state.die is not None
    return board.task_at(state.die).fillings
