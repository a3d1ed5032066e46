"""The rules of Ubongo 3-D. RULES.md numbers them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Final

from msgspec.structs import replace

from ukumbi.core import (
    Actor,
    Clock,
    Game,
    GameStructs,
    Illegal,
    Instant,
    Outcome,
    Performance,
    Seat,
    Tick,
    fold,
)
from ukumbi.core.shared_rules import (
    Ready,
    already_ready,
    check_tick,
    game_is_over,
    not_now,
    not_ready,
    places,
    say_ready,
)
from ukumbi.games.ubongo import gems, moves, rounds, solo
from ukumbi.games.ubongo.boards import LEVELS
from ukumbi.games.ubongo.days import daily_task
from ukumbi.games.ubongo.events import (
    Chose,
    Dealt,
    Event,
    Lifted,
    Opened,
    Placed,
    Remembered,
    UbongoOptions,
)
from ukumbi.games.ubongo.met import Met
from ukumbi.games.ubongo.moves import Choose, Help, Move, Roll, TurnHourglass
from ukumbi.games.ubongo.playing import MoveOfRound, play, ways_to_build
from ukumbi.games.ubongo.state import Phase, State, evolve
from ukumbi.games.ubongo.view import UbongoView, imagine, see

CHOOSING_MS: Final = 30_000
"""Milliseconds to choose a level, if others wait."""


class Ubongo(Game[State, Move, Event, UbongoView, UbongoOptions]):
    name: ClassVar = "ubongo"
    version: ClassVar = 1
    seats: ClassVar = range(1, 5)
    options = UbongoOptions
    structs: ClassVar = GameStructs(state=State, move=Move, event=Event, view=UbongoView)
    endings: ClassVar = frozenset({"rounds", "playoff", "shared", "time", "tasks", "daily", "stopped"})
    simultaneous: ClassVar = True
    remembers: ClassVar = True

    def setup(self, seats: int, options: UbongoOptions, now: Instant, rng: Random) -> Sequence[Event]:
        roller = Seat(rng.randrange(seats))
        return [Opened(options, seats, roller, None if seats == 1 else Instant(now + CHOOSING_MS))]

    def pausable(self, seats: int, options: UbongoOptions) -> bool:
        """The puzzle of the day has no pause: its time runs alike for all players."""
        return not (seats == 1 and options.solo == "daily")

    def decide(
        self, state: State, actor: Actor, move: Move | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if state.phase is Phase.OVER:
            raise game_is_over()
        if isinstance(actor, Clock) or isinstance(move, Tick):
            check_tick(actor, move, now, self.deadline(state))
            return _tick(state, now, rng)
        if isinstance(move, MoveOfRound):
            return play(state, actor, move, now, rng)
        match state.phase:
            case Phase.CHOOSING:
                return _choose(state, actor, move, now, rng)
            case Phase.BETWEEN if isinstance(move, Ready):
                seats = len(state.sides)
                return say_ready(seats, state.ready, actor, lambda: rounds.next_round(state, now, rng))
        raise not_now(state.phase.value)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def may_act(self, state: State) -> frozenset[Seat]:
        return frozenset(state.building) if state.phase is Phase.BUILDING else self.awaited(state)

    def awaited(self, state: State) -> frozenset[Seat]:
        """With the hourglass running no seat is awaited; without it, the building seats."""
        match state.phase:
            case Phase.CHOOSING:
                return frozenset(seat for seat in state.players if state.sides[seat].level is None)
            case Phase.ROLLING:
                return frozenset({state.role(0)})
            case Phase.TURNING:
                return frozenset({state.role(1)})
            case Phase.BUILDING if state.playoff or state.alone:
                return frozenset(state.building)
            case Phase.BETWEEN:
                return not_ready(len(state.sides), state.ready)
        return frozenset()

    def deadline(self, state: State) -> Instant | None:
        """While building: just after the last moment that counts."""
        late = state.phase is Phase.BUILDING
        return None if state.until is None else Instant(state.until + late)

    def legal_moves(self, state: State, seat: Seat) -> Iterable[Move]:
        return tuple(_legal(state, seat)) if seat in self.may_act(state) else ()

    def view(self, state: State, seat: Seat | None) -> UbongoView:
        return see(state, seat)

    def reveal(self, state: State, seat: Seat | None) -> UbongoView:
        return see(state, seat, open_boards=True)

    def redact(self, event: Event, seat: Seat | None) -> Event | None:
        match event:
            case Remembered():
                return None
            case Dealt():
                return replace(event, die=None)
            case Placed() if event.seat != seat:
                return replace(event, piece=None, cubes=None)
            case Lifted() if event.seat != seat:
                return replace(event, piece=None)
        return event

    def imagine(self, view: UbongoView, rng: Random) -> State:
        return imagine(view, rng)

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        if state.alone:
            return Outcome(state.ending, (1,), (state.done,))
        points = self.score(state)
        ranked = [(own, int(seat == state.winner)) for seat, own in enumerate(points)]
        return Outcome(state.ending, places(ranked), points)

    def score(self, state: State) -> tuple[int, ...]:
        return () if state.alone else tuple(gems.points(side.gems) for side in state.sides)

    def memory(self, state: State, seat: Seat) -> Met:
        return state.sides[seat].met

    def remember(self, seat: Seat, memory: Mapping[str, int]) -> Sequence[Event]:
        return [Remembered(seat, dict(memory))] if memory else []

    def performance(self, state: State, seat: Seat) -> Performance | None:
        return solo.performance(state)

    def asks_help(self, move: Move) -> bool:
        return isinstance(move, Help)

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)

    def format_move(self, move: Move) -> str:
        return moves.format_move(move)


def _choose(state: State, seat: Seat, move: Choose | Ready, now: Instant, rng: Random) -> Sequence[Event]:
    if state.sides[seat].level is not None:
        raise already_ready()
    if state.daily and isinstance(move, Choose):
        raise Illegal("only_today")
    usual = daily_task(now).level if state.daily else state.options.level
    chose = Chose(seat, move.level if isinstance(move, Choose) else usual)
    after = evolve(state, chose)
    waiting = any(side.level is None for side in after.sides)
    return [chose] if waiting else [chose, *_first_round(after, now, rng)]


def _choose_for_all(state: State, now: Instant, rng: Random) -> Sequence[Event]:
    """Time is up: players without a choice get the table's level."""
    chosen = [
        Chose(Seat(seat), state.options.level) for seat, side in enumerate(state.sides) if side.level is None
    ]
    return [*chosen, *_first_round(fold(evolve, chosen, state), now, rng)]


def _first_round(state: State, now: Instant, rng: Random) -> Sequence[Event]:
    return solo.begin(state, now, rng) if state.alone else rounds.next_round(state, now, rng)


def _tick(state: State, now: Instant, rng: Random) -> Sequence[Event]:
    match state.phase:
        case Phase.CHOOSING:
            return _choose_for_all(state, now, rng)
        case Phase.ROLLING:
            return rounds.roll(state, None, now)
        case Phase.TURNING:
            return [rounds.turn(state, None, now)]
        case Phase.BUILDING:
            return solo.time_is_up(state) if state.alone else rounds.time_is_up(state, now)
    return rounds.next_round(state, now, rng)


def _legal(state: State, seat: Seat) -> Iterator[Move]:
    match state.phase:
        case Phase.CHOOSING:
            yield Ready()
            if not state.daily:
                yield from map(Choose, LEVELS)
        case Phase.ROLLING:
            yield Roll(state.round)
        case Phase.TURNING:
            yield TurnHourglass(state.round)
        case Phase.BUILDING:
            yield from ways_to_build(state, seat)
        case Phase.BETWEEN:
            yield Ready()
