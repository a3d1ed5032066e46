"""Single keys that are switched off are shown so, in the list and to a screen reader."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewScene
from tests.browser.kit import fivetables

_STRUCK: Final = "keys => keys.filter((key) => key.querySelector('s')).map((key) => key.textContent)"


@pytest.mark.parametrize(
    ("game", "single"),
    [("ubongo", ["A–H", "R", "U", "?"]), ("zuma", ["1–8", *"DFGHJ", "R", "T", "S", "?"])],
)
def test_no_single_key_is_shown_as_if_it_worked(game: str, single: list[str], new_scene: NewScene) -> None:
    me = fivetables.sit(new_scene(), game)
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
