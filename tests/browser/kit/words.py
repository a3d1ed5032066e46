"""The client's own words, so that a test asks for what is meant and not for how it is put."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[3] / "web"
LANGUAGES: Final = ("de", "en", "fr", "it", "nl")
GAPS: Final = re.compile(r"\{\w+\}")
HOUSE: Final = WEB / "src" / "i18n" / "words"
FIRST: Final = WEB / "src" / "startup" / "words"
ANALYSIS: Final = WEB / "src" / "games" / "rukuni" / "words" / "analysis"
PLACES: Final = ("lobby", "table")
"""Where a game's words are read: some folders have both."""
FACES: Final = WEB / "src" / "games"


@cache
def catalogue(folder: Path, language: str) -> dict[str, str | dict[str, str]]:
    """All words of the house, or all of one game."""
    words: dict[str, str | dict[str, str]] = {}
    for place in (folder, *(folder / place for place in PLACES)):
        if (file := place / f"{language}.json").is_file():
            words |= json.loads(file.read_text("utf-8"))
    return words


def word(key: str, language: str = "en", folder: Path = HOUSE, **facts: object) -> str:
    sentence = catalogue(folder, language)[key]
    if not isinstance(sentence, str):
        assert "n" in facts, f"{key} depends on a number"
        sentence = sentence["one" if facts["n"] == 1 else "other"]
    for name, fact in facts.items():
        sentence = sentence.replace(f"{{{name}}}", str(fact))
    assert not GAPS.search(sentence), f"{key} needs more facts: {sentence}"
    return sentence


def study(key: str, language: str = "en", **facts: object) -> str:
    """What is said about analyses and hints."""
    return word(key, language, ANALYSIS, **facts)


def of_game(game: str, key: str, language: str = "en", **facts: object) -> str:
    return word(key, language, FACES / game / "words", **facts)


def of_rules(game: str, key: str, language: str = "en", **facts: object) -> str:
    """What the sheet of its rules says."""
    return word(key, language, FACES / game / "words" / "rules", **facts)


def rukuni(key: str, language: str = "en", **facts: object) -> str:
    return of_game("rukuni", key, language, **facts)


def unikato(key: str, language: str = "en", **facts: object) -> str:
    return of_game("unikato", key, language, **facts)


def ukuma(key: str, language: str = "en", **facts: object) -> str:
    return of_game("ukuma", key, language, **facts)


def tile_in_words(tile: str) -> str:
    """What `co1w` is called: small orange circle on white."""
    shape, colour, size, background = tuple(tile)
    return unikato(
        f"tile.{shape}",
        size=unikato(f"size.{size}.{shape}"),
        colour=unikato(f"colour.{colour}.{shape}"),
        background=unikato(f"background.{background}"),
    )


def keys() -> frozenset[str]:
    """Every key that could stand on a page untranslated; a key without a dot is also a word."""
    return frozenset(
        key
        for folder in (HOUSE, ANALYSIS, *FACES.glob("*/words"), *FACES.glob("*/words/rules"))
        for key in catalogue(folder, "en")
        if "." in key or "_" in key
    )


def first(key: str, language: str) -> str:
    """What the page can say before anything else is loaded."""
    return word(key, language, FIRST)
