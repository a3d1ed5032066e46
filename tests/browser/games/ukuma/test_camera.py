"""The tables of ukuma and Unikato are moved and brought nearer, by hand, by buttons and by keys."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewScene
from tests.browser.kit.cardtable import CardTable
from tests.browser.kit.languages import choose
from tests.browser.kit.scene import Scene
from tests.browser.kit.scenecards import lay_for, playing, sit
from tests.browser.kit.scenetiles import SceneTiles
from tests.browser.kit.screens import DESK, FLAT, PHONE, SCREENS
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, ukuma, word

ON_ITS_SIDE = {"viewport": FLAT, "has_touch": True, "is_mobile": True}
LONG = 24
"""Cards: more than most games see."""
_CAMERA = """
() => {
  const camera = document.querySelector("g.camera");
  const { a, f } = new DOMMatrix(getComputedStyle(camera).transform);
  return [a, f, camera.ownerSVGElement.getBoundingClientRect().height];
}
"""
"""The scale of the drawing, where its upper edge is, and the height of the room."""


def left_edge(table: CardTable, cell: str) -> float:
    box = table.cell(cell).bounding_box()
    assert box is not None
    return box["x"]


def width(table: CardTable) -> float:
    """Of a cell, on the screen."""
    box = table.page.locator("[data-laid]").first.bounding_box()
    assert box is not None
    return box["width"]


def press(table: CardTable, key: str) -> None:
    table.page.get_by_role("button", name=word(key), exact=True).click()


def test_the_table_is_dragged_and_shown_whole_again(scene: Scene) -> None:
    """A drag is no touch. Columns and rows have the names of the history."""
    white = sit(scene, playing())
    white.names_its_columns_and_rows()
    before = left_edge(white, "f4")
    x, y = white.middle(white.button("table"))
    white.page.mouse.move(x - 150, y + 60)
    white.page.mouse.down()
    white.page.mouse.move(x - 50, y + 60, steps=5)
    white.page.mouse.up()
    assert left_edge(white, "f4") == pytest.approx(before + 100, abs=1)
    assert white.window.moves_sent() == []
    white.names_its_columns_and_rows()
    press(white, "board.all")
    assert left_edge(white, "f4") == pytest.approx(before, abs=1)


@pytest.mark.deep
def test_on_a_phone_the_table_is_brought_nearer_and_the_edges_are_counted(new_scene: NewScene) -> None:
    """As many rows are out of sight as are left when those in sight are taken away."""
    white = sit(new_scene(**PHONE), playing(size="dining"))
    before = width(white)
    press(white, "board.nearer")
    assert width(white) == pytest.approx(before * 1.3, rel=0.02)
    press(white, "board.farther")
    assert width(white) == pytest.approx(before, rel=0.02)
    for _ in range(4):
        press(white, "board.nearer")
    ahead, behind = (int(arrow(white.window, side).inner_text()) for side in ("top", "bottom"))
    expect(arrow(white.window, "top")).to_have_accessible_name(
        f"{word('board.top')}. {ukuma('edge.ahead', n=ahead)}"
    )
    box = white.button("table").bounding_box()
    assert box is not None
    in_sight = box["height"] / width(white)
    assert white.view["ranks"] - in_sight - 2 < ahead + behind <= white.view["ranks"] - in_sight + 1


@pytest.mark.parametrize(
    ("wishes", "size"),
    [({"viewport": DESK}, "card"), (PHONE, "dining"), (ON_ITS_SIDE, "dining")],
    ids=["desk", "phone", "flat"],
)
def test_both_edges_stay_in_sight_and_the_zoom_is_the_same_all_game(
    new_scene: NewScene, wishes: dict[str, Any], size: str
) -> None:
    """Every free cell where a card fits can be pressed: no button of the camera hides it."""
    scene = new_scene(**wishes)
    white = sit(scene, playing(size=size, fits="shown"))
    scale, top, room = white.page.evaluate(_CAMERA)
    assert top > 0
    assert top + white.view["ranks"] * 100 * scale < room
    for _ in range(LONG // 2):
        for lay in (lay_by_hand, lay_opposite):
            if white.view["phase"] == "playing":
                lay(white, scene)
                assert white.page.evaluate(_CAMERA)[:2] == pytest.approx([scale, top])
    assert len(white.view["table"]) > LONG // 2


def lay_by_hand(white: CardTable, _: Scene) -> None:
    __, card, cell = white.fitting()
    white.lay(card, cell)
    white.shows(cell)


def lay_opposite(white: CardTable, scene: Scene) -> None:
    white.shows(lay_for(scene.table, 1))


def test_a_phone_on_its_side_and_upright(new_scene: NewScene) -> None:
    """Table and hand stand side by side on a flat screen; an offer leaves the cards in sight."""
    scene = new_scene(**ON_ITS_SIDE)
    white = sit(scene, playing(fits="shown"))
    for part in (white.button("table"), white.button("discard"), white.held.first, white.held.last):
        expect(part).to_be_in_viewport(ratio=1)
    table, card = white.button("table").bounding_box(), white.held.first.bounding_box()
    assert table is not None
    assert card is not None
    assert card["x"] >= table["x"] + table["width"]
    _, card_name, cell = white.fitting()
    white.card(card_name).tap()
    white.free(cell).tap()
    white.shows(cell)
    scene.table.play(1, "draw")
    for size in SCREENS.values():
        white.page.set_viewport_size(size)
        an_offer_hides_no_cell(white)


def test_no_question_makes_the_table_smaller(new_scene: NewScene) -> None:
    """On a phone the longest words of what can be done have as much room as the shortest."""
    white = sit(new_scene(**PHONE), playing())
    for language in LANGUAGES:
        choose(white.window, language)
        before = white.page.evaluate(_CAMERA)
        white.button("resign").click()
        expect(white.button("resign")).to_have_text(ukuma("act.resign.confirm", language))
        assert white.page.evaluate(_CAMERA) == before
        white.button("draw").focus()
        expect(white.button("resign")).to_have_text(ukuma("act.resign", language))


def an_offer_hides_no_cell(white: CardTable) -> None:
    for language in LANGUAGES:
        choose(white.window, language)
        offer, table = white.button("offer").bounding_box(), white.button("table").bounding_box()
        assert offer is not None
        assert table is not None
        _, first_row, _ = white.page.evaluate(_CAMERA)
        assert offer["y"] + offer["height"] <= table["y"] + first_row
        expect(white.button("accept")).to_be_in_viewport(ratio=1)


def arrow(me: Window, side: str) -> Locator:
    """At the edge of the table, where there is more of it."""
    return me.page.locator(f'[data-pan="{side}"]')


def test_buttons_and_keys_move_the_table_of_ukuma(new_scene: NewScene) -> None:
    white = sit(new_scene(**PHONE), playing())
    the_view_moves(white.window, white.cell("f4"))
    white.page.keyboard.press("?")
    expect(white.page.get_by_role("dialog")).to_contain_text(word("keys.pan"))


def test_where_not_all_columns_have_room_arrows_lead_to_them(new_scene: NewScene) -> None:
    """The latest card is in sight, and the way to the table's sides stands beside the zoom."""
    white = sit(new_scene(**PHONE), playing(size="dining"))
    expect(white.cell("i5")).to_be_in_viewport(ratio=1)
    for side in ("top", "bottom"):
        expect(arrow(white.window, side)).to_have_count(0)
    before = left_edge(white, "i5")
    arrow(white.window, "left").tap()
    assert left_edge(white, "i5") > before + 20
    press(white, "board.all")
    assert left_edge(white, "i5") == pytest.approx(before, abs=1)


