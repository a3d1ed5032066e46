"""Where somebody has set the colours for all pages, what is chosen, lit and focused still differs."""

from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.games.unikato.test_everybody import something_fits
from tests.browser.kit.blocktable import alone
from tests.browser.kit.cardtable import play_alone
from tests.browser.kit.opponent import Opponent
from tests.browser.kit.poletable import PoleTable, sit_in
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window

LOOK: Final = """
node => [node, ...node.querySelectorAll("*")].flatMap((part) => [null, "::before"].map((pseudo) => {
  const style = getComputedStyle(part, pseudo);
  if (style.content === "none") return "";
  const line = (kind) => ["Color", "Style", "Width"].map((of) => style[kind + of]);
  const [outline, border] = [style.outlineStyle !== "none" && line("outline"), line("border")];
  const { boxShadow, backgroundColor, fill, stroke, strokeWidth } = style;
  return [outline, border, boxShadow, backgroundColor, fill, stroke, strokeWidth];
})).join("; ")
"""


def look(place: Locator) -> str:
    """With which colours something is drawn, as the browser has decided."""
    drawn: str = place.evaluate(LOOK)
    return drawn


def frame(place: Locator) -> str:
    """The same of the thing itself, without what is drawn in it."""
    return look(place).split("; ")[0]


def differ(**looks: str) -> None:
    for (one, its), (other, others) in combinations(looks.items(), 2):
        assert its != others, f"{one} looks like {other}"


def test_every_table_and_the_start_page(come_in: ComeIn, folder: Path) -> None:
    me = come_in(forced_colors="active")
    pegs_and_towers(me)
    tiles(TileTable(me, folder).sit_with(something_fits))
    cards(me)
    the_page(me.visit())


@pytest.mark.deep
def test_poles_and_blocks(come_in: ComeIn) -> None:
    me = come_in(forced_colors="active")
    poles(*sit_in(me))
    blocks(me)


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
    white, black = play_alone(lambda: me, fits="shown")
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


def poles(me: PoleTable, people: list[Opponent]) -> None:
    """Who has chosen, grabbed first or was left over differs from who has not; so do poles to be grabbed."""
    left, right = (person.view["you"] for person in people)
    me.page.keyboard.press("Tab")
    me.cards.first.focus()
    differ(focused=look(me.cards.first), plain=look(me.cards.nth(1)))
    people[0].make(f"pass 1.1 {people[0].view['hands'][left][0]}")
    expect(me.plate(left)).to_have_attribute("data-chosen", "true")
    chose, plate = frame(me.plate(left)), frame(me.plate(right))
    differ(chose=chose, plain=plate)
    plain = look(me.poles.last)
    me.poles.last.focus()
    differ(plain=plain, focused=look(me.poles.last))
    me.cards.first.focus()
    people[1].make(f"grab 1 {me.first_pole()}")
    me.is_in("grabbing")
    differ(free=look(me.poles.last), plain=plain)
    differ(first=frame(me.plate(right)), chose=chose, plain=plate)


def blocks(me: Window) -> None:
    """The chosen level, a piece in the hand, one that lies on the board, and the focus."""
    table = alone(me, solo="time")
    levels = me.page.locator("[data-choose]")
    levels.first.wait_for()
    plain = look(levels.last)
    levels.last.focus()
    me.page.keyboard.press("Tab")
    me.page.keyboard.press("Shift+Tab")
    differ(focused=look(levels.last), plain=plain)
    table.choose(1)
    table.is_in("building")
    (first, cubes), (second, _), *_ = table.solution()
    plain = frame(table.piece(second))
    table.lay_by_keys(first, cubes)
    me.page.keyboard.press(second)
    expect(table.piece(second)).to_have_attribute("data-state", "held")
    differ(held=frame(table.piece(second)), plain=plain)
    table.piece(first).focus()
    differ(focused=frame(table.piece(first)), plain=plain)
    faded = table.piece(first).locator("svg").evaluate("it => getComputedStyle(it).opacity")
    assert float(faded) < 0.5, "it lies on the board"


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
