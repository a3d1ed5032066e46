"""The rules on the page: short in every language, with figures, numbers and refusals that the code knows."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conformance.test_words import FACES, LANGUAGES
from ukumbi.core import Entry, Illegal, Refused, codec
from ukumbi.core.lessons import MOST_TRIES, Scene, Try, play_task, stand
from ukumbi.core.shared_rules import COMMON
from ukumbi.games import GAMES

MOST_WORDS: Final = 350
PROGRAMMERS: Final = {"no_clock_here", "no_such_seat", "no_such_step", "not_a_move"}
"""Refusals that no board brings about."""
CODE: Final = Path(__file__).parents[2] / "src/ukumbi/games"
FIGURES: Final = [(entry, scene) for entry in GAMES if entry.sheet for scene in entry.sheet.figures]

WITH_SHEET = [entry for entry in GAMES if entry.sheet]
each_game = pytest.mark.parametrize("entry", WITH_SHEET, ids=lambda entry: entry.game.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_figure = pytest.mark.parametrize(
    ("entry", "scene"), FIGURES, ids=[f"{entry.game.name}-{scene.name}" for entry, scene in FIGURES]
)


@cache
def _words(game: str, language: str) -> dict[str, str]:
    read: dict[str, str] = json.loads((FACES / game / "words/rules" / f"{language}.json").read_text("utf-8"))
    return read


@cache
def _sheet(game: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FACES / game / "rules.json").read_text("utf-8"))
    return read


def _said(entry: Entry, language: str) -> str:
    """All that the sheet says, with its numbers."""
    assert entry.sheet is not None
    facts = {f"figure.{scene.name}": scene.facts(stand(scene)) for scene in entry.sheet.figures}
    words = _words(entry.game.name, language)
    return " ".join(
        _filled(sentence, {**entry.sheet.numbers, **facts.get(key, {})}) for key, sentence in words.items()
    )


def _filled(sentence: str, facts: dict[str, Any]) -> str:
    return re.sub(r"\{(\w+)\}", lambda gap: str(facts[gap[1]]), sentence)


@each_language
@each_game
def test_the_rules_are_short_enough_to_be_read(entry: Entry, language: str) -> None:
    """Also with captions, and with what the marks on the board mean; every gap is filled."""
    words = re.findall(r"\w+(?:[’'-]\w+)*", _said(entry, language))
    assert len(words) <= MOST_WORDS


@each_language
@each_game
def test_numbers_come_from_the_code(entry: Entry, language: str) -> None:
    """No sentence has a digit of its own."""
    own = {key: said for key, said in _words(entry.game.name, language).items() if re.search(r"\d", said)}
    assert own == {}


@each_game
def test_every_number_and_every_sentence_is_used(entry: Entry) -> None:
    words, sheet = _words(entry.game.name, "en"), _sheet(entry.game.name)
    assert entry.sheet is not None
    gaps = {gap for said in words.values() for gap in re.findall(r"\{(\w+)\}", said)}
    assert set(entry.sheet.numbers) - gaps == set()
    sections = {section["id"] for section in sheet["sections"]}
    parts = {key.rpartition(".")[0] or key for key in words if not key.startswith(("legend.", "figure."))}
    assert parts - sections - {"aim", "sets", "blocks"} == set()
    assert all({section, f"{section}.1"} <= set(words) for section in sections)


@each_game
def test_every_figure_stands_in_the_sheet_under_its_caption(entry: Entry) -> None:
    assert entry.sheet is not None
    figures = [scene.name for scene in entry.sheet.figures]
    shown = [name for section in _sheet(entry.game.name)["sections"] for name in section.get("figures", ())]
    assert sorted(figures) == sorted(shown)
    assert len(set(figures)) == len(figures)
    assert {f"figure.{name}" for name in figures} <= set(_words(entry.game.name, "en"))


@each_figure
def test_a_figure_is_a_real_position(entry: Entry, scene: Scene) -> None:
    """A match that stands there, whose view survives text, and whose start is the same every time."""
    match, text = stand(scene), codec(entry.game)
    shown = text.encode(match.view(scene.seat))
    assert text.encode(text.view(shown)) == shown
    assert text.encode(scene.start().view(scene.seat)) == shown


@each_figure
def test_a_live_figure_takes_moves(entry: Entry, scene: Scene) -> None:
    """Any legal move, one after the other; a game that is over is not live."""
    live = scene.name in _sheet(entry.game.name)["live"]
    over = stand(scene).outcome is not None
    assert not (live and over)
    if live:
        task = entry.task(f"figure.{scene.name}")
        played = play_task(task, (Try(None),))
        assert played.refused is None
        assert played.frames
        assert played.act == 1 < MOST_TRIES < len(task.acts)


def _illegal(game: str) -> Iterator[str]:
    """The codes with which the rules of a game refuse a move."""
    for path in (CODE / game).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == Illegal.__name__ and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)
            if node.func.id in COMMON:
                yield node.func.id
            if node.func.id in ("say_ready", "with_ready"):
                yield "already_ready"


@each_game
def test_every_refusal_leads_to_a_sentence_of_the_rules(entry: Entry) -> None:
    name = entry.game.name
    leads, raised = _sheet(name)["refusals"], set(_illegal(name)) | _named_in_a_table(name)
    assert raised - PROGRAMMERS == set(leads)
    assert len(raised) > len(PROGRAMMERS)
    for language in LANGUAGES:
        assert set(leads.values()) <= set(_words(name, language))


def _named_in_a_table(game: str) -> set[str]:
    """A code may be looked up where it is raised: RULES.md names it, and its facts, all the same."""
    paper = (CODE / game / "RULES.md").read_text("utf-8").split("## Refusals")[1]
    rows = re.findall(r"^\| `(\w+)` \|(.*)", paper, re.MULTILINE)
    return {code for code, because in rows if "unreadable" not in because and code != "too_far_out"}


def test_a_figure_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="not_found"):
        GAMES[0].task("figure.nothing")
