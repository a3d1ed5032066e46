"""Each bot level beats the one below, but not by too much."""

from itertools import pairwise

import pytest

from ukumbi.library import REGISTRY
from ukumbi.tools.arena import Tournament, duels, matches, options_from

LEVELS = tuple(REGISTRY["ubongo"].bots)
GAMES = 100
MOST, LEAST = 0.85, 0.6
"""Bounds of the share won against the level below."""


@pytest.mark.deep
@pytest.mark.parametrize("level", [2, 5])
@pytest.mark.parametrize("neighbours", list(pairwise(LEVELS)), ids="-".join)
def test_each_level_is_a_little_above_the_one_below(neighbours: tuple[str, str], level: int) -> None:
    """Within two standard errors of a hundred games."""
    tournament = Tournament(
        "ubongo", neighbours, GAMES, 2, options=options_from("ubongo", [f"level={level}"])
    )
    [duel] = duels(neighbours, list(matches(tournament)))
    above = duel.reversed()
    assert above.score > LEAST - 2 * above.error
    assert above.score > 0.5
    assert above.score < MOST + 2 * above.error
