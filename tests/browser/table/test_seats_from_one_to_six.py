"""Tables with one seat and with six: no game here has so few or so many, so the answers are changed."""

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Route, ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import link_to, set_up
from tests.browser.kit.screens import SCREENS
from tests.browser.kit.window import Window

each_size = pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
each_number = pytest.mark.parametrize("seats", [1, 6])
LONG: Final = "Maximiliane Wilhelmina V"
_OUTSIDE: Final = """
() => [...document.querySelectorAll("main [data-seat]")].filter((seat) => {
  const room = seat.getBoundingClientRect();
  return [...seat.querySelectorAll("strong, .tag, .state, .role")].some((part) => {
    const { left, right } = part.getBoundingClientRect();
    return left < room.left - 1 || right > room.right + 1;
  }) || room.left < 0 || room.right > innerWidth;
}).map((seat) => seat.dataset.seat)
"""


def with_seats(told: Any, number: int) -> Any:
    """The same, with so many seats wherever seats are listed, and long names on them."""
    if isinstance(told, list):
        return [with_seats(one, number) for one in told]
    if not isinstance(told, dict):
        return told
    changed = {key: with_seats(value, number) for key, value in told.items()}
    seats = changed.get("seats")
    if isinstance(seats, list) and seats and isinstance(seats[0], dict) and "name" in seats[0]:
        filled = [*seats, *[seats[-1]] * number][:number]
        changed["seats"] = [{**seat, "name": LONG, "bot": None} for seat in filled]
    return changed


def come(come_in: ComeIn, size: ViewportSize, seats: int) -> Window:
    me = come_in(viewport=size)

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=with_seats(response.json(), seats))

    def changed(message: str) -> str:
        return json.dumps(with_seats(json.loads(message), seats))

    def line(page: WebSocketRoute) -> None:
        hall = page.connect_to_server()
        page.on_message(hall.send)
        hall.on_message(lambda text: page.send("\n".join(changed(line) for line in str(text).splitlines())))

    me.page.route("**/api/tables/*", answer)
    me.page.route_web_socket("**/*", line)
    return me


def looks_right(me: Window, size: ViewportSize, seats: int) -> None:
    rows = me.page.locator("main [data-seat]")
    expect(rows).to_have_count(seats)
    assert me.page.evaluate(_OUTSIDE) == []
    assert me.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for name in rows.locator("strong").all():
        box = name.bounding_box()
        assert box is not None
        assert box["height"] < 40, "a name takes one line"


@each_number
def test_the_table(come_in: ComeIn, seats: int) -> None:
    me = come(come_in, SCREENS["desk"], seats)
    me.visit(f"/t/{set_up(me, 'unikato', ['1'] * 3, {'starter': 'first', 'rounds': 3})['table']}")
    me.plays()
    for size in SCREENS.values():
        me.page.set_viewport_size(size)
        looks_right(me, size, seats)


@pytest.mark.deep
@each_size
@each_number
def test_the_waiting_room_and_the_invitation(come_in: ComeIn, size: ViewportSize, seats: int) -> None:
    host = come(come_in, size, seats)
    table = set_up(host, "unikato", ["open"] * 3, {"rounds": 3})["table"]
    # A table for one begins by itself: nobody waits there.
    if seats > 1:
        host.visit(f"/t/{table}")
        host.room.wait_for()
        looks_right(host, size, seats)
    guest = come(come_in, size, seats)
    guest.visit(link_to(table))
    guest.invitation.wait_for()
    looks_right(guest, size, seats)
