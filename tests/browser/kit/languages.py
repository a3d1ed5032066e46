"""The page in five languages."""

import re

from playwright.sync_api import expect

from tests.browser.kit.window import Window
from tests.browser.kit.words import keys


def choose(me: Window, language: str) -> None:
    me.page.get_by_role("banner").get_by_role("combobox").select_option(language)
    expect(me.page.locator("html")).to_have_attribute("lang", language)


def has_no_gap(me: Window) -> None:
    """Neither a key nor a placeholder stands where words should, seen or spoken."""
    seen = me.page.locator("body").inner_text() + me.page.locator("body").aria_snapshot()
    assert not re.search(r"\{\w+\}|undefined|\[object", seen), seen
    assert set(re.findall(r"[a-z_]+(?:\.[a-z0-9_]+)+", seen)).isdisjoint(keys())
