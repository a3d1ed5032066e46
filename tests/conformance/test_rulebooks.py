"""Every game has a RULES.md with numbered_rules rules, and every rule has a test that names it."""

import inspect
from pathlib import Path

import pytest

from tests.kit.rulebook import numbered_rules, rules_named_by
from ukumbi.core import AnyGame
from ukumbi.games import GAMES

TESTS = Path(__file__).parents[1] / "games"
each_game = pytest.mark.parametrize("game", [entry.game for entry in GAMES], ids=lambda game: game.name)


def _rules(game: AnyGame) -> Path:
    return Path(inspect.getfile(type(game))).with_name("RULES.md")


@each_game
def test_rules_are_numbered_from_1(game: AnyGame) -> None:
    numbers = numbered_rules(_rules(game))
    assert numbers == [f"R{number}" for number in range(1, len(numbers) + 1)]
    assert numbers


@each_game
def test_every_rule_is_named_by_a_test(game: AnyGame) -> None:
    assert set(numbered_rules(_rules(game))) - rules_named_by(TESTS / game.name) == set()


@each_game
def test_tests_name_only_existing_rules(game: AnyGame) -> None:
    assert rules_named_by(TESTS / game.name) - set(numbered_rules(_rules(game))) == set()


def test_a_rule_without_a_test_is_found(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("- **R1** One.\n- **R2** Two, see R3.\n")
    (tmp_path / "test_it.py").write_text('def test_one() -> None:\n    """R1, at least."""\n# R2\n')
    assert set(numbered_rules(tmp_path / "RULES.md")) - rules_named_by(tmp_path) == {"R2"}
