"""The compiled rules agree with the rules: turns, results and random play."""

from collections import Counter
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ukumbi.games.rukuni.board import HOLLOWS, Hollow
from ukumbi.games.rukuni.engine import compiled_rules
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Colour, Position, parse_position

Words = tuple[np.uint64, np.uint64, np.uint64]


def words(position: Position) -> Words:
    """White's pegs, Grey's, and the towers."""
    sets = (position.white.pegs, position.grey.pegs, position.towers)
    white, grey, towers = (np.uint64(hollows) for hollows in sets)
    return white, grey, towers


def listed(position: Position) -> list[Turn]:
    found = np.empty(compiled_rules.MOST_TURNS, np.int64)
    number = compiled_rules.list_turns(*words(position), found)
    return [Turn(*map(Hollow, compiled_rules.unpack(int(turn)))) for turn in found[:number]]


def is_as_in_the_rules(position: Position) -> None:
    white, grey, towers = words(position)
    turns = list(position.turns())
    assert Counter(listed(position)) == Counter(turns)  # R7-R13
    assert compiled_rules.can_move(white | grey | towers, towers) == position.can_move() == bool(turns)  # R18
    for colour, pegs in ((Colour.WHITE, white), (Colour.GREY, grey)):
        side = position.side(colour)
        assert compiled_rules.score(pegs, towers) == (position.points(colour), side.largest)  # R21-R26


@given(st.integers(0, 2**32))
def test_whole_games_agree_turn_by_turn(seed: int) -> None:
    rng, position = Random(seed), Position.opening()
    is_as_in_the_rules(position)
    while not position.is_over():
        position = position.after(rng.choice(list(position.turns())))
        is_as_in_the_rules(position)


def test_the_opening_has_378_turns() -> None:
    assert len(listed(Position.opening())) == 378


def test_no_position_has_more_turns_than_the_buffer_holds() -> None:
    ways = [int(compiled_rules.reach(hollow, compiled_rules.NONE)).bit_count() for hollow in HOLLOWS]
    assert 6 * compiled_rules.TOWERS * max(ways) == compiled_rules.MOST_TURNS


LATE = "wTgwg/wggwwg/gwTwgwg/ggwwgwwg/T1wgwgwgT/ww1gwgwg/gwgT1gw/wgw2g/gwg1T w"


@cache
def _ends(position: Position) -> dict[tuple[int, int, int], Fraction]:
    """The probability of each result of random play: White's points, Grey's, and the number of turns."""
    if position.is_over():
        return {(position.points(Colour.WHITE), position.points(Colour.GREY), 0): Fraction(1)}
    likely: Counter[tuple[int, int, int]] = Counter()
    turns = list(position.turns())
    for turn in turns:
        for (white, grey, more), chance in _ends(position.after(turn)).items():
            likely[white, grey, more + 1] += chance / len(turns)  # type: ignore[assignment]
    return dict(likely)  # type: ignore[arg-type]


def test_random_turns_are_uniform() -> None:
    position, games = parse_position(LATE), 40_000
    played = compiled_rules.random_games(games, 2026, *words(position), position.turn is Colour.WHITE)
    seen = Counter((int(white), int(grey), int(turns)) for white, _, grey, _, turns in played)
    expected = _ends(position)
    assert len(expected) > 10
    assert set(seen) <= set(expected)
    for result, chance in expected.items():
        mean = games * float(chance)
        assert abs(seen[result] - mean) < 5 * (mean * (1 - float(chance))) ** 0.5 + 1, result


def test_the_same_seed_plays_the_same_games() -> None:
    one, same, other = (compiled_rules.random_games(50, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("bound", [1, 5, 378 * 6])
def test_random_numbers_stay_below_their_bound(bound: int) -> None:
    dice = np.array([7], np.uint64)
    drawn = [compiled_rules.draw(dice, bound) for _ in range(2_000)]
    assert min(drawn) == 0
    assert max(drawn) < bound
    assert len(set(drawn)) > bound / 3
