"""Drawing cards, discarding, and turning the pile over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ukuma.table import ANN, BEN, GAME, at, cards, decide, hand, moves, play, refusal
from ukumbi.games.ukuma.cards import DECK, FACE_NAMES, Card
from ukumbi.games.ukuma.events import Discarded, Drew, Laid
from ukumbi.games.ukuma.state import State, held, names, taken

NOTHING: tuple[Card, ...] = ()


def with_piles(hands: str, pile: str, discards: str = "") -> State:
    """A state with Ann's pile and discards; both lists end with the top card."""
    whole = at(hands=(hands, ""))
    return at(
        hands=(hands, ""),
        piles=(cards(pile), whole.piles[BEN]),
        discards=(cards(discards), ()),
    )


def test_three_new_cards_when_all_three_are_laid() -> None:
    """R22: at once, not before."""
    state = with_piles("lpoo ppob nnoo", "rroo rrbb lrbb llbb")
    state = play(state, "lay lpoo@e4", "lay ppob@g4")
    assert len(held(state.hands[ANN])) == 1
    last = next(text for text in moves(state) if text.startswith("lay nnoo"))
    laid, drew = decide(state, last)
    assert isinstance(laid, Laid)
    assert drew == Drew(ANN, ("llbb", "lrbb", "rrbb"), 3, turned=False)
    after = play(state, last)
    assert after.hands[ANN] == hand("llbb lrbb rrbb")
    assert after.piles[ANN] == cards("rroo")


@pytest.mark.parametrize("laid", [0, 1, 2])
def test_the_rest_of_a_hand_can_be_discarded(laid: int) -> None:
    """R23: face up, on the player's discard pile; then three new cards."""
    state = with_piles("lpoo ppob nnoo", "rroo rrbb lrbb llbb", "rpoo")
    state = play(state, *("lay lpoo@e4", "lay ppob@g4")[:laid])
    rest = held(state.hands[ANN])
    threw, drew = decide(state, "discard")
    assert threw == Discarded(ANN, tuple(FACE_NAMES[card] for card in rest))
    assert drew == Drew(ANN, ("llbb", "lrbb", "rrbb"), 3, turned=False)
    after = play(state, "discard")
    assert after.discards[ANN] == (*cards("rpoo"), *rest)
    assert after.thrown[ANN] == rest
    for viewer in (ANN, BEN, None):
        view = GAME.view(after, viewer)
        assert (view.discards[ANN], view.thrown[ANN]) == (1 + len(rest), names(rest))
    assert (after.piles[BEN], after.hands[BEN]) == (state.piles[BEN], state.hands[BEN])


def test_a_pile_that_runs_out_is_turned_over() -> None:
    """R24: in the middle of a draw; the oldest discard comes first, not shuffled."""
    state = with_piles("nnoo", "rroo", "llbb lrbb rrbb ppbb")
    threw, drew = decide(state, "discard")
    assert isinstance(threw, Discarded)
    assert drew == Drew(ANN, ("rroo", "llbb", "lrbb"), 3, turned=True)
    after = play(state, "discard")
    assert after.hands[ANN] == hand("rroo llbb lrbb")
    assert after.piles[ANN] == cards("nnoo ppbb rrbb")
    assert after.discards[ANN] == ()
    assert after.thrown[ANN] == cards("nnoo")


def test_a_pile_that_is_just_enough_is_not_turned_over() -> None:
    """R24: only when another card is drawn."""
    state = with_piles("nnoo", "rroo rrbb lrbb", "llbb")
    assert decide(state, "discard")[-1] == Drew(ANN, ("lrbb", "rrbb", "rroo"), 3, turned=False)
    after = play(state, "discard")
    assert (after.piles[ANN], after.discards[ANN]) == ((), cards("llbb nnoo"))
    again = play(after, "discard")
    assert again.hands[ANN] == hand("llbb nnoo lrbb")


def test_fewer_than_three_cards_are_drawn() -> None:
    """R25: the player draws all there are."""
    state = with_piles("lpoo", "rroo", "")
    after = play(state, "lay lpoo@e4")
    assert after.hands[ANN] == (*cards("rroo"), None, None)
    assert decide(state, "lay lpoo@e4")[-1] == Drew(ANN, ("rroo",), 1, turned=False)
    assert play(after, "discard").hands[ANN] == hand("rroo")


def test_no_card_is_left() -> None:
    """R25: then no card can be discarded or drawn."""
    state = with_piles("lpoo", "", "")
    (only,) = decide(state, "lay lpoo@e4")
    assert isinstance(only, Laid)
    after = play(state, "lay lpoo@e4")
    assert refusal(after, "discard") == ("nothing_to_discard", {})
    assert moves(after) == ["draw", "resign"]


some_cards = st.lists(st.sampled_from(DECK), unique=True, max_size=12).map(tuple)


@given(some_cards, st.data())
def test_cards_are_drawn_in_the_documented_order(pile: tuple[Card, ...], source: st.DataObject) -> None:
    """R24, R25: first the pile from its end, then the discards from their beginning."""
    discards = source.draw(st.permutations([card for card in DECK if card not in pile]).map(tuple))
    discards = discards[: source.draw(st.integers(0, 6))]
    order = [*pile[::-1], *discards]
    got, left, thrown, turned = taken(pile, discards)
    assert list(got) == order[:3]
    assert turned == (len(pile) < 3 and bool(discards))
    assert [*left[::-1], *thrown] == order[3:]
    assert not (turned and thrown)
