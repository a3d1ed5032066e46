"""Countdowns go by the hall's clock: whatever the device's own shows, and whenever they are first drawn."""

import datetime
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.cardtable import sit_down
from tests.browser.conftest import ComeIn
from tests.browser.stand_in import play_the_round
from tests.browser.tiletable import TileTable
from tests.browser.window import Window

HOURS = datetime.timedelta(hours=2)


def test_a_device_whose_clock_is_set_meanwhile_counts_right(come_in: ComeIn) -> None:
    def with_a_clock(**wishes: Any) -> Window:
        window = come_in(**wishes)
        window.page.clock.install(time=datetime.datetime.now(datetime.UTC))
        return window

    white, black = sit_down(with_a_clock, countdown=10)
    black.starts.first.wait_for()
    for table, off in ((white, -HOURS), (black, HOURS)):
        table.page.clock.set_system_time(datetime.datetime.now(datetime.UTC) + off)
    black.begin()
    for table in (white, black):
        expect(table.button("countdown")).to_have_text(re.compile("^([5-9]|10)$"))


def test_the_break_between_rounds_ends_when_the_hall_says_also_after_a_reload(
    me: Window, folder: Path
) -> None:
    table = TileTable(me, folder).sit("novice", rounds=2)
    table.my_turn()
    play_the_round(me)
    countdown = me.page.locator(".countdown")
    first = countdown.inner_text()
    expect(countdown).not_to_have_text(first)
    later = countdown.inner_text()
    me.page.reload()
    countdown.wait_for()
    assert _seconds(countdown.inner_text()) <= _seconds(later) < _seconds(first)


def _seconds(text: str) -> int:
    found = re.search(r"\d+", text)
    assert found
    return int(found[0])
