"""The three rules of laying, on small tables."""

import pytest

from tests.games.ukuma.table import ANN, BEN, GAME, at, cards, decide, hand, lays, moves, play, refusal
from ukumbi.games.ukuma.cards import FACE_NAMES
from ukumbi.games.ukuma.events import Laid
from ukumbi.games.ukuma.grid import CELLS, SIDES

START = at(hands=("ppob lpoo lrbb", "ppob lpoo lrbb"))
"""White's `lloo` on f4, Black's on f5."""


def test_a_lay_that_keeps_all_rules_is_accepted() -> None:
    """R16, R17, R18: the booklet's example A; at most two such places at the start."""
    assert GAME.view(START, ANN).fronts == (("e4", "g4"), ("e5", "g5"))
    assert sorted(lays(START)) == sorted(["lpoo@e4", "lpoo@g4", "ploo@e4", "ploo@g4", "ppbo@e4", "ppob@g4"])
    after = play(START, "lay ppbo@e4")
    assert GAME.view(after, None).table[-1].cell == "e4"


def test_a_lay_far_from_the_opponent_is_refused() -> None:
    """R18, R19: the booklet's example B, which keeps only rules 1 and 2."""
    facts = {"cell": "f3", "card": "lpoo", "rules": [3], "misfits": []}
    assert refusal(START, "lay lpoo@f3") == ("no_opponent_near", facts)


def test_all_broken_rules_are_named() -> None:
    """R17, R18, R19: the booklet's example C, which breaks rules 2 and 3."""
    facts = {"cell": "f3", "card": "ppob", "rules": [2, 3], "misfits": ["f4"]}
    assert refusal(START, "lay ppob@f3") == ("does_not_fit", facts)


def test_a_lay_without_an_own_neighbour_is_refused() -> None:
    """R16, R19: only beside an opposing card; touching an own card's corner is not enough."""
    facts = {"cell": "e5", "card": "ppbo", "rules": [1], "misfits": []}
    assert refusal(START, "lay ppbo@e5") == ("no_own_neighbour", facts)
    nowhere = {"cell": "a1", "card": "ppob", "rules": [1, 3], "misfits": []}
    assert refusal(START, "lay ppob@a1") == ("no_own_neighbour", nowhere)


def test_a_card_has_to_fit_opposing_cards_too() -> None:
    """R17: the refusal names every neighbour that it does not fit."""
    state = at("lloo@f4", "lloo@f5 rpoo@e5", hands=("rpoo plob", ""))
    assert lays(state)
    facts = {"cell": "e4", "card": "plob", "rules": [2], "misfits": ["f4", "e5"]}
    assert refusal(state, "lay plob@e4") == ("does_not_fit", facts)
    assert "npoo@e4" not in lays(state)
    assert refusal(state, "lay rpoo@e4")[1]["misfits"] == ["e5"]


@pytest.mark.parametrize("step", SIDES)
def test_each_of_the_four_sides_counts_for_rule_one(step: int) -> None:
    """R16: an own card on any side of the cell."""
    own = next(name for name, cell in CELLS.items() if cell == CELLS["f4"] + step)
    state = at(f"lloo@{own}", "lloo@h8", hands=("ppob", ""))
    rules = refusal(state, "lay ppob@f4")[1]["rules"]
    assert isinstance(rules, list)
    assert 1 not in rules
    assert 3 in rules


@pytest.mark.parametrize("near", ["e3", "f3", "g3", "e4", "g4", "e5", "f5", "g5"])
def test_an_edge_or_a_corner_counts_for_rule_three(near: str) -> None:
    """R18: an opposing card on any of the eight cells around."""
    state = at("lloo@a1", f"lloo@{near}", hands=("ppbb", ""))
    rules = refusal(state, "lay ppbb@f4")[1]["rules"]
    assert isinstance(rules, list)
    assert 3 not in rules


def test_the_edge_of_the_table_is_no_neighbour() -> None:
    """R6, R16, R18: rows do not wrap around."""
    state = at("lloo@k4", "lloo@k5", hands=("ppob", ""))
    assert GAME.view(state, None).fronts == (("j4",), ("j5",))
    for cell in ("a4", "a5", "l4"):
        assert refusal(state, f"lay ppob@{cell}")[0] in ("no_own_neighbour", "off_the_table")


def test_a_cell_must_be_free_and_on_the_table() -> None:
    """R6, R15"""
    assert refusal(START, "lay ppob@f5") == ("cell_is_taken", {"cell": "f5", "by": BEN})
    assert refusal(START, "lay ppob@f4") == ("cell_is_taken", {"cell": "f4", "by": ANN})
    assert refusal(START, "lay ppob@l4") == ("off_the_table", {"cell": "l4"})
    assert refusal(START, "lay ppob@f9") == ("off_the_table", {"cell": "f9"})


def test_a_card_may_be_turned_but_not_laid_sideways() -> None:
    """R15: either way up, for both players; a symmetric card has one way."""
    state = at(hands=("lroo nnob rroo", ""))
    assert sorted(text for text in lays(state) if text.endswith("e4")) == [
        "lroo@e4",
        "nnbo@e4",
        "rloo@e4",
        "rroo@e4",
    ]


def test_players_lay_only_cards_of_their_hand() -> None:
    """R14: the other places of the hand stay as they are."""
    assert refusal(START, "lay lloo@e4") == ("not_in_hand", {"card": "lloo"})
    assert refusal(START, "lay pnob@e4") == ("not_in_hand", {"card": "pnob"})
    after = play(START, "lay lpoo@e4")
    names = [None if card is None else FACE_NAMES[card] for card in after.hands[ANN]]
    assert names == [FACE_NAMES[cards("ppob")[0]], None, FACE_NAMES[cards("lrbb")[0]]]
    assert refusal(after, "lay lpoo@g4") == ("not_in_hand", {"card": "lpoo"})


def test_both_play_at_the_same_time() -> None:
    """R14: without turns; a player may lay twice in a row."""
    assert GAME.may_act(START) == {ANN, BEN}
    state = play(START, "lay ppbo@e4", "lay lpoo@g4")
    assert "lay lpoo@g5" not in moves(state, ANN)
    assert GAME.may_act(state) == {ANN, BEN}
    assert [laid.seat for laid in GAME.view(play(START, "lay ppbo@e5", actor=BEN), None).table][-1] == BEN


def test_a_second_card_on_a_cell_is_refused() -> None:
    """R21: and keeps the card."""
    state = at("lloo@f4 rroo@e4", "lloo@f5", hands=("prbo", "prbo"))
    assert "lay prbo@e5" in moves(state, ANN)
    assert "lay prbo@e5" in moves(state, BEN)
    for first, second in ((ANN, BEN), (BEN, ANN)):
        after = play(state, "lay prbo@e5", actor=first)
        assert refusal(after, "lay prbo@e5", second) == ("cell_is_taken", {"cell": "e5", "by": first})
        assert after.hands[second] == hand("prbo")


def test_a_refused_card_stays_in_the_hand() -> None:
    """R19: the state is unchanged."""
    before = START.hands
    refusal(START, "lay ppob@f3")
    assert START.hands == before


def test_the_event_has_the_card_as_it_lies() -> None:
    """R15"""
    (event,) = decide(START, "lay ppbo@e4")
    assert event == Laid(ANN, "ppbo@e4")
