"""Ubongo's board in space among several: built on quickly, and looked at from all sides after the round."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.gallery import choose
from tests.browser.kit.spacetable import SpaceTable, in_company

HAS = "(canvas, kind) => canvas.getContext(kind) !== null"
"""A canvas that is drawn on in one way answers for that way alone."""
PICTURE = "canvas => canvas.toDataURL()"


@pytest.mark.deep
def test_building_in_company_and_turning_a_solution(come_in: ComeIn, drawing: Browser) -> None:
    """The builder draws with WebGL, though the board was laid before the sand ran."""
    host, friend = in_company(come_in, drawing)
    canvas = host.space.locator("canvas")
    assert canvas.evaluate(HAS, "webgl2")
    for piece, cubes in host.solution():
        host.turn_by_hand(piece, cubes)
        host.lay_in_space(piece, cubes)
        if piece != host.solution()[-1][0]:
            expect(host.piece(piece)).to_have_attribute("data-state", "lies")
    expect(friend.other(host.view["you"])).to_contain_text("1.")
    friend.solve(friend.lay_by_keys)

    host.is_in("between")
    for which in ("built", "solution"):
        choose(host, which)
        assert canvas.evaluate(HAS, "2d")
        _turns(host)


def _turns(table: SpaceTable) -> None:
    """By a drag, and back again with the button."""
    canvas, mouse = table.space.locator("canvas"), table.page.mouse
    before = _settled(table)
    expect(table.usual).to_have_count(0)
    mouse.move(*table.spot(0.5, 0.5))
    mouse.down()
    mouse.move(*table.spot(0.7, 0.5), steps=4)
    mouse.up()
    expect(table.usual).to_be_visible()
    assert _settled(table) != before
    table.usual.click()
    expect(table.usual).to_have_count(0)
    table.window.until(lambda: canvas.evaluate(PICTURE) == before)


def _settled(table: SpaceTable) -> str:
    """The picture once it is not drawn again."""
    while True:
        before = table.space.get_attribute("data-frames")
        picture: str = table.space.locator("canvas").evaluate(PICTURE)
        table.rests()
        if table.space.get_attribute("data-frames") == before != "0":
            return picture
