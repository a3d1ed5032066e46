"""A phone on its side, and a page zoomed to 200 %: table and hand side by side, nothing out of sight."""

from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.access.test_everybody import is_open_to_all
from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import alone
from tests.browser.kit.cardtable import sit_alone
from tests.browser.kit.poletable import sit_in
from tests.browser.kit.stand_in import play_the_round
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.lobby.test_languages import choose

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 844, "height": 390},
    "zoomed": {"width": 640, "height": 400},
}

WHOLE: Final = 0.999
"""The browser's sums are not exact."""
STICKS_OUT: Final = """
place => {
  const { left, right } = place.getBoundingClientRect();
  const cut = (part) => {
    const { left: from, right: to, width } = part.getBoundingClientRect();
    const wide = part.matches("button:not([data-pole])") && part.scrollWidth > part.clientWidth + 1;
    return width > 1 && (from < left - 1 || to > right + 1 || wide);
  };
  const parts = [...place.querySelectorAll("*:not(svg *, .unseen)")];
  return parts.filter((part) => part.checkVisibility() && cut(part)).map((part) => part.outerHTML);
}
"""
"""What a board has beyond its sides, and buttons that have more to say than there is room for."""
each_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


def is_all_there(me: Window, *parts: Locator) -> None:
    """In sight without scrolling, and whole, in the language with the longest words."""
    for language in ("en", "de", "fr"):
        choose(me, language)
        for part in (*parts, me.status):
            expect(part).to_be_in_viewport(ratio=WHOLE)
        # What has just come or gone may still be on its way.
        me.until(lambda: me.page.get_by_test_id("place").evaluate(STICKS_OUT) == [])
    choose(me, "en")
    assert me.page.evaluate("scrollY") == 0
    assert me.page.evaluate("document.documentElement.scrollWidth") == me.page.evaluate("innerWidth")


def are_apart(table: Locator, *hand: Locator) -> None:
    """None lies over another."""
    boxes = [part.bounding_box() for part in (table, *hand)]
    lying = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in boxes if box]
    assert len(lying) == len(boxes)
    left, top, right, bottom = lying[0]
    for x, y, to_x, to_y in lying[1:]:
        assert x >= right - 1 or to_x <= left + 1 or y >= bottom - 1 or to_y <= top + 1


def test_a_few_turns_of_rukuni(come_in: ComeIn) -> None:
    me = come_in(viewport=SIZES["phone"]).play_the_bot()
    for number, size in enumerate((*SIZES.values(), *SIZES.values())):
        me.page.set_viewport_size(size)
        for corner in ("a1", "a5", "e1", "e9", "i5", "i9"):
            expect(me.hollow(corner)).to_be_in_viewport(ratio=0.9)
        expect(me.status).to_be_in_viewport(ratio=1)
        me.any_turn(Random(number))
        me.shows(3 + 2 * number)
        assert me.page.evaluate("scrollY") == 0
        assert me.page.evaluate("document.documentElement.scrollWidth") == size["width"]
    me.press("act.resign")
    me.press("act.resign.yes")
    expect(me.result).to_be_in_viewport(ratio=1)
    beside = me.page.locator("aside")
    assert beside.evaluate("it => it.scrollWidth <= it.clientWidth")


@pytest.mark.deep
def test_a_chain_of_unikato(come_in: ComeIn, folder: Path) -> None:
    me = come_in(viewport=SIZES["phone"])
    table = TileTable(me, folder).sit_with(lambda view: bool(view.fits))
    for size in SIZES.values():
        me.page.set_viewport_size(size)
        for part in (
            me.page.get_by_test_id("table"),
            table.bag,
            me.page.locator("[data-rack-tile]").last,
            me.status,
        ):
            expect(part).to_be_in_viewport(ratio=1)
    table.any_chain(Random(1))
    for size in SIZES.values():
        me.page.set_viewport_size(size)
        expect(me.page.get_by_test_id("confirm")).to_be_in_viewport(ratio=1)
        is_open_to_all(me)
        assert me.page.evaluate("document.documentElement.scrollWidth") == size["width"]
    table.do("confirm")
    assert me.page.evaluate("document.documentElement.scrollWidth") == SIZES["zoomed"]["width"]


