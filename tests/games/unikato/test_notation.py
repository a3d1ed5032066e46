"""Moves as text, and invalid text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.unikato.reference import DECK
from tests.games.unikato.table import tiles
from ukumbi.core import Unreadable
from ukumbi.core.shared_rules import Ready
from ukumbi.games.unikato.layout import START, Place, place, xy
from ukumbi.games.unikato.moves import Decline, Draw, Lay, Move, Pass, Swap, format_move, parse_move
from ukumbi.games.unikato.tiles import NAMED, Tile

some_tile = st.sampled_from(DECK).map(lambda name: NAMED[name])
some_place = st.builds(place, st.integers(-89, 89), st.integers(-89, 89))
source: st.SearchStrategy[Tile | None] = st.none() | some_tile
chain = st.lists(st.tuples(some_tile, some_place), min_size=1, max_size=10).map(tuple)
plain: st.SearchStrategy[Move] = st.sampled_from([Decline(), Pass(), Ready()])
some_move: st.SearchStrategy[Move] = (
    st.builds(Lay, chain) | st.builds(Swap, some_tile, source) | st.builds(Draw, source) | plain
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("lay co1w@0,1", Lay(((NAMED["co1w"], place(0, 1)),))),
        ("lay co1w@0,1 co2w@-3,12", Lay(((NAMED["co1w"], place(0, 1)), (NAMED["co2w"], place(-3, 12))))),
        ("swap co1w xb3k", Swap(*tiles("co1w xb3k"))),
        ("swap co1w bag", Swap(NAMED["co1w"], None)),
        ("draw xb3k", Draw(NAMED["xb3k"])),
        ("draw bag", Draw(None)),
        ("decline", Decline()),
        ("pass", Pass()),
        ("ready", Ready()),
    ],
)
def test_moves_are_written_as_documented(text: str, move: Move) -> None:
    """R6, R13, R17, R20, R25, R32: every move has a text."""
    assert parse_move(text) == move
    assert format_move(move) == text


@given(some_move)
def test_every_move_reads_back(move: Move) -> None:
    assert parse_move(format_move(move)) == move


@given(some_place)
def test_places_are_counted_from_the_start_tile(at: Place) -> None:
    """R3: it lies at 0,0"""
    assert place(*xy(at)) == at
    assert xy(START) == (0, 0)


UNREADABLE = [
    ("", "not_a_move"),
    ("lay", "not_a_move"),
    ("lay ", "not_a_move"),
    ("lay co1w", "not_a_move"),
    ("lay co1w@1", "not_a_move"),
    ("lay co1w@0,1,2", "not_a_move"),
    ("lay co1w@+0,1", "not_a_move"),
    ("lay co1w@00,1", "not_a_move"),
    ("lay co1w@-0,1", "not_a_move"),
    ("lay co1w@0,٣", "not_a_move"),
    ("lay co4w@0,1", "not_a_move"),
    ("lay  co1w@0,1", "not_a_move"),
    ("lay co1w@0,1\n", "not_a_move"),
    ("LAY co1w@0,1", "not_a_move"),
    (" ".join(["lay", *["co1w@0,1"] * 11]), "not_a_move"),
    ("swap co1w", "not_a_move"),
    ("swap co1w xb3k bag", "not_a_move"),
    ("draw", "not_a_move"),
    ("pass pass", "not_a_move"),
    ("swap bag co1w", "no_such_tile"),
    ("draw co4w", "no_such_tile"),
    ("draw " + "c" * 500, "no_such_tile"),
    ("lay co1w@90,0", "too_far_out"),
    ("lay co1w@0,-90", "too_far_out"),
]


@pytest.mark.parametrize(("text", "code"), UNREADABLE)
def test_other_text_is_unreadable(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_move(text)
    assert refused.value.code == code


def test_unreadable_text_is_quoted_in_part() -> None:
    for text, facts in (
        ("dance " + "a" * 100, {"text": "dance " + "a" * 34}),
        ("draw " + "c" * 100, {"tile": "c" * 10}),
        ("lay co1w@0,-90", {"place": "0,-90"}),
    ):
        with pytest.raises(Unreadable) as refused:
            parse_move(text)
        assert refused.value.facts == facts


@given(st.text(alphabet="laydrwswp bgco123k@,-", max_size=30))
def test_reading_is_strict(text: str) -> None:
    """Only the text that would be written can be read."""
    try:
        move = parse_move(text)
    except Unreadable:
        return
    assert format_move(move) == text
