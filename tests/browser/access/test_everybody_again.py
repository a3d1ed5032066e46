"""Checked with axe-core by day and by night: what one comes to after a game, before it, or on a wrong way."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.access.test_everybody import is_open_to_all, opened
from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import alone
from tests.browser.kit.cardtable import play_alone
from tests.browser.kit.match import link_to, set_up
from tests.browser.kit.stand_in import play_the_round
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import REFUSED_BY_HTTP, Window
from tests.browser.kit.words import word
from tests.browser.replay.test_replay import watch

pytestmark = pytest.mark.deep


def watched_again(me: Window) -> None:
    """At the beginning of a replay, and at its end with all that is remarked there."""
    screening = watch(me)
    is_open_to_all(me)
    screening.button("last").click()
    expect(screening.button("forward")).to_be_disabled()
    is_open_to_all(me)


def test_ubongo_from_the_end_to_a_record_kept(me: Window) -> None:
    """The rules above the end of a game, its replay, and the record where the next one begins."""
    table = alone(me, solo="daily")
    table.button("begin-daily").click()
    table.is_in("building")
    table.solve(table.lay_by_keys)
    me.ending.wait_for()
    me.press("lobby.rules")
    opened(me, "legend")
    me.page.keyboard.press("Escape")
    expect(me.page.locator("dialog")).to_have_count(0)
    watched_again(me)
    me.visit(f"/t/{set_up(me, 'ubongo', [], {'solo': 'daily'})['table']}")
    opened(me, "best")


def test_replays_of_cards_and_tiles(come_in: ComeIn, folder: Path) -> None:
    white, black = play_alone(come_in, fits="shown")
    _, card, cell = white.fitting()
    white.lay(card, cell)
    white.shows(cell)
    black.make("resign")
    white.window.ending.wait_for()
    watched_again(white.window)
    table = TileTable(come_in(), folder).sit("1")
    table.my_turn()
    play_the_round(table.window)
    table.window.ending.wait_for()
    watched_again(table.window)


def test_before_a_game_of_poles_or_blocks(me: Window, come_in: ComeIn) -> None:
    host = come_in()
    for game, free in (("zuma", 2), ("ubongo", 1)):
        me.visit(f"/t/{set_up(me, game, ['open'] * free, {})['table']}")
        me.room.get_by_role("combobox").first.wait_for()
        is_open_to_all(me)
        me.visit(link_to(set_up(host, game, ["open"] * free, {}, "on")["table"]))
        opened(me, "invitation")


def test_a_code_for_another_device_that_is_none(me: Window) -> None:
    me.excuse(*REFUSED_BY_HTTP).visit("/d/no-such-code")
    me.press("device.yes")
    expect(me.page.get_by_role("alert")).to_have_text(word("error.no_such_pass"))
    is_open_to_all(me)
