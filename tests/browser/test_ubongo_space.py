"""Ubongo's board in space: carried from the tray, tumbled by swipes, drawn only when something moves."""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.blocktable import BlockTable
from tests.browser.conftest import CALM, ComeIn, chromium
from tests.browser.match import set_up
from tests.browser.words import word
from ukumbi.games.ubongo.pieces import Shape

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

    (first, cubes), (second, _), *_ = table.solution()
    _lands_where_its_shadow_was(table, first, cubes)
    _the_view_turns_and_comes_back(table)
    _stands_still(table)

    table.piece(second).click()
    before = table.piece(second).inner_html()
    x, y, wide, high = _picture(table)
    table.page.mouse.move(x + wide / 2, y + high * 0.9)
    table.page.mouse.down()
    table.page.mouse.move(x + wide / 2 + 60, y + high * 0.9)  # quick, or it is no swipe
    table.page.mouse.up()
    expect(table.piece(second)).not_to_have_js_property("innerHTML", before)

    space.locator("canvas").evaluate(LOSE)
    expect(table.button("flat")).to_be_visible()
    expect(table.page.locator("[data-on]").first).to_be_visible()


def _picture(table: BlockTable) -> tuple[float, float, float, float]:
    box = table.button("space-bench").bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def _lands_where_its_shadow_was(table: BlockTable, piece: str, cubes: Shape) -> None:
    """Turned so that there is a place for it, and carried about until one is near."""
    x, y, wide, high = _picture(table)
    mouse, space = table.page.mouse, table.button("space-bench")
    for number, way in enumerate(table.quarters(piece, cubes)):
        if number == 0:
            table.piece(piece).click()
        table.page.locator(f'[data-tumble="{way}"]').click()
    table.piece(piece).hover()
    mouse.down()
    points = product((0.5, 0.6, 0.4), (0.5, 0.6, 0.4, 0.7, 0.3))
    while not (target := space.get_attribute("data-target")):
        down, across = next(points)
        mouse.move(x + wide * across, y + high * down, steps=2)
    mouse.up()
    expect(table.piece(piece)).to_have_attribute("data-state", "lies")
    put, _, which, *laid = table.window.moves_sent()[-1]["move"].split()
    assert (put, which, sorted(laid)) == ("put", piece, target.split())


def _the_view_turns_and_comes_back(table: BlockTable) -> None:
    """A drag beside the pieces turns the board itself."""
    x, y, wide, high = _picture(table)
    usual = table.button("space-bench").get_by_role("button", name=word("board.usual"))
    expect(usual).to_have_count(0)
    table.page.mouse.move(x + wide * 0.3, y + high * 0.95)
    table.page.mouse.down()
    table.page.mouse.move(x + wide * 0.3 + 90, y + high * 0.95, steps=2)
    table.page.mouse.up()
    usual.click()
    expect(usual).to_have_count(0)


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
