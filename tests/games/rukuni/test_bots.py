"""Bots: legal turns only, from nothing but their view, and stronger level by level."""

from functools import cache
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rukuni.table import BOOKLET, GAME, play
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.bots import AnyBot
from ukumbi.bots.simulated import play_out
from ukumbi.core import Match
from ukumbi.games.rukuni.bot import ALL, BOTS, GreedyBot, guarded, lead, own_points
from ukumbi.games.rukuni.position import Colour, Position, Turn
from ukumbi.games.rukuni.rules import RukuniOptions, State

LEVELS = list(BOTS)
each_level = pytest.mark.parametrize("level", LEVELS)


def choice(bot: AnyBot, state: State, seed: int = 0) -> Turn:
    """The turn of whoever is to move."""
    seat = state.seat(state.position.turn)
    turn = bot.choose(GAME, GAME.view(state, seat), seat, Random(seed))
    assert isinstance(turn, Turn)
    return turn


def match(one: AnyBot, other: AnyBot, seed: int) -> Match:
    return Match.of(GAME, play_out(GAME, (one, other), RukuniOptions(), Random(seed)))


def points(one: AnyBot, other: AnyBot, games: int) -> float:
    """The share of points that the one wins, from both seats."""
    won = 0.0
    for seed in range(games):
        seat, bots = seed % 2, (one, other) if seed % 2 == 0 else (other, one)
        outcome = match(*bots, seed).outcome
        assert outcome is not None
        won += 0.5 if outcome.places == (1, 1) else float(outcome.places[seat] == 1)
    return won / games


@cache
def on_the_way() -> tuple[State, ...]:
    """The booklet's game after each of its turns, but for the last."""
    turns = BOOKLET.split()
    return tuple(play(" ".join(turns[:number])) for number in range(1, len(turns)))


def afters(state: State) -> list[Position]:
    return [state.position.after(turn) for turn in state.position.turns()]


# what every level does


@each_level
def test_bots_play_whole_games_and_the_same_die_gives_the_same(level: str) -> None:
    """R6, R18: the rules are asked for every turn, and refuse what is not allowed."""
    games = [match(BOTS[level], BOTS[level], seed) for seed in (3, 3, 4)]
    assert all(game.outcome for game in games)
    assert games[0].log == games[1].log != games[2].log


@given(played(GAME, most=50), st.sampled_from(LEVELS), st.integers(0, 1 << 16))
def test_bots_find_a_legal_turn_anywhere(game: Played, level: str, seed: int) -> None:
    """R6: at tables where people have played strangely, too."""
    for seat in GAME.may_act(game.state):
        assert choice(BOTS[level], game.state, seed) in GAME.legal_moves(game.state, seat)


@given(played(GAME, most=50), st.sampled_from(LEVELS), st.integers(0, 1 << 16))
def test_a_choice_hangs_on_the_view_and_the_die_alone(game: Played, level: str, seed: int) -> None:
    """Nothing is hidden here: what was played before leaves no trace."""
    for seat in GAME.may_act(game.state):
        world = GAME.imagine(GAME.view(game.state, seat), Random(seed + 1))
        assert choice(BOTS[level], world, seed) == choice(BOTS[level], game.state, seed)


# what they look at


def test_the_greedy_bot_gets_as_far_ahead_as_it_can() -> None:
    """R25, R28"""
    for state in on_the_way():
        colour = state.position.turn
        chosen = state.position.after(choice(BOTS["greedy"], state))
        assert lead(chosen, colour) == max(lead(after, colour) for after in afters(state))


def test_the_headstrong_bot_has_eyes_for_its_own_points_only() -> None:
    """R25, R28: so it is now and then less far ahead than it could be."""
    missed = 0.0
    for state in on_the_way():
        colour = state.position.turn
        chosen = state.position.after(choice(BOTS["headstrong"], state))
        assert own_points(chosen, colour) == max(own_points(after, colour) for after in afters(state))
        missed += max(lead(after, colour) for after in afters(state)) - lead(chosen, colour)
    assert missed > 0


@pytest.mark.parametrize("looks", [1, 2, 5, ALL])
def test_who_looks_at_few_turns_finds_the_best_as_rarely(looks: int) -> None:
    """R28: a single turn is the best here, and the eye falls on any turn as often as on another."""
    state = only_one_is_best()
    turns = list(state.position.turns())
    best = max(turns, key=lambda turn: lead(state.position.after(turn), state.position.turn))
    found = [choice(GreedyBot(looks), state, seed) for seed in range(1000)].count(best) / 1000
    assert found == pytest.approx(min(1.0, looks / len(turns)), abs=0.05)


@cache
def only_one_is_best() -> State:
    """The last of the booklet's positions with a single best turn."""
    for state in reversed(on_the_way()):
        leads = [lead(after, state.position.turn) for after in afters(state)]
        if len(leads) > 5 and leads.count(max(leads)) == 1:
            return state
    raise AssertionError("there is none")


def test_a_guard_against_few_answers_sees_less_danger() -> None:
    """R4: whatever comes to mind, the best answer of all is at least as good."""
    for state in on_the_way()[::3]:
        after, colour = state.position.after(choice(BOTS["novice"], state)), state.position.turn
        few, some, every = (guarded(after, colour, answers, Random(1)) for answers in (1, 8, ALL))
        assert few >= every
        assert some >= every


# strength


@pytest.mark.parametrize("games", [12, pytest.param(30, marks=pytest.mark.deep)])
@pytest.mark.parametrize(("worse", "better"), list(pairwise(LEVELS[: LEVELS.index("wary") + 1])))
def test_levels_up_to_the_wary_one_are_in_order(worse: str, better: str, games: int) -> None:
    """Each wins about three games of four: thirty show it. The arena measures how far apart they are."""
    assert points(BOTS[better], BOTS[worse], games) > 0.52


@pytest.mark.parametrize("tries", [2, pytest.param(5, marks=pytest.mark.deep)])
def test_the_more_answers_come_to_mind_the_less_is_left_to_the_other(tries: int) -> None:
    """Games of these take long; what their turns are worth after the best answer tells them apart sooner."""
    wary, shrewd, careful = (left_by(BOTS[level], tries) for level in ("wary", "shrewd", "careful"))
    assert wary + 0.2 < shrewd
    assert shrewd + 1.0 < careful


def left_by(bot: AnyBot, tries: int) -> float:
    """What is left of a position, on average, after the bot's turn and the best answer to it."""
    return fmean(
        after_the_best_answer(state.position.after(choice(bot, state, seed)), state.position.turn)
        for state in on_the_way()[4:20]
        for seed in range(tries)
    )


@cache
def after_the_best_answer(position: Position, colour: Colour) -> float:
    """Bots often make the same turn, and looking at every answer takes long."""
    return guarded(position, colour, ALL, Random(0))
