"""Five languages: from the browser, changed in one click, kept, and without gaps."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.languages import choose, has_no_gap
from tests.browser.kit.match import before_the_end, new_table
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, of_rules, rukuni, word


def test_a_choice_is_kept_on_the_start_page_and_in_the_rules(me: Window) -> None:
    me.visit()
    for language in LANGUAGES:
        choose(me, language)
        _speaks(me, language, "lobby.name.edit")
        me.on_the_shelf("lobby.rules", language=language).click()
        expect(me.page.get_by_role("dialog")).to_contain_text(of_rules("rukuni", "count.1", language))
        has_no_gap(me)
        me.page.get_by_role("button", name=word("table.close", language), exact=True).click()
        expect(me.page.get_by_role("dialog")).to_have_count(0)
        me.page.reload()
        expect(me.page.locator("html")).to_have_attribute("lang", language)
        expect(me.page.get_by_role("heading", level=1)).to_have_text(word("lobby.welcome", language))


@pytest.mark.deep
def test_the_rules_of_unikato(me: Window) -> None:
    me.visit()
    for language in LANGUAGES:
        choose(me, language)
        me.on_the_shelf("lobby.rules", "unikato", language).click()
        expect(me.page.get_by_role("dialog")).to_contain_text(of_rules("unikato", "double.1", language))
        has_no_gap(me)
        me.page.keyboard.press("Escape")
        expect(me.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.deep
def test_no_gap_in_any_language(me: Window) -> None:
    """While inviting, in play, and at the end."""
    me.visit(f"/t/{new_table(me, 'open')['table']}")
    expect(me.room).to_be_visible()
    _speaks_every_language(me, "invite.copy")
    choose(me, "en")
    me.play_the_bot()
    me.touch("c3")
    me.touch("a1")
    for language in LANGUAGES:
        choose(me, language)
        _speaks(me, language, "table.back")
        expect(me.status).to_have_text(rukuni("step.to", language, tower="a1"))
    before_the_end(me)
    _speaks_every_language(me, "end.again")


def _speaks_every_language(me: Window, button: str) -> None:
    for language in LANGUAGES:
        choose(me, language)
        _speaks(me, language, button)


def _speaks(me: Window, language: str, button: str) -> None:
    expect(me.page.get_by_role("button", name=word(button, language), exact=True)).to_be_visible()
    has_no_gap(me)
