"""The board, the start, and who begins."""

from random import Random

import pytest

from tests.games.rukuni import reference
from tests.games.rukuni.table import GAME, GREY, NOW, OPENING, WHITE, at, text
from ukumbi.core import Seat
from ukumbi.games.rukuni.board import BESIDE, NAMED, NAMES, names
from ukumbi.games.rukuni.events import RukuniOptions
from ukumbi.games.rukuni.position import Colour, Position
from ukumbi.games.rukuni.state import State


def test_the_board_is_a_hexagon() -> None:
    """R1: 61 hollows; six neighbours in the middle, four on an edge, three in a corner."""
    counts = [beside.bit_count() for beside in BESIDE]
    assert len(counts) == 61
    assert {number: counts.count(number) for number in counts} == {3: 6, 4: 18, 6: 37}


def test_neighbours_match_the_reference() -> None:
    """R1, R30"""
    assert sorted(NAMES) == sorted(map(reference.name, reference.SPOTS))
    for spot in reference.SPOTS:
        beside = BESIDE[NAMED[reference.name(spot)]]
        assert sorted(names(beside)) == sorted(map(reference.name, reference.neighbours(spot)))


@pytest.mark.parametrize(("row", "first", "last"), [("a", 1, 5), ("e", 1, 9), ("f", 2, 9), ("i", 5, 9)])
def test_rows_have_their_digits(row: str, first: int, last: int) -> None:
    """R30"""
    digits = [int(name[1]) for name in NAMES if name[0] == row]
    assert digits == list(range(first, last + 1))


def test_towers_start_on_the_corners() -> None:
    """R2, R30"""
    assert set(names(Position.opening().towers)) == {"a1", "a5", "e1", "e9", "i5", "i9"}
    corners = {name for name in NAMES if BESIDE[NAMED[name]].bit_count() == 3}
    assert set(names(Position.opening().towers)) == corners


def test_no_peg_is_on_the_board_at_the_start() -> None:
    """R3: 25 pegs each."""
    opening = Position.opening()
    assert [opening.side(colour).pegs_left for colour in Colour] == [25, 25]
    assert text(opening) == OPENING


def _set_up(white: RukuniOptions, seed: int = 0) -> State:
    (began,) = GAME.setup(2, white, NOW, Random(seed))
    return GAME.evolve(None, began)


def test_white_begins_and_turns_alternate() -> None:
    """R4"""
    state = at(OPENING)
    assert GAME.may_act(state) == {WHITE}
    after = State(state.position.after(next(state.position.turns())), WHITE)
    assert GAME.may_act(after) == {GREY}


def test_either_player_may_draw_white() -> None:
    """R5"""
    drawn = {_set_up(RukuniOptions(), seed).white for seed in range(20)}
    assert drawn == {Seat(0), Seat(1)}


def test_an_option_decides_who_is_white() -> None:
    """R5: the option overrides the lot."""
    for seed in range(10):
        first = _set_up(RukuniOptions(white="first"), seed)
        second = _set_up(RukuniOptions(white="second"), seed)
        assert (GAME.may_act(first), GAME.may_act(second)) == (frozenset({Seat(0)}), frozenset({Seat(1)}))
