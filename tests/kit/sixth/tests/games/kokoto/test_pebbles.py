"""The rules of Kokoto."""

import pytest

import ukumbi
from ukumbi.core import Illegal, Outcome, Unreadable


def test_two_players_take_turns_from_a_heap() -> None:
    """R1, R2, R6"""
    match = ukumbi.match("kokoto", options={"pebbles": 7})
    assert (match.view(None).pebbles, list(match.may_act)) == (7, [0])
    match.play(0, "2")
    assert (match.view(None).pebbles, list(match.may_act)) == (5, [1])


@pytest.mark.parametrize("text", ["0", "4", "two", "", "1 "])
def test_unreadable_and_illegal_moves_are_refused(text: str) -> None:
    """R6"""
    with pytest.raises(Unreadable):
        ukumbi.game("kokoto").parse_move(text)


def test_no_more_pebbles_than_there_are() -> None:
    """R3"""
    match = ukumbi.match("kokoto", options={"pebbles": 4})
    match.play(0, "2")
    with pytest.raises(Illegal, match="not_so_many"):
        match.play(1, "3")


@pytest.mark.parametrize(("last", "places"), [("wins", (1, 2)), ("loses", (2, 1))])
def test_the_last_pebble_wins_or_loses(last: str, places: tuple[int, int]) -> None:
    """R4, R5"""
    match = ukumbi.match("kokoto", options={"pebbles": 4, "last": last})
    for seat, pebbles in enumerate("12"):
        match.play(seat, pebbles)
    assert match.outcome is None
    match.play(0, "1")
    assert match.outcome == Outcome("no_pebble_left", places, tuple(2 - place for place in places))


@pytest.mark.parametrize("last", ["wins", "loses"])
def test_the_clever_bot_wins_from_seven_pebbles(last: str) -> None:
    """R5: with seven pebbles the first player can win."""
    options = {"pebbles": 7, "last": last}
    for seed in range(20):
        log = ukumbi.play("kokoto", ["2", "1"], options=options, seed=seed)
        assert ukumbi.read(log).outcome == Outcome("no_pebble_left", (1, 2), (1, 0))
