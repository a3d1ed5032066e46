"""Rukuni with a thumb on a phone; with motion, and without for players who want none."""

from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import ComeIn, NewScene
from tests.browser.kit import fivetables
from tests.browser.kit.records import shows_what_happened
from tests.browser.kit.scene import Scene
from tests.browser.kit.screens import PHONE, fits
from tests.browser.kit.window import Window

_SIZES = "hollows => hollows.map(h => h.querySelector('path').getBoundingClientRect().toJSON())"
_CUT = "names => names.filter(n => n.scrollWidth > n.clientWidth).map(n => n.textContent)"


def test_a_few_turns_with_the_thumb(come_in: ComeIn) -> None:
    me = come_in(**PHONE).visit()
    fits(me)
    me.on_the_shelf("lobby.play").tap()
    me.page.get_by_test_id("begin").tap()
    me.awaits_me()
    me.coached(me.table, on=False)
    for number in range(4):
        me.page.emulate_media(color_scheme="dark" if number % 2 else "light")
        me.any_turn(Random(number), lambda hollow: me.hollow(hollow).tap())
        me.shows(3 + 2 * number)
    me.awaits_me()
    assert me.page.evaluate("scrollY") == 0
    fits(me)
    board_is_all_there(me)
    assert me.page.locator("[data-seat] strong").evaluate_all(_CUT) == [], "names are whole"
    shows_what_happened(me)


def board_is_all_there(me: Window) -> None:
    """Every hollow is inside the screen, and big enough for a thumb."""
    for cell in me.page.locator("[data-hollow]").evaluate_all(_SIZES):
        assert 0 <= cell["left"] <= cell["right"] <= 390
        assert 0 <= cell["top"] <= cell["bottom"] <= 844
        assert min(cell["width"], cell["height"]) >= 24
    expect(me.status).to_be_in_viewport()


def test_nothing_scrolls_on_a_desk_nor_moves_with_reduced_motion(scene: Scene) -> None:
    me = fivetables.sit(scene, "rukuni")
    me.awaits_me()
    assert me.page.evaluate("document.documentElement.scrollHeight") <= 800
    assert me.page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert _motions(me) == []
    me.touch("a1")
    me.touch("a4")
    assert _motions(me) == []
    me.touch("b4")
    me.shows(3)
    assert _motions(me) == []


def test_things_move_from_where_they_were(new_scene: NewScene) -> None:
    me = fivetables.sit(new_scene(reduced_motion="no-preference"), "rukuni")
    me.awaits_me()
    me.page.evaluate(_COUNT_MOTIONS)
    me.turn("a1-a4/b4")
    me.shows(3)
    me.awaits_me()
    expect(me.page.locator("svg .pending")).to_have_count(0)
    lengths = me.page.evaluate("window.motions")
    assert lengths
    assert all(150 <= length <= 250 for length in lengths)


_COUNT_MOTIONS = """
() => {
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (options.duration > 0) window.motions.push(options.duration);
    return animate.call(this, frames, options);
  };
}
"""


def _motions(me: Window) -> list[str]:
    targets: list[str] = me.page.evaluate(_RUNNING)
    return targets


_RUNNING = """
() => document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().duration > 0)
  .map(({ effect }) => effect.target.outerHTML.slice(0, 80))
"""
