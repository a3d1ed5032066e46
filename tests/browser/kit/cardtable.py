"""A player at a table of ukuma, with a mouse, a thumb or the keyboard."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import begin, post, set_up
from tests.browser.kit.opponent import Opponent, quiet
from tests.browser.kit.window import Window

_LYING: Final = "cards => Object.fromEntries(cards.map(({ dataset }) => [dataset.cell, dataset.laid]))"
_HELD: Final = "cards => Object.fromEntries(cards.map(({ dataset }) => [dataset.place, dataset.card]))"


_IN_REACH = """cell => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
_AT_REST = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"


class CardTable:
    """What one person sees of a game, and does in it."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page

    # what there is to see

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    @property
    def starts(self) -> Locator:
        return self.page.locator("[data-start]")

    @property
    def held(self) -> Locator:
        return self.page.locator("[data-card]")

    @property
    def flying(self) -> Locator:
        return self.page.locator("[data-flying]")

    @property
    def lit(self) -> Locator:
        return self.page.locator("[data-lit]")

    def button(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def card(self, name: str) -> Locator:
        return self.page.locator(f'[data-card="{name}"]')

    def cell(self, name: str) -> Locator:
        """A card on the table, laid or on its way."""
        return self.page.locator(f'[data-cell="{name}"]')

    def free(self, cell: str) -> Locator:
        """A free cell of the own front."""
        return self.page.locator(f'[data-free="{cell}"]')

    def lying(self) -> dict[str, str]:
        cards: dict[str, str] = self.page.locator("[data-laid]").evaluate_all(_LYING)
        return cards

    def hand(self) -> dict[str, str]:
        """The cards by the number of their place, from 0."""
        cards: dict[str, str] = self.held.evaluate_all(_HELD)
        return cards

    @property
    def view(self) -> dict[str, Any]:
        """The latest view that the hall sent."""
        views: list[dict[str, Any]] = [message["view"] for message in self.window.told if message.get("view")]
        return views[-1]

    def middle(self, goal: Locator) -> tuple[float, float]:
        box = goal.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # waiting

    def is_in(self, phase: str) -> None:
        expect(self.board).to_have_attribute("data-phase", phase)

    def shows(self, cell: str) -> None:
        expect(self.page.locator(f'[data-cell="{cell}"][data-laid]')).to_be_attached()

    def has_heard_more_than(self, seq: int) -> None:
        expect(self.window.main).not_to_have_attribute("data-seq", str(seq))

    def names_its_columns_and_rows(self) -> None:
        """As in the history: below the column and beside the row in which a card lies."""
        column, row = self.middle(self.cell("f4"))
        below, _ = self.middle(self.button("table").get_by_text("f", exact=True))
        _, beside = self.middle(self.button("table").get_by_text("4", exact=True))
        assert below == pytest.approx(column, abs=3)
        assert beside == pytest.approx(row, abs=8)

    # playing

    def begin(self) -> None:
        """Choose the first card that fits."""
        self.starts.first.click()

    def fitting(self) -> tuple[str, str, str]:
        """A place, a card and a cell that fit and end nothing; a hand without any is thrown away."""
        while True:
            view = self.view
            for place, lays in enumerate(quiet(view)):
                if lays:
                    return str(place), view["hands"][view["you"]][place], lays[0].partition("@")[2]
            self.throw_away()

    def lay(self, card: str, cell: str) -> None:
        """Touch the card, touch the cell."""
        self.card(card).click()
        self.reach(cell)
        self.free(cell).click()

    def reach(self, cell: str) -> None:
        """Move the view until nothing hides the cell: not all columns need be in sight."""
        table = self.button("table").bounding_box()
        assert table is not None
        while not self.free(cell).evaluate(_IN_REACH):
            side = "right" if self.middle(self.free(cell))[0] > table["x"] + table["width"] / 2 else "left"
            self.page.locator(f'[data-pan="{side}"]').click()
            self.page.wait_for_function(_AT_REST)

    def with_two_ways_up(self) -> str:
        """A card of the hand that looks different upside down."""
        while not (cards := [name for name in self.hand().values() if name != turned(name)]):
            self.throw_away()
        return cards[0]

    def throw_away(self) -> None:
        seq = self.window.seq
        self.button("discard").click()
        self.has_heard_more_than(seq)
        expect(self.button("hand")).not_to_have_class(re.compile("throwing"))

    def drag(self, card: str, to: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*self.middle(self.card(card)))
        mouse.down()
        mouse.move(*to, steps=6)
        mouse.up()

    def drag_beside(self, card: str, cell: str, columns: int) -> None:
        """So many columns beside a card that lies there."""
        box = self.cell(cell).bounding_box()
        assert box is not None
        x, y = self.middle(self.cell(cell))
        self.drag(card, (x + columns * box["width"] * 1.06, y))


def turned(face: str) -> str:
    top, bottom, left, right = tuple(face)
    return bottom + top + right + left


def sit_down(come_in: ComeIn, address: str | None = None, **options: Any) -> tuple[CardTable, CardTable]:
    """White and Black in windows of their own, after the table was set up; White may have another line."""
    white = come_in(**({"address": address} if address else {}))
    black = come_in()
    table = set_up(white, "ukuma", ["open"], {"white": "first", "countdown": 1, **options})["table"]
    begin(white, black, table)
    return CardTable(white), CardTable(black)


def play(come_in: ComeIn, address: str | None = None, **options: Any) -> tuple[CardTable, CardTable]:
    """White and Black after the signal."""
    white, black = sit_down(come_in, address, **options)
    black.begin()
    for table in (white, black):
        table.is_in("playing")
        expect(table.held).to_have_count(3)
    return white, black


def sit_alone(come_in: ComeIn, *, opposite: str | None = None, **options: Any) -> tuple[CardTable, Opponent]:
    """White in a window, after the table was set up, and Black without one, maybe by another address."""
    window = come_in()
    table = set_up(window, "ukuma", ["open"], {"white": "first", "countdown": 1, **options})["table"]
    opponent = Opponent(window, table, opposite)
    post(window, f"tables/{table}/ready")
    window.visit(f"/t/{table}")
    return CardTable(window), opponent


def play_alone(come_in: ComeIn, *, opposite: str | None = None, **options: Any) -> tuple[CardTable, Opponent]:
    """White after the signal, and Black without a window."""
    white, black = sit_alone(come_in, opposite=opposite, **options)
    black.begin()
    white.is_in("playing")
    expect(white.held).to_have_count(3)
    black.sees("playing")
    return white, black
