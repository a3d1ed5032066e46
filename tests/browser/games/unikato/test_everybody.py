"""Unikato by day and by night, in five languages."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.access.test_everybody import is_open_to_all
from tests.browser.kit.stand_in import play_the_round
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, unikato
from tests.browser.lobby.test_languages import choose, has_no_gap
from ukumbi.games.unikato.view import UnikatoView


def something_fits(view: UnikatoView) -> bool:
    return bool(view.fits)


def press_until(me: Window, key: str, goal: str) -> None:
    """As often as it takes to get there."""
    for _ in range(60):
        if me.page.locator(f"{goal}:focus").count():
            return
        me.page.keyboard.press(key)
    pytest.fail(f"{key} does not lead to {goal}")


@pytest.mark.deep
def test_nobody_is_shut_out_from_the_first_tile_to_the_end(me: Window, folder: Path) -> None:
    """A swap, a tile and a chain in thought, between two rounds, and at the end."""
    table = TileTable(me, folder).sit_with(something_fits, rounds=2)
    table.tile(table.rack()[0]).click()
    table.bag.click()
    is_open_to_all(me)
    table.button("take-back").click()
    tile = table.tile(table.fitting()[0])
    tile.click()
    is_open_to_all(me)
    tile.click()
    table.any_chain(Random(1))
    is_open_to_all(me)
    _speaks_every_language(table)
    table.do("confirm")
    _speaks_every_language(table)
    for language in LANGUAGES:
        choose(me, language)
        second = "step.second" if table.fitting() else "step.second.nothing_fits"
        key = "step.draw" if table.phase == "draw" else second
        expect(me.status).to_have_text(unikato(key, language))
    choose(me, "en")
    _comes_to_the_end_of_a_round(table)
    is_open_to_all(me)
    _is_ready_by_keyboard(table)
    _comes_to_the_end_of_a_round(table)
    expect(me.ending).to_be_visible()
    is_open_to_all(me)
    _speaks_every_language(table)


def _comes_to_the_end_of_a_round(table: TileTable) -> None:
    play_the_round(table.window)
    expect(table.sheet).to_be_visible()


def _is_ready_by_keyboard(table: TileTable) -> None:
    """The focus goes to the status, and on to the rack."""
    me = table.window
    expect(table.button("ready")).to_be_enabled()
    press_until(me, "Tab", "[data-testid=ready]")
    me.page.keyboard.press("Enter")
    expect(table.button("ready")).to_have_count(0)
    table.my_turn()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)


@pytest.mark.deep
def test_the_rules_in_every_language_shut_nobody_out(me: Window) -> None:
    me.visit()
    for language in LANGUAGES:
        choose(me, language)
        me.on_the_shelf("lobby.rules", "unikato", language).click()
        expect(me.page.get_by_role("dialog")).to_contain_text(unikato("rules.double", language))
        has_no_gap(me)
        me.page.keyboard.press("Escape")
        expect(me.page.get_by_role("dialog")).to_have_count(0)
    me.on_the_shelf("lobby.rules", "unikato", LANGUAGES[-1]).click()
    me.page.get_by_role("dialog").wait_for()
    is_open_to_all(me)


def _speaks_every_language(table: TileTable) -> None:
    me = table.window
    for language in LANGUAGES:
        choose(me, language)
        expect(me.page.get_by_role("heading", level=1)).to_have_text(unikato("name", language))
        expect(me.page.locator("svg[role=group]")).to_have_accessible_name(unikato("table.label", language))
        has_no_gap(me)
