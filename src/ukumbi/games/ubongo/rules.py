"""The rules of Ubongo 3-D. RULES.md numbers them."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from ukumbi.core import (
    Actor,
    Clock,
    Game,
    Illegal,
    Instant,
    Kinds,
    Outcome,
    Performance,
    Seat,
    Tick,
    fold,
    rounds,
)
from ukumbi.core.refusals import already_ready, game_is_over, not_now
from ukumbi.core.rounds import BREAK, Ready, check_tick, not_ready, say_ready
from ukumbi.games.ubongo import gems, moves
from ukumbi.games.ubongo.boards import LEVELS, tasks
from ukumbi.games.ubongo.building import check_put, is_filled, outline_of, ways_to_put
from ukumbi.games.ubongo.dealing import daily_task, deal, deal_daily, known_tasks
from ukumbi.games.ubongo.events import (
    Aside,
    Chose,
    Closed,
    Dealt,
    Event,
    Finished,
    Lifted,
    Opened,
    Placed,
    Remembered,
    Rolled,
    Solved,
    Turned,
    UbongoOptions,
)
from ukumbi.games.ubongo.grid import name_cubes
from ukumbi.games.ubongo.moves import Choose, Lift, Move, Put, Roll, SetAside, Turn, put
from ukumbi.games.ubongo.records import performance
from ukumbi.games.ubongo.state import Met, Phase, State, evolve
from ukumbi.games.ubongo.view import UbongoView, imagine, see

CHOOSING: Final = 30_000
HONOUR: Final = 5_000
"""Milliseconds to roll the die, or to turn the hourglass, before it is done for somebody."""
PLAYOFF: Final = 10 * 60_000
LONGEST: Final = 60 * 60_000
"""For a number of tasks alone."""
SECOND: Final = 1_000
MINUTE: Final = 60_000


class Ubongo(Game[State, Move, Event, UbongoView, UbongoOptions]):
    name: ClassVar = "ubongo"
    version: ClassVar = 1
    seats: ClassVar = range(1, 5)
    options = UbongoOptions
    kinds: ClassVar = Kinds(state=State, move=Move, event=Event, view=UbongoView)
    endings: ClassVar = frozenset({"rounds", "playoff", "shared", "time", "tasks", "daily", "stopped"})
    simultaneous: ClassVar = True
    remembers: ClassVar = True

    def setup(self, seats: int, options: UbongoOptions, now: Instant, rng: Random) -> Sequence[Event]:
        roller = Seat(rng.randrange(seats))
        return [Opened(options, seats, roller, None if seats == 1 else Instant(now + CHOOSING))]

    def decide(
        self, state: State, actor: Actor, move: Move | Tick, now: Instant, rng: Random
    ) -> Sequence[Event]:
        if state.phase is Phase.OVER:
            raise game_is_over()
        if isinstance(actor, Clock) or isinstance(move, Tick):
            check_tick(actor, move, now, self.deadline(state))
            return _tick(state, now, rng)
        if isinstance(move, Roll | Turn | Put | Lift | SetAside):
            return _play(state, actor, move, now, rng)
        match state.phase:
            case Phase.CHOOSING:
                return _choose(state, actor, move, now, rng)
            case Phase.BETWEEN if isinstance(move, Ready):
                seats = len(state.sides)
                return say_ready(seats, state.ready, actor, lambda: _next_round(state, now, rng))
        raise not_now(state.phase.value)

    def evolve(self, state: State | None, event: Event) -> State:
        return evolve(state, event)

    def may_act(self, state: State) -> frozenset[Seat]:
        return frozenset(state.building) if state.phase is Phase.BUILDING else self.awaited(state)

    def awaited(self, state: State) -> frozenset[Seat]:
        """Against the hourglass the table waits for nobody; without it for those who build."""
        match state.phase:
            case Phase.CHOOSING:
                return frozenset(seat for seat in state.players if state.sides[seat].level is None)
            case Phase.ROLLING:
                return frozenset({state.honour(0)})
            case Phase.TURNING:
                return frozenset({state.honour(1)})
            case Phase.BUILDING if state.playoff or state.alone:
                return frozenset(state.building)
            case Phase.BETWEEN:
                return not_ready(len(state.sides), state.ready)
        return frozenset()

    def deadline(self, state: State) -> Instant | None:
        """While people build, the moment after the last one that counts."""
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
        if state.phase is not Phase.OVER:
            return None
        assert state.ending is not None
        if state.alone:
            return Outcome(state.ending, (1,), (state.done,))
        points = self.score(state)
        ranked = [(point, seat == state.winner) for seat, point in enumerate(points)]
        return Outcome(state.ending, rounds.places([(point, int(won)) for point, won in ranked]), points)

    def score(self, state: State) -> tuple[int, ...]:
        return () if state.alone else tuple(gems.points(side.gems) for side in state.sides)

    def memory(self, state: State, seat: Seat) -> Met:
        """The tasks that this player has met."""
        return state.sides[seat].met

    def remind(self, seat: Seat, memory: Any) -> Sequence[Event]:
        try:
            met = msgspec.convert(memory, Met, strict=False)
        except msgspec.ValidationError:  # of no use any more
            return ()
        return [Remembered(seat, known_tasks(met))]

    def performance(self, state: State, seat: Seat) -> Performance | None:
        return performance(state)

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)

    def format_move(self, move: Move) -> str:
        return moves.format_move(move)


# before a round


def _choose(state: State, seat: Seat, move: Choose | Ready, now: Instant, rng: Random) -> Sequence[Event]:
    if state.sides[seat].level is not None:
        raise already_ready()
    daily = state.alone and state.options.solo == "daily"
    if daily and isinstance(move, Choose):
        raise Illegal("only_today")
    usual = daily_task(now).level if daily else state.options.level
    chose = Chose(seat, move.level if isinstance(move, Choose) else usual)
    after = evolve(state, chose)
    waiting = any(side.level is None for side in after.sides)
    return [chose] if waiting else [chose, *_first_round(after, now, rng)]


def _first_round(state: State, now: Instant, rng: Random) -> list[Event]:
    if not state.alone:
        return _next_round(state, now, rng)
    limit = state.options.limit * MINUTE if state.options.solo == "time" else LONGEST
    dealt = _next_task(state, now, rng)
    return [*dealt, Turned(None, False, now, Instant(now + limit))]


def _next_round(state: State, now: Instant, rng: Random) -> list[Event]:
    """The next round; when all are played, the end or a playoff."""
    players: Sequence[Seat] = state.players
    if state.round >= state.options.rounds:
        players = _leaders(state)
        if len(players) == 1:
            return [Finished("rounds", None)]
    return [deal(state, players, Instant(now + HONOUR), rng)]


def _leaders(state: State) -> tuple[Seat, ...]:
    points = [gems.points(side.gems) for side in state.sides]
    return tuple(Seat(seat) for seat, own in enumerate(points) if own == max(points))


def _next_task(state: State, now: Instant, rng: Random) -> list[Event]:
    """Alone: a new board, with its number rolled at once."""
    if state.options.solo == "daily":
        dealt = deal_daily(state, now)
    else:
        dealt = deal(state, state.players, state.until, rng)
    assert dealt.die is not None
    return [dealt, Rolled(None, dealt.die, state.until)]


def _roll(state: State, seat: Seat | None, now: Instant) -> list[Event]:
    assert state.die is not None
    rolled = Rolled(seat, state.die, Instant(now + HONOUR))
    return [rolled, _turn(evolve(state, rolled), None, now)] if state.playoff else [rolled]


def _turn(state: State, seat: Seat | None, now: Instant, again: bool = False) -> Turned:
    time = PLAYOFF if state.playoff else state.options.hourglass * SECOND
    return Turned(seat, again, now, Instant(now + time))


def _tick(state: State, now: Instant, rng: Random) -> Sequence[Event]:
    match state.phase:
        case Phase.CHOOSING:
            chosen = [
                Chose(Seat(seat), state.options.level)
                for seat, side in enumerate(state.sides)
                if side.level is None
            ]
            return [*chosen, *_first_round(fold(evolve, chosen, state), now, rng)]
        case Phase.ROLLING:
            return _roll(state, None, now)
        case Phase.TURNING:
            return [_turn(state, None, now)]
        case Phase.BUILDING:
            return _time_is_up(state, now)
    return _next_round(state, now, rng)


def _time_is_up(state: State, now: Instant) -> Sequence[Event]:
    if state.alone:
        return _finish_alone(state, "time" if state.options.solo == "time" else "stopped")
    if state.playoff:
        return [_close(state, None), Finished("shared", None)]
    if not state.solved and not state.again:
        return [_turn(state, None, now, again=True)]
    return [_close(state, Instant(now + BREAK))]


def _close(state: State, until: Instant | None) -> Closed:
    """The end of a round: one sapphire and one amber have to leave the display."""
    unclaimed = () if state.alone or state.playoff else gems.DISPLAYED[len(state.solved) :]
    return Closed(
        unclaimed,
        tuple(side.lying for side in state.sides),
        tuple(_solutions(state, Seat(seat)) for seat in range(len(state.sides))),
        until,
    )


def _solutions(state: State, seat: Seat) -> tuple[str, ...]:
    board = state.sides[seat].board
    if board is None:
        return ()
    assert state.die is not None
    return tasks(board.level)[board.numbers[state.die - 1]].fillings


# a round


def _play(
    state: State, seat: Seat, move: Roll | Turn | Put | Lift | SetAside, now: Instant, rng: Random
) -> Sequence[Event]:
    if state.phase in (Phase.CHOOSING, Phase.BETWEEN):
        raise not_now(state.phase.value)
    if move.round != state.round:
        raise Illegal("not_this_round", round=move.round, now=state.round)
    match move:
        case Roll() if state.phase is Phase.ROLLING:
            _check_honour(state, seat, 0, "not_yours_to_roll")
            return _roll(state, seat, now)
        case Turn() if state.phase is Phase.TURNING:
            _check_honour(state, seat, 1, "not_yours_to_turn")
            return [_turn(state, seat, now)]
        case Put() | Lift() | SetAside() if state.phase is Phase.BUILDING:
            _check_builds(state, seat)
            return _build(state, seat, move, now, rng)
    raise not_now(state.phase.value)


def _check_honour(state: State, seat: Seat, place: int, code: str) -> None:
    if seat != (honoured := state.honour(place)):
        raise Illegal(code, seat=honoured)


def _check_builds(state: State, seat: Seat) -> None:
    if seat not in state.players:
        raise Illegal("not_in_playoff")
    if seat in state.solved:
        raise Illegal("already_solved")


def _build(
    state: State, seat: Seat, move: Put | Lift | SetAside, now: Instant, rng: Random
) -> Sequence[Event]:
    side = state.sides[seat]
    match move:
        case Put():
            return _put(state, seat, move, now, rng)
        case Lift():
            if move.piece not in side.lying:
                raise Illegal("not_lying", piece=move.piece)
            return [Lifted(seat, move.piece, len(side.lying) - 1)]
        case SetAside():
            if not state.alone:
                raise Illegal("not_alone")
            if state.options.solo == "daily":
                raise Illegal("only_today")
            aside = Aside(seat, _solutions(state, seat))
            return [aside, *_next_task(evolve(state, aside), now, rng)]


def _put(state: State, seat: Seat, move: Put, now: Instant, rng: Random) -> Sequence[Event]:
    side, pieces = state.sides[seat], state.task(seat)
    if move.piece not in pieces:
        raise Illegal("not_of_this_task", piece=move.piece, pieces=pieces)
    assert side.board is not None
    check_put(outline_of(side.board.outline), side.lying, move.piece, move.cubes)
    count = len({*side.lying, move.piece})
    placed = Placed(seat, move.piece, name_cubes(move.cubes), count)
    after = evolve(state, placed)
    if not is_filled(after.sides[seat].lying, pieces):
        return [placed]
    return [placed, *_solve(after, seat, now, rng)]


def _solve(state: State, seat: Seat, now: Instant, rng: Random) -> Iterator[Event]:
    """Ubongo! And what follows from it."""
    assert state.since is not None
    rewarded = not state.alone and not state.playoff
    bonus = gems.DISPLAYED[len(state.solved)] if rewarded and len(state.solved) < 2 else None
    drawn = gems.draw(state.bag, rng) if rewarded else None
    solved = Solved(seat, now - state.since, drawn, bonus)
    yield solved
    after = evolve(state, solved)
    if after.alone:
        yield from _next_alone(after, now, rng)
    elif after.playoff:
        yield _close(after, None)
        yield Finished("playoff", seat)
    elif not after.building:
        yield _close(after, Instant(now + BREAK))


def _next_alone(state: State, now: Instant, rng: Random) -> list[Event]:
    if state.options.solo == "daily":
        return _finish_alone(state, "daily")
    if state.options.solo == "tasks" and state.done == state.options.limit:
        return _finish_alone(state, "tasks")
    return _next_task(state, now, rng)


def _finish_alone(state: State, ending: str) -> list[Event]:
    return [_close(state, None), Finished(ending, None)]


def _legal(state: State, seat: Seat) -> Iterator[Move]:
    match state.phase:
        case Phase.CHOOSING:
            yield Ready()
            if not (state.alone and state.options.solo == "daily"):
                yield from map(Choose, LEVELS)
        case Phase.ROLLING:
            yield Roll(state.round)
        case Phase.TURNING:
            yield Turn(state.round)
        case Phase.BUILDING:
            yield from _ways_to_build(state, seat)
        case Phase.BETWEEN:
            yield Ready()


def _ways_to_build(state: State, seat: Seat) -> Iterator[Move]:
    side = state.sides[seat]
    assert side.board is not None
    for piece, cubes in ways_to_put(outline_of(side.board.outline), side.lying, state.task(seat)):
        yield put(state.round, piece, cubes)
    yield from (Lift(state.round, piece) for piece in side.lying)
    if state.alone and state.options.solo != "daily":
        yield SetAside(state.round)
