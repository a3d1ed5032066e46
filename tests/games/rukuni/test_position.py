"""Turns and positions as text."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rukuni.table import GAME, OPENING
from tests.kit.play import Played
from tests.kit.rulebook import raised
from tests.kit.strategies import played
from ukumbi.core import Unreadable
from ukumbi.games import rukuni
from ukumbi.games.rukuni.board import HOLLOWS, NAMED
from ukumbi.games.rukuni.moves import Turn, format_move, parse_move
from ukumbi.games.rukuni.position import Colour, Position, Side, format_position, parse_position

SOURCES = Path(rukuni.__file__).parent

BAD_TURNS = [
    ("not_a_turn", ""),
    ("not_a_turn", "a1-a4"),
    ("not_a_turn", "a1-a4/b4 "),
    ("not_a_turn", "a1-a4/b4\n"),
    ("not_a_turn", "A1-a4/b4"),
    ("not_a_turn", "a1-a4/b0"),
    ("not_a_turn", "a1-a4/j4"),
    ("not_a_turn", "a１-a4/b4"),
    ("not_a_turn", "x" * 4000),
    ("no_such_hollow", "a1-a4/b9"),
    ("no_such_hollow", "a9-a4/b4"),
    ("no_such_hollow", "a1-i1/b4"),
]
BAD_POSITIONS = [
    ("not_a_position", ""),
    ("not_a_position", "T3T/6/7/8/T7T/8/7/6/T3T"),
    ("not_a_position", "T3T/6/7/8/T7T/8/7/6/T3T x"),
    ("not_a_position", "T3T/6/7/8/T7T/8/7/6/T3T w w"),
    ("not_a_position", "T3T/6/7/8/T7T/8/7/T3T w"),
    ("not_a_position", "T3T/x5/7/8/T7T/8/7/6/T3T w"),
    ("not_a_position", "T3T/33/7/8/T7T/8/7/6/T3T w"),
    ("not_a_position", "T3T/....../7/8/T7T/8/7/6/T3T w"),
    ("row_has_wrong_length", "T3T/7/7/8/T7T/8/7/6/T3T w"),
    ("row_has_wrong_length", "T3T/0/7/8/T7T/8/7/6/T3T w"),
    ("wrong_number_of_towers", "5/6/7/8/T7T/8/7/6/T3T w"),
    ("wrong_number_of_towers", "T3T/T5/7/8/T7T/8/7/6/T3T w"),
    ("too_many_pegs", "TwwwT/wwwwww/wwwwwww/wwwwwwww/TwwwwwwwT/8/7/6/T3T w"),
    ("too_many_pegs", "TgggT/gggggg/ggggggg/gggggggg/TggggggT1/7T/7/6/T4 w"),
]


@pytest.mark.parametrize(("code", "text"), BAD_TURNS)
def test_invalid_turns_are_unreadable(code: str, text: str) -> None:
    """R31"""
    with pytest.raises(Unreadable) as refused:
        parse_move(text)
    assert refused.value.code == code
    assert all(len(str(fact)) <= 80 for fact in refused.value.facts.values())


@pytest.mark.parametrize(("code", "text"), BAD_POSITIONS)
def test_invalid_positions_are_unreadable(code: str, text: str) -> None:
    """R32"""
    with pytest.raises(Unreadable) as refused:
        parse_position(text)
    assert refused.value.code == code


def test_every_unreadable_code_is_tested_and_documented() -> None:
    codes = raised(SOURCES / "moves.py") | raised(SOURCES / "position.py")
    assert codes == {code for code, _ in BAD_TURNS + BAD_POSITIONS}
    paper = (SOURCES / "RULES.md").read_text()
    assert {code for code in codes if f"`{code}`" not in paper} == set()


def test_a_turn_reads_back() -> None:
    """R31"""
    turn = parse_move("a1-a4/b4")
    assert turn == Turn(tower=NAMED["a1"], to=NAMED["a4"], peg=NAMED["b4"])


@given(*[st.sampled_from(HOLLOWS)] * 3)
def test_every_turn_reads_back(
    tower: rukuni.board.Hollow, to: rukuni.board.Hollow, peg: rukuni.board.Hollow
) -> None:
    """R31"""
    turn = Turn(tower, to, peg)
    assert parse_move(format_move(turn)) == turn


def test_the_opening_is_one_line() -> None:
    """R32"""
    assert format_position(Position.opening()) == OPENING
    assert parse_position(OPENING) == Position.opening()


def test_rows_are_listed_from_i_down_to_a() -> None:
    """R32, R30"""
    position = parse_position("w4/6/7/8/TT7/8/7/6/TTTTg g")
    assert position.white.pegs == 1 << NAMED["i5"]
    assert position.grey.pegs == 1 << NAMED["a5"]
    assert position.turn is Colour.GREY


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position with a legal number of pieces, reachable or not."""
    hollows = draw(st.permutations(HOLLOWS))
    white, grey = draw(st.integers(0, 25)), draw(st.integers(0, 25))
    bounds = (0, 6, 6 + white, 6 + white + grey)
    towers, light, dark = (
        sum(1 << hollow for hollow in hollows[start:end]) for start, end in pairwise(bounds)
    )
    return Position(towers, Side.of(light), Side.of(dark), draw(st.sampled_from(Colour)))


@given(positions())
def test_every_position_reads_back(position: Position) -> None:
    """R32"""
    text = format_position(position)
    assert parse_position(text) == position
    assert "\n" not in text


@given(played(GAME, whole=True))
def test_every_position_of_a_game_reads_back(game: Played) -> None:
    """R32: with the groups that the game has built turn by turn."""
    for state in game.states:
        assert parse_position(format_position(state.position)) == state.position


@given(st.text("Twg123456789/ .", max_size=60))
def test_each_position_has_only_one_text(text: str) -> None:
    """R32"""
    try:
        position = parse_position(text)
    except Unreadable:
        return
    assert format_position(position) == text


@given(positions(), st.integers(0, 60), st.sampled_from("Twg19/ 0"))
def test_a_typo_is_unreadable_or_another_position(position: Position, place: int, letter: str) -> None:
    """R32"""
    text = format_position(position)
    slip = text[:place] + letter + text[place + 1 :]
    try:
        read = parse_position(slip)
    except Unreadable:
        return
    assert format_position(read) == slip
    assert (read == position) == (slip == text)
