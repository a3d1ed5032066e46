"""What a title tells a mouse is told to the keyboard and to a finger too."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.access.test_phone import PHONE
from tests.browser.conftest import ComeIn
from tests.browser.games.unikato.test_everybody import press_until, something_fits
from tests.browser.kit import fivetables
from tests.browser.kit.finger import Finger
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import tile_in_words, unikato, word

PLACE = "[data-testid=place]"


def test_the_focus_shows_what_a_button_does(me: Window, folder: Path) -> None:
    table = TileTable(me, folder).sit_with(something_fits)
    tip, keys = me.page.get_by_test_id("tip"), me.page.keyboard
    press_until(me, "Tab", "[data-rack-tile]")
    tile = me.page.locator("[data-rack-tile]:focus").get_attribute("data-rack-tile")
    assert tile is not None
    expect(tip).to_be_visible()
    expect(tip).to_have_text(tile_in_words(tile))
    expect(tip).to_be_in_viewport(ratio=1)
    press_until(me, "Tab", "[data-sort=shape]")
    expect(tip).to_have_text(unikato("rack.sort.by", feature=unikato("feature.shape")))
    keys.press("Escape")
    expect(tip).to_be_hidden()
    keys.press("Tab")
    expect(tip).to_be_visible()
    table.tile(table.rack()[0]).click()
    expect(tip).to_be_hidden()


def test_a_finger_that_stays_asks_and_does_not_press(come_in: ComeIn) -> None:
    me = come_in(**PHONE).visit()
    sound = me.page.get_by_role("button", name=word("hall.sound.on"))
    box = sound.bounding_box()
    assert box is not None
    finger = Finger(me.page)
    finger.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    finger.down()
    tip = me.page.get_by_test_id("tip")
    expect(tip).to_have_text(word("hall.sound.on"))
    expect(tip).to_be_in_viewport(ratio=1)
    finger.up()
    expect(sound).to_be_visible()
    sound.tap()
    expect(me.page.get_by_role("button", name=word("hall.sound.off"))).to_be_visible()
    expect(tip).to_be_hidden()


@fivetables.each(always="rukuni")
def test_nothing_hides_under_a_notch(come_in: ComeIn, game: str) -> None:
    """A phone on its side, whose corners and bars cover what stands at the edges."""
    me = fivetables.sit(come_in(viewport={"width": 844, "height": 390}, bypass_csp=True), game)
    me.page.add_style_tag(
        content=":root { --safe-top: 20px; --safe-right: 44px; --safe-bottom: 21px; --safe-left: 44px; }"
    )
    me.page.locator("aside").wait_for()
    place = me.page.locator(PLACE).bounding_box()
    assert place is not None
    assert place["y"] + place["height"] <= 390 - 20
    for part in ("header a", "header button", PLACE, f"{PLACE} button, {fivetables.HAND}", "aside"):
        for box in filter(None, (it.bounding_box() for it in me.page.locator(part).all())):
            assert box["x"] >= 44, part
            assert box["x"] + box["width"] <= 844 - 44, part
            assert box["y"] >= 20, part
    me.page.get_by_test_id("bar-rules").click()
    sheet = me.page.get_by_role("dialog").bounding_box()
    assert sheet is not None
    assert sheet["x"] >= 44
    assert sheet["y"] >= 20
    # It comes from below, and keeps what it says away from the edge.
    padding = me.page.locator("dialog > div").evaluate("part => getComputedStyle(part).paddingBottom")
    assert float(padding.removesuffix("px")) >= 20
