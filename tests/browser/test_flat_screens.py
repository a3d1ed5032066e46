"""A phone on its side, and a page zoomed to 200 %: table and hand side by side, nothing out of sight."""

from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import ComeIn
from tests.browser.test_everybody import is_open_to_all
from tests.browser.tiletable import TileTable

SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 844, "height": 390},
    "zoomed": {"width": 640, "height": 400},
}


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
    expect(me.ending.get_by_role("heading")).to_be_in_viewport(ratio=1)
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
