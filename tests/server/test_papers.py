"""The docs say what the code does: every path, code and option stands in them."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import protocol
import pytest

from ukumbi.core.shared_rules import COMMON
from ukumbi.games import GAMES as REGISTERED

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "ukumbi"
WORDS = ROOT / "web" / "src"
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
LANGUAGES = ("de", "en", "fr", "it", "nl")
GAMES = [entry.game.name for entry in REGISTERED]


def test_every_path_of_the_interface_is_told() -> None:
    source = "".join(path.read_text() for path in (SOURCES / "server").glob("api_*.py"))
    paths = re.findall(r' route\("([^"]+)", "(\w+)"', source)
    paths += [(f"/tables/{{table}}{path}", "POST") for path in re.findall(r'_at_table\("([^"]+)"', source)]
    paths += [
        (f"/tables/{{table}}/seats/{{seat}}{path}", "POST")
        for path in re.findall(r'_at_seat\("([^"]+)"', source)
    ]
    assert len(paths) > 15
    missing = [f"{method} /api{path}" for path, method in paths if f"`{method} /api{path}" not in PROTOCOL]
    assert not missing


# refusals


@cache
def house_codes() -> set[str]:
    return set(protocol.codes())


def test_codes_are_found() -> None:
    sent = 'self._send(messages.Refused("b", {}))'
    source = f'raise Refused("a", x=1)\n{sent}\nrefuse(404, "c")\nraise core.Illegal("d")\n'
    assert set(protocol.codes_in(ast.parse(source))) == {"a", "b", "c", "d"}
    assert {"stale", "no_room", "unexpected", "from_elsewhere", "table_stopped"} <= house_codes()


@pytest.mark.parametrize("game", GAMES)
def test_every_code_of_a_game_stands_in_its_rules(game: str) -> None:
    folder = SOURCES / "games" / game
    told = set(re.findall(r"`(\w+)`", (folder / "RULES.md").read_text(encoding="utf-8")))
    assert protocol.codes_under(folder) - told == set()


@pytest.mark.parametrize("game", [None, *GAMES])
def test_every_code_has_a_sentence(game: str | None) -> None:
    codes = house_codes() if game is None else protocol.codes_under(SOURCES / "games" / game) - COMMON
    folder = WORDS / "lib" / "words" if game is None else WORDS / "games" / game / "words" / "table"
    for language in LANGUAGES:
        words = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        unsaid = {f"error.{code}" for code in codes} - set(words)
        assert not unsaid, f"{language}: {unsaid}"


# hosting


def test_every_metric_is_told_to_hosts() -> None:
    source = (SOURCES / "server" / "metrics.py").read_text()
    metrics = re.findall(r'"(ukumbi_\w+)"', source)
    assert metrics
    assert [metric for metric in metrics if metric not in HOSTING] == []


@pytest.mark.parametrize("paper", ["architecture", "protocol", "adding-a-game", "hosting"])
def test_links_lead_somewhere(paper: str) -> None:
    text = (ROOT / "docs" / f"{paper}.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if not link.startswith("http")]
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
    named = re.findall(r"`((?:src|tests|web|docs|scripts)/[\w./-]+)`", text)
    missing = [path for path in named if not (ROOT / path).exists()]
    assert [path for path in missing if "bao" not in path] == []  # the game that is not there yet
