"""Gems: none is lost, and each goes to the right player."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ubongo.table import ANN, BEN, CLEO, DAN, GAME, Table
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.games.ubongo.events import Closed, Solved
from ukumbi.games.ubongo.gems import NUMBERS, VALUES, GemCounts, gem_counts, points
from ukumbi.games.ubongo.state import Phase, State


def all_gems(state: State) -> GemCounts:
    purses = [state.bag, state.display, *(side.gems for side in state.sides)]
    return {gem: sum(held[gem] for held in purses) for gem in NUMBERS}


def test_there_are_58_gems() -> None:
    """R22: of four kinds, each with its value."""
    assert NUMBERS == {"ruby": 10, "sapphire": 19, "emerald": 10, "amber": 19}
    assert VALUES == {"ruby": 4, "sapphire": 3, "emerald": 2, "amber": 1}
    assert sum(NUMBERS.values()) == 58


def test_the_display_has_gems_for_every_round() -> None:
    """R23: nine sapphires and nine ambers, or one of each for every round."""
    assert Table().state.display == {"ruby": 0, "sapphire": 9, "emerald": 0, "amber": 9}
    assert Table().state.bag == {"ruby": 10, "sapphire": 10, "emerald": 10, "amber": 10}
    assert Table(rounds=3).state.display == {"ruby": 0, "sapphire": 3, "emerald": 0, "amber": 3}


def test_rewards_follow_the_order_of_solving() -> None:
    """R24, R25, R26: a sapphire for the first, an amber for the second, and a drawn gem for each solver.

    R28: drawn at the moment of solving.
    """
    table = Table(4).build()
    bonuses = []
    for seat in (CLEO, ANN, DAN, BEN):
        before = table.state
        solved = next(event for event in table.solve(seat) if isinstance(event, Solved))
        assert solved.drawn is not None
        bonuses.append(solved.bonus)
        assert before.bag[solved.drawn] - (table.state.bag[solved.drawn]) == 1
    assert bonuses == ["sapphire", "amber", None, None]
    assert [sum(side.gems.values()) for side in table.state.sides] == [2, 1, 2, 1]


def test_players_who_do_not_solve_get_nothing() -> None:
    """R27."""
    table = Table().play_round(ANN)
    assert table.state.sides[BEN].gems == gem_counts()


@pytest.mark.parametrize(
    ("solvers", "unclaimed"), [((), ("sapphire", "amber")), ((1,), ("amber",)), ((1, 0), ())]
)
def test_unclaimed_gems_go_into_the_bag(solvers: tuple[int, ...], unclaimed: tuple[str, ...]) -> None:
    """R29: the display has one of each fewer after every round."""
    table = Table(3).play_round(*solvers)
    [closed] = [event for _, event in table.match.history if isinstance(event, Closed)]
    assert closed.unclaimed == unclaimed
    assert table.state.display == {"ruby": 0, "sapphire": 8, "emerald": 0, "amber": 8}
    assert all_gems(table.state) == NUMBERS


@given(source=st.data())
def test_gems_are_always_accounted_for(source: st.DataObject) -> None:
    """R22, R29: whatever happens, there are 58, and the display counts the rounds."""
    game: Played = source.draw(played(GAME, whole=True))
    for state in game.states:
        assert all_gems(state) == NUMBERS
        assert min(state.bag.values()) >= 0
        if not state.alone and state.phase is not Phase.BUILDING:
            over = min(state.round, state.options.rounds) - (state.phase in (Phase.ROLLING, Phase.TURNING))
            left = state.options.rounds - max(0, min(over, state.options.rounds))
            if not state.playoff:
                assert state.display == {"ruby": 0, "sapphire": left, "emerald": 0, "amber": left}


@given(seed=st.integers(0, 1 << 16), data=st.data())
def test_rewards_add_up_over_whole_games(seed: int, data: st.DataObject) -> None:
    """R24 to R29: for any solvers, in any order, in each round."""
    seats = data.draw(st.integers(2, 4))
    table = Table(seats, seed=seed, level=1, rounds=4)
    expected = [0] * seats
    for _ in range(4):
        order = data.draw(st.permutations(range(seats)))[: data.draw(st.integers(0, seats))]
        table.play_round(*order)
        for place, seat in enumerate(order):
            expected[seat] += 2 if place < 2 else 1
        assert [sum(side.gems.values()) for side in table.state.sides] == expected
        assert all_gems(table.state) == NUMBERS


def test_the_booklet_s_example_scores_as_printed() -> None:
    """R31: a ruby, a sapphire, three emeralds and three ambers."""
    assert points({"ruby": 1, "sapphire": 1, "emerald": 3, "amber": 3}) == 16
