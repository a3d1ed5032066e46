"""Against bots the hall gives hints: a turn on the board, and the reason. The player makes it."""

from random import Random
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.languages import choose
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import PERSON, SceneTable
from tests.browser.kit.screens import SCREENS, place_of
from tests.browser.kit.window import Window
from tests.browser.kit.words import FACES, LANGUAGES, catalogue, of_game, rukuni

CUT_OFF: Final = """
(status, sentences) => sentences.filter((sentence) => {
  status.replaceChildren(sentence);
  status.parentElement.classList.toggle("long", sentence.length > 44);
  return status.scrollHeight > status.clientHeight + 1;
})
"""
"""Which sentences have no room, written as the status line writes them."""
MANY: Final = {
    "turn": "e1-e9/f9",
    "groups": 3,
    "hollow": "e9",
    "pegs": rukuni("hint.pegs", n=18),
    "towers": rukuni("ending.towers", n=5),
    "points": rukuni("tally.points", n=90),
}


def hinted(me: Window) -> Locator:
    return me.page.locator("[data-arrow]")


def test_a_turn_and_why(come_in: ComeIn) -> None:
    me = come_in(viewport=SCREENS["desk"]).play_the_bot()
    button = me.page.get_by_test_id("hint")
    still = place_of(me)
    button.click()
    expect(hinted(me)).to_have_count(1)
    turn = hinted(me).get_attribute("data-arrow") or ""
    expect(me.status).to_contain_text(turn)
    me.hears(me.status.inner_text())
    assert (me.seq, me.moves_sent(), place_of(me)) == (1, [], still)
    me.page.keyboard.press("Escape")
    expect(hinted(me)).to_have_count(0)
    me.awaits_me()
    button.click()
    expect(hinted(me)).to_have_attribute("data-arrow", turn)
    me.turn(turn)
    me.shows(3)
    expect(hinted(me)).to_have_count(0)
    me.awaits_me()


def test_within_reach_of_a_thumb_and_only_against_bots(scene: Scene) -> None:
    scene.window.page.set_viewport_size(SCREENS["upright"])
    me = scene.show(SceneTable("rukuni", "1", white="first").begin())
    me.page.get_by_test_id("bar-hint").click()
    expect(hinted(me)).to_have_count(1)
    me.page.get_by_test_id("bar-hint").click()
    expect(hinted(me)).to_have_count(0)
    scene.show(SceneTable("rukuni", PERSON, white="first").begin())
    me.awaits_me()
    me.any_turn(Random(1))
    me.shows(2)
    expect(me.page.get_by_test_id("bar-history")).to_be_visible()
    expect(me.page.get_by_test_id("bar-hint")).to_have_count(0)


@pytest.mark.deep
def test_every_reason_has_room(come_in: ComeIn) -> None:
    me = come_in().play_the_bot()
    codes = [key for key in catalogue(FACES / "rukuni" / "words", "en") if key.startswith("hint.")]
    for size in SCREENS.values():
        me.page.set_viewport_size(size)
        for language in LANGUAGES:
            choose(me, language)
            before = place_of(me)
            reasons = [of_game("rukuni", code, language, n=18, **MANY) for code in codes]
            assert me.status.evaluate(CUT_OFF, reasons) == [], (language, size)
            assert place_of(me) == before
