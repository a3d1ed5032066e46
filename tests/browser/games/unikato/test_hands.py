"""Hands on Unikato: tiles are dragged, the table is zoomed, the rack is sorted. Nothing of it is sent."""

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewScene
from tests.browser.kit.axe import is_open_to_all
from tests.browser.kit.scene import Scene
from tests.browser.kit.scenetiles import SceneTiles
from tests.browser.kit.screens import PHONE
from tests.browser.kit.tiletable import TileTable, something_fits
from ukumbi.games.unikato.tiles import FEATURES, NAMED, values

pytestmark = pytest.mark.browser


def middle(goal: Locator) -> tuple[float, float]:
    box = goal.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def width(goal: Locator) -> float:
    box = goal.bounding_box()
    assert box is not None
    return box["width"]


def drag(table: TileTable, start: Locator, to: tuple[float, float]) -> None:
    mouse = table.window.page.mouse
    mouse.move(*middle(start))
    mouse.down()
    mouse.move(*to, steps=8)
    mouse.up()


def drawn(table: TileTable) -> None:
    """Wait until the page has been drawn twice: what was done before is on the screen then."""
    table.window.page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def rack_order(table: TileTable) -> list[str]:
    tiles = table.window.page.locator("[data-rack-tile]")
    return [tile.get_attribute("data-rack-tile") or "" for tile in tiles.all()]


def test_a_tile_moves_along_the_rack_by_taps_on_a_phone(new_scene: NewScene) -> None:
    table = SceneTiles(new_scene(**PHONE), by_tap=True).sit_with(something_fits)
    before = rack_order(table)
    first, second, *rest = before
    left, right = table.button("rack-left"), table.button("rack-right")
    expect(right).to_have_count(0)
    table.touch(table.tile(first))
    expect(left).to_be_disabled()
    for button in (left, right):
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    table.touch(right)
    drawn(table)
    assert rack_order(table) == [second, first, *rest]
    table.touch(left)
    drawn(table)
    assert rack_order(table) == before
    table.touch(table.tile(first))
    expect(right).to_have_count(0)
    assert table.window.moves_sent() == []
    table.any_chain(Random(1))
    is_open_to_all(table.window)


def test_tiles_and_table_under_the_mouse(scene: Scene) -> None:
    table = SceneTiles(scene).sit_with(something_fits)
    the_wheel_zooms_and_show_all_brings_it_back(table)
    the_rack_is_ordered_by_hand(table)
    for number in range(len(FEATURES)):
        the_rack_is_sorted_by_a_feature(table, number)
    a_tile_is_dragged_to_its_place(table)
    assert table.window.moves_sent() == []


def a_tile_is_dragged_to_its_place(table: TileTable) -> None:
    tile = table.fitting()[0]
    table.touch(table.tile(tile))
    place = table.lit()[0]
    goal = middle(table.place(place))
    table.touch(table.tile(tile))
    drag(table, table.tile(tile), goal)
    expect(table.thoughts).to_have_count(1)
    assert table.window.moves_sent() == []


def the_wheel_zooms_and_show_all_brings_it_back(table: TileTable) -> None:
    start = table.window.page.locator("[data-at='0,0']")
    before = width(start)
    table.window.page.mouse.move(*middle(start))
    table.window.page.mouse.wheel(0, 600)
    drawn(table)
    assert width(start) < before * 0.95
    table.touch(table.button("show-all"))
    drawn(table)
    assert abs(width(start) - before) < before * 0.05


def the_rack_is_sorted_by_a_feature(table: TileTable, number: int) -> None:
    feature = FEATURES[number][0]
    before = set(rack_order(table))
    sort = table.window.page.locator(f"[data-sort={feature}]")
    sort.click()
    expect(sort).to_have_attribute("aria-pressed", "true")
    order = rack_order(table)
    assert set(order) == before
    worth = [values(NAMED[name])[number] for name in order]
    assert worth == sorted(worth)


def the_rack_is_ordered_by_hand(table: TileTable) -> None:
    first, *others = rack_order(table)
    drag(table, table.tile(first), middle(table.tile(others[-1])))
    drawn(table)
    order = rack_order(table)
    assert order[0] != first
    assert [name for name in order if name != first] == others
    assert table.window.moves_sent() == []
