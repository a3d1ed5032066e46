"""The papers say what the code does: every message, field, code and option stands in them."""

import ast
import json
import re
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer.main

from ukumbi.bots.analyst import Analysis, Hint, Line
from ukumbi.cli import app
from ukumbi.core import PlayClock
from ukumbi.core.shared_rules import COMMON
from ukumbi.games import GAMES as REGISTERED
from ukumbi.hall.replay import Moment, Remarked
from ukumbi.ledger import PersonalBest
from ukumbi.server import forms, wire

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "ukumbi"
WORDS = ROOT / "web" / "src"
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
LANGUAGES = ("de", "en", "fr", "it", "nl")
GAMES = [entry.game.name for entry in REGISTERED]
NEVER_SENT = {"no_web_sources", "no_deadline", "log_not_kept", "not_a_log", "damaged_log"}
"""Codes that only a command in a terminal or the library says."""
UNIONS: dict[str, Any] = {"in": wire.ClientIn, "out": wire.ClientOut}
MESSAGES = [kind for union in UNIONS.values() for kind in typing.get_args(union)]
FORMS = [
    kind
    for kind in vars(forms).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == forms.__name__
]
BRIEFS = [wire.TableBrief, wire.BriefSeat]
INSIDE = [Moment, Remarked, PersonalBest, Analysis, Line, Hint]
"""What others have made goes out as it is."""
PARTS = [
    wire.SeatCard,
    wire.SeatNews,
    wire.TakeBackWish,
    PlayClock,
    wire.Heard,
    *BRIEFS,
    *FORMS,
    *INSIDE,
]


def section(title: str) -> str:
    """The text under a heading, up to the next one."""
    found = re.search(rf"(?ms)^#+ `{re.escape(title)}`.*?$(.*?)(?=^#|\Z)", PROTOCOL)
    assert found, f"docs/protocol.md has no heading `{title}`"
    return found[1]


def title_of(kind: Any) -> str:
    tag = kind.__struct_config__.tag
    return tag if isinstance(tag, str) else kind.__name__


def test_every_message_and_field_is_told() -> None:
    for kind in (*MESSAGES, *PARTS):
        told = set(re.findall(r"`(\w+)`", section(title_of(kind))))
        untold = {field.name for field in msgspec.structs.fields(kind)} - told
        assert not untold, f"{title_of(kind)}: {untold}"


@pytest.mark.parametrize("kind", MESSAGES, ids=title_of)
def test_every_message_has_an_example_that_is_one(kind: Any) -> None:
    examples = re.findall(r"(?s)```json\n(.*?)```", section(title_of(kind)))
    assert examples
    for example in examples:
        said = msgspec.json.decode(example)
        if kind is wire.Sync:
            said["view"] = None  # raw text or nothing: such a field can be written, not read
        msgspec.json.decode(msgspec.json.encode(said), type=kind)
        assert set(said) == {"type", *kind.__struct_fields__}


def test_no_heading_tells_of_a_message_that_does_not_exist() -> None:
    titles = set(re.findall(r"(?m)^### `(\w+)`", PROTOCOL))
    assert titles == {title_of(kind) for kind in (*MESSAGES, *PARTS)}


def test_every_path_of_the_interface_is_told() -> None:
    source = (SOURCES / "server" / "api.py").read_text()
    paths = re.findall(r'_route\("([^"]+)", "(\w+)"', source)
    paths += [(f"/tables/{{table}}{path}", "POST") for path in re.findall(r'_at_table\("([^"]+)"', source)]
    paths += [
        (f"/tables/{{table}}/seats/{{seat}}{path}", "POST")
        for path in re.findall(r'_at_seat\("([^"]+)"', source)
    ]
    assert len(paths) > 15
    missing = [f"{method} /api{path}" for path, method in paths if f"`{method} /api{path}" not in PROTOCOL]
    assert not missing


# refusals


SAYERS = {
    "Refused": 0,
    "Illegal": 0,
    "Unreadable": 0,
    "NoRoom": 0,
    "NotWritten": 0,
    "__init__": 0,
    "refuse": 1,
    "Stopped": 1,
}
"""Who says a code, and as which argument."""


def said_in(tree: ast.AST) -> Iterator[str]:
    """The codes that this code refuses with."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        place = SAYERS.get(_name(call.func), len(call.args))
        said = call.args[place] if place < len(call.args) else None
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            yield said.value


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


@cache
def codes_under(*folders: Path) -> set[str]:
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    return {code for path in paths for code in said_in(ast.parse(path.read_text()))} - NEVER_SENT


def house_codes() -> set[str]:
    return codes_under(*(SOURCES / room for room in ("core", "ledger", "hall", "server")))


def test_codes_are_found() -> None:
    sent = 'self._send(wire.Refused("b", {}))'
    source = f'raise Refused("a", x=1)\n{sent}\nrefuse(404, "c")\nraise core.Illegal("d")\n'
    assert set(said_in(ast.parse(source))) == {"a", "b", "c", "d"}
    assert {"stale", "no_room", "unexpected", "from_elsewhere", "table_stopped"} <= house_codes()


def test_every_code_of_the_house_is_told() -> None:
    assert house_codes() - set(re.findall(r"(?m)^\| `(\w+)` \|", PROTOCOL)) == set()


def test_no_code_is_told_that_nobody_says() -> None:
    _, _, codes = PROTOCOL.partition("## Codes")
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", codes)) - house_codes() == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_code_of_a_game_stands_in_its_rules(game: str) -> None:
    folder = SOURCES / "games" / game
    told = set(re.findall(r"`(\w+)`", (folder / "RULES.md").read_text(encoding="utf-8")))
    assert codes_under(folder) - told == set()


@pytest.mark.parametrize("game", [None, *GAMES])
def test_every_code_has_a_sentence(game: str | None) -> None:
    codes = house_codes() if game is None else codes_under(SOURCES / "games" / game) - COMMON
    folder = WORDS / "lib" / "words" if game is None else WORDS / "games" / game / "words" / "table"
    for language in LANGUAGES:
        words = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        unsaid = {f"error.{code}" for code in codes} - set(words)
        assert not unsaid, f"{language}: {unsaid}"


# hosting


def test_every_option_is_told_to_hosts() -> None:
    command: Any = typer.main.get_command(app)
    options = [option for parameter in command.commands["serve"].params for option in parameter.opts]
    assert len(options) > 5
    assert [option for option in options if f"`{option}" not in HOSTING] == []


def test_every_figure_is_told_to_hosts() -> None:
    source = (SOURCES / "server" / "metrics.py").read_text()
    figures = re.findall(r'"(ukumbi_\w+)"', source)
    assert figures
    assert [figure for figure in figures if figure not in HOSTING] == []


@pytest.mark.parametrize("paper", ["architecture", "protocol", "adding-a-game", "hosting"])
def test_links_lead_somewhere(paper: str) -> None:
    text = (ROOT / "docs" / f"{paper}.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
    named = re.findall(r"`((?:src|tests|web|docs|scripts)/[\w./-]+)`", text)
    missing = [path for path in named if not (ROOT / path).exists()]
    assert [path for path in missing if "bao" not in path] == []  # the game that is not there yet
