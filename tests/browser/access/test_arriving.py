"""The focus goes to the heading of a page that a player comes to; nothing else moves it."""

from playwright.sync_api import expect

from tests.browser.kit.languages import choose
from tests.browser.kit.window import Window
from tests.browser.kit.words import rukuni, word


def test_the_focus_goes_along(me: Window) -> None:
    """To a table, from there back to the hall and on to a page that is not there."""
    me.visit()
    play = me.on_the_shelf("lobby.play")
    play.focus()
    me.page.keyboard.press("Enter")
    me.page.get_by_test_id("begin").click()
    me.awaits_me()
    _arrived(me, rukuni("name"))
    assert rukuni("name") in me.page.title()
    me.page.get_by_role("banner").get_by_role("link").click()
    _arrived(me, word("lobby.welcome"))
    assert me.page.title() == word("hall.name")
    me.page.go_back()
    _arrived(me, rukuni("name"))
    me.page.go_forward()
    _arrived(me, word("lobby.welcome"))
    me.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<a href=\"/nowhere\">x</a>')")
    me.page.locator("a[href='/nowhere']").click()
    _arrived(me, word("nowhere.title"))


def test_a_room_that_is_drawn_twice_keeps_its_heading(me: Window) -> None:
    me.visit()
    me.on_the_shelf("lobby.invite").click()
    me.room.wait_for()
    _arrived(me, rukuni("name"))


def test_everything_else_leaves_the_focus_alone(me: Window) -> None:
    """The first page, the same page again, another language."""
    me.visit()
    me.page.get_by_test_id("my-name").wait_for()
    expect(me.page.locator("body")).to_be_focused()
    brand = me.page.get_by_role("banner").get_by_role("link")
    brand.focus()
    me.page.keyboard.press("Enter")
    choose(me, "de")
    me.is_headed(word("lobby.welcome", "de"))
    expect(brand).to_be_focused()


def _arrived(me: Window, heading: str) -> None:
    here = me.page.get_by_role("heading", level=1)
    expect(here).to_have_text(heading)
    expect(here).to_be_focused()
    assert me.page.evaluate("scrollY") == 0
