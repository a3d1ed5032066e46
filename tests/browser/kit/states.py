"""A state of a page, and everything that has to hold in each of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Locator, expect

from tests.browser.kit.axe import COLOURS, violations
from tests.browser.kit.colours import differ, forced, look
from tests.browser.kit.languages import choose, has_no_gap
from tests.browser.kit.screens import (
    FLAT,
    SCREENS,
    ZOOMED,
    are_apart,
    fits,
    hides_nothing_under_a_notch,
    is_in_sight,
    is_inside,
    stands_still,
)
from tests.browser.kit.window import Window
from tests.browser.kit.words import word

LONG_WORDS: Final = ("de", "fr")
OTHERS: Final = ("it", "nl")
_ASIDES: Final = "[...document.querySelectorAll('aside')].every(it => it.scrollWidth <= it.clientWidth)"


@dataclass(frozen=True)
class State:
    """What has to be seen in a window at one moment, whatever the screen, the language and the colours."""

    name: str
    window: Window
    screens: Sequence[str] = tuple(SCREENS)
    speaks: bool = True
    """False where the menu of languages cannot be used: behind a sheet, or without a line."""
    whole: Sequence[Locator] = ()
    """In sight without scrolling."""
    inside: bool = True
    """Whether nothing of the board is cut off at its sides."""
    apart: Sequence[Locator] = ()
    """The first lies over none of the others."""
    still: Sequence[Locator] | None = None
    """At a board at rest: what moves no more than the board when the status line gets longer."""
    differ: Sequence[Mapping[str, str | Locator]] = ()
    """Parts, or looks of former times, that differ where the player has set the colours."""
    focus: Sequence[Locator] = ()
    """Parts that look different there while they are focused."""
    framed: Sequence[Locator] = ()
    """Parts that keep an edge there."""
    said: Callable[[str], None] | None = None
    """What the page says in a language."""


def check(state: State, *, thorough: bool = False) -> None:
    """By day, by night and with a player's own colours; thoroughly on every screen and in every language."""
    try:
        _check(state, thorough)
    except Exception as fault:
        fault.add_note(f"in the state: {state.name}")
        raise


def _check(state: State, thorough: bool) -> None:
    me = state.window
    if thorough and state.speaks:
        _speaks(state)
    at_home, *others = state.screens
    for name in (at_home, *others) if thorough or state.whole else (at_home,):
        me.page.set_viewport_size(SCREENS[name])
        _has_room(state)
        _says_the_result_once(me)
        if state.still is not None:
            stands_still(me, *state.still)
        if thorough or name == at_home:
            _is_open_to_all(state)
    if state.still is not None:
        me.page.set_viewport_size(FLAT)
        hides_nothing_under_a_notch(me)
    me.page.set_viewport_size(SCREENS[at_home])
    _stands_out(state)


def _is_open_to_all(state: State) -> None:
    """By day in every respect; by night only the colours are others."""
    me = state.window
    assert violations(me) == [], state.name
    me.page.emulate_media(color_scheme="dark")
    assert violations(me, COLOURS) == [], f"{state.name}, by night"
    me.page.emulate_media(color_scheme="light")


def _speaks(state: State) -> None:
    me = state.window
    for language in (*OTHERS, *LONG_WORDS, "en"):
        choose(me, language)
        has_no_gap(me)
        if state.said:
            state.said(language)
        if state.whole and language not in OTHERS:
            for size in (*(SCREENS[name] for name in state.screens), ZOOMED):
                me.page.set_viewport_size(size)
                _has_room(state)


def _has_room(state: State) -> None:
    fits(state.window)
    if state.whole:
        is_in_sight(state.window, *state.whole)
        if state.inside:
            is_inside(state.window)
        assert state.window.page.evaluate(_ASIDES)
    if state.apart:
        are_apart(*state.apart)


def _says_the_result_once(me: Window) -> None:
    if me.ending.count():
        expect(me.main.get_by_text(me.result.inner_text(), exact=True)).to_have_count(1)
        expect(me.page.get_by_role("button", name=word("replay.watch"))).to_have_count(1)


def _stands_out(state: State) -> None:
    """What is chosen, lit or focused still differs where the player has set the colours."""
    me = state.window
    if not (state.differ or state.focus or state.framed):
        return
    with forced(me):
        for parts in state.differ:
            looks = {name: part if isinstance(part, str) else look(part) for name, part in parts.items()}
            differ(**looks)
        for part in state.framed:
            assert part.evaluate("it => getComputedStyle(it).borderStyle") == "solid"
        me.page.keyboard.press("Tab")
        for part in state.focus:
            part.blur()
            plain = look(part)
            part.focus()
            differ(plain=plain, focused=look(part))
            part.blur()
