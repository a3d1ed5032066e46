"""The shelf of games."""

import pytest

from tests.kit import fragile, pounce
from ukumbi.core import Refused, Registry, load
from ukumbi.games import BOXES


def test_games_stand_in_the_order_in_which_they_were_put() -> None:
    shelf = load(["tests.kit.pounce", "tests.kit.fragile"])
    assert [box.game.name for box in shelf] == ["pounce", "fragile"]
    assert shelf["fragile"] is fragile.BOXES[0]


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(Refused) as refused:
        Registry(pounce.BOXES)["chess"]
    assert (refused.value.code, refused.value.facts) == ("no_such_game", {"game": "chess"})


def test_every_game_on_the_shelf_has_its_own_name_and_a_bot() -> None:
    names = [box.game.name for box in BOXES]
    assert len(names) == len(set(names))
    assert all(box.bots for box in BOXES)
