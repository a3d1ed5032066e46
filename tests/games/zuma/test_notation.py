"""Moves as text, and invalid text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ukumbi.core import Unreadable
from ukumbi.games.zuma.cards import Card
from ukumbi.games.zuma.moves import Grab, Move, PassCard, Ready, TurnBoard, format_move, parse_move
from ukumbi.games.zuma.poles import Pole

some_number = st.integers(1, 9_999)
some_card, some_pole = st.sampled_from(Card), st.sampled_from(Pole)
some_move: st.SearchStrategy[Move] = (
    st.builds(Ready, some_number)
    | st.builds(TurnBoard, some_number, some_pole)
    | st.builds(PassCard, some_number, some_number, some_card)
    | st.builds(Grab, some_number, some_pole)
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ready 2", Ready(2)),
        ("turn 2 violet", TurnBoard(2, Pole.VIOLET)),
        ("pass 2.3 eagle", PassCard(2, 3, Card.EAGLE)),
        ("pass 12.10 zuma", PassCard(12, 10, Card.ZUMA)),
        ("grab 2 red", Grab(2, Pole.RED)),
        ("grab 30 blue2", Grab(30, Pole.BLUE2)),
    ],
)
def test_moves_are_written_as_documented(text: str, move: Move) -> None:
    """R7, R8, R13, R27: each names its round, and a choice its beat."""
    assert parse_move(text) == move
    assert format_move(move) == text == str(move)


@given(some_move)
def test_every_move_reads_back(move: Move) -> None:
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_move"),
        ("ready", "not_a_move"),
        ("ready 0", "not_a_move"),
        ("ready 02", "not_a_move"),
        ("ready ²", "not_a_move"),
        ("ready 12345", "not_a_move"),
        ("ready 1 ", "not_a_move"),
        ("pass 2 eagle", "not_a_move"),
        ("pass 2.3.4 eagle", "not_a_move"),
        ("pass 2. eagle", "not_a_move"),
        ("pass 2.3", "not_a_move"),
        ("GRAB 2 red", "not_a_move"),
        ("grab 2 red now", "not_a_move"),
        ("grab red", "not_a_move"),
        ("pass 2.3 Eagle", "no_such_card"),
        ("pass 2.3 ", "no_such_card"),
        ("grab 2 red1", "no_such_pole"),
        ("turn 2 violet2", "no_such_pole"),
    ],
)
def test_invalid_moves_are_unreadable(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        parse_move(text)
    assert refusal.value.code == code


@given(st.text(max_size=20) | st.text("passgrbudy 0123.zum", max_size=20))
def test_any_text_is_a_move_or_unreadable(text: str) -> None:
    try:
        move = parse_move(text)
    except Unreadable:
        return
    assert format_move(move) == text
