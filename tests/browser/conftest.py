"""A real Chromium and a real hall; a test fails when a page complains."""

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from benchmarks.hall_process import HallProcess
from tests.browser.kit.scene import ADDRESS, Scene
from tests.browser.kit.screens import DESK
from tests.browser.kit.window import Window

PICTURES: Final = Path("test-results")
CALM: Final = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    # Fewer processes and threads, and no code compiled before it runs: a tenth less CPU.
    "--in-process-gpu",
    "--num-raster-threads=1",
    "--js-flags=--max-lazy",
]
PATIENCE: Final = 30_000
"""Milliseconds after which something that does not come counts as missing: no test comes near it."""
FAILED: Final = pytest.StashKey[bool]()

USUAL: Final[dict[str, Any]] = {"locale": "en-GB", "reduced_motion": "reduce"}
"""Pieces that glide cost time in every turn; tests that are about motion ask for it."""

ComeIn = Callable[..., Window]
NewScene = Callable[..., Scene]


def chromium() -> str:
    found = os.environ.get("UKUMBI_CHROMIUM") or shutil.which("chromium")
    assert found, "no Chromium: set UKUMBI_CHROMIUM, or run `make browser`"
    return found


# Not longer than this package: as long as it runs, its event loop keeps others from running theirs.
@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CALM)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def drawing(chrome: Browser) -> Iterator[Browser]:
    """A browser that draws in space, with the processor alone."""
    args = [*CALM, "--enable-unsafe-swiftshader"]
    browser = chrome.browser_type.launch(executable_path=chromium(), args=args)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the hall keeps its ledger."""
    return tmp_path_factory.mktemp("hall")


@pytest.fixture(scope="package")
def server(folder: Path) -> Iterator[HallProcess]:
    """With a game that the page does not have."""
    also = ("--also", "tests.kit.berries")
    with HallProcess(folder, "--bot-pace", "0", "--behind-proxy", *also) as server:
        yield server


@pytest.fixture
def come_in(request: pytest.FixtureRequest, chrome: Browser) -> Iterator[ComeIn]:
    """A new person: a browser context with one window. The hall opens with the first who comes to it."""
    contexts: list[BrowserContext] = []
    windows: list[Window] = []

    def come_in(
        beside: Window | None = None,
        address: str | None = None,
        through: Browser = chrome,
        **wishes: Any,
    ) -> Window:
        if beside is None:
            contexts.append(through.new_context(**{**USUAL, **wishes}))
            contexts[-1].set_default_timeout(PATIENCE)
        address = address or request.getfixturevalue("server").url
        windows.append(Window(beside.context if beside else contexts[-1], address))
        return windows[-1]

    yield come_in
    if request.node.stash.get(FAILED, False):
        _photograph(request.node.name, windows)
    complaints = [text for window in windows for text in window.unexcused()]
    for context in contexts:
        context.close()
    assert complaints == []


def _photograph(test: str, windows: list[Window]) -> None:
    for number, window in enumerate(window for window in windows if window.is_open):
        window.page.screenshot(path=PICTURES / f"{test}-{number}.png")


@pytest.fixture(scope="package")
def shared_scene(chrome: Browser) -> Iterator[Scene]:
    """One page for all tests that have no wishes: none of them loads it anew."""
    context = chrome.new_context(**USUAL, viewport=DESK)
    context.set_default_timeout(PATIENCE)
    yield Scene(Window(context, ADDRESS))
    context.close()


@pytest.fixture
def scene(shared_scene: Scene, request: pytest.FixtureRequest) -> Iterator[Scene]:
    """The scene page, at a desk."""
    window = shared_scene.window
    shared_scene.clear()
    yield shared_scene
    if request.node.stash.get(FAILED, False):
        _photograph(request.node.name, [window])
    assert window.unexcused() == []


@pytest.fixture
def new_scene(come_in: ComeIn) -> NewScene:
    """A scene page of the test's own, with wishes."""
    return lambda **wishes: Scene(come_in(address=ADDRESS, **wishes))


@pytest.fixture
def me(come_in: ComeIn) -> Window:
    return come_in()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
