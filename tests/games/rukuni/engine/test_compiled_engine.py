"""The compiled engine: its features are right, it searches as plain search does, and it keeps its limits."""

from functools import cache
from importlib.resources import files
from itertools import count
from random import Random
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rukuni.engine.test_compiled_rules import LATE, words
from ukumbi.games.rukuni.board import members
from ukumbi.games.rukuni.engine.compiled_engine import CompiledEngine
from ukumbi.games.rukuni.engine.evaluation import (
    describe,
    expected,
    read_weights,
    write_weights,
)
from ukumbi.games.rukuni.engine.search import AT_LEAST, AT_MOST, EXACT, answers
from ukumbi.games.rukuni.engine.thought import deep_enough
from ukumbi.games.rukuni.engine.weights import FEATURES, STAGES, WIDEST, WON
from ukumbi.games.rukuni.position import Colour, Position, Side, parse_position

WEIGHTS: Final = read_weights()
ALL: Final = 1000
"""More turns than any position has, so that the beam leaves nothing out."""


def drawn(seed: int, turns: int) -> Position:
    """A position after this many random turns, or fewer, before the end."""
    rng, position = Random(seed), Position.opening()
    for _ in range(turns):
        later = position.after(rng.choice(list(position.turns())))
        if later.is_over():
            break
        position = later
    return position


def to_move(position: Position) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The pegs of the player to move, the other's pegs, and the towers."""
    white, grey, towers = words(position)
    return (white, grey, towers) if position.turn is Colour.WHITE else (grey, white, towers)


def seen(side: Side, position: Position) -> list[float]:
    """A side's features, one group after the other."""
    empty, ways = position.empty(), position.reach()
    total = [0.0] * (len(FEATURES) - 1)
    for group in side.groups:
        size, towers = group.pegs.bit_count(), (group.beside & position.towers).bit_count()
        room = (group.beside & empty).bit_count()
        coming = sum(
            1
            for tower in members(position.towers)
            if not group.beside >> tower & 1 and any(group.beside >> to & 1 for to in ways.get(tower, {}))
        )
        features = (size * towers, size * min(room, WIDEST), size**2, size * coming, 1, towers)
        for place, amount in enumerate((*features, size**2 * towers, room)):
            total[place] += amount
    return total


@given(st.integers(0, 2**32), st.integers(0, 45))
def test_features_are_those_of_the_position(seed: int, turns: int) -> None:
    position = drawn(seed, turns)
    sums = np.empty(len(FEATURES))
    stage = describe(*to_move(position), np.empty(6, np.uint64), sums)
    own, other = (seen(position.side(colour), position) for colour in (position.turn, position.turn.other))
    assert list(sums) == [*(mine - theirs for mine, theirs in zip(own, other, strict=True)), 1]
    pegs = (position.white.pegs | position.grey.pegs).bit_count()
    assert stage == pytest.approx(min(pegs / 50, 0.999) * (STAGES - 1))


def worth(position: Position, depth: int) -> float:
    """The value by plain search, without a beam, bounds or memory."""
    if position.is_over():
        mine, theirs = (
            (position.points(colour), position.side(colour).largest)
            for colour in (position.turn, position.turn.other)
        )
        bonus = WON if mine > theirs else -WON if mine < theirs else 0.0
        return mine[0] - theirs[0] + bonus
    if depth == 0:
        room = np.empty(6, np.uint64), np.empty(len(FEATURES))
        return float(expected(*to_move(position), WEIGHTS, *room))
    return max(-worth(position.after(turn), depth - 1) for turn in position.turns())


def look_one_ahead(position: Position) -> float:
    """The value one turn ahead: the evaluation alone judges, even if the game is over then."""
    room = np.empty(6, np.uint64), np.empty(len(FEATURES))
    return max(-float(expected(*to_move(position.after(turn)), WEIGHTS, *room)) for turn in position.turns())


@cache
def plain(position: Position, depth: int) -> float:
    if position.is_over():
        return worth(position, 0)
    if depth == 1:
        return look_one_ahead(position)
    return max(-plain(position.after(turn), depth - 1) for turn in position.turns())


def is_narrow(position: Position) -> bool:
    return len(list(position.turns())) <= 9


