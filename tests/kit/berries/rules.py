"""The rules of Berries, version 2.

In version 1 the option `size` was called `berries`, and the first event held a count instead of a list.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, Any, ClassVar

import msgspec

from ukumbi.core import (
    Actor,
    Clock,
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
from ukumbi.core.shared_rules import no_clock_here, no_such_seat, places


class BerriesOptions(Options, frozen=True):
    size: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 12
    """Berries on the bush at the start."""


class Pick(msgspec.Struct, frozen=True):
    berry: int


class Grew(msgspec.Struct, frozen=True, tag="grew"):
    berries: tuple[int, ...]
    seats: int


class Picked(msgspec.Struct, frozen=True, tag="picked"):
    seat: Seat
    berry: int


class Bush(msgspec.Struct, frozen=True):
    """The whole state, and also every view."""

    left: tuple[int, ...]
    picked: tuple[int, ...]
    """Berries of each seat."""


Event = Grew | Picked


class Berries(Game[Bush, Pick, Event, Bush, BerriesOptions]):
    name: ClassVar = "berries"
    version: ClassVar = 2
    seats: ClassVar = range(2, 4)
    options = BerriesOptions
    structs: ClassVar = GameStructs(state=Bush, move=Pick, event=Event, view=Bush)
    endings: ClassVar = frozenset({"bare"})
    hidden: ClassVar = False
    simultaneous: ClassVar = True

    def setup(self, seats: int, options: BerriesOptions, now: Instant, rng: Random) -> Sequence[Event]:
        return [Grew(tuple(range(1, options.size + 1)), seats)]

    def decide(
        self, state: Bush, actor: Actor, move: Pick | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            raise no_clock_here()
        if actor not in range(len(state.picked)):
            raise no_such_seat(actor, len(state.picked))
        if move.berry not in state.left:
            raise Illegal("no_such_berry", berry=move.berry)
        return [Picked(actor, move.berry)]

    def evolve(self, state: Bush | None, event: Event) -> Bush:
        if isinstance(event, Grew):
            return Bush(event.berries, (0,) * event.seats)
        assert state is not None
        left = tuple(berry for berry in state.left if berry != event.berry)
        return Bush(left, tuple(count + (seat == event.seat) for seat, count in enumerate(state.picked)))

    def may_act(self, state: Bush) -> frozenset[Seat]:
        return frozenset(map(Seat, range(len(state.picked)))) if state.left else frozenset()

    def legal_moves(self, state: Bush, seat: Seat) -> Iterable[Pick]:
        return [Pick(berry) for berry in state.left] if seat in self.may_act(state) else []

    def view(self, state: Bush, seat: Seat | None) -> Bush:
        return state

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event

    def imagine(self, view: Bush, rng: Random) -> Bush:
        return view

    def outcome(self, state: Bush) -> Outcome | None:
        if state.left:
            return None
        return Outcome("bare", places(state.picked), state.picked)

    def parse_move(self, text: str) -> Pick:
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and f"{int(text)}" == text):
            raise Unreadable("no_berry", text=text[:40])
        return Pick(int(text))

    def format_move(self, move: Pick) -> str:
        return f"{move.berry}"

    def upgrade_event(self, event: dict[str, Any], version: int) -> dict[str, Any]:
        if version == 1 and event["type"] == "grew":
            return {**event, "berries": list(range(1, event["berries"] + 1))}
        return event

    def upgrade_options(self, options: dict[str, Any], version: int) -> dict[str, Any]:
        return {"size": options["berries"]} if version == 1 and "berries" in options else options
