"""The tree that the strongest level grows: it finds what there is to find, and shares what it has met."""

from math import tanh

import pytest

from tests.games.rukuni.test_engine import drawn, near_the_end, to_move, to_the_end
from ukumbi.games.rukuni.engine import Engine
from ukumbi.games.rukuni.plain import PlainEngine
from ukumbi.games.rukuni.position import Position
from ukumbi.games.rukuni.tree import SCALE, grow, in_points, make_tree

ENGINES = [Engine(), PlainEngine()]
both = pytest.mark.parametrize("engine", ENGINES, ids=["compiled", "plain"])


@both
@pytest.mark.parametrize("turns", [0, 11, 24])
def test_it_proposes_turns_that_are_legal(engine: Engine | PlainEngine, turns: int) -> None:
    position = drawn(2, turns)
    thought = engine.ponder(position, 0.1)
    assert {one.turn for one in thought.best} <= set(position.turns())
    assert 1 <= thought.compared <= len(thought.best)


@both
@pytest.mark.parametrize("seed", range(4))
def test_near_the_end_it_plays_exactly(engine: Engine | PlainEngine, seed: int) -> None:
    """Found by search: the tree would only come near it."""
    position = near_the_end(seed)
    (best, *_) = engine.ponder(position, 20.0).best
    assert -to_the_end(position.after(best.turn)) == to_the_end(position)


@both
def test_without_time_it_proposes_something(engine: Engine | PlainEngine) -> None:
    assert engine.ponder(Position.opening(), 0.0).best


def test_every_try_is_counted_once() -> None:
    engine, tree = Engine(), make_tree()
    engine.think(Position.opening(), depth=1)
    with engine._alarm(0.2):
        tries = grow(*to_move(drawn(1, 6)), tree, engine._room)
    branches = range(tree.first[0], tree.first[0] + tree.number[0])
    assert sum(tree.tried[each] for each in branches) == tries - 1
    assert abs(sum(tree.total[each] for each in branches)) <= tries


def test_two_ways_to_a_position_have_the_same_branches() -> None:
    """Whichever turns led to it, it is looked at once."""
    engine, tree = Engine(), make_tree()
    engine.think(Position.opening(), depth=1)
    with engine._alarm(0.5):
        grow(*to_move(drawn(1, 6)), tree, engine._room)
    starts = [int(start) for start, number in zip(tree.first, tree.number, strict=True) if number > 0]
    looked_at = {tuple(board) for board, number in zip(tree.boards, tree.number, strict=True) if number > 0}
    assert len(set(starts)) < len(starts), "some are shared"
    assert len(set(starts)) <= len(looked_at) * 1.01, "but for slots that others took over"


@pytest.mark.parametrize("points", [-40.0, -3.0, 0.0, 12.5])
def test_what_comes_of_tries_is_told_in_points(points: float) -> None:
    assert in_points(tanh(points / SCALE)) == pytest.approx(points)
