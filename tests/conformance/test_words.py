"""Every game has words in every language for its levels, options and endings."""

import json
from pathlib import Path
from typing import Any

import pytest

from ukumbi.core import Entry
from ukumbi.games import GAMES
from ukumbi.server.cards import option_cards

FACES = Path(__file__).parents[2] / "web" / "src" / "games"
LANGUAGES = ("de", "en", "fr", "it", "nl")


PLACES = ("lobby", "table")
"""A few words of a game are part of the start page; the others load with its table."""


def _words(entry: Entry, language: str, place: str) -> dict[str, Any]:
    path = FACES / entry.game.name / "words" / place / f"{language}.json"
    words: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return words


def _start_page_keys(entry: Entry) -> set[str]:
    """The keys that the start page looks up. Numbers need no words."""
    options = option_cards(entry.game)
    choices = [(card.name, value) for card in options for value in card.values]
    return {
        "name",
        "cover",
        *(f"level.{level}" for level in entry.bots),
        *(f"level.{level}.how" for level in entry.bots),
        *(f"option.{card.name}" for card in options),
        *(f"option.{name}.{_spelt(value)}" for name, value in choices if type(value) is not int),
        *(f"option.{name}.{_spelt(value)}.what" for name, value in choices if type(value) is not int),
        *(f"option.{name}.seat.what" for name, value in choices if value == "first"),
    }


def _table_keys(entry: Entry) -> set[str]:
    return {f"ending.{ending}" for ending in entry.game.endings}


def _spelt(value: object) -> str:
    """The value as the page writes it into a key."""
    return value if isinstance(value, str) else json.dumps(value)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.name)
def test_the_page_finds_all_words_of_a_game(entry: Entry, language: str) -> None:
    assert _start_page_keys(entry) - set(_words(entry, language, "lobby")) == set()
    assert _table_keys(entry) - set(_words(entry, language, "table")) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.name)
def test_every_number_option_has_a_sentence(entry: Entry, language: str) -> None:
    """One sentence for all numbers, or one for each."""
    words = _words(entry, language, "lobby")
    unsaid = [
        f"{card.name} {value}"
        for card in option_cards(entry.game)
        for value in card.values
        if not {f"option.{card.name}.what", f"option.{card.name}.{_spelt(value)}.what"} & set(words)
    ]
    assert unsaid == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.name)
def test_words_have_the_same_order_in_every_language(entry: Entry, place: str) -> None:
    orders = {language: list(_words(entry, language, place)) for language in LANGUAGES}
    assert [language for language in LANGUAGES if orders[language] != orders["en"]] == []


def test_the_shared_catalogue_has_no_words_of_single_games() -> None:
    house = json.loads((FACES.parent / "i18n" / "words" / "en.json").read_text(encoding="utf-8"))
    own = {key for entry in GAMES for key in _start_page_keys(entry) if key.startswith(("level.", "option."))}
    assert own & set(house) == set()
