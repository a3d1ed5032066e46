"""Limits for the compressed size of the built client."""

import json
import re
from typing import Any, Final

import pytest

from tests.browser.kit.words import FACES, HOUSE, LANGUAGES, catalogue
from ukumbi.games import GAMES
from ukumbi.server.files import CLIENT

START: Final = 67_000
"""Bytes of the start page's first visit; API answers and headers add about ten thousand."""
START_FILES: Final = 11
"""Files that a first visit to the start page fetches, with the page itself and its icon."""
TABLE_FILES: Final = 18
"""The same for a table of any game."""
TABLE: Final = 89_000
"""Bytes of a table's frame, without its game."""
GAME: Final = 31_000
"""Bytes of one game: code, style, and words in one language."""
SPACE: Final = 122_000
"""Bytes of Ubongo's 3-D view, with its drawing library."""
ANALYSIS: Final = 21_000
"""Bytes of the analysis page for Rukuni, beyond a table of Rukuni."""
LESSON: Final = 12_000
"""Bytes of a lesson beyond a table of its game: the page, and words in one language."""
LEARN: Final = "src/learn"
LOBBY: Final = "src/lobby/Lobby.svelte"
RUKUNI: Final = "src/games/rukuni"
UBONGO: Final = "src/games/ubongo"
NAMES: Final = [entry.game.name for entry in GAMES]


@pytest.fixture(scope="module")
def parts() -> dict[str, Any]:
    """The client's chunks: each with its file, its style, and its imports."""
    manifest: dict[str, Any] = json.loads((CLIENT / ".vite" / "manifest.json").read_text("utf-8"))
    return manifest


def weight(file: str) -> int:
    """Bytes of the smallest form of a file."""
    path = CLIENT / file
    small = path.with_name(f"{path.name}.br")
    return (small if small.is_file() else path).stat().st_size


def with_imports(parts: dict[str, Any], *names: str) -> set[str]:
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += parts[name].get("imports", [])
    return found


def files(parts: dict[str, Any], *names: str) -> set[str]:
    """Every file that these chunks need at once."""
    needed = [parts[name] for name in with_imports(parts, *names)]
    return {file for part in needed for file in (part["file"], *part.get("css", ()))}


def bundle(parts: dict[str, Any], name: str) -> str:
    """The part that a folder of the client has become."""
    (found,) = (part for part in parts if re.match(rf"_{name}-[^.]+\.js", part))
    return found


def words_of(parts: dict[str, Any], language: str) -> str:
    """The chunk with the start page's words in one language."""
    (name,) = [name for name, part in parts.items() if re.search(rf"words-{language}-\w*", part["file"])][:1]
    return name


def words_asked_for(file: str) -> set[str]:
    """Catalogue keys in a script."""
    return set(re.findall(r"[`'\"](\w+\.[\w.]+)[`'\"]", (CLIENT / file).read_text("utf-8")))


def own_keys(game: str) -> set[str]:
    """The keys of words that only this game's table has."""
    table = {name: set(catalogue(FACES / name / "words" / "table", "en")) for name in NAMES}
    others = set(catalogue(HOUSE, "en")).union(*(keys for name, keys in table.items() if name != game))
    return table[game] - others


def start_page(parts: dict[str, Any], language: str) -> set[str]:
    needed = files(parts, "index.html", bundle(parts, "app"), LOBBY, words_of(parts, language))
    return {"index.html", "favicon.svg", "manifest.webmanifest", *needed}


