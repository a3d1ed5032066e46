"""Every game's rules stand on paper, numbered, and every sentence has a test that names it."""

import inspect
from pathlib import Path

import pytest

from tests.kit.rulebook import named, numbered
from ukumbi.core import AnyGame
from ukumbi.games import GAMES

TESTS = Path(__file__).parents[1] / "games"
each_game = pytest.mark.parametrize("game", [entry.game for entry in GAMES], ids=lambda game: game.name)


def _rules(game: AnyGame) -> Path:
    return Path(inspect.getfile(type(game))).with_name("RULES.md")


@each_game
def test_sentences_are_numbered_one_by_one(game: AnyGame) -> None:
    numbers = numbered(_rules(game))
    assert numbers == [f"R{number}" for number in range(1, len(numbers) + 1)]
    assert numbers


@each_game
def test_every_sentence_is_named_by_a_test(game: AnyGame) -> None:
    assert set(numbered(_rules(game))) - named(TESTS / game.name) == set()


@each_game
def test_no_test_names_a_sentence_that_does_not_stand_there(game: AnyGame) -> None:
    assert named(TESTS / game.name) - set(numbered(_rules(game))) == set()


def test_a_sentence_without_a_test_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("- **R1** One.\n- **R2** Two, see R3.\n")
    (tmp_path / "test_it.py").write_text('def test_one() -> None:\n    """R1, at least."""\n# R2\n')
    assert set(numbered(tmp_path / "RULES.md")) - named(tmp_path) == {"R2"}
