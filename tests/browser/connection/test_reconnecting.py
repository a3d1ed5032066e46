"""A hall that closes at once is not stormed, and a page that is older than its hall says so."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.axe import is_open_to_all
from tests.browser.kit.match import new_table
from tests.browser.kit.middle import Message, Middle
from tests.browser.kit.window import LINE_IS_DOWN, Window
from tests.browser.kit.words import rukuni, word

MINUTE = 60_000


@pytest.fixture
def middle(me: Window) -> Middle:
    me.excuse(*LINE_IS_DOWN)
    return Middle(me)


@pytest.mark.deep
def test_a_hall_that_closes_at_once_is_asked_less_and_less_often(me: Window, middle: Middle) -> None:
    """From 250 ms to 12 s, a little at random: a minute has room for about a dozen tries."""
    me.play_the_bot()
    middle.shut = True
    before = middle.lines
    me.page.evaluate("dispatchEvent(new Event('online'))")
    me.page.reload()
    me.has_lost_the_line()
    middle.let_pass(MINUTE)
    tries = middle.lines - before
    assert 5 <= tries <= 20
    me.page.get_by_role("button", name=word("connection.now")).click()
    me.until(lambda: middle.lines > before + tries)
    middle.shut = False
    me.page.get_by_role("button", name=word("connection.now")).click()
    me.has_the_line()
    me.awaits_me()


def newer(message: Message) -> Message:
    return message | {"client": "of tomorrow"} if message["type"] == "welcome" else message


def test_a_page_older_than_its_hall_says_so_and_does_not_disturb_the_game(me: Window, middle: Middle) -> None:
    middle.on_told = newer
    _opens_a_table_while_its_words_are_late(me, middle)
    me.page.evaluate("window.stayed = true")
    bar = me.page.get_by_test_id("update-bar")
    expect(bar).to_contain_text(word("update.text"))
    is_open_to_all(me)
    me.touch("a1")
    expect(me.status).to_have_text(rukuni("step.to", tower="a1"))
    assert me.page.evaluate("window.stayed")
    bar.get_by_role("button", name=word("update.reload")).click()
    me.awaits_me()
    assert me.page.evaluate("window.stayed") is None
    _on_the_start_page_it_is_loaded_anew_once(me)


def _opens_a_table_while_its_words_are_late(me: Window, middle: Middle) -> None:
    """The line is open before there is a page that listens: what the hall says first counts all the same."""
    late: list[str] = []
    me.page.route("**/assets/words-*", lambda route: late.append(route.request.url))
    me.visit(f"/t/{new_table(me, '1')['table']}")
    me.until(lambda: late and "welcome" in middle.told)
    # What was held goes on its way.
    me.page.unroute("**/assets/words-*")
    me.awaits_me()


def _on_the_start_page_it_is_loaded_anew_once(me: Window) -> None:
    expect(me.page.get_by_test_id("update-bar")).to_be_visible()
    me.page.evaluate("window.stayed = true")
    with me.page.expect_event("load"):
        me.page.get_by_role("link", name=word("hall.home")).click()
    expect(me.page.get_by_test_id("update-bar")).to_be_visible()
    assert me.page.evaluate("window.stayed") is None
    me.page.evaluate("window.stayed = true")
    me.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    me.play_from_the_shelf()
    me.awaits_me()
    assert me.page.evaluate("window.stayed")


def test_a_page_of_the_same_build_says_nothing(me: Window, middle: Middle) -> None:
    me.play_the_bot()
    build = me.page.locator("meta[name=build]").get_attribute("content")
    assert [told["client"] for told in _welcomes(me, middle)] == [build]
    expect(me.page.get_by_test_id("update-bar")).to_have_count(0)


def _welcomes(me: Window, middle: Middle) -> list[Message]:
    heard: list[Message] = []

    def listen(message: Message) -> Message:
        if message["type"] == "welcome":
            heard.append(message)
        return message

    middle.on_told = listen
    me.page.reload()
    me.awaits_me()
    return heard


def test_keys_in_a_sheet_belong_to_the_sheet(me: Window) -> None:
    me.play_the_bot()
    me.touch("a1")
    expect(me.status).to_have_text(rukuni("step.to", tower="a1"))
    me.press("lobby.rules")
    sheet = me.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    me.page.keyboard.press("ArrowLeft")
    sheet.get_by_role("heading").first.click()
    me.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(me.status).to_have_text(rukuni("step.to", tower="a1"))
    me.page.keyboard.press("Escape")
    me.awaits_me()
