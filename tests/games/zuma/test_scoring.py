"""Scoring a round, by the numbered lines of the booklet."""

import pytest

from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    DOT,
    EVE,
    GAME,
    HOUSE,
    JUNK,
    ZUMAS,
    at,
    cards,
    grabbed,
    play,
    scored,
    ticked,
)
from ukumbi.core import Outcome
from ukumbi.games.zuma.cards import Combination
from ukumbi.games.zuma.poles import Pole
from ukumbi.games.zuma.sheet import Account, Stroke, count_line
from ukumbi.games.zuma.state import Phase, State

ALL = ((ANN, "red"), (BEN, "blue"), (CEM, "violet"))
ONE, TWO = f"{JUNK} zuma", f"{JUNK[:-6]} zuma zuma"
POLES = (Pole.RED, Pole.BLUE, Pole.VIOLET)


def points(state: State) -> list[int]:
    return [line.points for line in state.lines]


def strokes(state: State) -> list[tuple[int, int]]:
    """Strokes of each seat for a foul, and for Zuma cards."""
    return [(line.foul, line.zumas) for line in state.lines]


@pytest.mark.parametrize("hand", [HOUSE, ZUMAS])
def test_the_first_with_a_combination_gets_two_the_others_one(hand: str) -> None:
    """R28, R29, R30: line 1 of the booklet; without a pole there are no points."""
    state = grabbed(at(hand, JUNK, JUNK, JUNK), *ALL)
    assert points(state) == [2, 1, 1, 0]
    assert [line.why for line in state.lines] == ["first", "grabbed", "grabbed", "nothing"]
    assert strokes(state) == [(0, 0)] * 4
    assert GAME.score(state) == (2, 1, 1, 0)


def test_a_combination_that_comes_second_is_worth_one() -> None:
    """R29"""
    state = grabbed(at(HOUSE, HOUSE, JUNK, JUNK), *ALL)
    assert points(state) == [2, 1, 1, 0]
    assert [line.combination for line in state.lines] == [Combination.HOUSE, Combination.HOUSE, None, None]


def test_the_first_without_a_pole_gets_nothing() -> None:
    """R30, R25: the time was up before that hand held one."""
    state = at(HOUSE, JUNK, JUNK, options=GAME.options())
    state = play(state, (ANN, "grab 1 blue"))
    state = play(state, (BEN, "grab 1 red"), (CEM, "grab 1 blue"))
    while state.phase is Phase.GRABBING:
        state = ticked(state)
    assert [line.why for line in state.lines if line.pole is None] == ["nothing"]


@pytest.mark.parametrize(("hand", "lost"), [(ONE, 1), (TWO, 2), (JUNK, 0)])
def test_one_or_two_zuma_cards_cost_a_stroke_each(hand: str, lost: int) -> None:
    """R32: line 2 of the booklet, with or without a pole."""
    state = grabbed(at(HOUSE, hand, JUNK, hand), *ALL)
    assert strokes(state) == [(0, 0), (0, lost), (0, 0), (0, lost)]
    assert GAME.score(state) == (2, 1 - lost, 1, -lost)


def test_the_winner_pays_for_zuma_cards_too() -> None:
    """R32"""
    house = "sun sun sun sun moon moon moon zuma"
    state = grabbed(at(house, JUNK, JUNK, JUNK), *ALL)
    assert (points(state)[ANN], strokes(state)[ANN], GAME.score(state)[ANN]) == (2, (0, 1), 1)


def test_all_three_zuma_cards_cost_nothing() -> None:
    """R33: the exception of line 2, even if another grabs first and the player gets no pole."""
    state = grabbed(at(HOUSE, JUNK, JUNK, ZUMAS), *ALL)
    assert strokes(state)[DOT] == (0, 0)
    assert state.lines[DOT].combination is Combination.ZUMAS
    also = grabbed(at(HOUSE, JUNK, ZUMAS, JUNK), *ALL)
    assert (points(also)[CEM], strokes(also)[CEM]) == (1, (0, 0))


def test_a_colour_brings_points_once_in_a_cycle() -> None:
    """R31: line 3 of the booklet; for the first grabber and for others."""
    accounts = (scored("red"), scored("blue"), scored("red"), Account(({},)))
    state = grabbed(at(HOUSE, JUNK, JUNK, JUNK, accounts=accounts), *ALL)
    assert points(state) == [0, 0, 1, 0]
    assert [line.why for line in state.lines] == ["again", "again", "grabbed", "nothing"]
    assert GAME.score(state) == (1, 1, 2, 0)


def test_the_other_pole_of_a_colour_counts_as_the_same() -> None:
    """R2, R31: five players have two red poles."""
    accounts = (Account(({},)), scored("red"), *[Account(({},))] * 3)
    state = grabbed(
        at(HOUSE, JUNK, JUNK, JUNK, JUNK, accounts=accounts),
        *((ANN, "red"), (BEN, "red2"), (CEM, "blue"), (DOT, "violet")),
    )
    assert points(state) == [2, 0, 1, 1, 0]


