"""The board stands still, whatever the status line says: at a desk, and on a phone upright and flat."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.kit import fivetables
from tests.browser.kit.languages import choose
from tests.browser.kit.scene import Scene
from tests.browser.kit.screens import SCREENS, place_of
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, rukuni

_HIDES: Final = "status => status.scrollHeight > status.clientHeight + 1"


@pytest.mark.deep
def test_the_board_stands_still_whatever_is_said(scene: Scene) -> None:
    me = fivetables.sit(scene, "rukuni")
    for size in SCREENS.values():
        me.page.set_viewport_size(size)
        for language in LANGUAGES:
            choose(me, language)
            stands_still_in_a_turn(me, language)


def stands_still_in_a_turn(me: Window, language: str) -> None:
    expect(me.status).to_have_text(rukuni("step.tower", language))
    before = place_of(me)
    for hollow, sentence in (
        ("e5", rukuni("why.no_tower", language, hollow="e5")),
        ("a1", rukuni("step.to", language, tower="a1")),
        ("f7", rukuni("why.out_of_reach", language, hollow="f7")),
        ("a4", rukuni("step.peg", language, tower="a4")),
        ("f7", rukuni("why.not_beside", language, hollow="f7", tower="a4")),
    ):
        me.touch(hollow)
        expect(me.status).to_have_text(sentence)
        assert place_of(me) == before, sentence
        assert not me.status.evaluate(_HIDES), sentence
    for _ in range(2):
        me.page.keyboard.press("Escape")
