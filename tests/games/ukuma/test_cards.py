"""The cards and which fit each other, compared with drawn cards."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ukuma.reference import DECK, FACES, SIDES, card, drawing, fit, half_turn, turned
from ukumbi.games.ukuma import cards
from ukumbi.games.ukuma.cards import (
    ALL_FACES,
    BOTH_WAYS,
    CARD_OF,
    FACE_NAMES,
    FITS_ABOVE,
    FITS_BELOW,
    FITS_LEFT,
    FITS_RIGHT,
    TURNED,
    Card,
    Face,
    faces_of,
    gathered,
    members,
)

FITTING = {"above": FITS_ABOVE, "below": FITS_BELOW, "left": FITS_LEFT, "right": FITS_RIGHT}


def test_every_face_is_drawn_differently() -> None:
    """R1, R2: four ends, four ends, two colours, two colours."""
    assert sorted(FACE_NAMES) == sorted(FACES)
    assert len({drawing(face) for face in FACES}) == 4 * 4 * 2 * 2


def test_there_are_36_cards() -> None:
    """R3: two drawings that differ by a half turn are one card; one that a half turn keeps is a card too."""
    pairs = {frozenset({drawing(face), half_turn(drawing(face))}) for face in FACES}
    same_both_ways = [face for face in FACES if half_turn(drawing(face)) == drawing(face)]
    assert len(same_both_ways) == 8
    assert len(pairs) == (64 + 8) // 2 == 36
    assert len(cards.DECK) == len(set(cards.DECK)) == 36
    assert sorted(card(FACE_NAMES[each]) for each in cards.DECK) == DECK


def test_a_card_upside_down_is_the_same_card() -> None:
    """R3"""
    for face, name in enumerate(FACE_NAMES):
        assert FACE_NAMES[TURNED[face]] == turned(name)
        assert CARD_OF[face] == CARD_OF[TURNED[face]]
        assert card(FACE_NAMES[CARD_OF[face]]) == card(name)
        assert set(members(BOTH_WAYS[face])) == {face, TURNED[face]}
    assert turned("pnob") == "npbo"


@pytest.mark.parametrize("side", SIDES)
def test_cards_fit_where_their_drawings_meet(side: str) -> None:
    """R4: all pairs of the 64 faces, on each of the four sides."""
    for face, name in enumerate(FACE_NAMES):
        fitting = {other for other in FACES if fit(name, other, side)}
        assert {FACE_NAMES[other] for other in members(FITTING[side][face])} == fitting


def test_ends_fit_as_documented() -> None:
    """R4: slant to the same slant, point to notch; and nothing else."""
    meeting = {
        (top, bottom)
        for top, bottom in product("lrpn", repeat=2)
        if fit(f"{top}loo", f"l{bottom}oo", "above")
    }
    assert meeting == {("l", "l"), ("r", "r"), ("p", "n"), ("n", "p")}


def test_discs_fit_as_documented() -> None:
    """R4: the same colour makes a full disc."""
    meeting = {
        (own, other) for own, other in product("ob", repeat=2) if fit(f"llo{own}", f"ll{other}o", "right")
    }
    assert meeting == {("o", "o"), ("b", "b")}


@given(st.sampled_from(FACES), st.sampled_from(FACES), st.sampled_from(sorted(SIDES)))
def test_fitting_is_mutual_and_the_same_for_both_players(one: str, other: str, side: str) -> None:
    """R4, R5: what fits for one player fits for the player opposite."""
    opposite = {"left": "right", "right": "left", "above": "below", "below": "above"}
    assert fit(one, other, side) == fit(other, one, opposite[side])
    assert fit(one, other, side) == fit(turned(one), turned(other), opposite[side])


def test_sets_of_faces_hold_their_members() -> None:
    some = [Face(0), Face(5), Face(63)]
    assert list(members(gathered(some))) == some
    assert list(members(ALL_FACES)) == list(range(64))
    assert list(members(0)) == []
    assert faces_of([Card(5), Card(0)]) == gathered([Face(0), Face(5), TURNED[5]])