def test_the_next_round_of_unikato_is_in_reach(come_in: ComeIn, folder: Path) -> None:
    """Below the sheet with the points."""
    me = come_in(viewport=SIZES["phone"])
    TileTable(me, folder).sit("1", rounds=2).my_turn()
    play_the_round(me)
    expect(me.page.get_by_test_id("sheet")).to_be_in_viewport(ratio=WHOLE)
    expect(me.page.get_by_test_id("ready")).to_be_in_viewport(ratio=WHOLE)


@each_size
@pytest.mark.deep
def test_a_card_of_ukuma(come_in: ComeIn, size: ViewportSize) -> None:
    """The first card chosen, a card laid, a draw offered, between two games."""
    me = come_in(viewport=size)
    black, other = sit_alone(lambda: me, white="second", fits="shown", best_of=3)
    other.begin()
    black.starts.first.wait_for()
    is_all_there(me, black.button("table"), black.starts.first, black.starts.last)
    are_apart(black.button("table"), black.starts.first)
    black.begin()
    black.is_in("playing")
    expect(black.held).to_have_count(3)
    is_all_there(
        me, black.button("table"), *black.held.all(), black.button("discard"), black.button("resign")
    )
    are_apart(black.button("table"), *black.held.all())
    _, card, cell = black.fitting()
    black.lay(card, cell)
    black.shows(cell)
    other.make("draw")
    is_all_there(me, black.button("accept"), black.held.first)
    other.make("resign")
    black.is_in("between")
    is_all_there(me, black.button("ready"))


@each_size
@pytest.mark.deep
def test_a_round_of_zuma(come_in: ComeIn, size: ViewportSize) -> None:
    """A card chosen, a pole grabbed, the round counted."""
    me, (left, right) = sit_in(come_in(viewport=size))
    me.poles.first.wait_for()
    board = [me.plate(person.view["you"]) for person in (left, right)]
    is_all_there(me.window, *board, *me.poles.all(), me.cards.first, me.cards.last, me.button("sheet"))
    are_apart(me.poles.first, *me.cards.all(), *board)
    sign = me.hand()[0]
    me.page.mouse.click(*me.edge(0))
    me.lays_ready(sign)
    pole = me.first_pole()
    left.make(f"grab {me.view['round']} {pole}")
    me.is_in("grabbing")
    is_all_there(me.window, *board, me.poles.first)
    right.make(f"grab {me.view['round']} {pole}")
    duel = me.page.locator(f'[data-duel="{pole}"]')
    is_all_there(me.window, duel)
    are_apart(duel, me.poles.first)
    me.poles.first.click()
    me.is_counted()
    is_all_there(me.window, me.button("ready"))


@each_size
@pytest.mark.deep
def test_a_task_of_ubongo(come_in: ComeIn, size: ViewportSize) -> None:
    """A level chosen, the first piece turned and laid with the mouse."""
    me = come_in(viewport=size)
    table = alone(me, solo="time")
    levels = me.page.locator("[data-choose]")
    levels.first.wait_for()
    is_all_there(me, *levels.all())
    table.choose(4)
    table.is_in("building")
    pieces, tools = me.page.locator("[data-piece]"), me.page.locator("[data-tumble]")
    pieces.first.wait_for()
    is_all_there(me, table.button("flat"), *pieces.all(), *tools.all(), table.button("lay"))
    are_apart(me.page.locator("[data-level='0']"), *pieces.all(), *tools.all())
    table.lay_by_mouse(*table.solution()[0])
    is_all_there(me, *pieces.all(), table.button("undo"))
