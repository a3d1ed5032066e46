"""A move prints as its notation and an event as a sentence; their `repr` can be pasted into a test."""

import re
import sys
from typing import Any

import pytest

from tests.kit.play import begun, play_on, seeded_pick
from ukumbi.core import AnyGame
from ukumbi.games import GAMES

each_game = pytest.mark.parametrize("game", [entry.game for entry in GAMES], ids=lambda game: game.name)


def pasted(thing: Any) -> Any:
    """Evaluate its `repr`."""
    return eval(repr(thing), vars(sys.modules[type(thing).__module__]).copy())


def played(game: AnyGame) -> list[Any]:
    return [play_on(begun(game, seeded_pick(seed)), seeded_pick(seed), limit=150) for seed in range(6)]


@each_game
def test_moves_are_printed_in_notation(game: AnyGame) -> None:
    for match in played(game):
        for move in match.tried:
            assert str(move) == game.format_move(move)
            assert pasted(move) == move


@each_game
def test_events_are_printed_in_words(game: AnyGame) -> None:
    """As logged, and as redacted for each viewer."""
    kinds = set()
    for match in played(game):
        for event in (event for step in match.steps for event in step.events):
            kinds.add(type(event))
            for told in (event, *(game.redact(event, viewer) for viewer in match.viewers())):
                assert not re.search(r"[()=\[\]{}]|None|True|False|  ", str(told)), str(told)
            assert pasted(event) == event
    assert len(kinds) > 1


@each_game
def test_every_kind_of_event_has_words_of_its_own(game: AnyGame) -> None:
    assert all("__str__" in vars(kind) for kind in game.structs.event.__args__)
