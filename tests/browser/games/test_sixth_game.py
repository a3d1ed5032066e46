"""One game more is its own folders, and its name in one list on each side: Kokoto is added, and played."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.kit.window import Window
from tests.browser.kit.words import word
from tests.kit.project_copy import ROOT, SIXTH, ProjectCopy, finish

GAMES: Final = "src/ukumbi/games/__init__.py"
FACES: Final = "web/src/games/index.ts"
OWN: Final = (
    "src/ukumbi/games/kokoto/",
    "web/src/games/kokoto/",
    "tests/games/kokoto/",
    "tests/conformance/golden/kokoto-v1.json",
)
WORDS: Final = SIXTH / "web" / "src" / "games" / "kokoto" / "words"
WEB: Final = "scripts/webclient.py"
PROOF: Final = (
    "tests/conformance",
    "tests/games/kokoto",
    "tests/server/test_cards.py",
    "tests/server/test_docs.py",
    "tests/scripts/test_typescript.py",
)
TYPES: Final = ("exec", "svelte-check", "--tsconfig", "tsconfig.json", "--output", "machine")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> ProjectCopy:
    return ProjectCopy(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def changed(project: ProjectCopy) -> set[str]:
    """Kokoto is put in as `docs/adding-a-game.md` says; the files that are new or other than before."""
    before = project.files()
    project.put_in(SIXTH)
    project.edit(GAMES, ("(?<=games import )", "kokoto, "), (r"(?=\)\n$)", "    kokoto.ENTRY,\n"))
    project.edit(FACES, (r"(?<=\n)", 'import { kokoto } from "./kokoto";\n'), (r"(?=\];)", ", kokoto"))
    assert project.run("scripts/typescript.py").split() == ["games/kokoto/types.ts"]
    assert project.run("-m", "tests.conformance.golden").split() == ["kokoto-v1.json"]
    return {path for path, content in project.files().items() if before.get(path) != content}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hall of these tests is another one, with a ledger of its own."""
    return tmp_path_factory.mktemp("hall")


def alone(faces: str) -> str:
    """The list of games with Kokoto on an empty shelf."""
    faces = re.sub(r"(?m)^import \{ (?!kokoto)\w+ \} from .*\n", "", faces)
    return re.sub(r"\[\w.*, kokoto\]", "[kokoto]", faces)


def uncompressed(finishing: str) -> str:
    return re.sub(r"(?m)^compress\(.*\n", "", finishing)


@pytest.fixture(scope="module")
def server(project: ProjectCopy, changed: set[str], folder: Path) -> Iterator[HallProcess]:
    """Its page has no other game, and no file in small: that takes less than half of the time."""
    with project.with_changes((FACES, alone), ("web/finish.mjs", uncompressed)):
        finish(project.start(WEB, "build"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", project.path)
        with HallProcess(folder, "--bot-pace", "0") as server:
            yield server


def test_it_touches_its_own_folders_and_two_lists(project: ProjectCopy, changed: set[str]) -> None:
    assert {path for path in changed if not path.startswith(OWN)} == {GAMES, FACES}
    for path in (GAMES, FACES):
        former, now = ((root / path).read_text().splitlines() for root in (ROOT, project.folder))
        assert [line for line in now if line not in former and "kokoto" not in line] == []
        assert len(now) == len(former) + 1


@pytest.mark.deep
def test_the_checks_find_it(project: ProjectCopy, changed: set[str]) -> None:
    types = project.start(WEB, *TYPES)
    project.run(WEB, "exec", "biome", "check", "src/games")
    rules = project.run("-m", "pytest", "-q", "-k", "kokoto or web_client", *PROOF)
    assert " passed" in rules
    page, _ = types.communicate()
    assert "COMPLETED" in page
    assert "kokoto" not in page, page


@pytest.mark.deep
def test_the_hall_tells_who_can_play_it(server: HallProcess) -> None:
    games = httpx.get(f"{server.url}/api/games").json()
    assert games[-1] == {
        "name": "kokoto",
        "seats": [2, 2],
        "bots": ["1", "2"],
        "usual": "2",
        "weaker": [],
        "options": [
            {"name": "pebbles", "values": [7, 12, 21], "default": 12, "seats": None, "unless": {}},
            {"name": "last", "values": ["wins", "loses"], "default": "wins", "seats": None, "unless": {}},
        ],
        "first": {"level": "1", "options": {}},
        "simultaneous": False,
        "analysis": False,
        "lesson": 0,
    }


def test_a_move_is_made_on_its_page(me: Window) -> None:
    me.visit()
    shelf = me.page.locator('[data-game="kokoto"]')
    expect(shelf).to_contain_text(word("lobby.players.one", n=2))
    pebbles = shelf.locator('[data-option="pebbles"]')
    expect(pebbles.locator("option")).to_have_text(["7", "12", "21"])
    expect(pebbles).to_have_value("12")
    pebbles.select_option("7")
    me.play_from_the_shelf("kokoto")
    me.plays()
    expect(me.status).to_have_text(word("step", folder=WORDS))
    expect(me.page.get_by_role("img", name="7 pebbles")).to_be_visible()
    me.page.locator('[data-take="3"]').click()
    me.shows(3)
    expect(me.status).to_have_text(word("step", folder=WORDS))
    assert [message["move"] for message in me.moves_sent()] == ["3"]
    assert any(sentence.endswith("takes 3 pebbles.") for sentence in me.spoken())