def test_in_the_next_cycle_every_colour_is_open_again() -> None:
    """R31"""
    before = Account(({**scored("red").cycles[0]}, {}))
    state = at(HOUSE, JUNK, JUNK, JUNK, accounts=(before,) * 4, cycle=2)
    assert points(grabbed(state, *ALL)) == [2, 1, 1, 0]


def test_a_first_grab_without_a_combination_costs_two_strokes() -> None:
    """R34, R35: line 5 of the booklet; the others score as usual, also one with a combination."""
    state = grabbed(at(JUNK, HOUSE, JUNK, JUNK), *ALL)
    assert points(state) == [0, 1, 1, 0]
    assert strokes(state) == [(2, 0), (0, 0), (0, 0), (0, 0)]
    assert [line.why for line in state.lines] == ["foul", "grabbed", "grabbed", "nothing"]
    assert state.accounts[ANN] == Account(({},), (Stroke(1, "foul", 2),))


def test_a_foul_leaves_the_colour_open() -> None:
    """R34: it can still bring points."""
    state = grabbed(at(JUNK, JUNK, JUNK, JUNK), *ALL)
    assert state.accounts[ANN].cycles == ({},)


def test_strokes_for_zuma_cards_come_on_top_of_a_foul() -> None:
    """R34"""
    state = grabbed(at(TWO, JUNK, JUNK, JUNK), *ALL)
    assert strokes(state)[ANN] == (2, 2)
    assert state.accounts[ANN].strokes == (Stroke(1, "foul", 2), Stroke(1, "zuma", 2))
    assert GAME.score(state)[ANN] == -4


def test_a_foul_without_a_pole_costs_strokes_too() -> None:
    """R25, R34: all poles went to other players."""
    state = at(HOUSE, JUNK, JUNK, HOUSE, options=GAME.options())
    state = play(state, (CEM, "grab 1 red"))
    state = play(state, (ANN, "grab 1 red"), (BEN, "grab 1 blue"), (DOT, "grab 1 violet"))
    while state.phase is Phase.GRABBING:
        state = ticked(state)
    assert (state.lines[CEM].pole, state.lines[CEM].why, strokes(state)[CEM]) == (None, "foul", (2, 0))


def test_after_a_round_all_hands_and_reasons_are_shown() -> None:
    """R36"""
    start = at(HOUSE, ONE, JUNK, JUNK)
    state = grabbed(start, *ALL)
    for viewer in (ANN, DOT, None):
        view = GAME.view(state, viewer)
        assert view.hands == start.hands
        assert tuple(line.hand for line in view.lines) == start.hands
        assert view.totals == (2, 0, 1, 0)
    assert GAME.deadline(state) == state.since + 20_000
    for seat in (ANN, BEN, CEM):
        state = play(state, (seat, "ready 1"))
        assert GAME.awaited(state) == {ANN, BEN, CEM, DOT} - {*state.ready}
    state = play(state, (DOT, "ready 1"))
    assert (state.phase, state.round) == (Phase.DEALT, 2)
    assert GAME.view(state, None).lines == ()


def written(*cycles: tuple[int, ...], zumas: int) -> Account:
    """A row of the sheet: 2 for the first with a full house, 1 for others; then rounds with strokes only."""
    account = Account()
    for cycle in cycles:
        account = account.with_cycle()
        for points_, pole in zip(cycle, POLES, strict=False):
            first = points_ == 2
            line = count_line(cards(HOUSE if first else JUNK), pole, first, account.cycles[-1])
            account = account.with_line(0, line)
    for _ in range(zumas):
        account = account.with_line(0, count_line(cards(ONE), None, False, account.cycles[-1]))
    return account


def test_the_booklets_sample_sheet_adds_up() -> None:
    """R28, R29, R31, R32, R38, R42, R43: Jufie has 9 points and 2 strokes, David 9 and 3, so Jufie is ahead.

        The test plays the last round: David gets violet and his third stroke. Our copy does not show which
    columns have points, and its other rows do not add up.
    """
    jufie = written((2, 1), (1, 1, 1), (1, 2), zumas=2)
    david = written((2, 1), (2, 1), (1, 1), zumas=2)
    others = (written((), (), (), zumas=0),) * 3
    hands, accounts = (JUNK, HOUSE, JUNK, JUNK, ONE), (jufie, *others, david)
    last = at(*hands, accounts=accounts, cycle=3, round=12, opened=9)
    over = grabbed(last, (BEN, "red"), (CEM, "blue"), (DOT, "red2"), (EVE, "violet"))
    assert over.phase is Phase.OVER
    assert [(account.points, account.minus) for account in over.accounts] == [
        (9, 2),
        (2, 0),
        (1, 0),
        (1, 0),
        (9, 3),
    ]
    assert GAME.outcome(over) == Outcome("cycles", (1, 3, 4, 4, 2), (7, 2, 1, 1, 6))
    assert GAME.view(over, None).totals == (7, 2, 1, 1, 6)
