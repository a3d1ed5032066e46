"""Where somebody has set the colours for all pages, what is chosen, lit and focused still differs."""

from itertools import combinations
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, expect

from tests.browser.cardtable import play_alone
from tests.browser.conftest import ComeIn
from tests.browser.test_unikato_everybody import something_fits
from tests.browser.tiletable import TileTable
from tests.browser.window import Window

LOOK: Final = """
node => [node, ...node.querySelectorAll("*")].map((part) => {
  const style = getComputedStyle(part);
  const outline = style.outlineStyle !== "none" && style.outlineColor;
  const { boxShadow, borderColor, backgroundColor, fill, stroke, strokeWidth } = style;
  return [outline, boxShadow, borderColor, backgroundColor, fill, stroke, strokeWidth];
}).join("; ")
"""


def look(place: Locator) -> str:
    """With which colours something is drawn, as the browser has decided."""
    drawn: str = place.evaluate(LOOK)
    return drawn


def differ(**looks: str) -> None:
    for (one, its), (other, others) in combinations(looks.items(), 2):
        assert its != others, f"{one} looks like {other}"


def test_every_table_and_the_start_page(come_in: ComeIn, folder: Path) -> None:
    me = come_in(forced_colors="active")
    pegs_and_towers(me)
    tiles(TileTable(me, folder).sit_with(something_fits))
    cards(me)
    the_page(me.visit())


def pegs_and_towers(me: Window) -> None:
    me.play_the_bot()
    me.page.locator("[data-hollow][tabindex='0']").focus()
    me.page.keyboard.press("ArrowUp")
    focused = me.page.locator("[data-hollow]:focus")
    differ(focused=look(focused), plain=look(me.hollow("i5")))
    me.begin_a_turn()
    board = me.page.locator(".board > svg").last
    expect(board.locator(".chosen")).to_have_count(1)
    differ(chosen=look(board.locator(".chosen")), lit=look(board.locator(".light").first))


def tiles(table: TileTable) -> None:
    me = table.window
    tile = table.tile(table.fitting()[0])
    plain, dark = look(tile), look(me.page.locator("[data-place]").first)
    sort = me.page.locator("[data-sort]")
    sort.first.click()
    differ(pressed=look(sort.first), other=look(sort.last))
    me.page.keyboard.press("Tab")
    tile.focus()
    focused = look(tile)
    tile.click()
    differ(plain=plain, focused=focused, chosen=look(tile))
    lit = me.page.locator("[data-place][data-lit]").first
    differ(lit=look(lit), dark=dark)
    before = look(lit)
    lit.focus()
    me.page.keyboard.press("ArrowRight")
    differ(lit=before, focused=look(me.page.locator("[data-place]:focus")))


def cards(me: Window) -> None:
    white, black = play_alone(lambda: me, places="shown")
    white.throw_away()
    black.make("discard")
    expect(white.button("discards-far").locator("svg")).to_have_count(3)
    place, card, _ = white.fitting()
    plain = look(white.card(card))
    white.page.keyboard.press(str(int(place) + 1))
    white.lit.first.wait_for()
    chosen = look(white.card(card))
    kinds = {
        "aimed": white.page.get_by_test_id("target"),
        "lit": white.page.locator("[data-lit]:has(.lit)"),  # not the one aimed at: there the card is drawn
        "dark": white.page.locator("[data-free]:not([data-lit])"),
    }
    differ(**{kind: look(cells.first) for kind, cells in kinds.items() if cells.count()})
    elsewhere = look(white.page.locator("[data-free]:not(:focus)").first)
    white.page.keyboard.press("ArrowRight")
    differ(elsewhere=elsewhere, focused=look(white.page.locator("[data-free]:focus")))
    white.page.keyboard.press("Escape")
    white.page.keyboard.press("Tab")
    white.card(card).focus()
    differ(plain=plain, chosen=chosen, focused=look(white.card(card)))


def the_page(me: Window) -> None:
    """Buttons keep an edge, and the chosen level stands out."""
    plain, first = me.on_the_shelf("lobby.invite"), me.on_the_shelf("lobby.play")
    plain.wait_for()
    differ(plain=look(plain), first=look(first))
    rungs = me.page.locator('[data-game="rukuni"] .rungs')
    differ(
        chosen=look(rungs.locator("input:checked + span")),
        other=look(rungs.locator("input:not(:checked) + span").last),
    )
    assert plain.evaluate("it => getComputedStyle(it).borderStyle") == "solid"
