"""What the rules of several games share: refusals, ranking, the break between rounds, the clock's guard.

In the break each player says "ready": the move `Ready`, the event `Readied`. After the last one it goes on.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import msgspec

from ukumbi.core.errors import Illegal, Unreadable
from ukumbi.core.game import Tick
from ukumbi.core.inputs import Actor, Clock, Instant, Seat

Result = TypeVar("Result", int, tuple[int, ...])
"""Points, or points and tie-breakers."""
Event = TypeVar("Event")

BREAK_MS: Final = 20_000
"""Longest break between two rounds."""

COMMON = frozenset(
    {
        "already_ready",
        "game_is_over",
        "no_clock_here",
        "no_such_seat",
        "no_such_step",
        "not_a_move",
        "not_now",
        "not_your_turn",
    }
)
"""Codes whose words stand in the page's own catalogue, not in a game's."""


def game_is_over() -> Illegal:
    return Illegal("game_is_over")


def not_your_turn() -> Illegal:
    return Illegal("not_your_turn")


def not_now(phase: str) -> Illegal:
    """A kind of move that is wrong in this phase."""
    return Illegal("not_now", phase=phase)


def already_ready() -> Illegal:
    return Illegal("already_ready")


def no_clock_here() -> Illegal:
    """No clock is due, and no player may act for it."""
    return Illegal("no_clock_here")


def no_such_seat(seat: int | str, seats: int | None = None) -> Illegal:
    allowed = {} if seats is None else {"allowed": list(range(seats))}
    return Illegal("no_such_seat", seat=seat, **allowed)


def not_a_move(text: str) -> Unreadable:
    return Unreadable("not_a_move", text=text[:40])


class Ready(msgspec.Struct, frozen=True, tag="ready", gc=False):
    """Let it begin, or go on; in notation, the word."""

    def __str__(self) -> str:
        return "ready"


class Readied(msgspec.Struct, frozen=True, tag="readied"):
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} is ready"


def places(results: Sequence[Result]) -> tuple[int, ...]:
    """Rank of each seat: more is better, equal results share a place."""
    return tuple(1 + sum(other > own for other in results) for own in results)


def all_seats(seats: int) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in range(seats))


def not_ready(seats: int, ready: Sequence[Seat]) -> frozenset[Seat]:
    """Seats that are not ready for the next round."""
    return frozenset(all_seats(seats)) - frozenset(ready)


def with_ready(ready: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """The ready seats with this one; refuses a second "ready"."""
    if seat in ready:
        raise already_ready()
    return tuple(sorted((*ready, seat)))


def say_ready(
    seats: int, ready: Sequence[Seat], seat: Seat, go_on: Callable[[], Sequence[Event]]
) -> list[Readied | Event]:
    """The events of this seat's "ready"; after the last seat's, `go_on` follows."""
    waited_for = not_ready(seats, with_ready(ready, seat))
    return [Readied(seat)] if waited_for else [Readied(seat), *go_on()]


def check_tick(actor: Actor, move: object, now: Instant, deadline: Instant | None) -> None:
    """Only the clock ticks, it does nothing else, and not before the deadline."""
    its_own = isinstance(actor, Clock) and isinstance(move, Tick)
    if not its_own or deadline is None or now < deadline:
        raise no_clock_here()