@pytest.mark.parametrize("seed", range(6))
def test_without_a_beam_it_agrees_with_plain_search(seed: int) -> None:
    """Also with results of shallower searches in its memory, and with bounds."""
    position = next(later for turns in range(30, 50) if is_narrow(later := drawn(seed, turns)))
    engine = CompiledEngine(breadth=ALL, wide=ALL, late=ALL)
    for depth in (1, 2, 3, 4):
        thought = engine.think(position, depth=depth)
        assert thought.best[0].ahead == pytest.approx(plain(position, thought.depth))
        assert thought.best[0].turn in set(position.turns())


@pytest.mark.parametrize(
    ("kind", "depth", "alpha", "beta", "enough"),
    [
        (EXACT, 3, 0, 9, True),
        (EXACT, 4, 0, 9, False),
        (AT_LEAST, 3, 0, 5, True),
        (AT_LEAST, 3, 0, 5.1, False),
        (AT_MOST, 3, 5, 9, True),
        (AT_MOST, 3, 4.9, 9, False),
    ],
)
def test_memory_answers_only_what_it_can(
    kind: int, depth: int, alpha: float, beta: float, enough: bool
) -> None:
    """The entry holds five points, found three turns deep."""
    assert answers(np.array([5.0, 3, kind, 0]), depth, alpha, beta) is enough


def test_near_the_end_it_finds_the_result() -> None:
    position = parse_position(LATE)
    thought = CompiledEngine().think(position)
    assert thought.depth == deep_enough(position)
    assert thought.best[0].ahead == worth(position, 99)


@pytest.mark.parametrize("seed", range(12))
def test_with_few_hollows_left_it_plays_perfectly(seed: int) -> None:
    """However narrow its beam is before, and however late the best turn is listed."""
    position = near_the_end(seed)
    thought = CompiledEngine(breadth=2, wide=2, late=1).think(position)
    assert len(thought.best) == len(list(position.turns()))
    assert thought.best[0].ahead == to_the_end(position)
    assert -to_the_end(position.after(thought.best[0].turn)) == to_the_end(position)


def near_the_end(seed: int) -> Position:
    return next(late for start in count(1000 * seed) if is_small(late := drawn(start, 42)))


def is_small(position: Position) -> bool:
    """Whether few enough games can follow to play them all."""
    return deep_enough(position) <= 10 and 4 <= len(list(position.turns())) <= 9


@cache
def to_the_end(position: Position) -> float:
    """The result by plain search to the end."""
    if position.is_over():
        return worth(position, 0)
    return max(-to_the_end(position.after(turn)) for turn in position.turns())


def test_at_its_time_limit_it_returns_the_best_so_far() -> None:
    """A full search would take longer than a life."""
    position = Position.opening()
    thought = CompiledEngine().think(position, seconds=0.05)
    assert thought.depth >= 1
    assert thought.best[0].turn in set(position.turns())


def test_earlier_searches_are_remembered() -> None:
    engine, position = CompiledEngine(), drawn(5, 20)
    first, again = (engine.think(position, depth=4) for _ in range(2))
    assert again.best[0] == first.best[0]
    assert again.positions < first.positions / 4


def test_transpositions_share_an_entry() -> None:
    """Two turns of one player, with one of the other's between them, in either order."""
    position = Position.opening()
    engine = CompiledEngine(breadth=6)
    remembering = engine.think(position, depth=5).positions
    engine = CompiledEngine(breadth=6, remembers=False)
    assert remembering < engine.think(position, depth=5).positions


def test_it_beats_a_greedy_player() -> None:
    engine, won = CompiledEngine(breadth=8), 0
    for seed in range(6):
        position, own = drawn(seed, 2), (Colour.WHITE, Colour.GREY)[seed % 2]
        while not position.is_over():
            mover = position.turn
            turn = (
                engine.think(position, depth=2).best[0].turn
                if mover is own
                else max(position.turns(), key=lambda turn: position.after(turn).points(mover))
            )
            position = position.after(turn)
        won += position.points(own) > position.points(own.other)
    assert won >= 5


def test_weights_survive_their_file() -> None:
    text = files("ukumbi.games.rukuni.engine").joinpath("weights.json").read_bytes()
    assert write_weights(WEIGHTS) == text
    assert WEIGHTS.shape == (STAGES, len(FEATURES))
