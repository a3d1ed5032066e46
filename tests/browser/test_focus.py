"""With the keyboard alone: when a button is gone, the focus is where the next step is, never nowhere."""

from itertools import pairwise, starmap
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.cardtable import CardTable, sit_down
from tests.browser.conftest import ComeIn
from tests.browser.match import set_up
from tests.browser.stand_in import play_the_round
from tests.browser.test_unikato_everybody import press_until, something_fits
from tests.browser.tiletable import TileTable
from tests.browser.window import Window
from ukumbi.games.unikato.view import UnikatoView


def lay_a_tile(table: TileTable) -> None:
    """The first that fits, in the first place where it does, and no more."""
    keyboard = table.page.keyboard
    press_until(table.window, "Tab", "[data-rack-tile]")
    press_until(table.window, "ArrowRight", "[data-rack-tile][data-fits]")
    keyboard.press("Enter")
    expect(table.page.locator("[data-place]:focus")).to_have_count(1)
    keyboard.press("Enter")
    expect(table.button("confirm")).to_be_enabled()
    press_until(table.window, "Tab", "[data-testid=confirm]")
    table.after(lambda: keyboard.press("Enter"))


def test_to_the_display_after_laying_and_to_the_rack_after_drawing(me: Window, folder: Path) -> None:
    table = TileTable(me, folder).sit_with(something_fits)
    lay_a_tile(table)
    expect(me.page.locator("[data-display-tile]:focus")).to_have_count(1)
    table.after(lambda: me.page.keyboard.press("Enter"))
    table.my_turn()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)


def test_to_the_status_while_others_play(come_in: ComeIn, folder: Path) -> None:
    host, friend = come_in().visit(), come_in().visit()
    table = set_up(host, "unikato", ["open"], {"starter": "first"})["table"]
    host.visit(f"/t/{table}")
    friend.sit_down(table)
    friend.get_ready()
    press_until(host, "Tab", "main .button.primary")
    host.page.keyboard.press("Enter")
    host.plays()
    expect(host.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    tiles = TileTable(host, folder)
    if tiles.fitting():
        lay_a_tile(tiles)
    else:
        host.page.keyboard.press("Enter")
        press_until(host, "Tab", "[data-source]")
        host.page.keyboard.press("Enter")
        press_until(host, "Tab", "[data-testid=confirm]")
        tiles.after(lambda: host.page.keyboard.press("Enter"))
    if tiles.phase == "draw":
        expect(host.page.locator("[data-display-tile]:focus")).to_have_count(1)
        tiles.after(lambda: host.page.keyboard.press("Enter"))
    if tiles.phase == "second":
        expect(host.page.locator("[data-rack-tile]:focus")).to_have_count(1)
    else:
        expect(host.status).to_be_focused()


def test_to_the_rack_when_a_second_action_is_won(me: Window, folder: Path) -> None:
    table = TileTable(me, folder).sit_with(_double)
    view = table.truth.view(me.you)
    first, second, third = _corner(view)
    for tile, place in zip((first, second, third), ("1,0", "1,1", "0,1"), strict=True):
        table.lay(tile, place)
    press_until(me, "Tab", "[data-testid=confirm]")
    table.after(lambda: me.page.keyboard.press("Enter"))
    expect(table.button("decline")).to_be_visible()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)


def _double(view: UnikatoView) -> bool:
    return bool(_corner(view))


def _corner(view: UnikatoView) -> tuple[str, ...]:
    """Three tiles that lie around a corner of the first tile on the table, each beside the one before."""
    rack, start = view.racks[0] or (), view.table[0].tile
    for first in rack:
        for second in rack:
            for third in rack:
                ring = (start, first, second, third, start)
                if first != third and all(starmap(_fit, pairwise(ring))):
                    return first, second, third
    return ()


def _fit(one: str, other: str) -> bool:
    return sum(a != b for a, b in zip(one, other, strict=True)) == 1


def test_to_the_status_when_ready_for_the_next_round(me: Window, folder: Path) -> None:
    table = TileTable(me, folder)
    me.visit()
    table.sit("novice", rounds=2)
    play_the_round(me)
    expect(table.button("ready")).to_be_enabled()
    press_until(me, "Tab", "[data-testid=ready]")
    me.page.keyboard.press("Enter")
    expect(table.button("ready")).to_have_count(0)
    table.my_turn()
    expect(me.page.locator("[data-rack-tile]:focus")).to_have_count(1)


def test_to_the_hand_after_the_start_card(come_in: ComeIn) -> None:
    _, black = sit_down(come_in)
    chooses(black)
    black.is_in("playing")
    expect(black.page.locator("[data-card]:focus")).to_have_count(1)


def chooses(black: CardTable) -> None:
    expect(black.starts.first).to_be_visible()
    press_until(black.window, "Tab", "[data-start]")
    black.page.keyboard.press("Enter")
    expect(black.starts).to_have_count(0)
    expect(black.window.page.locator("body:focus")).to_have_count(0)
