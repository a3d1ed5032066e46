"""Checked with axe-core: nobody is shut out, by day or by night."""

from functools import cache
from random import Random
from typing import Final, Literal
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit import fivetables
from tests.browser.kit.match import before, before_the_end, link_to, new_table, post, set_up
from tests.browser.kit.window import LINE_IS_DOWN, REFUSED_BY_HTTP, Window
from tests.browser.kit.words import WEB, word

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN: Final = """
async (rules) => {
  const asked = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await axe.run(document, asked);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html} ${failureSummary}`));
}
"""
"""What was found and no more: all that is well would be a hundred times as much to carry."""
COLOURS: Final = ["color-contrast", "link-in-text-block"]
"""All that axe asks of colours."""
OPENING: Final = quote("T3T/6/7/8/T7T/8/7/6/T3T w")
SHADES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
NAMES: Final = """
() => {
  const plain = (text) => text.replace(/\\s+/g, " ").trim().toLowerCase();
  const written = (parts) => plain(parts.map(({ textContent }) => textContent).join(" "));
  return [...document.querySelectorAll("button, a[href], summary, [role=button]")].flatMap((node) => {
    const name = plain(node.ariaLabel ?? "");
    const shown = (part) =>
      part.nodeType === Node.TEXT_NODE ||
      (part.checkVisibility?.() && !part.matches("svg, .unseen"));
    const parts = [...node.childNodes].filter(shown);
    const label = written(parts.filter(({ ariaHidden }) => ariaHidden !== "true"));
    const badge = written(parts.filter(({ ariaHidden }) => ariaHidden === "true"));
    if (!name || (name.startsWith(label) && name.includes(badge))) return [];
    return [`${label} ${badge} is called ${name}`];
  });
}
"""
"""Whoever says the word on a button presses it: its name begins with that, and holds what else is on it."""


@cache
def axe() -> str:
    return AXE.read_text("utf-8")


def violations(me: Window, rules: list[str] | None = None) -> list[str]:
    if not me.page.evaluate("'axe' in window"):
        me.page.evaluate(axe())
    names: list[str] = me.page.evaluate(NAMES)
    found: list[str] = me.page.evaluate(RUN, rules)
    return names + found


def is_open_to_all(me: Window) -> None:
    """By day in every respect; by night only the colours are others."""
    me.page.emulate_media(color_scheme="light")
    assert violations(me) == []
    me.page.emulate_media(color_scheme="dark")
    assert violations(me, COLOURS) == []


def opened(me: Window, sign: str) -> None:
    """What has just been asked for is there, and open to all."""
    me.page.get_by_test_id(sign).first.wait_for()
    is_open_to_all(me)


def test_the_start_page_and_where_it_leads(me: Window) -> None:
    new_table(me, "1")
    me.visit()
    me.page.locator("[data-brief]").wait_for()
    opened(me, "my-name")
    me.on_the_shelf("lobby.rules").click()
    me.page.get_by_role("dialog").wait_for()
    is_open_to_all(me)
    me.page.keyboard.press("Escape")
    me.press("device.others")
    opened(me, "code")
    me.go("/d/no-such-code")
    opened(me, "device")
    me.go(f"/p/rukuni?at={OPENING}")
    expect(me.page.locator("[data-piece=tower]")).to_have_count(6)
    is_open_to_all(me)


def test_tables_of_every_kind(me: Window, come_in: ComeIn) -> None:
    """Also one that was just removed, and one that is about to be called off."""
    for _ in range(5):
        post(me, f"tables/{new_table(me, '1')['table']}/resign")
    new_table(me, "1")
    shared = new_table(me, "open")["table"]
    post(come_in(), f"tables/{shared}/sit")
    me.visit()
    me.page.locator('[data-kind="finished"]').first.get_by_role("button").click()
    me.page.get_by_role("button", name=word("tables.undo")).wait_for()
    me.page.locator(f'[data-brief="{shared}"]').get_by_role("button").click()
    opened(me, "sure")


