"""A finished game that is watched again."""

from playwright.sync_api import Locator, expect

from tests.browser.kit.records import shows_what_happened, story
from tests.browser.kit.window import Window
from tests.browser.kit.words import word


class Screening:
    """The replay of a game of Rukuni; stop 0 is the beginning, stop n the nth turn."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page
        self.bar = window.page.get_by_test_id("replay")

    @property
    def last(self) -> int:
        return int(self.bar.get_attribute("data-stops") or 0) - 1

    @property
    def stop(self) -> int:
        return int(self.bar.get_attribute("data-stop") or 0)

    @property
    def line(self) -> Locator:
        return self.bar.get_by_role("slider")

    def button(self, key: str) -> Locator:
        named = self.bar.get_by_role("button", name=word(f"replay.{key}"), exact=True)
        return named.or_(self.bar.locator(f"[data-rate='{key}']"))

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def stands_at(self, stop: int) -> None:
        """Everything on the page is of this moment: board, score, sentence, history, line."""
        expect(self.bar).to_have_attribute("data-stop", str(stop))
        expect(self.line).to_have_attribute("aria-valuetext", word("replay.at", n=stop, of=self.last))
        current = self.page.locator("[data-move][aria-current=step]")
        told = story(self.window)
        if stop == 0:
            expect(self.window.status).to_have_text(word("replay.start"))
            expect(current).to_have_count(0)
        else:
            expect(current).to_have_attribute("data-move", told.turns[stop - 1])
            expect(self.window.status).to_contain_text(told.turns[stop - 1].split("/")[1])
        shows_what_happened(self.window, stop + 1)

    def reaches(self, stop: int) -> None:
        """Wait until it has been played that far."""
        self.page.wait_for_function(
            "stop => Number(document.querySelector('[data-stop]').dataset.stop) >= stop", arg=stop
        )


def watch(window: Window) -> Screening:
    window.ending.get_by_role("button", name=word("replay.watch")).click()
    screening = Screening(window)
    expect(screening.line).to_be_visible()
    return screening
