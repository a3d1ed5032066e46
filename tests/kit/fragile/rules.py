"""The rules of Fragile, with two deliberate faults."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, ClassVar, Literal, get_args

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
from ukumbi.core.shared_rules import no_clock_here, not_your_turn

Verb = Literal["step", "jump", "crash", "rot"]


class FragileOptions(Options, frozen=True):
    steps: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 20
    """Steps in a game."""
    guide: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    """The seat of the guide; in a rematch it moves with its player."""


class Go(msgspec.Struct, frozen=True):
    verb: Verb


class Began(msgspec.Struct, frozen=True, tag="began"):
    steps: int


class Stepped(msgspec.Struct, frozen=True, tag="stepped"):
    seat: Seat


class Rotted(msgspec.Struct, frozen=True, tag="rotted"):
    """`evolve` raises on this event."""


class Path(msgspec.Struct, frozen=True):
    """The whole state, and also every view."""

    steps: int
    taken: int = 0


Event = Began | Stepped | Rotted


class Fragile(Game[Path, Go, Event, Path, FragileOptions]):
    name: ClassVar = "fragile"
    version: ClassVar = 1
    seats: ClassVar = range(2, 3)
    options = FragileOptions
    structs: ClassVar = GameStructs(state=Path, move=Go, event=Event, view=Path)
    endings: ClassVar = frozenset({"path_walked"})
    hidden: ClassVar = False

    def setup(self, seats: int, options: FragileOptions, now: Instant, rng: Random) -> Sequence[Event]:
        return [Began(options.steps)]

    def decide(
        self, state: Path, actor: Actor, move: Go | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            raise no_clock_here()
        if actor not in self.may_act(state):
            raise not_your_turn()
        if move.verb == "jump":
            raise Illegal("no_jumping")
        if move.verb == "crash":
            raise RuntimeError("a mistake in the rules")
        return [Rotted()] if move.verb == "rot" else [Stepped(actor)]

    def evolve(self, state: Path | None, event: Event) -> Path:
        if isinstance(event, Began):
            return Path(event.steps)
        assert state is not None
        if isinstance(event, Rotted):
            raise RuntimeError("a log that cannot be folded")
        return Path(state.steps, state.taken + 1)

    def may_act(self, state: Path) -> frozenset[Seat]:
        return frozenset() if state.taken == state.steps else frozenset({Seat(state.taken % 2)})

    def legal_moves(self, state: Path, seat: Seat) -> Iterable[Go]:
        return [Go("step")] if seat in self.may_act(state) else []

    def view(self, state: Path, seat: Seat | None) -> Path:
        return state

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event

    def imagine(self, view: Path, rng: Random) -> Path:
        return view

    def outcome(self, state: Path) -> Outcome | None:
        return Outcome("path_walked", (1, 1), (0, 0)) if state.taken == state.steps else None

    def rematch(self, options: FragileOptions) -> FragileOptions:
        return msgspec.structs.replace(options, guide=1 - options.guide)

    def parse_move(self, text: str) -> Go:
        for verb in get_args(Verb):
            if text == verb:
                return Go(verb)
        raise Unreadable("no_such_verb", text=text[:40])

    def format_move(self, move: Go) -> str:
        return move.verb
