"""Every coach, in whole games of bots: its advice is legal, comes from the view alone, and has words."""

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.kit.coached import Coached, advised, coached
from ukumbi.core import Entry, codec
from ukumbi.games import GAMES

COACHES: Final = [entry for entry in GAMES if entry.coach is not None]
FACES: Final = Path(__file__).parents[2] / "web" / "src" / "games"
LANGUAGES: Final = ("de", "en", "fr", "it", "nl")
LOOKED_AT: Final = 40
"""Advice of each game that is checked."""
SHARE: Final = 0.25
"""Of the moments of a game, so that its end is met, too."""
WORLDS: Final = 2

each_coach = pytest.mark.parametrize("entry", COACHES, ids=lambda entry: entry.game.name)


def some_advice(entry: Entry, seed: int) -> "islice[Coached]":
    """While the game stands where it is said: the match goes on with the next."""
    return islice(coached(entry, seed, share=SHARE), LOOKED_AT)


def words(entry: Entry, language: str) -> dict[str, Any]:
    path = FACES / entry.game.name / "words" / "table" / f"{language}.json"
    catalogue: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return catalogue


def gaps(word: str | dict[str, str]) -> set[str]:
    texts = [word] if isinstance(word, str) else word.values()
    return {part.split("}")[0] for text in texts for part in text.split("{")[1:]}


def test_every_game_has_a_coach() -> None:
    assert list(GAMES) == COACHES


@each_coach
def test_the_advised_move_is_legal_and_heeds_the_advice(entry: Entry) -> None:
    for match, seat, _, advice in some_advice(entry, 1):
        match.decide(seat, match.game.parse_move(advice.move), match.now)  # raises if it is refused
        assert advice.is_heeded_by(advice.move) or not advice.heeded


@each_coach
def test_the_same_view_gives_the_same_advice(entry: Entry) -> None:
    """Whatever the others hold: in other worlds that look the same, a worker would say the same."""
    game, encode = entry.game, codec(entry.game).encode
    for match, seat, view, advice in some_advice(entry, 2):
        for number in range(WORLDS):
            world = game.imagine(view, Random(number))
            seen = encode(game.view(world, seat))
            assert seen == encode(match.view(seat))
            assert advised(entry, seen, seat) == advice


@each_coach
def test_all_advice_has_words(entry: Entry) -> None:
    """In each language, with no gap that the advice leaves open; and each word is some code's."""
    catalogues = [words(entry, language) for language in LANGUAGES]
    for _, _, _, advice in some_advice(entry, 3):
        for catalogue in catalogues:
            assert gaps(catalogue[f"coach.{advice.code}"]) <= set(advice.facts), advice
            assert not advice.offered or f"coach.{advice.code}.act" in catalogue
    folder = Path(__file__).parents[2] / "src" / "ukumbi" / "games" / entry.game.name
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    codes = {key.split(".")[1] for key in catalogues[0] if key.startswith("coach.")}
    assert [code for code in codes if f'"{code.removesuffix("_turned")}"' not in source] == []
