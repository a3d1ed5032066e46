"""A player at a table of Unikato, with a mouse or a thumb."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.kit.match import set_up
from tests.browser.kit.rounds import Rounds
from tests.browser.kit.window import Window
from tests.browser.kit.words import word
from ukumbi.games.unikato.view import UnikatoView

DEALS: Final = 600
"""So many deals are tried for tiles that one deal in thirty brings."""
_LYING: Final = "tiles => Object.fromEntries(tiles.map(({ dataset }) => [dataset.at, dataset.tile]))"


def something_fits(view: UnikatoView) -> bool:
    return bool(view.fits)


class TileTable:
    """What one person sees of a round, and does in it."""

    def __init__(self, window: Window, folder: Path, *, by_tap: bool = False) -> None:
        self.window, self.page, self.folder = window, window.page, folder
        self._by_tap = by_tap

    def sit(self, *others: str, rounds: int = 1) -> "TileTable":
        """A new table; this person begins."""
        options = {"starter": "first", "rounds": rounds}
        self.window.visit(f"/t/{set_up(self.window, 'unikato', others, options)['table']}")
        return self

    def sit_with(self, wanted: Callable[[UnikatoView], bool], **more: object) -> "TileTable":
        """Against the weakest bot, with tiles as they are wanted."""
        options = {"starter": "first", **more}
        for _ in range(DEALS):
            table = set_up(self.window, "unikato", ["1"], options)["table"]
            if wanted(Rounds.read(self.folder, table).view(0)):
                self.window.visit(f"/t/{table}")
                self.my_turn()
                return self
        pytest.fail(f"no such tiles in {DEALS} deals")

    # what there is to see

    @property
    def truth(self) -> Rounds:
        return Rounds.read(self.folder, self.window.table)

    @property
    def phase(self) -> str:
        return self.page.locator("[data-phase]").get_attribute("data-phase") or ""

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_test_id("sheet")

    @property
    def bag(self) -> Locator:
        return self.page.get_by_test_id("bag")

    @property
    def thoughts(self) -> Locator:
        return self.page.locator("[data-thought]")

    def button(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def tile(self, name: str) -> Locator:
        return self.page.locator(f'[data-rack-tile="{name}"]')

    def place(self, name: str) -> Locator:
        return self.page.locator(f'[data-place="{name}"]')

    def displayed(self, name: str) -> Locator:
        return self.page.locator(f'[data-display-tile="{name}"]')

    def rack(self) -> list[str]:
        return self._named("[data-rack-tile]", "rackTile")

    def fitting(self) -> list[str]:
        return self._named("[data-rack-tile][data-fits]", "rackTile")

    def lit(self) -> list[str]:
        return self._named("[data-place][data-lit]", "place")

    def display(self) -> list[str]:
        return self._named("[data-display-tile]", "displayTile")

    def _named(self, which: str, key: str) -> list[str]:
        names: list[str] = self.page.locator(which).evaluate_all(f"all => all.map(it => it.dataset.{key})")
        return sorted(names)

    def lying(self) -> dict[str, str]:
        """What lies where, without what is only planned."""
        tiles: dict[str, str] = self.page.locator("[data-at]:not([data-thought])").evaluate_all(_LYING)
        return tiles

    def counts(self) -> list[int]:
        return [int(count) for count in self.page.locator('[data-testid^="count-"]').all_inner_texts()]

    def minus_points(self) -> list[list[int]]:
        """The rows of the score sheet, without the sum."""
        rows = self.sheet.locator("tbody tr").all()
        written = [row.locator("td").all_inner_texts() for row in rows]
        return [[int(points) for points in row] for row in written if any(row)]

    def shows_what_happened(self) -> None:
        truth = self.truth
        self.window.shows(len(truth.events))
        view = truth.view(self.window.you)
        assert self.lying() == truth.lying()
        assert self.counts() == list(view.counts)
        assert self.display() == sorted(view.display)
        assert sorted(self.rack()) == sorted(view.racks[self.window.you] or ())

    # waiting

    def my_turn(self) -> None:
        """Wait until this player can move, or the game is over."""
        self.page.locator('main[data-table]:has(.yours), main[data-status="over"]').wait_for()

    def after(self, act: Callable[[], None]) -> None:
        """Do something, and see it done."""
        seq = self.window.seq
        act()
        expect(self.window.main).not_to_have_attribute("data-seq", str(seq))
        expect(self.window.status).not_to_have_text(word("why.pending"))

    # playing

    def touch(self, goal: Locator) -> None:
        if self._by_tap:
            goal.tap()
        else:
            goal.click()

    def lay(self, tile: str, place: str) -> None:
        """Lay a tile in thought."""
        self.touch(self.tile(tile))
        self.put(place)

    def put(self, place: str) -> None:
        """The chosen tile goes there, and the hall says what may follow."""
        self.touch(self.place(place))
        expect(self.page.locator(f'[data-thought][data-at="{place}"]')).to_be_attached()
        expect(self.button("confirm")).to_be_enabled()

    def do(self, button: str) -> None:
        """Press a button that makes a move."""
        self.after(lambda: self.touch(self.button(button)))

    def swap(self, tile: str, source: Locator) -> None:
        self.touch(self.tile(tile))
        self.touch(source)
        self.do("confirm")

    def draw(self, source: Locator) -> None:
        self.after(lambda: self.touch(source))

    def sources(self) -> list[Locator]:
        """Where a tile can be taken from."""
        bag = [] if self.bag.inner_text().strip() == "0" else [self.bag]
        return [*map(self.displayed, self.display()), *bag]

    def any_act(self, rng: Random) -> None:
        """Whatever can be done now."""
        if self.phase == "draw":
            self.draw(rng.choice(self.sources()))
        elif self.button("pass").is_visible():
            self.do("pass")
        elif self.fitting():
            self.any_chain(rng)
            self.do("confirm")
        elif self.phase == "second":
            self.do("decline")
        else:
            self.swap(rng.choice(self.rack()), rng.choice(self.sources()))

    def any_chain(self, rng: Random) -> None:
        """In thought: any tile in any place that lights up, as long as one fits."""
        while fitting := self.fitting():
            self.touch(self.tile(rng.choice(fitting)))
            self.put(rng.choice(self.lit()))

    def any_round(self, rng: Random, at_every_turn: Callable[[], None] = lambda: None) -> None:
        """Play until the round is over."""
        self.my_turn()
        while self.phase not in ("between", "over"):
            at_every_turn()
            self.any_act(rng)
            self.my_turn()
