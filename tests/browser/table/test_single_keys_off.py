"""Single keys that are switched off are shown so, in the list and to a screen reader."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import alone
from tests.browser.kit.poletable import sit_alone
from tests.browser.kit.window import Window

_STRUCK: Final = "keys => keys.filter((key) => key.querySelector('s')).map((key) => key.textContent)"


def of_blocks(come_in: ComeIn) -> Window:
    me = alone(come_in())
    me.choose(1)
    expect(me.page.locator("[data-piece]").first).to_be_visible()
    return me.window


def of_cards(come_in: ComeIn) -> Window:
    me, _ = sit_alone(come_in)
    expect(me.cards.first).to_be_visible()
    return me.window


@pytest.mark.parametrize(
    ("sit", "single"),
    [(of_blocks, ["A–H", "R", "U", "?"]), (of_cards, ["1–8", *"DFGHJ", "R", "T", "S", "?"])],
    ids=["ubongo", "zuma"],
)
def test_no_single_key_is_shown_as_if_it_worked(
    sit: Callable[[ComeIn], Window], single: list[str], come_in: ComeIn
) -> None:
    me = sit(come_in)
    asked = me.page.locator("[aria-keyshortcuts]")
    expect(asked.first).to_be_attached()
    me.page.keyboard.press("?")
    sheet = me.page.get_by_role("dialog")
    expect(sheet.locator("kbd").first).to_be_visible()
    expect(sheet.locator("kbd s")).to_have_count(0)
    sheet.get_by_role("checkbox").press("Space")
    expect(sheet.locator("kbd s")).to_have_count(len(single))
    assert sheet.locator("kbd").evaluate_all(_STRUCK) == single
    me.page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
