"""Bots play only legal moves, know only their view, and get stronger level by level."""

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.unikato.recorded_games import bots_played, second_actions
from tests.games.unikato.table import ANN, GAME, at, decide
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.core import Seat, codec
from ukumbi.games.unikato.bot import BOTS, GlanceBot
from ukumbi.games.unikato.events import Second
from ukumbi.games.unikato.state import Phase
from ukumbi.tools.arena import Tournament, duels, play_match

LEVELS = list(BOTS)
GLANCES = {level: bot.attention for level, bot in BOTS.items() if isinstance(bot, GlanceBot)}
each_level = pytest.mark.parametrize("level", LEVELS)
each_glance = pytest.mark.parametrize("level", GLANCES)


def choice(level: str, state: Any, seat: Seat = ANN, seed: int = 0) -> str:
    move = BOTS[level].choose(GAME, GAME.view(state, seat), seat, Random(seed))
    assert move is not None
    return GAME.format_move(move)


def choices(level: str, state: Any, tries: int = 1000) -> list[str]:
    view: Any = GAME.view(state, ANN)
    chosen: list[Any] = [BOTS[level].choose(GAME, view, ANN, Random(seed)) for seed in range(tries)]
    return [GAME.format_move(move) for move in chosen]


@each_level
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.deep)])
def test_bots_play_whole_games(level: str, seed: int) -> None:
    """R6, R25: the rules decide every move and refuse illegal ones."""
    for seats in (2, 3, 4):
        log = bots_played((level,) * seats, seed, rounds=2)
        assert codec(GAME).event(log.records[-1].event).__class__.__name__ == "RoundEnded", f"{seats} seats"


@given(played(GAME, most=60), st.sampled_from(LEVELS))
def test_bots_find_a_legal_move_anywhere(game: Played, level: str) -> None:
    """R25: at random tables, too."""
    for seat in GAME.may_act(game.state):
        decide(game.state, choice(level, game.state, seat), seat, game.now)


@each_level
@pytest.mark.parametrize("second", ["anywhere", "onward"])
def test_bots_know_where_a_second_action_may_begin(level: str, second: Second) -> None:
    """R14"""
    for state in second_actions(second):
        decide(state, choice(level, state, state.turn))


LITTLE_LEFT = list(
    product(
        ["xb1k xp2k", "co2w xb1k", "co2w"],
        [("", ""), ("so1k", ""), ("", "cp1g"), ("so1k so2k", "cp1g")],
        [Phase.ACT, Phase.SECOND, Phase.DRAW],
    )
)
"""A rack, the display, the bag, and the expected move."""


@each_level
def test_bots_move_when_few_tiles_are_left(level: str) -> None:
    """R19, R23, R25"""
    for rack, (display, bag), phase in LITTLE_LEFT:
        if phase is Phase.DRAW and not display and not bag:
            continue
        state = at("co1w@0,0", rack, display=display, bag=bag, phase=phase)
        for seed in range(3):
            move = choice(level, state, seed=seed)
            assert decide(state, move), f"{rack=} {display=} {bag=} {phase=}: {move}"


@given(played(GAME, most=40), st.sampled_from(LEVELS), st.integers(0, 1 << 16))
def test_choices_depend_only_on_the_view(game: Played, level: str, seed: int) -> None:
    """R34: in worlds that look the same, a bot does the same."""
    for seat in GAME.may_act(game.state):
        view = GAME.view(game.state, seat)
        worlds = [GAME.imagine(view, Random(seed + number)) for number in range(4)]
        choices = {choice(level, world, seat, seed) for world in (game.state, *worlds)}
        assert len(choices) == 1


@each_level
def test_the_same_seed_gives_the_same_game(level: str) -> None:
    again = bots_played.__wrapped__((level, level), 3)
    assert again == bots_played((level, level), 3)


