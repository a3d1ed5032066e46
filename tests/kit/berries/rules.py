"""The rules of Berries."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, ClassVar

import msgspec

from ukumbi.core import Actor, Clock, Game, Illegal, Instant, Kinds, Options, Outcome, Seat, Tick, Unreadable


class BerriesOptions(Options, frozen=True):
    berries: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 12
    """How many grow on the bush."""


class Pick(msgspec.Struct, frozen=True):
    berry: int


class Grew(msgspec.Struct, frozen=True, tag="grew"):
    berries: int
    seats: int


class Picked(msgspec.Struct, frozen=True, tag="picked"):
    seat: Seat
    berry: int


class Bush(msgspec.Struct, frozen=True):
    """The whole state, which is also what everybody sees."""

    left: tuple[int, ...]
    picked: tuple[int, ...]
    """How many each seat has."""


Event = Grew | Picked


class Berries(Game[Bush, Pick, Event, Bush]):
    name: ClassVar = "berries"
    version: ClassVar = 1
    seats: ClassVar = range(2, 4)
    options: ClassVar[type[Options]] = BerriesOptions
    kinds: ClassVar = Kinds(state=Bush, move=Pick, event=Event, view=Bush)
    endings: ClassVar = frozenset({"bare"})
    hidden: ClassVar = False
    simultaneous: ClassVar = True

    def setup(self, seats: int, options: Options, now: Instant, rng: Random) -> Sequence[Event]:
        assert isinstance(options, BerriesOptions)
        return [Grew(options.berries, seats)]

    def decide(
        self, state: Bush, actor: Actor, move: Pick | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            raise Illegal("no_clock_here")
        if actor not in range(len(state.picked)):
            raise Illegal("no_such_seat")
        if move.berry not in state.left:
            raise Illegal("no_such_berry", berry=move.berry)
        return [Picked(actor, move.berry)]

    def evolve(self, state: Bush | None, event: Event) -> Bush:
        if isinstance(event, Grew):
            return Bush(tuple(range(1, event.berries + 1)), (0,) * event.seats)
        assert state is not None
        left = tuple(berry for berry in state.left if berry != event.berry)
        return Bush(left, tuple(count + (seat == event.seat) for seat, count in enumerate(state.picked)))

    def to_act(self, state: Bush) -> frozenset[Seat]:
        return frozenset(map(Seat, range(len(state.picked)))) if state.left else frozenset()

    def legal_moves(self, state: Bush, seat: Seat) -> Iterable[Pick]:
        return [Pick(berry) for berry in state.left] if seat in self.to_act(state) else []

    def view(self, state: Bush, seat: Seat | None) -> Bush:
        return state

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event

    def imagine(self, view: Bush, rng: Random) -> Bush:
        return view

    def outcome(self, state: Bush) -> Outcome | None:
        if state.left:
            return None
        places = tuple(1 + sum(other > own for other in state.picked) for own in state.picked)
        return Outcome("bare", places, state.picked)

    def parse_move(self, text: str) -> Pick:
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and f"{int(text)}" == text):
            raise Unreadable("no_berry", text=text[:40])
        return Pick(int(text))

    def format_move(self, move: Pick) -> str:
        return f"{move.berry}"
