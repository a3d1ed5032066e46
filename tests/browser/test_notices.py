"""Messages of the system: asked for by a button, told while the page is hidden, off with one click."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.match import Match, new_table, post, rename, sit_down
from tests.browser.window import Window
from tests.browser.words import rukuni, word

SYSTEM = """
window.asked = 0;
window.notices = [];
window.covered = false;
window.Notification = class {
  static permission = "default";
  static async requestPermission() {
    window.asked += 1;
    return (this.permission = window.answer ?? "granted");
  }
  constructor(title, { body, tag }) {
    window.notices.push([title, body, tag]);
    window.latest = this;
  }
  close() {}
};
Object.defineProperty(document, "visibilityState", { get: () => (window.covered ? "hidden" : "visible") });
"""
"""What a browser has that shows messages: a headless one has not."""


@pytest.fixture
def match(come_in: ComeIn) -> Match:
    host, friend = come_in(), come_in()
    host.page.add_init_script(SYSTEM)
    rename(friend, "Jonas")
    return sit_down(come_in, windows=(host, friend))


def _cover(me: Window, covered: bool = True) -> None:
    me.page.evaluate("covered => { window.covered = covered }", covered)


def _notices(me: Window) -> list[list[str]]:
    told: list[list[str]] = me.page.evaluate("window.notices")
    return told


def test_nobody_is_asked_before_the_first_move(match: Match) -> None:
    me = match.host
    expect(me.page.get_by_test_id("turn-notice")).to_have_count(0)
    match.turn()
    expect(me.page.get_by_role("button", name=word("notice.ask"))).to_be_visible()
    assert me.page.evaluate("window.asked") == 0


def test_a_turn_is_told_while_the_page_is_hidden(match: Match) -> None:
    me = match.host
    match.turn()
    me.press("notice.ask")
    expect(me.page.get_by_test_id("turn-notice")).to_contain_text(word("notice.on"))
    match.turn()
    me.shows(match.seq)
    assert _notices(me) == [], "who looks at the page sees it"
    match.turn()
    _cover(me)
    match.turn()
    me.shows(match.seq)
    assert _notices(me) == [[rukuni("name"), word("notice.turn"), me.table]]
    assert me.page.title().startswith("●")


def test_it_is_off_with_one_click_and_stays_off(match: Match) -> None:
    me = match.host
    match.turn()
    me.press("notice.ask")
    me.press("notice.off")
    _cover(me)
    match.turn()
    me.shows(match.seq)
    assert _notices(me) == []
    me.page.reload()
    expect(me.page.get_by_role("button", name=word("notice.ask"))).to_be_visible()


def test_who_does_not_want_any_is_not_asked_again(match: Match) -> None:
    me = match.host
    me.page.evaluate("window.answer = 'denied'")
    match.turn()
    me.press("notice.ask")
    expect(me.page.get_by_test_id("turn-notice")).to_have_text(word("notice.denied"))


def test_against_a_bot_nobody_is_asked(me: Window) -> None:
    me.page.add_init_script(SYSTEM)
    me.play_the_bot()
    me.turn("a1-a4/b4")
    me.shows(3)
    expect(me.page.get_by_test_id("turn-notice")).to_have_count(0)


def test_who_waits_for_company_is_told_that_somebody_came(match: Match, come_in: ComeIn) -> None:
    me = match.host
    match.turn()
    me.press("notice.ask")
    expect(me.page.get_by_test_id("turn-notice")).to_contain_text(word("notice.on"))
    table = new_table(me, "open")["table"]
    me.page.add_init_script("Notification.permission = 'granted'")
    me.visit(f"/t/{table}")
    me.room.wait_for()
    _cover(me)
    post(rename(come_in(), "Zuri"), f"tables/{table}/sit")
    expect(me.room).to_contain_text("Zuri")
    assert _notices(me) == [[rukuni("name"), word("news.sat_down", name="Zuri"), table]]


def test_a_turn_at_another_table_is_told_in_the_hall(match: Match) -> None:
    me = match.host
    match.turn()
    me.press("notice.ask")
    expect(me.page.get_by_test_id("turn-notice")).to_contain_text(word("notice.on"))
    table = me.table
    me.page.get_by_role("banner").get_by_role("link").click()
    brief = me.page.locator(f'[data-brief="{table}"]')
    expect(brief).to_have_attribute("data-kind", "running")
    _cover(me)
    match.turn()
    expect(brief).to_have_attribute("data-kind", "turn")
    assert _notices(me) == [[rukuni("name"), word("notice.turn"), table]]
    me.page.evaluate("window.latest.onclick()")
    me.awaits_me()
