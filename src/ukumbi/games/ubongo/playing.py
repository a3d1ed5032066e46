"""The moves of a round."""

from collections.abc import Iterator, Sequence
from random import Random

from ukumbi.core import Illegal, Instant, Seat
from ukumbi.core.shared_rules import not_now
from ukumbi.games.ubongo import gems, rounds, solo
from ukumbi.games.ubongo.events import Event, Lifted, Placed, Solved
from ukumbi.games.ubongo.grid import (
    check_put,
    is_filled,
    likeliest,
    name_cubes,
    outline_of,
    read_lying,
    ways_to_put,
)
from ukumbi.games.ubongo.moves import Help, Lift, Move, Put, Roll, SetAside, TurnHourglass, put
from ukumbi.games.ubongo.state import Phase, State, evolve

MoveOfRound = Roll | TurnHourglass | Put | Lift | Help | SetAside


def play(state: State, seat: Seat, move: MoveOfRound, now: Instant, rng: Random) -> Sequence[Event]:
    if state.phase in (Phase.CHOOSING, Phase.BETWEEN):
        raise not_now(state.phase.value)
    if move.round != state.round:
        raise Illegal("not_this_round", round=move.round, now=state.round)
    match move:
        case Roll() if state.phase is Phase.ROLLING:
            _check_role(state, seat, 0, "not_yours_to_roll")
            return rounds.roll(state, seat, now)
        case TurnHourglass() if state.phase is Phase.TURNING:
            _check_role(state, seat, 1, "not_yours_to_turn")
            return [rounds.turn(state, seat, now)]
        case Put() | Lift() | Help() | SetAside() if state.phase is Phase.BUILDING:
            _check_builds(state, seat)
            return _build(state, seat, move, now, rng)
    raise not_now(state.phase.value)


def _check_role(state: State, seat: Seat, place: int, code: str) -> None:
    if seat != (honoured := state.role(place)):
        raise Illegal(code, seat=honoured)


def _check_builds(state: State, seat: Seat) -> None:
    if seat not in state.players:
        raise Illegal("not_in_playoff")
    if seat in state.solved:
        raise Illegal("already_solved")


def _build(
    state: State, seat: Seat, move: Put | Lift | Help | SetAside, now: Instant, rng: Random
) -> Sequence[Event]:
    match move:
        case Put():
            return _put(state, seat, move, now, rng)
        case Lift():
            return [_lift(state, seat, move)]
        case Help():
            return _help(state, seat, now, rng)
        case SetAside():
            return solo.set_aside(state, seat, now, rng)


def _lift(state: State, seat: Seat, move: Lift) -> Lifted:
    lying = state.sides[seat].lying
    if move.piece not in lying:
        raise Illegal("not_lying", piece=move.piece)
    return Lifted(seat, move.piece, len(lying) - 1)


def _put(state: State, seat: Seat, move: Put, now: Instant, rng: Random) -> Sequence[Event]:
    side, pieces = state.sides[seat], state.pieces_for(seat)
    if move.piece not in pieces:
        raise Illegal("not_of_this_task", piece=move.piece, pieces=pieces)
    assert side.board is not None
    check_put(outline_of(side.board.outline), side.lying, move.piece, move.cubes)
    count = len({*side.lying, move.piece})
    placed = Placed(seat, move.piece, name_cubes(move.cubes), count)
    return [placed, *_solve_if_filled(evolve(state, placed), seat, now, rng)]


def _help(state: State, seat: Seat, now: Instant, rng: Random) -> Sequence[Event]:
    """Lay the first piece that does not lie right, and lift those in its way."""
    side = state.sides[seat]
    assert side.board is not None
    assert state.die is not None
    lying = read_lying(side.lying)
    right = likeliest(side.board.task_at(state.die), lying)
    wrong = [piece for piece in state.pieces_for(seat) if lying.get(piece) != right[piece]]
    piece = min(wrong, key=lambda each: each in lying)  # one that does not lie yet, if there is any
    in_the_way = [other for other in lying if other != piece and lying[other] & right[piece]]
    events: list[Event] = []
    for other in in_the_way:
        events.append(_lift(state, seat, Lift(state.round, other)))
        state = evolve(state, events[-1])
    count = len({*state.sides[seat].lying, piece})
    placed = Placed(seat, piece, name_cubes(right[piece]), count, helped=True)
    return [*events, placed, *_solve_if_filled(evolve(state, placed), seat, now, rng)]


def _solve_if_filled(state: State, seat: Seat, now: Instant, rng: Random) -> list[Event]:
    filled = is_filled(state.sides[seat].lying, state.pieces_for(seat))
    return _solve(state, seat, now, rng) if filled else []


def _solve(state: State, seat: Seat, now: Instant, rng: Random) -> list[Event]:
    """The task is solved, with its consequences."""
    assert state.since is not None
    rewarded, before = not state.alone and not state.playoff, len(state.solved)
    bonus = gems.DISPLAYED[before] if rewarded and before < len(gems.DISPLAYED) else None
    drawn = gems.draw(state.bag, rng) if rewarded else None
    solved = Solved(seat, now - state.since, drawn, bonus)
    after = evolve(state, solved)
    if after.alone:
        return [solved, *solo.after_solving(after, now, rng)]
    return [solved, *rounds.after_solving(after, seat, now)]


def ways_to_build(state: State, seat: Seat) -> Iterator[Move]:
    """All moves of a building player."""
    side = state.sides[seat]
    assert side.board is not None
    for piece, cubes in ways_to_put(outline_of(side.board.outline), side.lying, state.pieces_for(seat)):
        yield put(state.round, piece, cubes)
    yield from (Lift(state.round, piece) for piece in side.lying)
    yield Help(state.round)
    if state.alone and not state.daily:
        yield SetAside(state.round)