@pytest.mark.parametrize("level", ["8", "9"])
def test_bots_lay_their_whole_rack_if_they_can(level: str) -> None:
    """R24: in one chain, in any order of the rack."""
    rack = "co2w so2w sp2w sp2g xp2g xp3g xp3k xb3k"
    state = at("co1w@0,0", rack, "cb1g", display="so1k so2k so3k", bag="cp1g cp2g")
    for seed in range(5):
        events = decide(state, choice(level, state, seed=seed))
        assert len(events) == 2


def test_the_master_finishes_with_a_double_turn() -> None:
    """R12, R24: so1w wins the second action that co3w needs."""
    state = at("co1w@0,0 co2w@1,0 so2w@1,1", "so1w co3k co3w", "xb3g", display="xb1g", bag="cp1g cb2g")
    for seed in range(5):
        assert choice("9", state, seed=seed) == "lay so1w@0,1"


def test_the_master_takes_a_tile_that_joins_its_tiles() -> None:
    """R20: so2w fits both co2w and sp2w."""
    state = at("xo3k@0,0", "co2w sp2w", display="so2w xb1g xb3k", bag="cp1g cb2g", phase=Phase.DRAW)
    assert choice("9", state) == "draw so2w"


@pytest.mark.parametrize("level", ["1", "2"])
def test_the_weakest_lay_one_tile_at_a_time(level: str) -> None:
    """R7"""
    state = at("co1w@0,0", "co2w co3w so1w", bag="cp1g")
    assert {move.count("@") for move in choices(level, state, 20)} == {1}


@each_glance
def test_chains_go_on_at_the_given_rate(level: str) -> None:
    """R7: the two tiles fit each other in either order."""
    chains = [move.count("@") for move in choices(level, at("co1w@0,0", "co2w co3w", bag="cp1g"))]
    assert chains.count(2) / len(chains) == pytest.approx(GLANCES[level].goes_on, abs=0.05)


@each_glance
def test_second_actions_are_forgotten_at_the_given_rate(level: str) -> None:
    """R12"""
    moves = choices(level, at("co1w@0,0", "co2w xb3k", bag="cp1g", phase=Phase.SECOND))
    assert moves.count("decline") / len(moves) == pytest.approx(GLANCES[level].forgets, abs=0.05)


@each_glance
def test_fitting_tiles_are_taken_at_the_given_rate(level: str) -> None:
    """R19: so2w fits both co2w and sp2w; otherwise a random tile from the bag."""
    state = at("xo3k@0,0", "co2w sp2w", display="xb1g so2w", bag="cp1g cb2g", phase=Phase.DRAW)
    moves = choices(level, state)
    assert moves.count("draw so2w") / len(moves) == pytest.approx(GLANCES[level].matches, abs=0.05)
    assert "draw xb1g" not in moves


@each_glance
def test_useless_tiles_are_given_at_the_given_rate(level: str) -> None:
    """R18: cb1g fits no other tile; otherwise any of the three."""
    state = at("xo3k@0,0", "co2w so2w cb1g", bag="cp1g cb2g")
    moves = choices(level, state)
    minded = GLANCES[level].matches
    given = sum(move.startswith("swap cb1g") for move in moves) / len(moves)
    assert given == pytest.approx(minded + (1 - minded) / 3, abs=0.06)


def test_the_eager_bot_lays_the_longest_chain() -> None:
    """R7, R11"""
    state = at("co1w@0,0", "co2w co3w so3w xb1g xp2k", bag="cp1g")
    laid = choice("8", state).split()[1:]
    assert {part.split("@")[0] for part in laid} == {"co2w", "co3w", "so3w"}


@pytest.mark.parametrize("games", [12, pytest.param(30, marks=pytest.mark.deep)])
@pytest.mark.parametrize(("worse", "better"), list(pairwise(LEVELS)))
def test_levels_are_in_order(worse: str, better: str, games: int) -> None:
    """Each wins about three games in four against the level below; thirty games show it."""
    tournament = Tournament(GAME.name, (better, worse), games, seats=2)
    (duel,) = duels(tournament.bots, [play_match(GAME.name, pairing) for pairing in tournament.pairings()])
    assert duel.score > 0.52
