"""The moves of a round."""

from collections.abc import Iterator, Sequence
from random import Random

from ukumbi.core import Illegal, Instant, Seat
from ukumbi.core.shared_rules import not_now
from ukumbi.games.ubongo import gems, rounds, solo
from ukumbi.games.ubongo.events import Event, Lifted, Placed, Solved
from ukumbi.games.ubongo.grid import check_put, is_filled, name_cubes, outline_of, ways_to_put
from ukumbi.games.ubongo.moves import Lift, Move, Put, Roll, SetAside, TurnHourglass, put
from ukumbi.games.ubongo.state import Phase, State, evolve

MoveOfRound = Roll | TurnHourglass | Put | Lift | SetAside


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
        case Put() | Lift() | SetAside() if state.phase is Phase.BUILDING:
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
    state: State, seat: Seat, move: Put | Lift | SetAside, now: Instant, rng: Random
) -> Sequence[Event]:
    match move:
        case Put():
            return _put(state, seat, move, now, rng)
        case Lift():
            return [_lift(state, seat, move)]
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
    after = evolve(state, placed)
    if not is_filled(after.sides[seat].lying, pieces):
        return [placed]
    return [placed, *_solve(after, seat, now, rng)]


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
    if state.alone and not state.daily:
        yield SetAside(state.round)