def table_page(parts: dict[str, Any]) -> set[str]:
    """What every table needs, but for its words."""
    return files(parts, "index.html", bundle(parts, "app"), bundle(parts, "table"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_is_small(parts: dict[str, Any], language: str) -> None:
    assert sum(map(weight, start_page(parts, language))) < START


def test_a_first_visit_is_a_few_files(parts: dict[str, Any]) -> None:
    assert len(start_page(parts, "en")) <= START_FILES


@pytest.mark.parametrize("game", NAMES)
def test_a_table_is_a_few_files(parts: dict[str, Any], game: str) -> None:
    own = f"src/games/{game}"
    needed = files(parts, words_of(parts, "en"), f"{own}/client.ts", f"{own}/words/table/en.json")
    assert (
        len({"table.html", "favicon.svg", "manifest.webmanifest", *table_page(parts), *needed}) <= TABLE_FILES
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_has_one_language(parts: dict[str, Any], language: str) -> None:
    needed = start_page(parts, language)
    assert [file for file in needed if re.search(r"assets/(words-)?(de|en|fr|it|nl)-", file)] == [
        parts[words_of(parts, language)]["file"]
    ]


def test_the_start_page_preloads_its_files(parts: dict[str, Any]) -> None:
    """All but the words: only the browser knows the language."""
    html = (CLIENT / "index.html").read_text("utf-8")
    named = set(re.findall(r'(?:src|href)="/([^"]+)"', html))
    words = files(parts, words_of(parts, "en")) - files(parts, "index.html", bundle(parts, "app"))
    assert start_page(parts, "en") - words - {"index.html"} <= named


@pytest.mark.parametrize("game", NAMES)
def test_no_board_is_in_the_start_page(parts: dict[str, Any], game: str) -> None:
    board = parts[f"src/games/{game}/client.ts"]
    assert {board["file"], *board["css"]}.isdisjoint(start_page(parts, "en"))
    # Its code is in no other file either: only it uses these words.
    own = words_asked_for(board["file"]) & own_keys(game)
    assert len(own) > 10
    for file in start_page(parts, "en") - {parts[words_of(parts, "en")]["file"]}:
        assert own.isdisjoint(words_asked_for(file)), file


def test_a_table_without_its_game_is_small(parts: dict[str, Any]) -> None:
    needed = table_page(parts) | files(parts, words_of(parts, "de"))
    assert sum(map(weight, {"table.html", *needed})) < TABLE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_each_game_is_small(parts: dict[str, Any], game: str, language: str) -> None:
    frame = table_page(parts)
    own = f"src/games/{game}"
    needed = files(parts, f"{own}/client.ts", f"{own}/words/table/{language}.json") - frame
    assert sum(map(weight, needed)) < GAME


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_analysis_is_loaded_separately_and_is_small(parts: dict[str, Any], language: str) -> None:
    """Players load neither its page nor its words; hints load with a table that has them."""
    game = table_page(parts) | files(parts, f"{RUKUNI}/client.ts")
    words = f"{RUKUNI}/words/analysis/{language}.json"
    analysis = files(parts, f"{RUKUNI}/analysis/AnalysisPage.svelte", words) - game
    assert sum(map(weight, analysis)) < ANALYSIS
    assert files(parts, words).isdisjoint(game)


def test_the_3d_view_is_loaded_separately_and_is_small(parts: dict[str, Any]) -> None:
    """The drawing library is bigger than all the rest; the flat view never loads it."""
    game = table_page(parts) | files(parts, f"{UBONGO}/client.ts")
    space = files(parts, f"{UBONGO}/space/SpaceBench.svelte") - game
    assert sum(map(weight, space)) < SPACE
    assert any(b"WebGLRenderer" in (CLIENT / file).read_bytes() for file in space)
    assert not any(b"WebGLRenderer" in (CLIENT / file).read_bytes() for file in game)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_a_lesson_is_loaded_when_it_is_opened_and_is_small(
    parts: dict[str, Any], game: str, language: str
) -> None:
    own = f"src/games/{game}"
    table = table_page(parts) | files(parts, f"{own}/client.ts", f"{own}/words/table/{language}.json")
    words = f"{own}/words/learn/{language}.json"
    lesson = files(parts, f"{LEARN}/LearnPage.svelte", f"{LEARN}/words/{language}.json", words)
    assert sum(map(weight, lesson - table)) < LESSON
    assert files(parts, words).isdisjoint(table | start_page(parts, language))
