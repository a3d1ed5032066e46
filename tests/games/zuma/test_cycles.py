"""Cycles, and the end of the game."""

import pytest

from tests.games.zuma.table import ANN, BEN, CEM, DOT, GAME, HOUSE, JUNK, at, grabbed, scored, ticked
from ukumbi.core import Outcome
from ukumbi.games.zuma.events import ZumaOptions
from ukumbi.games.zuma.poles import Colour
from ukumbi.games.zuma.sheet import Account, Stroke
from ukumbi.games.zuma.state import Phase

NOTHING = Account(({},))


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_cycle_ends_when_a_player_has_points_in_all_colours(seats: int) -> None:
    """R38: line 4 of the booklet; two colours are not enough."""
    poles = ["red", "blue", "violet", "red2", "blue2"][: seats - 1]
    grabs = [*zip((BEN, ANN, *range(2, seats - 1)), poles, strict=True)]
    rest = [NOTHING] * (seats - 2)
    hands = (JUNK, HOUSE, *[JUNK] * (seats - 2))
    for before, closes in ((("red", "violet"), True), (("red",), False), (("red", "blue"), False)):
        state = grabbed(at(*hands, accounts=(scored(*before), NOTHING, *rest)), *grabs)
        assert state.closed is closes, before
        assert ticked(state).cycle == 1 + closes


def test_with_three_players_red_and_blue_close_it() -> None:
    """R39: the booklet's exception."""
    state = at(JUNK, HOUSE, JUNK, accounts=(scored("red"), NOTHING, NOTHING))
    assert grabbed(state, (BEN, "red"), (ANN, "blue")).closed
    assert not grabbed(state, (BEN, "blue"), (ANN, "red")).closed
    with_four = at(JUNK, HOUSE, JUNK, JUNK, accounts=(scored("red"), NOTHING, NOTHING, NOTHING))
    assert not grabbed(with_four, (BEN, "red"), (ANN, "blue"), (CEM, "violet")).closed


def test_a_foul_closes_nothing() -> None:
    """R34, R38: the colour that was missing stays open."""
    state = at(JUNK, JUNK, JUNK, accounts=(scored("red"), NOTHING, NOTHING))
    assert not grabbed(state, (ANN, "blue"), (BEN, "red")).closed


def test_a_cycle_is_over_after_thirty_rounds() -> None:
    """R40"""
    last = grabbed(at(HOUSE, JUNK, JUNK, round=33, opened=4), (ANN, "red"), (BEN, "blue"))
    assert last.closed
    assert (ticked(last).cycle, ticked(last).opened) == (2, 34)
    assert not grabbed(at(HOUSE, JUNK, JUNK, round=32, opened=4), (ANN, "red"), (BEN, "blue")).closed


@pytest.mark.parametrize("cycles", [1, 3])
def test_the_game_has_three_cycles_or_one(cycles: int) -> None:
    """R41: it ends with its last cycle."""
    for cycle in range(1, cycles + 1):
        accounts = tuple(
            Account(({},) * (cycle - 1) + account.cycles) for account in (scored("red"), NOTHING, NOTHING)
        )
        state = at(
            *(JUNK, HOUSE, JUNK),
            accounts=accounts,
            cycle=cycle,
            options=ZumaOptions(cycles=cycles, reach=False),  # type: ignore[arg-type]
        )
        after = grabbed(state, (BEN, "red"), (ANN, "blue"))
        assert after.phase is (Phase.OVER if cycle == cycles else Phase.COUNTED)
        assert (GAME.outcome(after) is not None) == (cycle == cycles)


def test_the_result_is_all_points_less_all_strokes() -> None:
    """R42, R43: sums may be below zero; equal sums share a place."""
    full = {Colour.RED: 2, Colour.BLUE: 1}
    accounts = (
        Account((full, full, {Colour.RED: 1}), (Stroke(1, "foul", 2), Stroke(4, "zuma", 1))),
        Account(({}, {Colour.BLUE: 2}, {}), (Stroke(2, "zuma", 1),)),
        Account(({}, {}, {}), (Stroke(1, "zuma", 2), Stroke(3, "foul", 2))),
        Account(({Colour.RED: 1}, {Colour.BLUE: 1}, {})),
    )
    state = at(
        HOUSE,
        JUNK,
        JUNK,
        JUNK,
        accounts=accounts,
        cycle=3,
        round=48,
        opened=19,
        options=ZumaOptions(reach=False),
    )
    over = grabbed(state, (ANN, "blue"), (BEN, "red"), (DOT, "violet"))
    assert GAME.outcome(over) == Outcome("cycles", (1, 3, 4, 2), (6, 2, -4, 3))
    level = grabbed(state, (ANN, "blue"), (BEN, "red"), (CEM, "violet"))
    assert GAME.outcome(level) == Outcome("cycles", (1, 2, 4, 2), (6, 2, -3, 2))
    assert GAME.view(over, None).totals == (6, 2, -4, 3)
