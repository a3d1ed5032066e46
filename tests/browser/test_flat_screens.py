"""A phone on its side, and a page zoomed to 200 %: table and hand side by side, nothing out of sight."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.test_everybody import SHADES, violations
from tests.browser.tiletable import TileTable

SIZES = {"phone": {"width": 844, "height": 390}, "zoomed": {"width": 640, "height": 400}}
each_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@each_size
def test_a_few_turns_of_rukuni(come_in: ComeIn, size: dict[str, int]) -> None:
    me = come_in(viewport=size).play_the_bot()
    for corner in ("a1", "a5", "e1", "e9", "i5", "i9"):
        expect(me.hollow(corner)).to_be_in_viewport(ratio=0.9)
    expect(me.status).to_be_in_viewport(ratio=1)
    for number in range(2):
        me.any_turn(Random(number))
        me.shows(3 + 2 * number)
    assert me.page.evaluate("scrollY") == 0
    assert me.page.evaluate("document.documentElement.scrollWidth") == size["width"]


@each_size
def test_a_chain_of_unikato(come_in: ComeIn, size: dict[str, int], folder: Path) -> None:
    me = come_in(viewport=size)
    table = TileTable(me, folder).sit_with(lambda view: bool(view.fits))
    for part in (
        me.page.get_by_test_id("table"),
        table.bag,
        me.page.locator("[data-rack-tile]").last,
        me.status,
    ):
        expect(part).to_be_in_viewport(ratio=1)
    table.any_chain(Random(1))
    expect(me.page.get_by_test_id("confirm")).to_be_in_viewport(ratio=1)
    for shade in SHADES:
        me.page.emulate_media(color_scheme=shade)
        assert violations(me) == []
    table.do("confirm")
    assert me.page.evaluate("document.documentElement.scrollWidth") == size["width"]
