"""The docs have every path, code and option."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import protocol
import pytest

from ukumbi.core.shared_rules import COMMON
from ukumbi.games import GAMES as REGISTERED
from ukumbi.server.http import PIPELINED
from ukumbi.server.limits import Limits
from ukumbi.server.session import MOST_TABLES

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "ukumbi"
WORDS = ROOT / "web" / "src"
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
LANGUAGES = ("de", "en", "fr", "it", "nl")
GAMES = [entry.game.name for entry in REGISTERED]


def test_every_path_is_documented() -> None:
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


def test_refusal_codes_are_found_in_the_source() -> None:
    sent = 'self._send(messages.Refused("b", {}))'
    source = f'raise Refused("a", x=1)\n{sent}\nrefuse(404, "c")\nraise core.Illegal("d")\n'
    assert set(protocol.codes_in(ast.parse(source))) == {"a", "b", "c", "d"}
    assert {"stale", "no_room", "unexpected", "from_elsewhere", "table_stopped"} <= house_codes()


@pytest.mark.parametrize("game", GAMES)
def test_every_code_of_a_game_is_in_its_rules_md(game: str) -> None:
    folder = SOURCES / "games" / game
    told = set(re.findall(r"`(\w+)`", (folder / "RULES.md").read_text(encoding="utf-8")))
    assert protocol.codes_under(folder) - told == set()


@pytest.mark.parametrize("game", [None, *GAMES])
def test_every_code_has_a_sentence(game: str | None) -> None:
    codes = house_codes() if game is None else protocol.codes_under(SOURCES / "games" / game) - COMMON
    folder = WORDS / "i18n" / "words" if game is None else WORDS / "games" / game / "words" / "table"
    for language in LANGUAGES:
        words = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        unsaid = {f"error.{code}" for code in codes} - set(words)
        assert not unsaid, f"{language}: {unsaid}"


def test_every_limit_is_documented() -> None:
    limits, section = Limits(), PROTOCOL.partition("## Limits")[2].partition("\n## ")[0]
    seconds = limits.messages, limits.messages_of_address, limits.requests, limits.requests_of_address
    said = [f"{rate.per_second:g} a second, {rate.burst:g}" for rate in (*seconds, limits.sockets_of_address)]
    hours = limits.keeps, limits.keeps_of_address
    said += [f"{round(3600 * rate.per_second):,} an hour, {rate.burst:g}" for rate in hours]
    said += [f"{rate.burst:g} s at once" for rate in (limits.thought, limits.thought_of_address)]
    said += [f"{size >> 10} KiB" for size in (limits.message_bytes, limits.request_bytes)]
    said += [f"{limits.unsent_bytes >> 20} MiB", f"{limits.first_request_seconds:g} s"]
    said += [f"| {count} |" for count in (limits.connections, limits.open_tables, MOST_TABLES, 1 + PIPELINED)]
    assert [each for each in said if each not in section] == []


# hosting


def test_every_metric_is_documented() -> None:
    source = (SOURCES / "server" / "metrics.py").read_text()
    metrics = re.findall(r'"(ukumbi_\w+)"', source)
    assert metrics
    assert [metric for metric in metrics if metric not in HOSTING] == []


# all docs


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.stem)
def test_links_have_a_target(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith("http")]
    targets = [
        (paper.parent / (link.partition("#")[0] or paper.name), link.partition("#")[2]) for link in links
    ]
    assert [path.name for path, _ in targets if not path.exists()] == []
    assert [anchor for path, anchor in targets if anchor and anchor not in anchors(path)] == []
    named = re.findall(r"`((?:src|tests|web|docs|scripts)/[\w./-]+)`", text)
    missing = [path for path in named if not (ROOT / path).exists()]
    assert [path for path in missing if "bao" not in path] == []  # the sixth game


def anchors(paper: Path) -> set[str]:
    headings = re.findall(r"(?m)^#+ (.+)$", paper.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_architecture_md_is_short_and_has_the_real_loop() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1_500
    (excerpt,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    source = {line.strip() for line in (SOURCES / "hall" / "table.py").read_text().splitlines()}
    assert [line for line in excerpt.splitlines() if line.strip() not in {*source, "..."}] == []
