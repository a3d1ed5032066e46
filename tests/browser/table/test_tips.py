"""A tooltip comes for the mouse, the keyboard and a finger."""

from playwright.sync_api import expect

from tests.browser.conftest import NewScene
from tests.browser.kit.finger import Finger
from tests.browser.kit.scene import Scene
from tests.browser.kit.scenetiles import SceneTiles
from tests.browser.kit.screens import PHONE
from tests.browser.kit.tiletable import something_fits
from tests.browser.kit.words import tile_in_words, unikato, word


def test_the_focus_shows_what_a_button_does(scene: Scene) -> None:
    table, me = SceneTiles(scene).sit_with(something_fits), scene.window
    tip, keys = me.page.get_by_test_id("tip"), me.page.keyboard
    me.press_until("Tab", "[data-rack-tile]")
    tile = me.page.locator("[data-rack-tile]:focus").get_attribute("data-rack-tile")
    assert tile is not None
    expect(tip).to_be_visible()
    expect(tip).to_have_text(tile_in_words(tile))
    expect(tip).to_be_in_viewport(ratio=1)
    me.press_until("Tab", "[data-sort=shape]")
    expect(tip).to_have_text(unikato("rack.sort.by", feature=unikato("feature.shape")))
    keys.press("Escape")
    expect(tip).to_be_hidden()
    keys.press("Tab")
    expect(tip).to_be_visible()
    table.tile(table.rack()[0]).click()
    expect(tip).to_be_hidden()


def test_a_finger_that_stays_asks_and_does_not_press(new_scene: NewScene) -> None:
    me = new_scene(**PHONE).go("/")
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
