"""Countdowns go by the hall's clock: whatever the device's own shows, and whenever they are first drawn."""

import datetime
import re

from playwright.sync_api import expect

from tests.browser.kit.cardtable import sit_alone
from tests.browser.kit.window import Window

HOURS = datetime.timedelta(hours=2)


def test_a_device_whose_clock_is_set_meanwhile_counts_right(me: Window) -> None:
    """Backwards at one table, forwards at another."""
    me.page.clock.install(time=datetime.datetime.now(datetime.UTC))
    for off in (-HOURS, HOURS):
        me.page.clock.set_system_time(datetime.datetime.now(datetime.UTC))
        black, white = sit_alone(lambda: me, white="second", countdown=10)
        white.begin()
        black.starts.first.wait_for()
        me.page.clock.set_system_time(datetime.datetime.now(datetime.UTC) + off)
        black.begin()
        expect(black.button("countdown")).to_have_text(re.compile("^([5-9]|10)$"))