def test_before_a_game_begins(me: Window, come_in: ComeIn) -> None:
    """In the waiting room, with a code for the camera, and at the door of every game."""
    me.visit(f"/t/{new_table(me, 'open')['table']}")
    me.room.get_by_role("combobox").wait_for()
    is_open_to_all(me)
    reach = {"open": True, "addresses": ["http://192.168.1.20:8000"], "command": ""}
    me.page.route("**/api/addresses", lambda route: route.fulfill(json=reach))
    me.page.reload()
    me.press("qr.show")
    opened(me, "qr")
    host = come_in()
    starts = {"rukuni": {"white": "first"}, "unikato": {"starter": "first"}, "ukuma": {"white": "first"}}
    for game, options in starts.items():
        me.visit(link_to(set_up(host, game, ["open"], options, "on")["table"]))
        opened(me, "invitation")


def test_a_game_while_it_is_played(me: Window, come_in: ComeIn) -> None:
    """Called to another table, about to leave, a tower in hand, looking back."""
    elsewhere = new_table(me, "open")["table"]
    before(me, 12).awaits_me()
    post(come_in(), f"tables/{elsewhere}/sit")
    opened(me, "call")
    seq = me.seq
    me.any_turn(Random(1))
    me.shows(seq + 2)
    me.press("act.take_back")
    me.shows(seq + 3)
    me.press("act.leave")
    opened(me, "sure")
    me.press("act.stay")
    me.begin_a_turn()
    is_open_to_all(me)
    me.press("history.first")
    expect(me.status).to_have_text(word("history.looking"))
    is_open_to_all(me)


def test_a_game_that_is_over(me: Window) -> None:
    """Played to its end, watched again; given up, and given up against somebody too good."""
    before_the_end(me)
    is_open_to_all(me)
    me.ending.get_by_role("button", name=word("replay.watch")).click()
    me.page.get_by_role("slider").wait_for()
    is_open_to_all(me)
    given_up(me, "1")
    is_open_to_all(me)
    given_up(me, "6")
    me.page.locator("[data-next]").wait_for()
    is_open_to_all(me)


def given_up(me: Window, level: str) -> None:
    me.play_the_bot(level)
    me.press("act.resign")
    me.press("act.resign.yes")
    me.ending.wait_for()


def test_a_table_of_every_other_game(me: Window) -> None:
    """As one sits down at it; the rest, and Ubongo in every run, is looked at in each game's own file."""
    for game in ("unikato", "ukuma", "zuma"):
        is_open_to_all(fivetables.sit(me, game))


@pytest.mark.deep
def test_pages_that_are_soon_seen(me: Window) -> None:
    """In one window: a first visit, the hall's waiting rooms, nowhere, a position, one that is none."""
    me.excuse(*REFUSED_BY_HTTP).visit()
    me.page.get_by_test_id("my-name").wait_for()
    is_open_to_all(me)
    for game, options in (("unikato", {"starter": "first"}), ("ukuma", {"white": "first"})):
        me.visit(f"/t/{set_up(me, game, ['open'], options)['table']}")
        me.room.get_by_role("combobox").wait_for()
        is_open_to_all(me)
    me.visit("/no/such/page").is_nowhere("nowhere.title")
    is_open_to_all(me)
    me.visit("/p/rukuni?at=nonsense")
    me.page.get_by_role("heading", level=1).wait_for()
    is_open_to_all(me)


@pytest.mark.deep
def test_when_something_does_not_come(me: Window) -> None:
    """A game's code, and then the line."""
    me.excuse(*LINE_IS_DOWN, *REFUSED_BY_HTTP)
    me.excuse("Couldn't load preload assets")  # axe, which looks at the page's styles once more
    me.page.route("**/playing-*.js", lambda route: route.abort())
    me.visit(f"/t/{new_table(me, '1')['table']}")
    me.page.get_by_test_id("load-failed").wait_for()
    is_open_to_all(me)
    me.page.unroute("**/playing-*.js")
    me.page.get_by_test_id("load-failed").get_by_role("button").click()
    me.awaits_me()
    me.context.set_offline(True)
    me.has_lost_the_line()
    me.page.get_by_role("button", name=word("line.now")).wait_for()
    is_open_to_all(me)
