"""Moves in notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ubongo.table import ANN, GAME, Table
from ukumbi.core import Unreadable


@pytest.mark.parametrize(
    "text",
    [
        "level 3",
        "ready",
        "roll 2",
        "turn 12",
        "put 2 B c3 c4 d4 d4+",
        "lift 2 B",
        "aside 2",
        "put 1 A a1 a1++",
    ],
)
def test_moves_read_back(text: str) -> None:
    assert GAME.format_move(GAME.parse_move(text)) == text


def test_the_order_of_cubes_does_not_matter() -> None:
    assert GAME.parse_move("put 1 A c4 c3") == GAME.parse_move("put 1 A c3 c4")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_move"),
        ("level 6", "not_a_move"),
        ("level", "not_a_move"),
        ("roll 0", "not_a_move"),
        ("roll -1", "not_a_move"),
        ("roll 02", "not_a_move"),
        ("roll 99999", "not_a_move"),
        ("put 1 A", "not_a_move"),
        ("put 1 A c3", "not_a_move"),
        ("put 1 A c3 c4 c5 c6 c7 c8", "not_a_move"),
        ("put 1 Z c3 c4", "no_such_piece"),
        ("lift 1 AB", "no_such_piece"),
        ("put 1 A c3 j4", "no_such_cell"),
        ("put 1 A c3 c9", "no_such_cell"),
        ("put 1 A c3 c4+++", "no_such_cell"),
        ("put 1 A c3 c4-", "no_such_cell"),
        ("put 1 A c3 ", "no_such_cell"),
        ("put 1 A c3 c3", "not_a_move"),
        ("put 1 A c3 c4 c3", "not_a_move"),
    ],
)
def test_unreadable_moves_have_a_code(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as fault:
        GAME.parse_move(text)
    assert fault.value.code == code


@given(text=st.text(max_size=30))
def test_any_text_is_a_move_or_unreadable(text: str) -> None:
    try:
        GAME.parse_move(text)
    except Unreadable:
        return
    assert GAME.format_move(GAME.parse_move(text))


def test_moves_of_another_phase_are_refused() -> None:
    table = Table()
    assert table.refused(ANN, "roll 1").code == "not_now"
    table.build()
    for text in ("ready", "level 1", "roll 1", "turn 1"):
        assert table.refused(ANN, text).facts == {"phase": "building"}
