"""`ukumbi perft` counts where moves can be listed and no time runs. Rukuni's own tests compare its counts."""

import pytest

from ukumbi.core import Refused
from ukumbi.games import GAMES
from ukumbi.library import game
from ukumbi.tools.perft import perft


def test_rukuni_can_be_counted() -> None:
    assert perft(game("rukuni"), 1) == 378


@pytest.mark.parametrize("name", [entry.game.name for entry in GAMES if entry.game.name != "rukuni"])
def test_other_games_are_refused_with_a_reason(name: str) -> None:
    with pytest.raises(Refused, match="cannot be counted"):
        perft(game(name), 1)
