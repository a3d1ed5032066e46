"""Notifications: asked for by a button, shown while the page is hidden, off with one click."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import begin_unseen, new_table, post, rename
from tests.browser.kit.stand_in import play_turns
from tests.browser.kit.window import Window
from tests.browser.kit.words import rukuni, word

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


class Opposite:
    """Jonas plays without a page; the odd turns are mine."""

    def __init__(self, me: Window, jonas: Window) -> None:
        self.me, self.jonas = me, jonas
        self.table: str = new_table(me, "open")["table"]
        self.turns = 0
        begin_unseen(me, jonas, self.table)

    def after_my_turn(self) -> "Opposite":
        self.me.any_turn(Random(self.turns))
        self.turns += 1
        self.me.shows(1 + self.turns)
        return self

    def turn(self) -> None:
        self.turns += 1
        play_turns(self.jonas, turns=self.turns, table=self.table)


@pytest.fixture
def opposite(me: Window, come_in: ComeIn) -> Opposite:
    """I have White, and sit in front of a page that can show messages."""
    me.page.add_init_script(SYSTEM)
    opposite = Opposite(me, rename(come_in(), "Jonas"))
    me.visit(f"/t/{opposite.table}").awaits_me()
    return opposite


def _cover(me: Window, covered: bool = True) -> None:
    me.page.evaluate("covered => { window.covered = covered }", covered)


def _notices(me: Window) -> list[list[str]]:
    told: list[list[str]] = me.page.evaluate("window.notices")
    return told


def _wants_them(me: Window) -> None:
    me.press("notice.ask")
    expect(me.page.get_by_test_id("turn-notice")).to_contain_text(word("notice.on"))


def test_a_hidden_page_notifies_of_a_turn(me: Window, opposite: Opposite) -> None:
    """The page does not ask before the first move; notifications are off with one click, and stay off."""
    expect(me.page.get_by_test_id("turn-notice")).to_have_count(0)
    opposite.after_my_turn()
    expect(me.page.get_by_role("button", name=word("notice.ask"))).to_be_visible()
    assert me.page.evaluate("window.asked") == 0
    _wants_them(me)
    opposite.turn()
    me.shows(3)
    assert _notices(me) == [], "who looks at the page sees it"
    opposite.after_my_turn()
    _cover(me)
    opposite.turn()
    me.shows(5)
    told = [[rukuni("name"), word("notice.turn"), me.table]]
    assert _notices(me) == told
    assert me.page.title().startswith("●")
    _cover(me, covered=False)
    opposite.after_my_turn()
    me.press("notice.off")
    _cover(me)
    opposite.turn()
    me.shows(7)
    assert _notices(me) == told
    me.page.reload()
    expect(me.page.get_by_role("button", name=word("notice.ask"))).to_be_visible()


def test_a_player_who_refuses_is_not_asked_again_nor_against_a_bot(me: Window, opposite: Opposite) -> None:
    me.page.evaluate("window.answer = 'denied'")
    opposite.after_my_turn()
    me.press("notice.ask")
    expect(me.page.get_by_test_id("turn-notice")).to_have_text(word("notice.denied"))
    me.play_the_bot()
    me.turn("a1-a4/b4")
    me.shows(3)
    expect(me.page.get_by_test_id("turn-notice")).to_have_count(0)


def test_other_pages_notify_too(me: Window, opposite: Opposite, come_in: ComeIn) -> None:
    """On the start page of a turn at a table, and in a waiting room of a guest who sat down."""
    opposite.after_my_turn()
    _wants_them(me)
    me.page.get_by_role("banner").get_by_role("link").click()
    brief = me.page.locator(f'[data-summary="{opposite.table}"]')
    expect(brief).to_have_attribute("data-kind", "running")
    _cover(me)
    opposite.turn()
    expect(brief).to_have_attribute("data-kind", "turn")
    assert _notices(me) == [[rukuni("name"), word("notice.turn"), opposite.table]]
    me.page.evaluate("window.latest.onclick()")
    me.awaits_me()
    room = new_table(me, "open")["table"]
    me.page.add_init_script("Notification.permission = 'granted'")
    me.visit(f"/t/{room}")
    me.room.wait_for()
    _cover(me)
    post(rename(come_in(), "Nora"), f"tables/{room}/sit")
    expect(me.room).to_contain_text("Nora")
    assert _notices(me) == [[rukuni("name"), word("news.sat_down", name="Nora"), room]]
