"""What the scenes share: sheets, and the end of a game."""

from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, expect

from tests.browser.kit.scene import Scene
from tests.browser.kit.states import State
from tests.browser.kit.window import Window
from tests.browser.kit.words import of_game, word

Looks = dict[str, str | Locator]
Walk = Callable[[Scene], Iterator[State]]
"""Through states that follow each other."""


def sheet(me: Window) -> Locator:
    return me.page.get_by_role("dialog")


def sheets(me: Window, game: str) -> Iterator[State]:
    """Rules and keys, as they are read at a table."""
    me.press("lobby.rules")
    sheet(me).wait_for()
    yield State(f"{game}, rules", me, speaks=False)
    put_away(me)
    me.page.keyboard.press("?")
    sheet(me).wait_for()
    said = [of_game(game, "name"), word("keys.everywhere")]
    expect(sheet(me).get_by_role("heading", level=3)).to_have_text(said)
    yield State(f"{game}, keys", me, speaks=False)
    put_away(me)


def put_away(me: Window) -> None:
    me.page.keyboard.press("Escape")
    expect(me.page.locator("dialog")).to_have_count(0)


def over(me: Window, game: str) -> Iterator[State]:
    """The end of a game, and its replay from the beginning to the end."""
    me.ending.wait_for()
    yield State(f"{game}, over", me)
    me.ending.get_by_role("button", name=word("replay.watch")).click()
    bar = me.page.get_by_test_id("replay")
    bar.get_by_role("slider").wait_for()
    yield State(f"{game}, replay", me)
    bar.get_by_role("button", name=word("replay.last"), exact=True).click()
    expect(bar.get_by_role("button", name=word("replay.forward"), exact=True)).to_be_disabled()
    yield State(f"{game}, end of the replay", me)
