"""A player at a table of Zuma, with a mouse, a thumb or the keyboard."""

from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import post, set_up
from tests.browser.kit.opponent import Opponent
from tests.browser.kit.window import Window

_SIGNS: Final = "cards => cards.map(({ dataset }) => dataset.card)"
Spot = tuple[float, float]
SOON_MS: Final = 200
"""Until a hand that reaches out has arrived."""
EDGE: Final = 14
"""Pixels from the left edge of a card: so much is seen of each."""


class PoleTable:
    """What one person sees of a game, and does in it."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page

    # what there is to see

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    @property
    def cards(self) -> Locator:
        return self.page.locator("[data-card]")

    @property
    def poles(self) -> Locator:
        """Those that can be grabbed."""
        return self.page.locator("button[data-pole]")

    @property
    def tray(self) -> Locator:
        return self.page.get_by_test_id("tray")

    def button(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def pole(self, name: str) -> Locator:
        return self.page.locator(f'[data-pole="{name}"]')

    def plate(self, seat: int) -> Locator:
        return self.page.locator(f'[data-plate="{seat}"]')

    def hand(self) -> list[str]:
        signs: list[str] = self.cards.evaluate_all(_SIGNS)
        return signs

    @property
    def views(self) -> list[dict[str, Any]]:
        """All views that the hall has sent."""
        return [message["view"] for message in self.window.told if message.get("view")]

    @property
    def view(self) -> dict[str, Any]:
        """The latest view that the hall sent."""
        return self.views[-1]

    @property
    def you(self) -> int:
        return int(self.view["you"])

    def moves(self, kind: str) -> list[str]:
        """The moves of this kind that this page has sent."""
        return [sent["move"] for sent in self.window.moves_sent() if sent["move"].startswith(kind)]

    def middle(self, goal: Locator) -> Spot:
        box = goal.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    # waiting

    def is_in(self, phase: str) -> None:
        expect(self.board).to_have_attribute("data-phase", phase)

    def lays_ready(self, card: str) -> None:
        """The card lies apart, and the hall knows it."""
        expect(self.tray).to_have_attribute("data-chosen-card", card)
        expect(self.tray).to_have_attribute("data-known", "true")

    def sees(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """What the hall tells, as soon as it is as wanted."""
        self.window.until(lambda: wanted(self.view))
        return self.view

    # playing

    def edge(self, place: int) -> Spot:
        """Cards may overlap: their left edge is always free."""
        box = self.cards.nth(place).bounding_box()
        assert box is not None
        return box["x"] + EDGE, box["y"] + box["height"] / 2

    def first_pole(self) -> str:
        name = self.poles.first.get_attribute("data-pole")
        assert name is not None
        return name

    def is_counted(self) -> None:
        """The round is over, and all hands lie open."""
        self.button("lines").wait_for()


def sit_alone(come_in: ComeIn, others: int = 2, **options: Any) -> tuple[PoleTable, list[Opponent]]:
    """A player in a window, and opponents who move as the test says: nothing happens by itself."""
    return sit_in(come_in(), others, **options)


def sit_in(window: Window, others: int = 2, **options: Any) -> tuple[PoleTable, list[Opponent]]:
    options = {"beat": "calm", "cycles": 1, **options}
    table = set_up(window, "zuma", ["open"] * others, options)["table"]
    people = [Opponent(window, table) for _ in range(others)]
    post(window, f"tables/{table}/ready")
    window.visit(f"/t/{table}")
    me = PoleTable(window)
    me.is_in("dealt")
    return me, people
