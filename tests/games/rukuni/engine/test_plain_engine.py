"""The plain engine has the evaluation and the search of the compiled one, and keeps its time limit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rukuni.engine.test_compiled_engine import drawn, near_the_end, to_move, to_the_end
from ukumbi.games.rukuni.engine.compiled_engine import CompiledEngine
from ukumbi.games.rukuni.engine.compiled_rules import is_over, reach, unpack
from ukumbi.games.rukuni.engine.evaluation import expected, read_weights, result
from ukumbi.games.rukuni.engine.plain_engine import PlainEngine
from ukumbi.games.rukuni.engine.plain_evaluation import is_over as plainly_over
from ukumbi.games.rukuni.engine.plain_evaluation import prospects
from ukumbi.games.rukuni.engine.plain_evaluation import reach as plain_reach
from ukumbi.games.rukuni.engine.plain_evaluation import result as plain_result
from ukumbi.games.rukuni.engine.thought import deep_enough
from ukumbi.games.rukuni.engine.weights import FEATURES
from ukumbi.games.rukuni.position import Colour, Position

WEIGHTS = read_weights()
ALL = 1000


def sides(position: Position) -> tuple[int, int, int]:
    own, other, towers = to_move(position)
    return int(own), int(other), int(towers)


@given(st.integers(0, 2**32), st.integers(0, 49))
def test_rules_and_results_agree_with_the_compiled_rules(seed: int, turns: int) -> None:
    position = drawn(seed, turns)
    own, other, towers = to_move(position)
    for tower in position.reach():
        assert plain_reach(tower, int(own | other | towers)) == reach(tower, own | other | towers)
    for one in prospects(*sides(position)):
        after = np.uint64(one.own), np.uint64(one.towers)
        assert plainly_over(int(other), one.own, one.towers) == is_over(other, *after)
        assert plain_result(int(other), one.own, one.towers) == result(other, *after)


@given(st.integers(0, 2**32), st.integers(0, 45))
def test_all_turns_are_listed_with_their_evaluation(seed: int, turns: int) -> None:
    position = drawn(seed, turns)
    _, other, _ = to_move(position)
    found = prospects(*sides(position))
    names = {f"{turn}" for turn in position.turns()}
    assert len(found) == len(names)
    for one in found:
        room = np.empty(6, np.uint64), np.empty(len(FEATURES))
        later = expected(other, np.uint64(one.own), np.uint64(one.towers), WEIGHTS, *room)
        assert one.worth == pytest.approx(-later)
    assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)


@pytest.mark.parametrize("seed", range(4))
def test_near_the_end_it_finds_the_result(seed: int) -> None:
    position = near_the_end(seed)
    thought = PlainEngine(breadth=ALL, wide=ALL).think(position)
    assert thought.best[0].ahead == to_the_end(position)
    assert thought.depth == deep_enough(position)


def test_at_its_time_limit_it_returns_the_best_so_far() -> None:
    position = Position.opening()
    thought = PlainEngine().think(position, seconds=0.0)
    assert thought.depth == 1
    assert thought.best[0].turn in set(position.turns())
    assert thought.compared == len(thought.best)


@pytest.mark.parametrize("engine", [PlainEngine(), CompiledEngine()])
def test_values_within_the_margin_are_exact(engine: PlainEngine | CompiledEngine) -> None:
    """The best turn has an exact value without a margin, too."""
    position, depth, margin = drawn(3, 12), 3, 4.0
    engine.forget()
    thought = engine.think(position, depth=depth, margin=margin)
    best = thought.best[0].ahead
    near = [one for one in thought.best if one.ahead > best - margin]
    assert len(near) > 1
    for one in near:
        engine.forget()
        later = position.after(one.turn)
        assert engine.think(later, depth=depth - 1).best[0].ahead == pytest.approx(-one.ahead, abs=3.0)


def test_it_beats_a_player_who_looks_one_turn_ahead() -> None:
    engine, other, won = PlainEngine(), CompiledEngine(), 0
    for seed in range(4):
        position, own = drawn(seed, 2), (Colour.WHITE, Colour.GREY)[seed % 2]
        while not position.is_over():
            mine = position.turn is own
            thought = engine.think(position, depth=2) if mine else other.think(position, depth=1)
            position = position.after(thought.best[0].turn)
        won += position.points(own) > position.points(own.other)
    assert won >= 3


def test_turns_are_packed_as_in_the_compiled_rules() -> None:
    position = drawn(1, 8)
    assert {unpack(one.turn) for one in prospects(*sides(position))} == {
        (turn.tower, turn.to, turn.peg) for turn in position.turns()
    }
