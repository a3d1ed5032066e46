"""ukuma on the start page and on its rules sheet; no turn is marked while both play."""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.languages import choose, has_no_gap
from tests.browser.kit.match import set_up
from tests.browser.kit.screens import DESK, PHONE
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, of_rules, ukuma, word
from ukumbi.games.ukuma.grid import SIZES

GAME = '[data-game="ukuma"]'


@pytest.mark.deep
def test_its_options_and_its_rules_in_every_language(me: Window) -> None:
    """The rules open at the top, at a desk and on a phone."""
    me.visit()
    for language in LANGUAGES:
        choose(me, language)
        sizes = me.page.locator(f'{GAME} [data-option="size"] option')
        names = [ukuma(f"option.size.{size}", language) for size in SIZES]
        expect(sizes).to_have_text(names)
        has_no_gap(me)
        for screen in (PHONE["viewport"], DESK):
            me.page.set_viewport_size(screen)
            opens_its_rules_at_the_top(me, language)


def opens_its_rules_at_the_top(me: Window, language: str) -> None:
    sheet = me.page.get_by_role("dialog")
    me.on_the_shelf("lobby.rules", "ukuma", language).click()
    expect(sheet).to_contain_text(of_rules("ukuma", "lay.3", language))
    expect(sheet.get_by_role("heading").first).to_be_in_viewport()
    has_no_gap(me)
    me.page.get_by_role("button", name=word("table.close", language), exact=True).click()
    expect(sheet).to_have_count(0)


def test_before_the_first_game_the_rules_are_read_and_nothing_is_counted(me: Window) -> None:
    """Time runs from the beginning here: the table is set up when the rules have been read, and only once."""
    me.visit().on_the_shelf("lobby.play", "ukuma").click()
    sheet = me.page.get_by_role("dialog")
    expect(sheet).to_contain_text(of_rules("ukuma", "lay.3"))
    assert me.context.request.get(f"{me.address}/api/me/tables").json() == []
    me.page.get_by_test_id("begin").click()
    me.page.locator("[data-phase]").wait_for()
    me.visit().on_the_shelf("lobby.play", "ukuma").click()
    me.page.locator("[data-phase]").wait_for()
    expect(sheet).to_have_count(0)
    a_turn_is_marked_only_while_the_table_waits(me)


def test_a_bot_for_the_free_seat_waits_until_the_rules_are_read(me: Window) -> None:
    """An invitation alone is no first game."""
    me.visit().on_the_shelf("lobby.invite", "ukuma").click()
    sheet = me.page.get_by_role("dialog")
    me.press("room.bot")
    expect(sheet).to_contain_text(of_rules("ukuma", "lay.3"))
    me.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(me.room.get_by_role("button", name=word("room.bot"))).to_be_visible()
    me.press("room.bot")
    me.page.get_by_test_id("begin").click()
    me.page.locator("[data-phase]").wait_for()


def a_turn_is_marked_only_while_the_table_waits(me: Window) -> None:
    """Black has to choose a card; after the signal no turn is marked."""
    table = set_up(me, "ukuma", ["1"], {"white": "second"})["table"]
    me.visit(f"/t/{table}").plays()
    mine, dotted = me.page.locator(f'[data-seat="{me.you}"]'), "() => document.title.startsWith('●')"
    expect(mine).to_contain_text(word("seat.turn"))
    assert me.page.evaluate(dotted)
    me.page.locator("[data-start]").first.click()
    me.page.locator("[data-testid=hand] [data-card]").first.wait_for()
    expect(mine).not_to_contain_text(word("seat.turn"))
    assert not me.page.evaluate(dotted)
