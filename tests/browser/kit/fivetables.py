"""A table of each of the five games in the middle of it, at which nothing happens by itself."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from tests.browser.kit import cardtable, poletable
from tests.browser.kit.blocktable import alone
from tests.browser.kit.match import set_up
from tests.browser.kit.window import Window

TILE: Final = "[data-rack-tile]"


def rukuni(me: Window) -> None:
    me.play_the_bot()


def unikato(me: Window) -> None:
    me.visit(f"/t/{set_up(me, 'unikato', ['1'], {'starter': 'first'})['table']}")
    expect(me.page.locator(TILE)).to_have_count(10)


def ukuma(me: Window) -> None:
    cardtable.play_alone(lambda: me, fits="shown")


def zuma(me: Window) -> None:
    poletable.sit_in(me)


def ubongo(me: Window) -> None:
    """In the flat view, with a task and all its pieces."""
    table = alone(me, solo="time")
    table.choose(1)
    table.is_in("building")
    expect(me.page.locator("[data-piece]")).to_have_count(len(table.side["task"]))


GAMES: Final[dict[str, Callable[[Window], None]]] = {
    one.__name__: one for one in (rukuni, unikato, ukuma, zuma, ubongo)
}


def sit(me: Window, game: str) -> Window:
    GAMES[game](me)
    me.plays()
    return me
