"""Tables with one seat and with six, and long names on them."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import OPEN, PERSON, SceneTable
from tests.browser.kit.screens import SCREENS
from tests.browser.kit.window import Window

GAMES: Final = {1: "ubongo", 6: "zuma"}
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


def looks_right(me: Window, seats: int) -> None:
    """On every screen."""
    rows = me.page.locator("main [data-seat]")
    expect(rows).to_have_count(seats)
    for size in SCREENS.values():
        me.page.set_viewport_size(size)
        assert me.page.evaluate(_OUTSIDE) == []
        assert me.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        for name in rows.locator("strong").all():
            box = name.bounding_box()
            assert box is not None
            assert box["height"] < 40, "a name takes one line"


@pytest.mark.parametrize("seats", GAMES)
def test_the_table(scene: Scene, seats: int) -> None:
    others = [PERSON] * (seats - 1)
    me = scene.show(SceneTable(GAMES[seats], *others, names=[LONG] * seats).begin())
    me.plays()
    looks_right(me, seats)


@pytest.mark.deep
def test_the_waiting_room_and_the_invitation(scene: Scene) -> None:
    """A table for one begins by itself: nobody waits there."""
    others, names = [*[PERSON] * 4, OPEN], [LONG] * 6
    me = scene.show(SceneTable("zuma", *others, names=names))
    me.room.wait_for()
    looks_right(me, 6)
    scene.show(SceneTable("zuma", *others, names=names, me=None))
    me.invitation.wait_for()
    looks_right(me, 6)
