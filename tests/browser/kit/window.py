"""A window of a real browser, and the player in front of it."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, Self

import msgspec
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    WebSocket,
    expect,
)
from playwright.sync_api import TimeoutError as Late

from benchmarks.players.guest import Guest
from tests.browser.kit.words import rukuni, study, word
from ukumbi.core import Record

FLAT_BOARD: Final = "localStorage.setItem('ukumbi.ubongo.look', 'flat')"
"""The view of Ubongo's board that most tests are about, also on machines that draw in space."""
LINE_IS_DOWN: Final = ("WebSocket connection to", "net::ERR_")
"""What Chromium itself writes to the console while a hall cannot be reached."""
LOOK_EVERY: Final = 10
"""Milliseconds between two looks for what no element shows."""
REFUSED_BY_HTTP: Final = ("Failed to load resource",)
_PIECES: Final = """
hollows => Object.fromEntries(hollows.map(({ dataset }) => [dataset.hollow, dataset.piece]))
"""
_FOLLOW: Final = """
path => {
  const link = Object.assign(document.createElement("a"), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}
"""
_LISTEN: Final = """
window.spoken = [];
addEventListener("DOMContentLoaded", () => {
  const live = "[aria-live], [role=status], [role=alert]";
  const say = ({ textContent }) => textContent?.trim() && window.spoken.push(textContent.trim());
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === "characterData" ? [target] : addedNodes)
        if ((node.closest ? node : node.parentElement)?.closest(live)) say(node);
        else node.querySelectorAll?.(live).forEach(say);
  }).observe(document.documentElement, { childList: true, characterData: true, subtree: true });
});
"""


