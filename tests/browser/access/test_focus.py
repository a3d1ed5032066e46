"""With the keyboard alone: when a button is gone, the focus is where the next step is, never nowhere."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.kit.match import set_up
from tests.browser.kit.opponent import Opponent
from tests.browser.kit.scene import Scene
from tests.browser.kit.scenetiles import SceneTiles
from tests.browser.kit.tiletable import TileTable, something_fits
from tests.browser.kit.window import Window
from tests.browser.kit.words import tile_in_words, unikato


def lay_a_tile(table: TileTable) -> None:
    """The first that fits, in the first place where it does, and no more."""
    keyboard = table.page.keyboard
    table.window.press_until("Tab", "[data-rack-tile]")
    table.window.press_until("ArrowRight", "[data-rack-tile][data-fits]")
    keyboard.press("Enter")
    expect(table.page.locator("[data-place]:focus")).to_have_count(1)
    keyboard.press("Enter")
    expect(table.button("confirm")).to_be_enabled()
    table.window.press_until("Tab", "[data-testid=confirm]")
    table.after(lambda: keyboard.press("Enter"))


def test_a_tile_laid_with_the_keyboard_alone(scene: Scene) -> None:
    """To the display after laying, and to the rack after drawing from it; at another table from the bag."""
    table, me = SceneTiles(scene).sit_with(something_fits), scene.window
    lay_a_tile(table)
    expect(me.page.locator("[data-display-tile]:focus")).to_have_count(1)
    table.after(lambda: me.page.keyboard.press("Enter"))
    table.my_turn()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    table.sit_with(something_fits)
    tile, made = table.fitting()[-1], len(me.moves_sent())
    _lay_beside_the_first(table, tile)
    assert [message["move"] for message in me.moves_sent()[made:]] == [f"lay {tile}@1,0"]
    expect(me.status).to_have_text(unikato("step.draw"))
    me.press_until("Tab", "[data-testid=bag]")
    table.after(lambda: me.page.keyboard.press("Enter"))
    assert any(tile_in_words(tile) in sentence for sentence in me.spoken())


def _lay_beside_the_first(table: TileTable, tile: str) -> None:
    me, keyboard = table.window, table.page.keyboard
    me.press_until("Tab", "[data-rack-tile]")
    _walk_along_the_rack(table, tile)
    keyboard.press("Enter")
    expect(me.page.locator(":focus")).to_have_attribute("data-lit", "")
    me.press_until("ArrowLeft", '[data-place="-1,0"]')
    me.press_until("ArrowRight", '[data-place="1,0"]')
    keyboard.press("Enter")
    expect(table.thoughts).to_have_attribute("data-at", "1,0")
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    me.press_until("Tab", "[data-testid=confirm]")
    table.after(lambda: keyboard.press("Enter"))


def _walk_along_the_rack(table: TileTable, goal: str) -> None:
    """From its first tile on, step by step."""
    row = table.page.locator("[data-rack-tile]").evaluate_all("row => row.map(it => it.dataset.rackTile)")
    for tile in row[: row.index(goal) + 1]:
        if tile != row[0]:
            table.page.keyboard.press("ArrowRight")
        expect(table.tile(tile)).to_be_focused()


def test_to_the_status_while_others_play(me: Window, folder: Path) -> None:
    table = set_up(me, "unikato", ["open"], {"starter": "first"})["table"]
    me.visit(f"/t/{table}")
    Opponent(me, table)
    me.press_until("Tab", "main .button.primary")
    me.page.keyboard.press("Enter")
    me.plays()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    tiles = TileTable(me, folder)
    if tiles.fitting():
        lay_a_tile(tiles)
    else:
        me.page.keyboard.press("Enter")
        me.press_until("Tab", "[data-source]")
        me.page.keyboard.press("Enter")
        me.press_until("Tab", "[data-testid=confirm]")
        tiles.after(lambda: me.page.keyboard.press("Enter"))
    if tiles.phase == "draw":
        expect(me.page.locator("[data-display-tile]:focus")).to_have_count(1)
        tiles.after(lambda: me.page.keyboard.press("Enter"))
    if tiles.phase == "second":
        expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    else:
        expect(me.status).to_be_focused()
