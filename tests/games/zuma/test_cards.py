"""The cards in play, the deal, and combinations."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.zuma import reference
from tests.games.zuma.table import GAME, HOUSE, JUNK, ZUMAS, cards, opened
from ukumbi.games.zuma.cards import SETS, Card, Combination, combination, deal, deck, draw_sets


@pytest.mark.parametrize(("seats", "sets"), [(6, 10), (5, 9), (4, 7), (3, 5)])
def test_the_number_of_sets_depends_on_the_players(seats: int, sets: int) -> None:
    """R1: four cards of each, and always all three Zuma cards."""
    state = opened(seats)
    counts = Counter(card for hand in state.hands for card in hand)
    assert counts.pop(Card.ZUMA) == 3
    assert len(counts) == sets == len(state.sets)
    assert set(counts) == set(state.sets)
    assert set(counts.values()) == {4}


def test_which_sets_are_left_out_is_drawn() -> None:
    """R1: any set can be left out."""
    drawn = [draw_sets(3, Random(seed)) for seed in range(60)]
    assert {card for sets in drawn for card in sets} == set(SETS)
    assert len(set(drawn)) > 30


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(3, [8, 8, 7]), (4, [8, 8, 8, 7]), (5, [8, 8, 8, 8, 7]), (6, [8, 7, 7, 7, 7, 7])],
)
def test_cards_are_dealt_one_by_one_beginning_on_the_left(seats: int, sizes: list[int]) -> None:
    """R4, R5: seats on the dealer's left get one more if the cards do not divide evenly."""
    for master in range(seats):
        hands = deal(SETS[: reference.SETS[seats]], seats, master, Random(master))
        assert [len(hands[(master + 1 + turn) % seats]) for turn in range(seats)] == sizes


@given(st.integers(0, 1 << 32), st.sampled_from([3, 4, 5, 6]))
def test_every_card_is_dealt(seed: int, seats: int) -> None:
    """R5"""
    rng = Random(seed)
    sets = draw_sets(seats, rng)
    hands = deal(sets, seats, rng.randrange(seats), rng)
    assert Counter(card for hand in hands for card in hand) == Counter(deck(sets))


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        (HOUSE, Combination.HOUSE),
        ("sun sun sun sun moon moon moon", Combination.HOUSE),
        ("sun sun sun sun moon moon moon moon", Combination.HOUSE),
        ("sun sun sun sun moon moon moon zuma", Combination.HOUSE),
        ("sun sun sun moon moon moon skull skull", None),
        ("sun sun sun sun moon moon skull skull", None),
        (ZUMAS, Combination.ZUMAS),
        ("zuma zuma sun sun sun sun moon moon", None),
        (JUNK, None),
    ],
)
def test_a_combination_is_three_zuma_cards_or_a_full_house(hand: str, found: Combination | None) -> None:
    """R15: an eighth card does not matter; four and four is a full house too."""
    assert combination(cards(hand)) is found


def test_every_hand_of_eight_matches_the_reference() -> None:
    """R15: all hands of four sets and Zuma cards."""
    few = [Card.SUN, Card.MOON, Card.EAGLE, Card.RAIN, Card.ZUMA]
    found = Counter[bool]()
    for hand in combinations_with_replacement(few, 8):
        if max(Counter(hand).values()) > 4 or hand.count(Card.ZUMA) > 3:
            continue
        is_one = combination(hand) is not None
        assert is_one == reference.may_grab([card.value for card in hand]), hand
        found[is_one] += 1
    assert min(found.values()) > 30


def test_hands_keep_their_size() -> None:
    """R5: from beat to beat. `test_whole_games` checks whole games."""
    state = opened(5)
    assert GAME.view(state, None).counts == tuple(map(len, state.hands))
