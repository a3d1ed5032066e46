"""Rukuni as OpenSpiel sees it, and the games against its MCTS."""

from importlib.util import find_spec
from random import Random

import pytest
from typer.testing import CliRunner

if find_spec("pyspiel") is None:
    pytest.skip("OpenSpiel is for benchmarks only", allow_module_level=True)

from ukumbi.cli import app
from ukumbi.games.rukuni.moves import parse_move
from ukumbi.games.rukuni.position import Colour, Position
from ukumbi.lab.rukuni import challenge
from ukumbi.lab.rukuni.challenge import Game, Tally
from ukumbi.lab.rukuni.openspiel import CompiledRollouts, MctsBot, RukuniGame, RukuniState


@pytest.mark.parametrize("seed", range(8))
def test_games_go_by_the_same_rules(seed: int) -> None:
    rng, position, state = Random(seed), Position.opening(), RukuniGame().new_initial_state()
    while not position.is_over():
        assert not state.is_terminal()
        assert state.current_player() == (0 if position.turn is Colour.WHITE else 1)
        spelt = {state.action_to_string(state.current_player(), one): one for one in state.legal_actions()}
        assert set(spelt) == {f"{turn}" for turn in position.turns()}
        name = rng.choice(sorted(spelt))
        copied = state.clone()
        state.apply_action(spelt[name])
        assert f"{copied}" != f"{state}"
        position = position.after(parse_move(name))
        assert f"{RukuniState.of(RukuniGame(), position)}" == f"{state}"
    white, grey = (
        (position.points(colour), position.side(colour).largest) for colour in (Colour.WHITE, Colour.GREY)
    )
    ahead = float(white > grey) - float(white < grey)
    assert state.is_terminal()
    assert state.returns() == [ahead, -ahead]
    assert list(CompiledRollouts(1).evaluate(state)) == [ahead, -ahead]


def test_a_bot_thinks_as_long_as_it_may_and_finds_a_turn() -> None:
    few, many = MctsBot(0.0, seed=1), MctsBot(0.3, seed=1)
    position = Position.opening()
    for bot in (few, many):
        assert bot.choose(position) in set(position.turns())
    assert few.rollouts < many.rollouts


def test_games_come_in_pairs_that_change_colours() -> None:
    games = list(challenge.challenge(2, seconds=0.01, seed=1))
    assert [game.colour for game in games] == [Colour.WHITE, Colour.GREY]
    assert all(game.turns > 20 for game in games)


WON, LOST = (Game(Colour.WHITE, 90, 20, won, 40) for won in (1.0, 0.0))


@pytest.mark.parametrize(("lost", "code"), [(5, 0), (6, 1)])
def test_less_than_95_of_100_is_a_failure(monkeypatch: pytest.MonkeyPatch, lost: int, code: int) -> None:
    games = [*[WON] * (100 - lost), *[LOST] * lost]
    monkeypatch.setattr(challenge, "challenge", lambda *_: iter(games))
    done = CliRunner().invoke(app, ["bench", "rukuni", "--against-mcts", "100"])
    assert done.exit_code == code
    assert f"{100 - lost}.0 ± 2." in done.stdout
    assert ("it should be 95 of 100" in done.stderr) is (code == 1)


def test_without_a_defeat_there_is_still_an_error() -> None:
    assert 0 < Tally((WON,) * 100).error < 1
