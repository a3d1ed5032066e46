"""Everyone's lag beside their names, as the hall tells it."""

from typing import Any

import msgspec
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.kit.match import new_table, post
from tests.browser.kit.opponent import Opponent
from tests.browser.kit.window import Window
from tests.browser.kit.words import word

STAYS_INSIDE = """(card) => {
  const right = (part) => part.getBoundingClientRect().right;
  return [...card.querySelectorAll('.who > *')].every((part) => right(part) <= right(card));
}"""
LAGS = ((62, 62), (420, 300))


def _with_lags(text: str | bytes) -> str:
    """No game on the shelf of these tests has a race, so lags are put in on the way."""
    messages: list[dict[str, Any]] = msgspec.json.Decoder().decode_lines(text)
    for said in messages:
        for seat, (lag, allowance) in zip(said.get("seats", ()), LAGS, strict=False):
            seat |= {"lag": lag, "allowance": allowance}
    return msgspec.json.Encoder().encode_lines(messages).decode().rstrip()


def _tell_lags(page_side: WebSocketRoute) -> None:
    hall_side = page_side.connect_to_server()
    hall_side.on_message(lambda message: page_side.send(_with_lags(message)))


def test_lag_is_shown_beside_the_name_and_said_in_words(me: Window) -> None:
    table = new_table(me, "open")["table"]
    Opponent(me, table)
    post(me, f"tables/{table}/ready")
    me.visit(f"/t/{table}").plays()
    expect(me.page.get_by_test_id("lag")).to_have_count(0)
    me.page.route_web_socket("**/ws", _tell_lags)
    me.page.reload()
    meters = me.page.get_by_test_id("lag")
    expect(meters).to_have_text(["62 ms", "420 ms"])
    (near, _), (far, granted) = LAGS
    expect(meters.nth(0)).to_have_accessible_name(word("seat.lag.whole", lag=near))
    expect(meters.nth(1)).to_have_accessible_name(word("seat.lag.part", lag=far, allowance=granted))
    bars = [meters.nth(seat).locator("rect.on").count() for seat in range(2)]
    assert bars == [3, 1]
    me.page.set_viewport_size({"width": 360, "height": 700})
    for seat in range(2):
        card = me.page.locator(f"[data-seat='{seat}']")
        assert card.evaluate(STAYS_INSIDE), "a phone has room for name and lag"
        assert card.locator(".who strong").evaluate("(name) => name.scrollWidth <= name.clientWidth")
