"""How parts of a page look where the player has set the colours for all pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Final

from playwright.sync_api import Locator

from tests.browser.kit.window import Window

_LOOK: Final = """
node => [node, ...node.querySelectorAll("*")].flatMap((part) => [null, "::before"].map((pseudo) => {
  const style = getComputedStyle(part, pseudo);
  if (style.content === "none") return "";
  const line = (kind) => ["Color", "Style", "Width"].map((of) => style[kind + of]);
  const [outline, border] = [style.outlineStyle !== "none" && line("outline"), line("border")];
  const { boxShadow, backgroundColor, fill, stroke, strokeWidth } = style;
  return [outline, border, boxShadow, backgroundColor, fill, stroke, strokeWidth];
})).join("; ")
"""


@contextmanager
def forced(me: Window) -> Iterator[None]:
    """Where the player has set the colours for all pages."""
    me.page.emulate_media(forced_colors="active")
    yield
    me.page.emulate_media(forced_colors="none")


def look(part: Locator) -> str:
    """The colours and lines with which it is drawn, as the browser has decided."""
    drawn: str = part.evaluate(_LOOK)
    return drawn


def frame(part: Locator) -> str:
    """The same of the part itself, without what is drawn in it."""
    return look(part).split("; ")[0]


def differ(**looks: str) -> None:
    for (one, its), (other, others) in combinations(looks.items(), 2):
        assert its != others, f"{one} looks like {other}"


def look_forced(me: Window, part: Locator) -> str:
    with forced(me):
        return look(part)


def looks_forced(me: Window, part: Locator) -> dict[str, str]:
    """As it is, and while it is focused."""
    with forced(me):
        plain = look(part)
        me.page.keyboard.press("Tab")
        part.focus()
        looks = {"plain": plain, "focused": look(part)}
        part.blur()
        return looks


def frame_forced(me: Window, part: Locator) -> str:
    with forced(me):
        return frame(part)
