"""Groups and their points."""

from hypothesis import given

from tests.games.rukuni.reference import Board
from tests.games.rukuni.table import BOOKLET, GAME, at, play, text
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.games.rukuni.position import Colour
from ukumbi.games.rukuni.view import GroupView, SideView

TOWERS = {1: "a1", 2: "d3", 3: "c1", 4: "c2", 5: "b1", 6: "g9"}
"""The towers of the example, by the booklet's numbers."""


def _worth(side: SideView) -> list[tuple[int, int, int]]:
    """Pegs, towers and points of each group, the best first."""
    groups = [(len(group.pegs), len(group.towers), group.points) for group in side.groups]
    return sorted(groups, key=lambda group: (-group[2], group[0]))


def _beside(side: SideView, points: int) -> list[set[str]]:
    return [set(group.towers) for group in side.groups if group.points == points]


def _towers(*numbers: int) -> set[str]:
    return {TOWERS[number] for number in numbers}


def test_the_example_of_the_booklet() -> None:
    """R29, by R21, R22, R23, R24, R25, R28: Grey 10x4 + 1 + 1 + a group without a tower, White 4x3 + 10x2."""
    view = GAME.view(play(BOOKLET), None)
    assert (view.grey.points, view.white.points) == (42, 32)
    assert _worth(view.grey) == [(10, 4, 40), (1, 1, 1), (1, 1, 1), (1, 0, 0)]
    assert _worth(view.white) == [(10, 2, 20), (4, 3, 12)]


def test_the_towers_of_the_example() -> None:
    """R29, by R22, R24: each numbered tower of the booklet touches the right groups."""
    view = GAME.view(play(BOOKLET), None)
    assert set(view.towers) == set(TOWERS.values())
    assert _beside(view.grey, 40) == [_towers(1, 2, 4, 5)]
    assert _beside(view.grey, 1) == [_towers(6), _towers(6)]
    assert _beside(view.grey, 0) == [set()]
    assert _beside(view.white, 12) == [_towers(2, 3, 4)]
    assert _beside(view.white, 20) == [_towers(1, 6)]


def test_a_tower_that_touches_two_pegs_of_a_group_counts_once() -> None:
    """R22"""
    position = "T3T/6/7/8/T7T/8/7/ww4/T3T g"
    view = GAME.view(at(position), None)
    assert view.white.groups == (GroupView(pegs=("b1", "b2"), towers=("a1",), points=2),)


def test_anything_in_between_separates_groups() -> None:
    """R21: a tower, an opposing peg, an empty hollow."""
    view = GAME.view(at("T4/6/7/8/TwTw1wgw1/8/7/6/TT2T w"), None)
    assert [group.pegs for group in view.white.groups] == [("e2",), ("e4",), ("e6",), ("e8",)]


def test_a_group_without_a_tower_counts_nothing() -> None:
    """R23: but can be the largest, R26."""
    view = GAME.view(at("T3T/6/7/8/T3w3T/8/7/6/T3T g"), None)
    assert (view.white.points, view.white.largest) == (0, 1)


def test_one_tower_counts_for_both_colours() -> None:
    """R24"""
    view = GAME.view(at("T3T/6/7/8/T7T/8/7/w5/Tg2T w"), None)
    assert (view.white.points, view.grey.points) == (1, 1)


@given(played(GAME, whole=True))
def test_the_live_score_matches_a_flood_fill(game: Played) -> None:
    """R21, R22, R25, R26, R28: at every moment, group by group."""
    for state in game.states:
        board = Board.read(text(state.position))
        view = GAME.view(state, None)
        for colour, side, letter in (
            (Colour.WHITE, view.white, "w"),
            (Colour.GREY, view.grey, "g"),
        ):
            groups = board.groups(letter)
            worth = [(len(pegs), len(towers), len(pegs) * len(towers)) for pegs, towers in groups]
            assert sorted(_worth(side)) == sorted(worth)
            assert side.points == state.position.points(colour) == board.points(letter)
            assert side.largest == max((len(pegs) for pegs, _ in groups), default=0)
            assert side.pegs_left == 25 - len(board.pegs(letter))
