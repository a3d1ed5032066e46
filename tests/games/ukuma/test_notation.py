"""Moves as text, and invalid text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ukuma.reference import FACES as DRAWN
from tests.games.ukuma.reference import cell_of, spot_of
from ukumbi.core import Unreadable
from ukumbi.core.shared_rules import Ready
from ukumbi.games.ukuma.cards import FACES
from ukumbi.games.ukuma.grid import CELL_NAMES, CELLS, file_of, rank_of
from ukumbi.games.ukuma.moves import Discard, Draw, Lay, Move, Resign, Start, format_move, parse_move

some_face = st.sampled_from(DRAWN).map(lambda name: FACES[name])
some_cell = st.sampled_from(sorted(CELLS.values()))
plain: st.SearchStrategy[Move] = st.sampled_from([Ready(), Discard(), Draw(), Resign()])
some_move = plain | st.builds(Start, some_face) | st.builds(Lay, some_face, some_cell)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("start pnob", Start(FACES["pnob"])),
        ("ready", Ready()),
        ("lay pnob@f6", Lay(FACES["pnob"], CELLS["f6"])),
        ("lay npbo@q10", Lay(FACES["npbo"], CELLS["q10"])),
        ("discard", Discard()),
        ("draw", Draw()),
        ("resign", Resign()),
    ],
)
def test_moves_are_written_as_documented(text: str, move: Move) -> None:
    """R9, R12, R14, R23, R32, R33: every move has a text."""
    assert parse_move(text) == move
    assert format_move(move) == text


@given(some_move)
def test_every_move_reads_back(move: Move) -> None:
    assert parse_move(format_move(move)) == move


def test_cells_are_counted_from_whites_left_and_whites_edge() -> None:
    """R5: a1 is White's left corner."""
    for name, cell in CELLS.items():
        assert (file_of(cell), rank_of(cell)) == spot_of(name)
        assert CELL_NAMES[cell] == name == cell_of(spot_of(name))
    assert len(CELLS) == 17 * 10


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_a_move"),
        ("lay", "not_a_move"),
        ("lay  pnob@f6", "not_a_move"),
        ("lay pnob@f6 ", "not_a_move"),
        ("LAY pnob@f6", "not_a_move"),
        ("start", "not_a_move"),
        ("ready now", "not_a_move"),
        ("resign\n", "not_a_move"),
        ("lay ", "no_such_card"),
        ("lay pnox@f6", "no_such_card"),
        ("lay @f6", "no_such_card"),
        ("start pnob@f6", "no_such_card"),
        ("start " + "p" * 500, "no_such_card"),
        ("lay pnob", "no_such_cell"),
        ("lay pnob@", "no_such_cell"),
        ("lay pnob@f0", "no_such_cell"),
        ("lay pnob@f06", "no_such_cell"),
        ("lay pnob@r1", "no_such_cell"),
        ("lay pnob@f11", "no_such_cell"),
        ("lay pnob@f٣", "no_such_cell"),
        ("lay pnob@f6@f6", "no_such_cell"),
    ],
)
def test_other_text_is_unreadable(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_move(text)
    assert refused.value.code == code
    assert all(len(str(fact)) <= 40 for fact in refused.value.facts.values())


@given(st.text(alphabet="laystrdiceng pob@f164", max_size=14))
def test_reading_is_strict(text: str) -> None:
    """Only the text that would be written can be read."""
    try:
        move = parse_move(text)
    except Unreadable:
        return
    assert format_move(move) == text
