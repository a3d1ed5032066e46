"""Unikato with the keyboard alone, by day and by night, in five languages."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.stand_in import play_the_round
from tests.browser.test_everybody import SHADES, violations
from tests.browser.test_languages import choose, has_no_gap
from tests.browser.test_phone import PHONE
from tests.browser.tiletable import TileTable
from tests.browser.window import Window
from tests.browser.words import LANGUAGES, tile_in_words, unikato
from ukumbi.games.unikato.view import UnikatoView


def something_fits(view: UnikatoView) -> bool:
    return bool(view.fits)


def test_a_tile_laid_with_the_keyboard_alone(me: Window, folder: Path) -> None:
    table = TileTable(me, folder).sit_with(something_fits)
    keyboard, focus = me.page.keyboard, me.page.locator(":focus")
    tile = table.fitting()[-1]
    press_until(me, "Tab", "[data-rack-tile]")
    _walk_along_the_rack(table, tile)
    keyboard.press("Enter")
    expect(focus).to_have_attribute("data-lit", "")
    press_until(me, "ArrowLeft", '[data-place="-1,0"]')
    press_until(me, "ArrowRight", '[data-place="1,0"]')
    keyboard.press("Enter")
    expect(table.thoughts).to_have_attribute("data-at", "1,0")
    expect(table.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    press_until(me, "Tab", "[data-testid=confirm]")
    table.after(lambda: keyboard.press("Enter"))
    assert [message["move"] for message in me.moves_sent()] == [f"lay {tile}@1,0"]
    expect(me.status).to_have_text(unikato("step.draw"))
    press_until(me, "Tab", "[data-testid=bag]")
    table.after(lambda: keyboard.press("Enter"))
    assert any(tile_in_words(tile) in sentence for sentence in me.spoken())


def press_until(me: Window, key: str, goal: str) -> None:
    """As often as it takes to get there."""
    for _ in range(60):
        if me.page.locator(f"{goal}:focus").count():
            return
        me.page.keyboard.press(key)
    pytest.fail(f"{key} does not lead to {goal}")


def _walk_along_the_rack(table: TileTable, goal: str) -> None:
    """From its first tile on, step by step."""
    row = table.page.locator("[data-rack-tile]").evaluate_all("row => row.map(it => it.dataset.rackTile)")
    for tile in row[: row.index(goal) + 1]:
        if tile != row[0]:
            table.page.keyboard.press("ArrowRight")
        expect(table.tile(tile)).to_be_focused()


def chain_in_thought(table: TileTable) -> None:
    table.sit_with(something_fits)
    table.any_chain(Random(1))


def tile_in_hand(table: TileTable) -> None:
    table.sit_with(something_fits)
    table.tile(table.fitting()[0]).click()


def swap_in_thought(table: TileTable) -> None:
    table.sit_with(something_fits)
    table.tile(table.rack()[0]).click()
    table.bag.click()


def between_rounds(table: TileTable) -> None:
    table.sit("eager", rounds=2)
    table.my_turn()
    play_the_round(table.window)
    expect(table.sheet).to_be_visible()


def end_of_game(table: TileTable) -> None:
    table.sit("eager")
    table.my_turn()
    play_the_round(table.window)
    expect(table.sheet).to_be_visible()


def rules_sheet(table: TileTable) -> None:
    table.window.visit().on_the_shelf("lobby.rules", "unikato").click()
    table.page.get_by_role("dialog").wait_for()


Scene = Callable[[TileTable], None]
SCENES: list[Scene] = [chain_in_thought, tile_in_hand, swap_in_thought, between_rounds, rules_sheet]


@pytest.mark.parametrize("scene", [*SCENES, end_of_game], ids=lambda scene: scene.__name__)
def test_nobody_is_shut_out(me: Window, folder: Path, scene: Scene) -> None:
    """Played once, looked at by day and by night."""
    scene(TileTable(me, folder))
    for shade in SHADES:
        me.page.emulate_media(color_scheme=shade)
        assert violations(me) == []


def test_nobody_is_shut_out_on_a_phone(come_in: ComeIn, folder: Path) -> None:
    me = come_in(**PHONE)
    chain_in_thought(TileTable(me, folder, by_tap=True))
    for shade in SHADES:
        me.page.emulate_media(color_scheme=shade)
        assert violations(me) == []


def test_no_gap_in_any_language(me: Window, folder: Path) -> None:
    table = TileTable(me, folder)
    chain_in_thought(table)
    _speaks_every_language(table)
    table.do("confirm")
    _speaks_every_language(table)
    for language in LANGUAGES:
        choose(me, language)
        key = "step.draw" if table.phase == "draw" else "step.second"
        expect(me.status).to_have_text(unikato(key, language))
    choose(me, "en")
    end_of_game(table)
    _speaks_every_language(table)


def test_the_rules_in_every_language(me: Window) -> None:
    me.visit()
    for language in LANGUAGES:
        choose(me, language)
        me.on_the_shelf("lobby.rules", "unikato", language).click()
        expect(me.page.get_by_role("dialog")).to_contain_text(unikato("rules.double", language))
        has_no_gap(me)
        me.page.keyboard.press("Escape")
        expect(me.page.get_by_role("dialog")).to_have_count(0)


def _speaks_every_language(table: TileTable) -> None:
    me = table.window
    for language in LANGUAGES:
        choose(me, language)
        expect(me.page.get_by_role("heading", level=1)).to_have_text(unikato("name", language))
        expect(me.page.locator("svg[role=group]")).to_have_accessible_name(unikato("table.label", language))
        has_no_gap(me)
