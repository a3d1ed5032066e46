"""The screens that pages are looked at on, and whether everything has room there."""

from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import FloatRect, Locator, ViewportSize, expect
from playwright.sync_api import TimeoutError as Late

from tests.browser.kit.window import Window

DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
UPRIGHT: Final[ViewportSize] = {"width": 390, "height": 844}
FLAT: Final[ViewportSize] = {"width": 844, "height": 390}
ZOOMED: Final[ViewportSize] = {"width": 640, "height": 400}
"""A desk zoomed to 200 %."""
SCREENS: Final[dict[str, ViewportSize]] = {"desk": DESK, "upright": UPRIGHT, "flat": FLAT}
PHONE: Final[dict[str, Any]] = {
    "viewport": UPRIGHT,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
WHOLE: Final = 0.999
"""The browser's sums are not exact."""
_STICKS_OUT: Final = """
page => {
  if (page.scrollWidth <= innerWidth) return [];
  const parts = [...document.querySelectorAll("body *")];
  const wide = parts.filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5);
  return wide.map((part) => part.outerHTML.slice(0, 120));
}
"""
_BEYOND_ITS_SIDES: Final = """
place => {
  const { left, right } = place.getBoundingClientRect();
  const cut = (part) => {
    const { left: from, right: to, width } = part.getBoundingClientRect();
    const wide = part.matches("button:not([data-pole])") && part.scrollWidth > part.clientWidth + 1;
    return width > 1 && (from < left - 1 || to > right + 1 || wide);
  };
  const parts = [...place.querySelectorAll("*:not(svg *, .unseen)")];
  return parts.filter((part) => part.checkVisibility() && cut(part)).map((part) => part.outerHTML);
}
"""
"""What a board has beyond its sides, and buttons that have more to say than there is room for."""
_WITH_TWO_TEXTS: Final = """
(status, [texts, parts]) => {
  const own = [...status.childNodes];
  const boxes = texts.map((text) => {
    status.replaceChildren(text);
    return JSON.stringify(parts.map((part) => part.getBoundingClientRect()));
  });
  status.replaceChildren(...own);
  return boxes;
}
"""
_SHORT: Final = "Yes."
_TWO_LINES: Final = "This one doesn’t fit anywhere at all. You can swap it: tap the display or the bag."
NOTCH: Final = {"top": 20, "right": 44, "bottom": 21, "left": 44}
_SET_NOTCH: Final = """
notch => {
  for (const [side, pixels] of Object.entries(notch))
    document.documentElement.style.setProperty(`--safe-${side}`, `${pixels}px`);
}
"""
_UNSET_NOTCH: Final = "document.documentElement.removeAttribute('style')"
SHIFTS: Final = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: "layout-shift", buffered: true });
"""
"""Sums up in `shifted` how far things have moved by themselves."""
_PLACE: Final = "[data-testid=place]"
HAND: Final = "[data-rack-tile], button[data-card], [data-piece]"
"""What a player of Unikato, ukuma, Zuma or Ubongo has in front of them."""


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box is not None
    return box


def place_of(me: Window) -> FloatRect:
    """Where the board is."""
    return box_of(me.page.locator(_PLACE))


def fits(me: Window) -> None:
    """Nothing sticks out to the side."""
    _is_empty(me, _STICKS_OUT, me.page.locator("html"))


def is_in_sight(me: Window, *parts: Locator) -> None:
    """All of it, without scrolling."""
    for part in parts:
        expect(part).to_be_in_viewport(ratio=WHOLE)
    assert me.page.evaluate("scrollY") == 0


def is_inside(me: Window) -> None:
    """On a flat screen, where the board has less than the whole width, none of it is cut off at its sides."""
    size, place = me.page.viewport_size, me.page.locator(_PLACE)
    if size and size["height"] <= ZOOMED["height"] and place.count():
        _is_empty(me, _BEYOND_ITS_SIDES, place)


def _is_empty(me: Window, faults: str, part: Locator) -> None:
    """What has just come or gone may still be on its way."""
    with suppress(Late):
        me.page.wait_for_function(f"it => ({faults})(it).length === 0", arg=part.element_handle())
    found = part.evaluate(faults)
    assert not found, (me.page.viewport_size, found)


def are_apart(first: Locator, *others: Locator) -> None:
    """The first lies over none of the others."""
    one = box_of(first)
    for other in map(box_of, others):
        assert not overlap(one, other)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """By more than a pixel."""
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    below = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
    return not (beside or below)


def stands_still(me: Window, *parts: Locator) -> None:
    """Neither the board nor these parts move when the status line has more to say."""
    handles = [part.element_handle() for part in (me.page.locator(_PLACE), *parts)]
    short, long = me.status.evaluate(_WITH_TWO_TEXTS, [[_SHORT, _TWO_LINES], handles])
    assert short == long


def hides_nothing_under_a_notch(me: Window) -> None:
    """On a phone on its side, whose corners and bars cover what stands at the edges."""
    me.page.evaluate(_SET_NOTCH, NOTCH)
    width, height = FLAT["width"], FLAT["height"]
    place = place_of(me)
    assert place["y"] + place["height"] <= height - NOTCH["top"]
    for part in ("header a", "header button", _PLACE, f"{_PLACE} button, {HAND}", "aside"):
        for box in filter(None, (it.bounding_box() for it in me.page.locator(part).all())):
            assert box["x"] >= NOTCH["left"], part
            assert box["x"] + box["width"] <= width - NOTCH["right"], part
            assert box["y"] >= NOTCH["top"], part
    me.page.get_by_test_id("bar-rules").click()
    sheet = box_of(me.page.get_by_role("dialog"))
    assert sheet["x"] >= NOTCH["left"]
    assert sheet["y"] >= NOTCH["top"]
    # It comes from below, and keeps what it says away from the edge.
    padding = me.page.locator("dialog > div").evaluate("part => getComputedStyle(part).paddingBottom")
    assert float(padding.removesuffix("px")) >= NOTCH["bottom"] - 1
    me.page.keyboard.press("Escape")
    expect(me.page.locator("dialog")).to_have_count(0)
    me.page.evaluate(_UNSET_NOTCH)
