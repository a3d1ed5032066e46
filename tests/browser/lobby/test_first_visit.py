"""A first visit: how much comes over the line, what shows before the code, and what if it does not come."""

import re
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import ComeIn, NewScene
from tests.browser.kit.languages import choose
from tests.browser.kit.match import new_table
from tests.browser.kit.scenes import OPENING
from tests.browser.kit.screens import SCREENS, SHIFTS
from tests.browser.kit.window import LINE_IS_DOWN, REFUSED_BY_HTTP, Window
from tests.browser.kit.words import LANGUAGES, of_game, rukuni, word
from tests.browser.kit.words import first as first_word

LOCALES: Final = {
    "de-DE": "de",
    "de-CH": "de",
    "en-GB": "en",
    "fr-BE": "fr",
    "it-IT": "it",
    "nl-NL": "nl",
    "pl-PL": "en",
}
MOST: Final = 100_000
"""Bytes of a first visit altogether, headers included."""
MOST_FILES: Final = 20
STARTS: Final[dict[str, dict[str, str]]] = {
    "rukuni": {"white": "first"},
    "unikato": {"starter": "first"},
    "ukuma": {},
}
SHIFT: Final = 0.05

THIN: Final = {"offline": False, "latency": 100, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""50 kB a second."""
_SEEN_AND_CAME: Final = """
() => [
  performance.getEntriesByName("first-contentful-paint").map(({ startTime }) => startTime),
  performance.getEntriesByType("resource")
    .filter(({ name }) => /\\/(app|words)-.*\\.js$/.test(name))
    .map(({ responseEnd }) => responseEnd),
]
"""
"""When something was first to be seen, and when the code and the words had come that draw the page itself."""

_UNUSED: Final = """
() => {
  const styles = [...document.styleSheets].map(({ href }) => href);
  const asked = [...document.querySelectorAll("link[rel=preload][as=style]")];
  return asked.filter(({ href }) => !styles.includes(href));
}
"""
"""Styles that were asked for at once, and are not used: by then the page has asked for the others."""
_GROUND: Final = "getComputedStyle(document.documentElement).backgroundColor"
_FETCHED: Final = """
performance.getEntriesByType("resource")
  .filter(({ name, transferSize }) => name.includes("/assets/") && transferSize > 0)
  .map(({ name }) => name)
"""


class Traffic:
    """Everything that a window fetches."""

    def __init__(self, window: Window) -> None:
        self.requests: list[Request] = []
        window.page.on("requestfinished", self._finished)

    def _finished(self, request: Request) -> None:
        self.requests.append(request)

    @property
    def bytes(self) -> int:
        sizes = [request.sizes() for request in self.requests]
        return sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)

    def paths(self) -> list[str]:
        return [re.sub(r"^https?://[^/]+", "", request.url) for request in self.requests]

    def languages(self) -> set[str]:
        found = (re.match(r"/assets/(?:words-)?(de|en|fr|it|nl)-", path) for path in self.paths())
        return {match[1] for match in found if match}


@pytest.mark.parametrize(("locale", "language"), LOCALES.items())
def test_a_first_visit_is_small_and_speaks_as_the_browser_does(
    come_in: ComeIn, locale: str, language: str
) -> None:
    me = come_in(locale=locale)
    traffic = Traffic(me)
    me.visit()
    expect(me.page.get_by_test_id("my-name")).to_be_visible()
    me.page.wait_for_load_state("networkidle")
    assert traffic.bytes < MOST
    assert len(traffic.requests) < MOST_FILES
    assert traffic.languages() == {language}
    assert not [path for path in traffic.paths() if "client-" in path]
    expect(me.page.locator("html")).to_have_attribute("lang", language)
    expect(me.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome", language))


def test_a_table_brings_its_own_game_and_a_second_visit_no_file_again(me: Window) -> None:
    table = new_table(me, "1")["table"]
    traffic = Traffic(me)
    me.visit(f"/t/{table}")
    me.awaits_me()
    me.page.wait_for_load_state("networkidle")
    assert len([path for path in traffic.paths() if re.search(r"client-.*\.js", path)]) == 1
    assert traffic.bytes < 1.5 * MOST
    assert traffic.languages() == {"en"}
    traffic.requests.clear()
    me.page.get_by_role("banner").get_by_role("combobox").select_option("nl")
    expect(me.status).to_have_text(rukuni("step.tower", "nl"))
    assert traffic.languages() == {"nl"}
    expect(me.page.get_by_role("heading", level=1)).to_have_text(of_game("rukuni", "name", "nl"))
    me.visit()
    expect(me.page.get_by_test_id("my-name")).to_be_visible()
    assert me.page.evaluate(_FETCHED)
    me.page.reload()
    expect(me.page.get_by_test_id("my-name")).to_be_visible()
    assert me.page.evaluate(_FETCHED) == []


def test_the_page_shows_its_frame_before_any_code(me: Window) -> None:
    me.page.route("**/assets/**", _hold)
    me.page.emulate_media(color_scheme="light")
    me.page.goto(me.address, wait_until="commit")
    expect(me.page.locator("#skeleton")).to_contain_text(word("hall.name"))
    assert me.page.evaluate(_GROUND) == "rgb(245, 239, 229)"
    me.page.emulate_media(color_scheme="dark")
    assert me.page.evaluate(_GROUND) == "rgb(24, 19, 16)"
    # What was held goes on its way.
    me.page.unroute("**/assets/**")
    expect(me.page.get_by_test_id("my-name")).to_be_visible()
    expect(me.page.locator("#skeleton")).to_have_count(0)


def _hold(_: Route) -> None:
    """Neither let through nor refused: as on a line on which nothing comes."""


def test_on_a_thin_line_there_is_something_to_see_before_the_code_has_come(me: Window) -> None:
    line = me.context.new_cdp_session(me.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", THIN)
    # Every page comes as on a first visit.
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    for path in ("/", f"/t/{new_table(me, '1')['table']}"):
        me.visit(path)
        me.page.locator("main h1").wait_for(state="attached")
        seen, came = me.page.evaluate(_SEEN_AND_CAME)
        assert seen, "something was painted"
        assert seen[0] < min(came), path


def test_nothing_jumps_while_a_page_fills(me: Window) -> None:
    me.page.add_init_script(SHIFTS)
    # Every page comes as on a first visit.
    me.context.new_cdp_session(me.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    for size in SCREENS.values():
        me.page.set_viewport_size(size)
        me.visit()
        expect(me.page.get_by_test_id("my-name")).to_be_visible()
        assert me.page.evaluate("window.shifted") < SHIFT
    for size, (game, options) in product(SCREENS.values(), STARTS.items()):
        me.page.set_viewport_size(size)
        me.visit(f"/t/{_table(me, game, options)}")
        me.plays()
        expect(me.page.get_by_role("complementary")).to_be_visible()
        assert me.page.evaluate("window.shifted") < SHIFT, game


def _table(me: Window, game: str, options: dict[str, str]) -> str:
    form = {"game": game, "others": ["1"], "options": options, "watch": "link"}
    table: str = me.context.request.post(f"{me.address}/api/tables", data=form).json()["table"]
    return table


@pytest.mark.parametrize("path", ["/", f"/p/rukuni?at={OPENING}", "/d/no-such-code", "/no/such/page"])
def test_a_page_asks_at_once_for_nothing_that_it_does_not_use(new_scene: NewScene, path: str) -> None:
    me = new_scene().visit(path)
    me.page.get_by_role("heading", level=1).wait_for(state="attached")
    me.page.wait_for_function(f"() => ({_UNUSED})().length === 0")
    assert me.page.evaluate("document.querySelectorAll('link[rel=modulepreload]').length")


# what does not come


def test_a_game_that_does_not_come_says_so_and_comes_later(me: Window) -> None:
    me.excuse(*LINE_IS_DOWN, *REFUSED_BY_HTTP).visit()
    for language in LANGUAGES:
        choose(me, language)
        me.page.route("**/client-*.js", lambda route: route.abort())
        me.visit(f"/t/{new_table(me, '1')['table']}")
        failed = me.page.get_by_test_id("load-failed")
        expect(failed).to_contain_text(first_word("load.failed", language))
        me.page.unroute("**/client-*.js")
        failed.get_by_role("button", name=first_word("load.again", language), exact=True).click()
        expect(me.status).to_have_text(rukuni("step.tower", language))


def test_after_a_second_failure_the_page_can_be_tried_once_more(me: Window) -> None:
    me.excuse(*LINE_IS_DOWN, *REFUSED_BY_HTTP)
    table = new_table(me, "1")["table"]
    me.page.route("**/client-*.js", lambda route: route.abort())
    me.page.route("**/api/games", lambda route: route.abort())
    me.visit(f"/t/{table}")
    failed = me.page.get_by_test_id("load-failed")
    for _ in range(2):
        with me.page.expect_request("**/api/games"):
            failed.get_by_role("button").click()
        expect(failed).to_be_visible()
    me.page.unroute("**/client-*.js")
    me.page.unroute("**/api/games")
    failed.get_by_role("button").click()
    me.awaits_me()


def test_a_page_that_does_not_come_at_all_says_so(come_in: ComeIn) -> None:
    me = come_in(locale="fr-FR")
    me.excuse(*LINE_IS_DOWN, "Failed to fetch dynamically imported module")
    me.page.route("**/assets/words-*", lambda route: route.abort())
    me.visit()
    sorry = me.page.get_by_role("alert")
    expect(sorry).to_contain_text(first_word("load.failed", "fr"))
    me.page.unroute("**/assets/words-*")
    sorry.get_by_role("button").click()
    expect(me.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome", "fr"))


def test_a_language_that_does_not_come_leaves_the_page_as_it_is(me: Window) -> None:
    me.excuse(*LINE_IS_DOWN)
    me.visit()
    menu = me.page.get_by_role("banner").get_by_role("combobox")
    me.page.route("**/assets/words-it-*", lambda route: route.abort())
    menu.select_option("it")
    expect(me.page.get_by_role("alert")).to_have_text(first_word("load.failed", "en"))
    expect(menu).to_have_value("en")
    expect(me.page.locator("html")).to_have_attribute("lang", "en")
    me.page.unroute("**/assets/words-it-*")
    menu.select_option("it")
    expect(me.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome", "it"))
    expect(me.page.get_by_role("alert")).to_have_count(0)
