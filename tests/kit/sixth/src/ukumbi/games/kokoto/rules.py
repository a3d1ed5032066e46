"""The rules of Kokoto. RULES.md numbers them; the comments name the rule."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, ClassVar, Final, Literal

import msgspec

from ukumbi.core import Actor, Clock, Game, GameStructs, Illegal, Instant, Options, Outcome, Seat, Tick
from ukumbi.core.shared_rules import game_is_over, no_clock_here, not_a_move, not_your_turn, places

MOST: Final = 3
"""Pebbles that can be taken in one turn."""
Last = Literal["wins", "loses"]


class KokotoOptions(Options, frozen=True):
    pebbles: Annotated[int, msgspec.Meta(ge=4, le=30, examples=[7, 12, 21])] = 12
    last: Last = "wins"
    """Whether the player who takes the last pebble wins or loses."""


class Take(msgspec.Struct, frozen=True):
    pebbles: int


class Heaped(msgspec.Struct, frozen=True, tag="heaped"):
    """The heap lies on the table."""

    pebbles: int
    last: Last


class Took(msgspec.Struct, frozen=True, tag="took"):
    seat: Seat
    pebbles: int


class Heap(msgspec.Struct, frozen=True):
    pebbles: int
    turn: Seat
    last: Last


class KokotoView(msgspec.Struct, frozen=True):
    """The heap, and the legal turns."""

    pebbles: int
    turn: Seat
    last: Last
    may_take: tuple[int, ...]
    """The numbers that the player to move may take; empty when the game is over."""


Event = Heaped | Took


class Kokoto(Game[Heap, Take, Event, KokotoView, KokotoOptions]):
    name: ClassVar = "kokoto"
    version: ClassVar = 1
    seats: ClassVar = range(2, 3)
    options = KokotoOptions
    structs: ClassVar = GameStructs(state=Heap, move=Take, event=Event, view=KokotoView)
    endings: ClassVar = frozenset({"no_pebble_left"})
    hidden: ClassVar = False

    def setup(self, seats: int, options: KokotoOptions, now: Instant, rng: Random) -> Sequence[Event]:
        return [Heaped(options.pebbles, options.last)]

    def decide(
        self, state: Heap, actor: Actor, move: Take | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            raise no_clock_here()
        if not state.pebbles:
            raise game_is_over()
        if actor != state.turn:
            raise not_your_turn()
        if move.pebbles not in _may_take(state):
            raise Illegal("not_so_many", most=len(_may_take(state)))
        return [Took(actor, move.pebbles)]

    def evolve(self, state: Heap | None, event: Event) -> Heap:
        if isinstance(event, Heaped):
            return Heap(event.pebbles, Seat(0), event.last)  # R2
        assert state is not None
        return Heap(state.pebbles - event.pebbles, Seat(1 - event.seat), state.last)

    def may_act(self, state: Heap) -> frozenset[Seat]:
        return frozenset({state.turn} if state.pebbles else ())

    def legal_moves(self, state: Heap, seat: Seat) -> Iterable[Take]:
        return [Take(pebbles) for pebbles in _may_take(state)] if seat == state.turn else []

    def view(self, state: Heap, seat: Seat | None) -> KokotoView:
        return KokotoView(state.pebbles, state.turn, state.last, _may_take(state))

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event

    def imagine(self, view: KokotoView, rng: Random) -> Heap:
        return Heap(view.pebbles, view.turn, view.last)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.pebbles:
            return None
        taker = 1 - state.turn  # R5
        winner = taker if state.last == "wins" else 1 - taker
        points = tuple(int(seat == winner) for seat in range(2))
        return Outcome("no_pebble_left", places(points), points)

    def parse_move(self, text: str) -> Take:
        if text not in map(str, range(1, MOST + 1)):
            raise not_a_move(text)
        return Take(int(text))

    def format_move(self, move: Take) -> str:
        return f"{move.pebbles}"


def _may_take(state: Heap) -> tuple[int, ...]:
    return tuple(range(1, min(MOST, state.pebbles) + 1))  # R3
