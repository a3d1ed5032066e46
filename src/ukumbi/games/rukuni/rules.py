"""The rules of Rukuni. RULES.md numbers them; the comments name the sentence."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, Final

from ukumbi.core import (
    Actor,
    Clock,
    Game,
    GameStructs,
    Illegal,
    Instant,
    Outcome,
    Seat,
    Steps,
    Tick,
)
from ukumbi.core.shared_rules import game_is_over, no_clock_here, not_your_turn, places
from ukumbi.games.rukuni import moves
from ukumbi.games.rukuni.board import BESIDE, CROSSED, NAMES
from ukumbi.games.rukuni.events import Began, Event, RukuniOptions, Turned
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Colour, Position, parse_position
from ukumbi.games.rukuni.state import State, evolve
from ukumbi.games.rukuni.view import RukuniView, imagine, see

SEATS: Final = (Seat(0), Seat(1))


class Rukuni(Game[State, Turn, Event, RukuniView, RukuniOptions]):
    name: ClassVar = "rukuni"
    version: ClassVar = 1
    seats: ClassVar = range(2, 3)
    options = RukuniOptions
    structs: ClassVar = GameStructs(state=State, move=Turn, event=Event, view=RukuniView)
    endings: ClassVar = frozenset({"no_tower_can_move", "no_peg_left"})
    hidden: ClassVar = False

    def setup(self, seats: int, options: RukuniOptions, now: Instant, rng: Random) -> Sequence[Event]:
        chosen = {"first": 0, "second": 1}
        white = rng.choice(SEATS) if options.white == "drawn" else Seat(chosen[options.white])
        return [Began(white)]

    def decide(
        self, state: State, actor: Actor, move: Turn | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if isinstance(actor, Clock) or isinstance(move, Tick):
            raise no_clock_here()
        position = state.position
        if position.is_over():
            raise game_is_over()
        if actor != state.seat(position.turn):
            raise not_your_turn()
        _check_tower(position, move)
        _check_peg(position, move)
        return [Turned(str(move))]

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def may_act(self, state: State) -> frozenset[Seat]:
        if state.position.is_over():
            return frozenset()
        return frozenset({state.seat(state.position.turn)})

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Turn]:
        return state.position.turns() if seat in self.may_act(state) else ()

    def steps(self, view: RukuniView, parts: Sequence[str]) -> Steps:
        try:
            match parts:
                case []:
                    return Steps(next=tuple(view.reach))
                case [tower]:
                    return Steps(next=tuple(view.reach[tower]))
                case [tower, to]:
                    return Steps(next=view.reach[tower][to])
                case [tower, to, peg] if peg in view.reach[tower][to]:
                    return Steps(move=f"{tower}-{to}/{peg}")
        except KeyError:
            pass
        raise Illegal("no_such_step", parts=list(parts))

    def view(self, state: State, seat: Seat | None) -> RukuniView:
        return see(state.position, state.white, state.last)

    def redact(self, event: Event, seat: Seat | None) -> Event:
        return event

    def imagine(self, view: RukuniView, rng: Random) -> State:
        return imagine(view)

    def outcome(self, state: State) -> Outcome | None:
        position = state.position
        if not position.is_over():
            return None
        results = [_result(position, state.colour(seat)) for seat in SEATS]
        return Outcome(
            ending="no_peg_left" if position.can_move() else "no_tower_can_move",
            places=places(results),
            points=tuple(points for points, *_ in results),
        )

    def score(self, state: State) -> tuple[int, ...]:
        return tuple(state.position.points(state.colour(seat)) for seat in SEATS)

    def parse_move(self, text: str) -> Turn:
        return moves.parse_move(text)

    def format_move(self, move: Turn) -> str:
        return moves.format_move(move)

    def from_position(self, position: str) -> State:
        """A game that stands at this position, with White on the first seat."""
        return State(parse_position(position), Seat(0))


def _result(position: Position, colour: Colour) -> tuple[int, ...]:
    """What decides: points, then the largest group."""
    return position.points(colour), position.side(colour).largest


def _check_tower(position: Position, turn: Turn) -> None:
    if not position.towers >> turn.tower & 1:
        raise Illegal("no_tower_there", hollow=NAMES[turn.tower])
    if turn.to == turn.tower:
        raise Illegal("tower_must_move", hollow=NAMES[turn.tower])
    crossed = CROSSED[turn.tower].get(turn.to)
    if crossed is None:
        raise Illegal("not_in_line", tower=NAMES[turn.tower], to=NAMES[turn.to])
    empty = position.empty()
    for hollow in crossed:
        if not empty >> hollow & 1:
            raise Illegal("way_is_blocked", tower=NAMES[turn.tower], by=NAMES[hollow])
    if not empty >> turn.to & 1:
        raise Illegal("hollow_is_taken", hollow=NAMES[turn.to])


def _check_peg(position: Position, turn: Turn) -> None:
    if not BESIDE[turn.to] >> turn.peg & 1:
        raise Illegal("peg_not_beside_tower", peg=NAMES[turn.peg], tower=NAMES[turn.to])
    if not (position.empty() | 1 << turn.tower) >> turn.peg & 1:
        raise Illegal("hollow_is_taken", hollow=NAMES[turn.peg])
