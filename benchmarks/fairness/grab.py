"""Grab: the smallest game in which the first to act wins. Only benchmarks play it.

After a random pause there is something on the table, and the first player to grab it gets a point. If no
player grabs it, it is taken away. After a number of these moments, most points win.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, ClassVar, Final

import msgspec
from msgspec.structs import replace

from ukumbi.core import (
    Actor,
    Clock,
    Entry,
    Game,
    GameStructs,
    Illegal,
    Instant,
    Options,
    Outcome,
    Seat,
    Tick,
    Unreadable,
)
from ukumbi.core.shared_rules import all_seats, check_tick, no_such_seat, places

MAX_PAUSE_MS: Final = 600_000


class GrabOptions(Options, frozen=True):
    moments: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 5
    lead_ms: Annotated[int, msgspec.Meta(ge=1, le=MAX_PAUSE_MS)] = 1000
    """Time before the first pause."""
    pause_ms: Annotated[int, msgspec.Meta(ge=1, le=MAX_PAUSE_MS)] = 150
    """The shortest pause before a moment; the longest is three times this."""
    wait_ms: Annotated[int, msgspec.Meta(ge=1, le=MAX_PAUSE_MS)] = 10_000
    """How long it lies there if no player grabs it."""


class Grab(msgspec.Struct, frozen=True):
    """Grab in this moment."""

    moment: int


class Began(msgspec.Struct, frozen=True, tag="began"):
    options: GrabOptions
    until: Instant
    seats: int = 2
    """The default is for logs without this field."""


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """The signal: it can be grabbed from now on."""

    until: Instant


class Gone(msgspec.Struct, frozen=True, tag="gone"):
    """Grabbed by this seat, or taken away. `until` is the next moment, if there is one."""

    seat: Seat | None
    until: Instant | None


Event = Began | Shown | Gone


class Contest(msgspec.Struct, frozen=True):
    """The whole state, and also every view."""

    options: GrabOptions
    until: Instant | None
    moment: int = 0
    """Moments so far, with the present one."""
    shown: bool = False
    """Whether there is something to grab."""
    winner: Seat | None = None
    """The last to grab."""
    points: tuple[int, ...] = ()

    def is_over(self) -> bool:
        return self.until is None


class GrabGame(Game[Contest, Grab, Event, Contest, GrabOptions]):
    name: ClassVar = "grab"
    version: ClassVar = 1
    seats: ClassVar = range(2, 7)
    options = GrabOptions
    structs: ClassVar = GameStructs(state=Contest, move=Grab, event=Event, view=Contest)
    endings: ClassVar = frozenset({"all_moments_gone"})
    hidden: ClassVar = False
    simultaneous: ClassVar = True

    def setup(self, seats: int, options: GrabOptions, now: Instant, rng: Random) -> Sequence[Event]:
        return [Began(options, Instant(_after_pause(options, now, rng) + options.lead_ms), seats)]

    def decide(
        self, state: Contest, actor: Actor, move: Grab | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            check_tick(actor, move, now, state.until)
            return [
                _gone(state, None, now, rng) if state.shown else Shown(Instant(now + state.options.wait_ms))
            ]
        if not 0 <= actor < len(state.points):
            raise no_such_seat(actor)
        if not 1 <= move.moment <= state.moment:
            raise Illegal("nothing_there", moment=move.moment)
        if not state.shown or move.moment < state.moment:
            raise Illegal("already_gone", moment=move.moment)
        return [_gone(state, actor, now, rng)]

    def evolve(self, state: Contest | None, event: Event) -> Contest:
        if isinstance(event, Began):
            return Contest(event.options, event.until, points=(0,) * event.seats)
        assert state is not None
        if isinstance(event, Shown):
            return replace(state, until=event.until, moment=state.moment + 1, shown=True)
        points = tuple(have + (event.seat == seat) for seat, have in enumerate(state.points))
        return replace(state, until=event.until, shown=False, winner=event.seat, points=points)

    def may_act(self, state: Contest) -> frozenset[Seat]:
        return frozenset(all_seats(len(state.points)) if state.shown else ())

    def legal_moves(self, state: Contest, seat: Seat) -> Iterable[Grab]:
        return [Grab(state.moment)] if seat in self.may_act(state) else []

    def deadline(self, state: Contest) -> Instant | None:
        return state.until

    def view(self, state: Contest, seat: Seat | None) -> Contest:
        return state

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event

    def imagine(self, view: Contest, rng: Random) -> Contest:
        return view

    def outcome(self, state: Contest) -> Outcome | None:
        if not state.is_over():
            return None
        return Outcome("all_moments_gone", places(state.points), state.points)

    def parse_move(self, text: str) -> Grab:
        verb, _, number = text.partition(" ")
        if verb != "grab" or not (number.isascii() and number.isdigit()) or number != f"{int(number[:9])}":
            raise Unreadable("not_a_grab", text=text[:40])
        return Grab(int(number))

    def format_move(self, move: Grab) -> str:
        return f"grab {move.moment}"


def _gone(state: Contest, seat: Seat | None, now: Instant, rng: Random) -> Gone:
    last = state.moment == state.options.moments
    return Gone(seat, None if last else _after_pause(state.options, now, rng))


def _after_pause(options: GrabOptions, now: Instant, rng: Random) -> Instant:
    return Instant(now + rng.randint(options.pause_ms, 3 * options.pause_ms))


GAMES: Final = (Entry(game=GrabGame(), bots={}),)
