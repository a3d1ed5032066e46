"""The rules: figures from real positions, tried out on a live board, and found from a refused move."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.axe import violations
from tests.browser.kit.languages import choose, has_no_gap
from tests.browser.kit.screens import DESK, PHONE, fits
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, word
from ukumbi.games import GAMES

SHEETS = [entry for entry in GAMES if entry.sheet]
each_game = pytest.mark.parametrize("game", [entry.game.name for entry in SHEETS])


def opened(me: Window, game: str, language: str = "en") -> Locator:
    me.page.locator(f"[data-game='{game}'] p.rules button").click()
    sheet = me.page.get_by_role("dialog")
    expect(sheet.locator("[data-rule='aim']")).to_be_visible()
    return sheet


@each_game
def test_the_sheet_has_all_figures(come_in: ComeIn, game: str) -> None:
    """Nobody can do anything in a figure; on a phone nothing sticks out."""
    me = come_in(**PHONE).visit()
    sheet = opened(me, game)
    entry = next(entry for entry in SHEETS if entry.game.name == game)
    assert entry.sheet is not None
    expect(sheet.locator("figure")).to_have_count(len(entry.sheet.figures))
    expect(sheet.locator("figure [inert]")).to_have_count(len(entry.sheet.figures))
    assert violations(me) == []
    fits(me)
    assert sheet.evaluate("it => it.scrollWidth <= it.clientWidth")


@each_game
def test_a_figure_is_tried_out(come_in: ComeIn, game: str) -> None:
    me = come_in(viewport=DESK).visit()
    sheet = opened(me, game)
    link = sheet.get_by_role("link", name=re.compile(f"^{word('rules.try')}")).first
    figure = link.locator("xpath=ancestor::figure").get_attribute("data-figure")
    link.click()
    if game == "rukuni":
        expect(me.page.get_by_test_id("analysis")).to_be_visible()
        return
    expect(me.page.get_by_test_id("lesson")).to_have_attribute("data-task", f"figure.{figure}")
    expect(me.page.get_by_test_id("show")).to_have_count(0)


def test_rules_in_every_language(come_in: ComeIn) -> None:
    me = come_in(viewport=DESK).visit()
    for language in LANGUAGES:
        choose(me, language)
        sheet = opened(me, "ukuma")
        has_no_gap(me)
        sheet.get_by_role("button", name=word("table.close", language)).click()
        expect(sheet).to_have_count(0)


def test_a_refused_move_leads_to_its_rule(come_in: ComeIn) -> None:
    """The sentence is in sight and has the focus."""
    me = come_in(viewport=DESK).play_the_bot()
    why = me.page.get_by_test_id("why")
    expect(why).to_have_count(0)
    me.hollow("b2").click()
    why.click()
    sentence = me.page.get_by_role("dialog").locator("[data-rule='turn.1']")
    expect(sentence).to_be_focused()
    expect(sentence).to_be_in_viewport()
    me.page.keyboard.press("Escape")
    expect(me.page.get_by_role("dialog")).to_have_count(0)
    me.hollow("a1").click()
    expect(why).to_have_count(0)