class Window:
    """One page, with its complaints, and with everything that it sent and received."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.complaints: list[str] = []
        self.excused: tuple[str, ...] = ()
        self.sent: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.log: Callable[[], Sequence[Record]] | None = None
        """Of the table on the scene page, where no hall has it."""

    @cached_property
    def page(self) -> Page:
        """Opened when it is first used: some tests only send requests."""
        page = self.context.new_page()
        page.add_init_script(_LISTEN)
        page.on("console", self._heard_console)
        page.on("pageerror", self._heard_error)
        page.on("websocket", self._heard_line)
        return page

    @property
    def is_open(self) -> bool:
        return "page" in self.__dict__

    @property
    def browser(self) -> Browser:
        assert self.context.browser is not None
        return self.context.browser

    def excuse(self, *beginnings: str) -> Self:
        """Complaints of these kinds are to be expected here."""
        self.excused += beginnings
        return self

    def _heard_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _heard_error(self, error: Error) -> None:
        self.complaints.append(f"uncaught: {error}")

    def _heard_line(self, line: WebSocket) -> None:
        line.on("framesent", lambda text: self.sent.append(msgspec.json.decode(text)))
        line.on("framereceived", lambda text: self.told.extend(msgspec.json.Decoder().decode_lines(text)))

    def until(self, met: Callable[[], object], every: int = LOOK_EVERY) -> None:
        """Wait for what no element shows; what comes over the line meanwhile is heard."""
        while not met():
            self.page.wait_for_timeout(every)

    def unexcused(self) -> list[str]:
        return [text for text in self.complaints if not any(part in text for part in self.excused)]

    # going somewhere

    def visit(self, path: str = "/") -> Self:
        self.page.goto(path if path.startswith("http") else self.address + path)
        return self

    def go(self, path: str = "/") -> Self:
        """By a link from one page of the hall to another, which loads nothing anew; a table is waited for."""
        self.page.evaluate(_FOLLOW, path)
        if path.startswith("/t/") and "?" not in path:
            self.page.locator(f'main[data-table="{path[3:]}"]').wait_for()
        return self

    def press(self, key: str) -> None:
        """A button or link by its word in English."""
        self.page.get_by_role("button", name=word(key), exact=True).click()

    def press_study(self, key: str, language: str = "en") -> None:
        """The same with a word of the analysis."""
        self.page.get_by_role("button", name=study(key, language), exact=True).click()

    def on_the_shelf(self, key: str, game: str = "rukuni", language: str = "en") -> Locator:
        """A button of one game on the start page, by its word."""
        shelf = self.page.locator(f'[data-game="{game}"]')
        return shelf.get_by_role("button", name=word(key, language), exact=True)

    def play_the_bot(self, level: str = "1") -> Self:
        """Rukuni against a bot, without a look at the start page."""
        form = {"game": "rukuni", "others": [level], "options": {"white": "first"}}
        answer = self.context.request.post(f"{self.address}/api/tables", data=form)
        self.coached(answer.json()["table"], on=False)
        self.visit(f"/t/{answer.json()['table']}")
        self.awaits_me()
        return self

    def coached(self, table: str, *, on: bool) -> None:
        """Switch the coach of this table."""
        answer = self.context.request.put(f"{self.address}/api/tables/{table}/coach", data={"on": on})
        assert answer.ok, answer.text()

    def play_from_the_shelf(self, game: str = "rukuni") -> Self:
        """Against a bot, as a newcomer does: the rules come first."""
        self.on_the_shelf("lobby.play", game).click()
        self.page.get_by_test_id("begin").click()
        return self

    def sit_down(self, table: str) -> Self:
        """Follow the host's link to a table, and take a seat there."""
        return self.sit_down_by(f"/t/{table}?seat={Guest.invitations[table]}")

    def sit_down_by(self, link: str) -> Self:
        self.visit(link)
        self.press("door.sit")
        self.room.wait_for()
        return self

    def get_ready(self) -> None:
        self.press("room.ready")

    def another(self, address: str | None = None) -> "Window":
        """A second window of the same person, at the same table."""
        other = Window(self.context, address or self.address)
        return other.visit(f"/t/{self.table}")

    def press_until(self, key: str, goal: str) -> None:
        """As often as it takes to get there."""
        for _ in range(60):
            if self.page.locator(f"{goal}:focus").count():
                return
            self.page.keyboard.press(key)
        pytest.fail(f"{key} does not lead to {goal}")

    # what the table shows

    @property
    def main(self) -> Locator:
        return self.page.locator("main[data-table]")

    @property
    def status(self) -> Locator:
        return self.page.get_by_test_id("status")

    @property
    def connection(self) -> Locator:
        return self.page.get_by_test_id("connection")

    @property
    def ending(self) -> Locator:
        return self.page.get_by_test_id("ending")

    @property
    def result(self) -> Locator:
        """The result, in the one place that shows it."""
        return self.page.get_by_role("heading", level=2).and_(self.status)

    @property
    def room(self) -> Locator:
        """Where the players wait for the game to begin."""
        return self.page.get_by_test_id("waiting-room")

    @property
    def invitation(self) -> Locator:
        """The table as a guest without a seat sees it."""
        return self.page.get_by_test_id("invitation")

    @property
    def lit_hollows(self) -> Locator:
        return self.page.locator("[data-lit]")

    @property
    def table(self) -> str:
        return self._fact("data-table")

    @property
    def seq(self) -> int:
        return int(self._fact("data-seq"))

    @property
    def you(self) -> int:
        return int(self._fact("data-you"))

    def _fact(self, name: str) -> str:
        fact = self.main.get_attribute(name)
        assert fact is not None
        return fact

    def hollow(self, name: str) -> Locator:
        return self.page.locator(f'[data-hollow="{name}"]')

    def lit(self) -> list[str]:
        names: list[str] = self.lit_hollows.evaluate_all("hollows => hollows.map(h => h.dataset.hollow)")
        return names

    def pieces(self) -> dict[str, str]:
        """What stands in every hollow, "" for nothing."""
        standing: dict[str, str] = self.page.locator("[data-hollow]").evaluate_all(_PIECES)
        return standing

    def score(self) -> tuple[int, int]:
        """White's and Grey's points."""
        white, grey = (self.page.get_by_test_id(f"score-{colour}") for colour in ("white", "grey"))
        return int(white.inner_text()), int(grey.inner_text())

    def spoken(self) -> list[str]:
        """Everything that the page has announced to a screen reader."""
        sentences: list[str] = self.page.evaluate("window.spoken")
        return sentences

    def hears(self, *sentences: str) -> None:
        """The latest announcements to a screen reader, in this order."""
        last = "window.spoken.slice(-wanted.length)"
        told = f"wanted => JSON.stringify({last}) === JSON.stringify(wanted)"
        try:
            self.page.wait_for_function(told, arg=list(sentences))
        except Late as late:
            raise AssertionError(f"told instead: {self.spoken()}") from late

    def moves_sent(self) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["type"] == "move"]

    # waiting for something

    def awaits_me(self) -> None:
        expect(self.status).to_have_text(rukuni("step.tower"))

    def shows(self, seq: int) -> None:
        expect(self.main).to_have_attribute("data-seq", str(seq))

    def plays(self) -> None:
        expect(self.main).to_have_attribute("data-status", "playing")

    def has_lost_the_line(self) -> None:
        expect(self.connection).to_have_text(word("connection.lost"))

    def has_the_line(self) -> None:
        expect(self.connection).to_have_count(0)

    def is_headed(self, sentence: str) -> None:
        """The page says this first."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(sentence)

    def is_nowhere(self, key: str) -> None:
        """There is nothing to see but the reason."""
        self.is_headed(word(key))
        expect(self.page.get_by_role("link", name=word("hall.home"), exact=True)).to_be_visible()

    # playing

    def touch(self, name: str) -> None:
        self.hollow(name).click()

    def turn(self, turn: str) -> None:
        for hollow in re.split("[-/]", turn):
            self.touch(hollow)

    def begin_a_turn(self) -> None:
        """Take a tower that can move."""
        self.awaits_me()
        self.touch(self.lit()[0])

    def any_turn(self, rng: Random, touch: Callable[[str], None] | None = None) -> str:
        """Choose among what lights up, three times; gives the turn in notation."""
        touch = touch or self.touch
        self.awaits_me()
        chosen = []
        for _ in range(3):
            chosen.append(rng.choice(sorted(self.lit())))
            touch(chosen[-1])
        return "{}-{}/{}".format(*chosen)
