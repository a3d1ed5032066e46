"""Zuma's plates: whatever is grabbed and wherever it is put, everybody's name and sum can be read."""

from typing import Final

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from tests.browser.conftest import NewScene
from tests.browser.kit.poletable import SOON_MS, PoleTable
from tests.browser.kit.scene_table import PERSON, SceneTable
from tests.browser.kit.words import word

SIZES: Final = ((1280, 800), (1024, 768), (844, 390), (390, 844))
COVERED: Final = """
window.covered = () => {
  const boxes = (which) => [...document.querySelectorAll(which)].map((node) => {
    const { pole, hand } = node.closest("[data-pole], [data-hand]").dataset;
    return [pole ?? `hand of ${hand}`, node.getBoundingClientRect()];
  });
  const things = boxes("[data-pole] svg, [data-hand]:not([data-came=missed]) svg");
  const HAIR = 3; // what is drawn keeps that far away from the edge of its box
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > HAIR &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > HAIR;
  return [...document.querySelectorAll("[data-plate]")].flatMap((plate) => {
    const texts = document.createTreeWalker(plate, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const cut = texts.currentNode.parentElement.getBoundingClientRect();
      for (const text of range.getClientRects())
        for (const [name, thing] of things) {
          const seen = { ...text.toJSON(), right: Math.min(text.right, cut.right) };
          if (meet(seen, thing)) found.push(`${name} covers ${texts.currentNode.data}`);
        }
    }
    return found;
  });
};
window.settled = () =>
  [...document.querySelectorAll("[data-pole], [data-hand]")].every((node) => !node.getAnimations().length);
"""
"""Which poles and hands lie over what is written on the plates; of a name that is cut short, what is left."""
COUNTED: Final = """
() => {
  window.counted = new Promise((done) => {
    const look = () => {
      const there = document.querySelector("[data-phase=counted] [data-plate]");
      if (there && settled()) done(covered());
      else requestAnimationFrame(look);
    };
    look();
  });
}
"""
"""The board is looked at only for a moment before it is counted: who waits for that looks from then on."""


def dealt(others: int) -> SceneTable:
    return SceneTable("zuma", *[PERSON] * others, beat="calm", cycles=1).begin()


def is_readable(me: PoleTable) -> None:
    """Once poles and hands have moved to where they are at this size."""
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        try:
            me.page.wait_for_function("() => settled() && !covered().length")
        except Late as late:
            raise AssertionError(f"{width}x{height}: {me.page.evaluate('covered()')}") from late


@pytest.mark.parametrize("count", [pytest.param(3, marks=pytest.mark.deep), 6])
def test_no_pole_and_no_hand_lies_over_a_name(count: int, new_scene: NewScene) -> None:
    """Dealt, while they are grabbed, and when the last one is gone."""
    scene, table = new_scene(reduced_motion="no-preference"), dealt(count - 1)
    me = PoleTable(scene.show(table))
    me.is_in("dealt")
    me.page.evaluate(COVERED)
    is_readable(me)
    poles = [pole["pole"] for pole in me.view["poles"]]
    for seat, pole in enumerate(poles[:-1], start=1):
        table.play(seat, f"grab 1 {pole}").wait(SOON_MS)
    table.play(count - 1, f"grab 1 {poles[0]}").wait(SOON_MS)
    expect(me.page.locator("[data-holder]")).to_have_count(count - 2)
    expect(me.page.locator("[data-duel]")).to_be_visible()
    is_readable(me)
    me.page.set_viewport_size({"width": 1280, "height": 800})
    me.page.evaluate(COUNTED)
    me.poles.first.press("Enter")
    me.window.until(lambda: me.moves("grab"))
    table.until("counted")
    assert me.page.evaluate("window.counted") == []


CUT: Final = """
plates => plates.map((plate) => plate.querySelector(".short > span")).map((name) =>
  name.scrollWidth > name.clientWidth ? `${name.textContent} is cut` : name.textContent)
"""


def test_six_seats_are_named_on_every_screen(new_scene: NewScene) -> None:
    """Of a bot that it is one, and which, in the language in which that is longest."""
    me = new_scene(locale="fr").show(SceneTable("zuma", *["2"] * 5, beat="calm", cycles=1).begin())
    plates = me.page.locator("[data-plate]")
    for width, height in SIZES:
        me.page.set_viewport_size({"width": width, "height": height})
        expect(plates).to_have_count(5)
        names = plates.evaluate_all(CUT)
        assert sorted(names) == [word("seat.bot.short.alike", "fr", n=n) for n in range(1, 6)]
