"""How a game ends, and who wins."""

import pytest

from tests.games.rukuni.table import BOOKLET, GAME, GREY, WHITE, at, play, refusal
from ukumbi.core import Outcome

BLOCKED = "5/1g3g/2g2wT/2g3wg/wwgg2gw1/wwTg2w1/TTgg1w1/Tgg1ww/Twww1 g"
LAST_PEG = "wgTw1/wTwggg/wwww1w1/ggTwgggg/ggwwwgwww/gTw1wggg/wwggT1w/wwwwgg/1Tggg g"
"""Grey has one peg left, White none."""
NO_PEG = "wgTw1/wTwggg/wwww1w1/ggTwgggg/ggwwwgwww/gTw1wggg/wwgggTw/wwwwgg/1Tggg w"
"""All 50 pegs are on the board, and a tower could still move."""
LARGER_LOSES = "2wgg/ggww1g/gwwTg1g/gwTwggwT/wgwwwgwwg/gwwwwgwg/1g3gT/wwwggT/w1gTg w"
"""White has the larger largest group, Grey more points."""


def test_the_game_ends_when_no_tower_can_move() -> None:
    """R18, R25"""
    state = play(BOOKLET)
    assert state.position == at(BLOCKED).position
    assert list(state.position.turns()) == []
    assert GAME.may_act(state) == frozenset()
    assert GAME.outcome(state) == Outcome("no_tower_can_move", places=(2, 1), points=(32, 42))


def test_it_goes_on_while_one_tower_can_move() -> None:
    """R18: a turn earlier, one more turn was possible."""
    state = play(BOOKLET.rsplit(maxsplit=1)[0])
    assert GAME.may_act(state) == {WHITE}
    assert GAME.outcome(state) is None


def test_the_game_ends_when_the_player_to_move_has_no_peg() -> None:
    """R19, R25"""
    state = at(NO_PEG)
    assert state.position.can_move()
    assert GAME.may_act(state) == frozenset()
    assert list(GAME.legal_moves(state, WHITE)) == []
    assert GAME.outcome(state) == Outcome("no_peg_left", places=(1, 2), points=(97, 47))


def test_only_the_pegs_of_the_player_to_move_count() -> None:
    """R19: Grey plays the last peg, although White has none left; then the game is over."""
    state = at(LAST_PEG)
    assert state.position.side(state.position.turn).pegs_left == 1
    assert GAME.may_act(state) == {GREY}
    after = play("c5-c6/c5", state)
    assert after.position == at(NO_PEG).position
    assert GAME.outcome(after) is not None


@pytest.mark.parametrize("position", [BLOCKED, NO_PEG])
def test_after_the_end_there_are_no_turns(position: str) -> None:
    """R20"""
    for actor in (WHITE, GREY):
        assert refusal(position, "c6-c5/c6", actor)[0] == "game_is_over"
    view = GAME.view(at(position), None)
    assert (view.to_move, view.reach) == (None, {})


@pytest.mark.parametrize(
    ("position", "points", "largest", "places"),
    [
        ("Twgwg/wggwg1/TgTgwgw/gwggw1gw/gw1w1ww2/gwwggwww/TTg1wgT/wgwgww/2g1g g", 32, (12, 7), (1, 2)),
        ("gTgw1/1gwwww/w1gg1gg/wgwwggg1/TwTwgwgg1/wgwgwww1/1g1wTww/gwwggg/TggwT w", 36, (9, 13), (2, 1)),
        ("2wgT/gwg1wg/ww1ggw1/wgggggww/Tw1wgTgw1/ww1wwg1g/1ww1gw1/wTwgTg/gg1gT w", 48, (14, 14), (1, 1)),
        ("wgTgg/wTwwwg/wwwggTg/2gwTwg1/1g2gg1gw/1gwgTg2/wggwwww/gw1ww1/Tg1w1 g", 46, (9, 9), (1, 1)),
    ],
)
def test_equal_points_are_decided_by_the_largest_group(
    position: str, points: int, largest: tuple[int, int], places: tuple[int, int]
) -> None:
    """R26: the largest group decides; R27: if they are equal too, it is a draw."""
    state = at(position)
    view = GAME.view(state, None)
    assert (view.white.largest, view.grey.largest) == largest
    assert GAME.outcome(state) == Outcome("no_tower_can_move", places, (points, points))


def test_points_come_before_the_largest_group() -> None:
    """R25, R26: a larger group does not help against more points."""
    state = at(LARGER_LOSES)
    view = GAME.view(state, None)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert view.white.largest > view.grey.largest
    assert view.white.points < view.grey.points
    assert outcome.places == (2, 1)
