"""The deal, and who begins."""

from collections import Counter
from random import Random

import pytest

from tests.games.unikato.table import ANN, GAME, NOW
from ukumbi.core import fold
from ukumbi.games.unikato.events import RoundBegan, UnikatoOptions
from ukumbi.games.unikato.layout import place
from ukumbi.games.unikato.state import Phase, State

DRAWN, FIRST = UnikatoOptions(), UnikatoOptions(starter="first")


def dealt(seats: int, seed: int, options: UnikatoOptions = DRAWN) -> State:
    state: State = fold(GAME.evolve, GAME.setup(seats, options, NOW, Random(seed)))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_deal_is_ten_tiles_each_three_on_display_one_on_the_table(seats: int) -> None:
    """R2, R3"""
    state = dealt(seats, seed=1)
    assert [len(rack) for rack in state.racks] == [10] * seats
    assert len(state.display) == 3
    assert list(state.layout) == [place(0, 0)]
    assert len(state.bag) == 81 - 10 * seats - 3 - 1


def test_two_to_four_can_play() -> None:
    """R5"""
    assert list(GAME.seats) == [2, 3, 4]


def test_the_deal_depends_only_on_the_seed() -> None:
    """R2, R3: every tile can come to every place."""
    assert dealt(3, seed=5) == dealt(3, seed=5)
    starts, shown, held = Counter[int](), Counter[int](), Counter[int]()
    for seed in range(900):
        state = dealt(2, seed)
        starts.update(state.layout.values())
        shown.update(state.display)
        held.update(state.racks[ANN])
    assert len(starts) == len(shown) == len(held) == 81


def test_the_bag_has_no_secret_order() -> None:
    """R3: the bag is sorted; a tile is drawn at random when it is needed."""
    state = dealt(2, seed=3)
    assert list(state.bag) == sorted(state.bag)
    (event,) = GAME.setup(2, DRAWN, NOW, Random(3))
    assert isinstance(event, RoundBegan)
    assert {"bag", "order"}.isdisjoint(event.__struct_fields__)


def test_the_starter_is_drawn_or_the_first_seat() -> None:
    """R4"""
    drawn = Counter(dealt(4, seed).starter for seed in range(200))
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 25
    assert {dealt(4, seed, FIRST).starter for seed in range(50)} == {0}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_starter_acts_first(seats: int) -> None:
    """R4, R6"""
    for seed in range(10):
        state = dealt(seats, seed)
        assert (state.turn, state.phase) == (state.starter, Phase.ACT)
        assert GAME.may_act(state) == {state.starter}
