"""A link to a position shows the board."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.window import REFUSED_BY_HTTP
from ukumbi.games.rukuni.position import parse_position

pytestmark = pytest.mark.browser


def test_a_copied_link_shows_the_position(come_in: ComeIn) -> None:
    player = come_in().play_the_bot()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.page.get_by_role("button", name="Copy link to this position").click()
    expect(player.page.get_by_role("button", name="Copied")).to_be_visible()
    link = player.page.evaluate("navigator.clipboard.readText()")
    (text,) = parse_qs(urlsplit(link).query)["at"]
    assert parse_position(text).towers.bit_count() == 6

    friend = come_in().excuse(*REFUSED_BY_HTTP)
    friend.page.goto(link)
    expect(friend.page.locator("[data-piece=tower]")).to_have_count(6)
    expect(friend.page.get_by_text(text)).to_be_visible()
    expect(friend.page.locator("[data-lit]")).to_have_count(0)
    # A broken link says so.
    friend.visit("/p/rukuni?at=nonsense")
    expect(friend.page.get_by_role("heading", level=1)).to_contain_text("nonsense")
