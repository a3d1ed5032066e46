"""The board stands still, whatever the status line says: at a desk, and on a phone upright and flat."""

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit import fivetables
from tests.browser.kit.match import set_up
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, rukuni
from tests.browser.lobby.test_languages import choose

SIZES: Final[dict[str, ViewportSize]] = {
    "desk": {"width": 1280, "height": 800},
    "upright": {"width": 390, "height": 844},
    "flat": {"width": 844, "height": 390},
}
_SAY: Final = "(status, sentence) => status.replaceChildren(sentence)"
_HIDES: Final = "status => status.scrollHeight > status.clientHeight + 1"
TWO_LINES: Final = "This one doesn’t fit anywhere at all. You can swap it: tap the display or the bag."


def board(me: Window) -> Any:
    box = me.page.get_by_test_id("place").bounding_box()
    assert box is not None
    return box


@pytest.mark.deep
def test_rukuni(me: Window) -> None:
    me.play_the_bot()
    for size in SIZES.values():
        me.page.set_viewport_size(size)
        for language in LANGUAGES:
            choose(me, language)
            stands_still_in_a_turn(me, language)


def stands_still_in_a_turn(me: Window, language: str) -> None:
    expect(me.status).to_have_text(rukuni("step.tower", language))
    before = board(me)
    for hollow, sentence in (
        ("e5", rukuni("why.no_tower", language, hollow="e5")),
        ("a1", rukuni("step.to", language, tower="a1")),
        ("f7", rukuni("why.out_of_reach", language, hollow="f7")),
        ("a4", rukuni("step.peg", language, tower="a4")),
        ("f7", rukuni("why.not_beside", language, hollow="f7", tower="a4")),
    ):
        me.touch(hollow)
        expect(me.status).to_have_text(sentence)
        assert board(me) == before, sentence
        assert not me.status.evaluate(_HIDES), sentence
    for _ in range(2):
        me.page.keyboard.press("Escape")


@fivetables.each(but="rukuni")
def test_another_game(come_in: ComeIn, game: str) -> None:
    """Its hand or tray too: whoever is about to touch a card touches that card."""
    me = fivetables.sit(come_in(viewport=SIZES["desk"]), game)
    for size in SIZES.values():
        me.page.set_viewport_size(size)
        stands_still(me, me.page.locator(fivetables.HAND).last)


@pytest.mark.deep
def test_ukuma_before_it_begins(me: Window) -> None:
    """Black chooses the first card."""
    me.visit(f"/t/{set_up(me, 'ukuma', ['1'], {'white': 'second'})['table']}")
    start = me.page.locator("[data-start]").last
    start.wait_for()
    for size in SIZES.values():
        me.page.set_viewport_size(size)
        stands_still(me, start)


def stands_still(me: Window, hand: Locator) -> None:
    me.status.evaluate(_SAY, "Yes.")
    before = board(me), hand.bounding_box()
    me.status.evaluate(_SAY, TWO_LINES)
    assert (board(me), hand.bounding_box()) == before
