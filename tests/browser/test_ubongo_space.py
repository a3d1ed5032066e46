"""Ubongo's board in space: carried from the tray, tumbled by swipes, drawn only when something moves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.blocktable import BlockTable
from tests.browser.conftest import CALM, ComeIn, chromium
from tests.browser.match import set_up

FRAMES = (
    "new Promise(done => { let n = 20; const on = () => (n-- ? requestAnimationFrame(on) : done()); on(); })"
)
LOSE = "canvas => canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"


@pytest.fixture(scope="module")
def drawing(chrome: Browser) -> Iterator[Browser]:
    """A browser that draws in space, with the processor alone."""
    args = [*CALM, "--enable-unsafe-swiftshader"]
    browser = chrome.browser_type.launch(executable_path=chromium(), args=args)
    yield browser
    browser.close()


def test_a_task_is_begun_in_space(come_in: ComeIn, drawing: Browser) -> None:
    me = come_in(through=drawing).excuse("GL Driver Message", "THREE.WebGLRenderer: Context Lost")
    table = BlockTable(me)
    me.page.add_init_script("localStorage.setItem('ukumbi.ubongo.look', 'space')")
    me.visit(f"/t/{set_up(me, 'ubongo', [], {'solo': 'tasks'})['table']}")
    table.choose(1)
    space = table.button("space-bench")
    expect(space).to_be_visible()
    _stands_still(table)

    first, second, *_ = table.view["sides"][0]["task"]
    _drag_from_the_tray(table, first)
    expect(table.piece(first)).to_have_attribute("data-state", "lies")
    _stands_still(table)

    table.piece(second).click()
    before = table.piece(second).inner_html()
    x, y, wide, high = _picture(table)
    table.page.mouse.move(x + wide / 2, y + high * 0.9)
    table.page.mouse.down()
    table.page.mouse.move(x + wide / 2 + 60, y + high * 0.9, steps=3)
    table.page.mouse.up()
    expect(table.piece(second)).not_to_have_js_property("innerHTML", before)

    space.locator("canvas").evaluate(LOSE)
    expect(table.button("flat")).to_be_visible()
    expect(table.page.locator("[data-on]").first).to_be_visible()


def _picture(table: BlockTable) -> tuple[float, float, float, float]:
    box = table.button("space-bench").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def _drag_from_the_tray(table: BlockTable, piece: str) -> None:
    x, y, wide, high = _picture(table)
    table.piece(piece).hover()
    table.page.mouse.down()
    table.page.mouse.move(x + wide / 2, y + high / 2, steps=6)
    table.page.mouse.up()


def _stands_still(table: BlockTable) -> None:
    """Nothing is drawn while nothing moves."""
    space = table.button("space-bench")
    while True:
        before = space.get_attribute("data-frames")
        table.page.evaluate(FRAMES)
        if space.get_attribute("data-frames") == before:
            break
    assert before is not None
    assert int(before) < 100