@pytest.mark.deep
def test_buttons_and_keys_move_the_table_of_unikato(new_scene: NewScene) -> None:
    table = SceneTiles(new_scene(**PHONE)).sit_with(lambda _: True)
    the_view_moves(table.window, table.page.locator("[data-tile]").first)


def the_view_moves(me: Window, lying: Locator) -> None:
    """To every side as far as there is something, and the way back is never out of reach."""
    expect(arrow(me, "left")).to_have_count(0)
    for _ in range(3):
        me.press("board.nearer")
    home = place_of(lying)
    for side, way, axis in (("left", 1, 0), ("right", -1, 0), ("top", 1, 1), ("bottom", -1, 1)):
        expect(arrow(me, side)).to_be_in_viewport(ratio=1)
        before = place_of(lying)
        arrow(me, side).tap()
        after = place_of(lying)
        assert (after[axis] - before[axis]) * way > 20, side
        assert after[1 - axis] == pytest.approx(before[1 - axis], abs=1), side
    while arrow(me, "right").count():
        arrow(me, "right").press("Enter")
    # Pressed until there was nothing more on that side, by somebody who has no pointer.
    expect(me.page.locator("[data-pan]:focus")).to_have_count(1)
    keys_on_the_buttons_move_it(me, lying)
    me.press("board.all")
    expect(arrow(me, "left")).to_have_count(0)
    assert place_of(lying) != home


def keys_on_the_buttons_move_it(me: Window, lying: Locator) -> None:
    me.page.get_by_test_id("show-all").focus()
    for key, way, axis in (("ArrowLeft", 1, 0), ("ArrowRight", -1, 0), ("ArrowUp", 1, 1)):
        before = place_of(lying)
        me.page.keyboard.press(key)
        expect(me.page.get_by_test_id("show-all")).to_be_focused()
        assert (place_of(lying)[axis] - before[axis]) * way > 20, key


def place_of(lying: Locator) -> tuple[float, float]:
    box = lying.bounding_box()
    assert box is not None
    return box["x"], box["y"]
