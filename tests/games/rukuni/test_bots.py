"""Bots play only legal turns, know only their view, and get stronger level by level."""

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rukuni.table import BOOKLET, GAME, play
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.bots import AnyBot
from ukumbi.bots.simulated import play_out
from ukumbi.core import Match
from ukumbi.games.rukuni.board import Hollow
from ukumbi.games.rukuni.bot import ALL_TURNS, BOTS, GreedyBot, ThinkingBot, fancied, lead
from ukumbi.games.rukuni.engine.loading import ENGINES
from ukumbi.games.rukuni.engine.thought import Thought, Weighed
from ukumbi.games.rukuni.events import RukuniOptions
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Position
from ukumbi.games.rukuni.state import State

LEVELS = list(BOTS)
TIMELESS = LEVELS[:-1]
"""The last level's depth depends on the clock."""


THOUGHTFUL = LEVELS.index("7")
"""Games of these levels take long."""
each_level = pytest.mark.parametrize(
    "level", [*TIMELESS[:-1], pytest.param(TIMELESS[-1], marks=pytest.mark.deep)]
)


def choice(bot: AnyBot, state: State, seed: int = 0) -> Turn:
    """The turn of the player to move."""
    seat = state.seat(state.position.turn)
    turn = bot.choose(GAME, GAME.view(state, seat), seat, Random(seed))
    assert isinstance(turn, Turn)
    return turn


def match(one: AnyBot, other: AnyBot, seed: int) -> Match:
    return Match.of(GAME, play_out(GAME, (one, other), RukuniOptions(), Random(seed)))


def points(one: AnyBot, other: AnyBot, games: int) -> float:
    """The share of points that `one` wins, from both seats."""
    won = 0.0
    for seed in range(games):
        seat, bots = seed % 2, (one, other) if seed % 2 == 0 else (other, one)
        outcome = match(*bots, seed).outcome
        assert outcome is not None
        won += 0.5 if outcome.places == (1, 1) else float(outcome.places[seat] == 1)
    return won / games


@cache
def booklet_states() -> tuple[State, ...]:
    """The booklet's game after each turn but the last."""
    turns = BOOKLET.split()
    return tuple(play(" ".join(turns[:number])) for number in range(1, len(turns)))


def afters(state: State) -> list[Position]:
    return [state.position.after(turn) for turn in state.position.turns()]


# all levels


@each_level
def test_bots_play_whole_games_and_a_seed_repeats_them(level: str) -> None:
    """R6, R18: the rules decide every turn and refuse illegal ones."""
    games = [match(BOTS[level], BOTS["1"], seed) for seed in (3, 3, 4)]
    assert all(game.outcome for game in games)
    assert games[0].log == games[1].log != games[2].log


def test_the_strongest_plays_a_whole_game() -> None:
    """The same bot as in the hall, with less time."""
    assert match(ThinkingBot(seconds=0.02), ThinkingBot(seconds=0.02), seed=1).outcome


@given(played(GAME, most=50), st.sampled_from(TIMELESS), st.integers(0, 1 << 16))
def test_bots_find_a_legal_turn_anywhere(game: Played, level: str, seed: int) -> None:
    """R6: in random positions, too."""
    for seat in GAME.may_act(game.state):
        assert choice(BOTS[level], game.state, seed) in GAME.legal_moves(game.state, seat)


@given(played(GAME, most=50), st.sampled_from(TIMELESS), st.integers(0, 1 << 16))
def test_choices_depend_only_on_view_and_seed(game: Played, level: str, seed: int) -> None:
    """Rukuni hides nothing, so earlier play and thought must leave no trace."""
    for seat in GAME.may_act(game.state):
        world = GAME.imagine(GAME.view(game.state, seat), Random(seed + 1))
        assert choice(BOTS[level], world, seed) == choice(BOTS[level], game.state, seed)


@pytest.mark.parametrize(
    "level", [*TIMELESS[:-1], pytest.param(TIMELESS[-1], marks=pytest.mark.deep), LEVELS[-1]]
)
def test_every_level_varies_its_opening(level: str) -> None:
    bot = BOTS[level] if level in TIMELESS else ThinkingBot(seconds=0.05)
    assert len({choice(bot, GAME.from_position(OPENING), seed) for seed in range(6)}) > 1


OPENING = "T3T/6/7/8/T7T/8/7/6/T3T w"


# search width


def test_the_greedy_bot_maximises_its_lead() -> None:
    """R25, R28"""
    for state in booklet_states():
        colour = state.position.turn
        chosen = state.position.after(choice(BOTS["3"], state))
        assert lead(chosen, colour) == max(lead(after, colour) for after in afters(state))


@pytest.mark.parametrize("looks", [1, 2, 5, ALL_TURNS])
def test_bots_that_look_at_few_turns_rarely_find_the_best(looks: int) -> None:
    """R28: only one turn is best here, and each turn is equally likely to be looked at."""
    state = only_one_is_best()
    turns = list(state.position.turns())
    best = max(turns, key=lambda turn: lead(state.position.after(turn), state.position.turn))
    found = [choice(GreedyBot(looks), state, seed) for seed in range(1000)].count(best) / 1000
    assert found == pytest.approx(min(1.0, looks / len(turns)), abs=0.05)


@cache
def only_one_is_best() -> State:
    """The last position of the booklet's game with a single best turn."""
    for state in reversed(booklet_states()):
        leads = [lead(after, state.position.turn) for after in afters(state)]
        if len(leads) > 5 and leads.count(max(leads)) == 1:
            return state
    raise AssertionError("there is none")


def test_a_larger_whim_leaves_the_best_turn_more_often() -> None:
    """A turn worse by one whim is chosen about a third as often; a turn not compared, never."""
    good, fair, far, unsure = (
        Turn(*map(Hollow, each)) for each in ((0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 1, 5))
    )
    best = (Weighed(good, 5.0), Weighed(fair, 4.0), Weighed(far, -20.0), Weighed(unsure, 4.9))
    rng, thought = Random(1), Thought(best, 3, 100, compared=3)
    chosen = Counter(fancied(thought, 1.0, rng) for _ in range(2000))
    assert set(chosen) == {good, fair}
    assert chosen[fair] / chosen[good] == pytest.approx(0.37, abs=0.06)
    assert {fancied(thought, 0.05, rng) for _ in range(200)} == {good}


def test_bots_from_depth_three_on_use_the_compiled_engine() -> None:
    """In a tournament they wait for it. Shallower levels need nothing compiled."""
    assert ENGINES.strongest() is ENGINES.compiled


# strength


@pytest.mark.parametrize("games", [8, pytest.param(20, marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    ("worse", "better"),
    [
        *pairwise(TIMELESS[: THOUGHTFUL - 1]),
        *(pytest.param(*pair, marks=pytest.mark.deep) for pair in pairwise(TIMELESS[THOUGHTFUL - 2 :])),
    ],
)
def test_levels_are_in_order(worse: str, better: str, games: int) -> None:
    """Each wins about four games in five against the level below."""
    assert points(BOTS[better], BOTS[worse], games) > 0.5


@pytest.mark.deep
def test_the_strongest_beats_the_next() -> None:
    assert points(BOTS[LEVELS[-1]], BOTS[LEVELS[-2]], 10) > 0.5
