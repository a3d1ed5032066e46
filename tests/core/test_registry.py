"""The registry of games."""

import pytest

from tests.kit import fragile, pounce
from ukumbi.core import Entry, First, Refused, Registry, checked_options, load
from ukumbi.games import GAMES


def test_games_keep_their_order() -> None:
    registry = load(["tests.kit.pounce", "tests.kit.fragile"])
    assert [entry.game.name for entry in registry] == ["pounce", "fragile"]
    assert registry["fragile"] is fragile.GAMES[0]


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused, match="there is no game 'chess'; there are: pounce") as refused:
        Registry(pounce.GAMES)["chess"]
    assert refused.value.code == "no_such_game"


@pytest.mark.parametrize("level", ["wizard", 7, None])
def test_an_unknown_level_is_refused(level: object) -> None:
    with pytest.raises(Refused, match=f"pounce has no bot '{level}'; it has: "):
        pounce.GAMES[0].bot(level)  # type: ignore[arg-type]


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.name)
def test_levels_are_numbers_from_1_up(entry: Entry) -> None:
    assert list(entry.bots) == [str(number) for number in range(1, len(entry.bots) + 1)]


def test_a_first_game_is_against_the_weakest_by_default() -> None:
    entry = pounce.GAMES[0]
    assert entry.first == First(next(iter(entry.bots)))


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.name)
def test_a_first_game_is_easy_and_possible(entry: Entry) -> None:
    levels = list(entry.bots)
    assert entry.first.level is not None
    assert levels.index(entry.first.level) <= 1
    assert checked_options(entry.game, entry.first.options) != entry.game.options()


def test_every_registered_game_has_its_own_name_and_a_bot() -> None:
    names = [entry.game.name for entry in GAMES]
    assert len(names) == len(set(names))
    assert all(entry.bots for entry in GAMES)
