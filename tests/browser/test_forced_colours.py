"""Where somebody has set the colours for all pages, what is chosen, lit and focused still differs."""

from itertools import combinations
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, expect

from tests.browser.cardtable import play
from tests.browser.conftest import ComeIn
from tests.browser.test_unikato_everybody import something_fits
from tests.browser.tiletable import TileTable

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


def test_pegs_and_towers(come_in: ComeIn) -> None:
    me = come_in(forced_colors="active").play_the_bot()
    me.page.locator("[data-hollow][tabindex='0']").focus()
    me.page.keyboard.press("ArrowUp")
    focused = me.page.locator("[data-hollow]:focus")
    differ(focused=look(focused), plain=look(me.hollow("i5")))
    me.begin_a_turn()
    board = me.page.locator(".board > svg").last
    expect(board.locator(".chosen")).to_have_count(1)
    differ(chosen=look(board.locator(".chosen")), lit=look(board.locator(".light").first))


def test_tiles(come_in: ComeIn, folder: Path) -> None:
    me = come_in(forced_colors="active")
    table = TileTable(me, folder).sit_with(something_fits)
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


def test_cards(come_in: ComeIn) -> None:
    white, black = play(lambda **wishes: come_in(forced_colors="active", **wishes), places="shown")
    for table in (white, black):
        table.throw_away()
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


def test_the_page(come_in: ComeIn) -> None:
    """Buttons keep an edge, and the chosen level stands out."""
    me = come_in(forced_colors="active").visit()
    plain, first = me.on_the_shelf("lobby.invite"), me.on_the_shelf("lobby.play")
    plain.wait_for()
    differ(plain=look(plain), first=look(first))
    rungs = me.page.locator('[data-game="rukuni"] .rungs')
    differ(
        chosen=look(rungs.locator("input:checked + span")),
        other=look(rungs.locator("input:not(:checked) + span").last),
    )
    assert plain.evaluate("it => getComputedStyle(it).borderStyle") == "solid"
