"""Accessibility, checked with axe-core in the light and the dark theme."""

from functools import cache
from typing import Final

from tests.browser.kit.window import Window
from tests.browser.kit.words import WEB

AXE: Final = WEB / "node_modules" / "axe-core" / "axe.min.js"
RUN: Final = """
async (rules) => {
  const asked = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await axe.run(document, asked);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html} ${failureSummary}`));
}
"""
"""What was found and no more: all that is well would be a hundred times as much to carry."""
COLOURS: Final = ["color-contrast", "link-in-text-block"]
"""All that axe asks of colours."""
NAMES: Final = """
() => {
  const plain = (text) => text.replace(/\\s+/g, " ").trim().toLowerCase();
  const written = (parts) => plain(parts.map(({ textContent }) => textContent).join(" "));
  return [...document.querySelectorAll("button, a[href], summary, [role=button]")].flatMap((node) => {
    const name = plain(node.ariaLabel ?? "");
    const shown = (part) =>
      part.nodeType === Node.TEXT_NODE ||
      (part.checkVisibility?.() && !part.matches("svg, .unseen"));
    const parts = [...node.childNodes].filter(shown);
    const label = written(parts.filter(({ ariaHidden }) => ariaHidden !== "true"));
    const badge = written(parts.filter(({ ariaHidden }) => ariaHidden === "true"));
    if (!name || (name.startsWith(label) && name.includes(badge))) return [];
    return [`${label} ${badge} is called ${name}`];
  });
}
"""
"""Voice control needs names that begin with the word on the button, and hold its badge."""


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def violations(me: Window, rules: list[str] | None = None) -> list[str]:
    if not me.page.evaluate("'axe' in window"):
        me.page.evaluate(_axe())
    names: list[str] = me.page.evaluate(NAMES)
    found: list[str] = me.page.evaluate(RUN, rules)
    return names + found


def is_open_to_all(me: Window) -> None:
    """By day in every respect; by night only the colours are others."""
    me.page.emulate_media(color_scheme="light")
    assert violations(me) == []
    me.page.emulate_media(color_scheme="dark")
    assert violations(me, COLOURS) == []
    me.page.emulate_media(color_scheme="light")
