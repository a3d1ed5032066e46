"""The board: poles on the rim, players around it, and the distances between them."""

import pytest

from tests.games.zuma import reference
from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    GAME,
    NOW,
    at,
    decide,
    grabbed,
    moves,
    opened,
    play,
    refusal,
    ticked,
)
from ukumbi.core import Seat
from ukumbi.games.zuma.events import BoardTurned
from ukumbi.games.zuma.poles import POLES, Pole, poles_for, reach_time, turned_to, turns_for
from ukumbi.games.zuma.state import Phase

SEATS = (3, 4, 5, 6)
each_number = pytest.mark.parametrize("seats", SEATS)


@each_number
def test_there_is_one_pole_fewer_than_players(seats: int) -> None:
    """R2, R3: with their colours, in the order around the rim."""
    view = GAME.view(opened(seats), None)
    assert [pole.colour for pole in view.poles] == reference.POLES[seats]
    assert len(view.poles) == seats - 1


@each_number
def test_poles_and_players_stand_evenly(seats: int) -> None:
    """R3, R4: whole degrees apart, clockwise."""
    view = GAME.view(opened(seats, seed=3), Seat(1))
    assert list(view.angles) == [seat * 360 // seats for seat in range(seats)]
    steps = {
        (after.angle - before.angle) % 360
        for before, after in zip(view.poles, (*view.poles[1:], view.poles[0]), strict=True)
    }
    assert steps == {360 // (seats - 1)}


@each_number
def test_the_first_turn_of_the_board_is_drawn(seats: int) -> None:
    """R3"""
    found = {opened(seats, seed).turn for seed in range(400)}
    assert found == set(turns_for(seats))


@each_number
def test_a_hand_takes_a_quarter_of_a_second_across_the_board(seats: int) -> None:
    """R20: less in proportion to a pole that is nearer, and nothing to one right in front."""
    for turn in turns_for(seats):
        for seat in range(seats):
            for place, pole in enumerate(poles_for(seats)):
                found = reach_time(seats, turn, seat, pole)
                assert 0 <= reference.way(seats, turn, seat, place) - found < 1
                assert found <= 250
    ways = {reach_time(seats, turn, 0, Pole.RED) for turn in turns_for(seats)}
    assert {0, 250} <= ways


def test_the_master_turns_a_pole_to_the_front() -> None:
    """R7: any pole, before the first call, repeatedly."""
    state = opened(4, seed=1)
    master = state.master
    for pole in poles_for(4):
        if turned_to(4, master, pole) == state.turn:
            continue
        (event,) = decide(state, f"turn 1 {pole}", master)
        assert isinstance(event, BoardTurned)
        state = GAME.evolve(state, event)
        view = GAME.view(state, master)
        assert [each.reach[master] for each in view.poles if each.pole == pole] == [0]
        assert next(each.angle for each in view.poles if each.pole == pole) == view.angles[master]
    assert refusal(state, f"turn 1 {poles_for(4)[-1]}", master)[0] == "already_in_front"


def test_only_the_master_turns_the_board_before_the_call() -> None:
    """R7"""
    state = opened(3)
    other = Seat((state.master + 1) % 3)
    pole = next(move for move in moves(state, state.master) if move.startswith("turn"))
    assert refusal(state, pole, other) == ("not_the_master", {"seat": state.master})
    assert not any(move.startswith("turn") for move in moves(state, other))
    for seat in (ANN, BEN, CEM):
        state = play(state, (seat, "ready 1"))
    assert state.phase is Phase.PASSING
    assert refusal(state, pole, state.master) == ("not_now", {"phase": "passing"})


def test_the_board_stays_as_it_is_for_the_next_round() -> None:
    """R7: poles return to their places."""
    state = at("sun sun sun sun moon moon moon", "sun moon", "moon sun", turn=90)
    after = ticked(grabbed(state, (ANN, "red"), (BEN, "blue")))
    assert (after.round, after.phase, after.turn) == (2, Phase.DEALT, 90)


def test_poles_that_are_not_in_play_cannot_be_named() -> None:
    """R2"""
    state = opened(4)
    assert refusal(state, "grab 1 red2", now=NOW) == ("not_in_play", {"pole": "red2"})
    assert refusal(state, "turn 1 blue2", state.master) == ("not_in_play", {"pole": "blue2"})
    assert [move for move in moves(state) if move.startswith("grab")] == [
        f"grab 1 {pole}" for pole in POLES[:3]
    ]
