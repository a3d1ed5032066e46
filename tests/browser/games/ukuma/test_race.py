"""Two browsers race for the same cell of ukuma: the first to act gets it, whatever the latency."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import CALM, ComeIn, chromium
from tests.browser.kit.cardtable import CardTable, play
from tests.browser.kit.delaying_proxy import DelayingProxy
from tests.browser.kit.words import ukuma

FAR = 0.24
"""The long line's round trip in seconds."""
HEAD_START = 60
"""Milliseconds: far less than the long line takes one way."""
CLEARLY = 400
"""Milliseconds: far more than a page is late with its timer where others are at work."""

_PRESS_AT = """
(cell, moment) => new Promise((done) => setTimeout(() => {
  const press = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  cell.dispatchEvent(press);
  done(Date.now());
}, moment - Date.now()))
"""


@pytest.fixture(scope="module")
def long_line(server: HallProcess) -> Iterator[DelayingProxy]:
    with DelayingProxy(server.port, FAR) as line:
        yield line


def contested(white: CardTable, black: CardTable) -> str:
    """A cell in both fronts, beside the first cards, for which both hold a card."""
    while (mine := _fits_beside(white, rank="4")) is None:
        white.throw_away()
    card, cell = mine
    white.card(card).click()
    white.free(cell).click()
    for table in (white, black):
        table.shows(cell)
    cell = f"{cell[0]}5"
    for table in (white, black):
        while _card_for(table, cell) is None:
            table.throw_away()
    return cell


def _fits_beside(table: CardTable, rank: str) -> tuple[str, str] | None:
    for cell in table.view["fronts"][table.window.you]:
        if cell[1:] == rank and (card := _card_for(table, cell)):
            return card, cell
    return None


def _card_for(table: CardTable, cell: str) -> str | None:
    view = table.view
    for place, lays in enumerate(view["fits"]):
        if any(lay.endswith(f"@{cell}") for lay in lays):
            return str(view["hands"][view["you"]][place])
    return None


def take_aim(table: CardTable, cell: str) -> dict[str, str]:
    """A card that fits is chosen, and the keyboard stands on the cell. The hand as it is."""
    card = _card_for(table, cell)
    assert card is not None
    table.card(card).click()
    table.free(cell).focus()
    return table.hand()


def press(table: CardTable, cell: str, moment: float) -> None:
    """Press Enter on that cell when that moment comes, whatever happens here meanwhile."""
    table.free(cell).evaluate(f"(cell, moment) => void ({_PRESS_AT})(cell, moment)", moment)


def now(table: CardTable) -> float:
    moment: float = table.page.evaluate("Date.now()")
    return moment


def race(white: CardTable, black: CardTable, head_start: float) -> tuple[str, dict[int, dict[str, str]]]:
    """Both press for the same cell, White by so many milliseconds earlier; the hands before it."""
    cell = contested(white, black)
    hands = {0: take_aim(white, cell), 1: take_aim(black, cell)}
    moment = now(white) + 1000  # time enough to tell both pages, also where others are at work
    press(white, cell, moment)
    press(black, cell, moment + head_start)
    for table in (white, black):
        table.shows(cell)
        expect(table.flying).to_have_count(0)
    return cell, hands


def owner(table: CardTable, cell: str) -> int:
    return next(int(laid["seat"]) for laid in table.view["table"] if laid["cell"] == cell)


def lost(loser: CardTable, winner: CardTable, hand: dict[str, str]) -> None:
    """The card is back in its place, and the page says why."""
    name = loser.page.locator(f"[data-seat='{winner.window.you}'] strong").inner_text()
    expect(loser.window.status).to_have_text(ukuma("error.cell_is_taken", name=name))
    assert loser.hand() == hand


def times_of_latest_lay(folder: Path) -> tuple[int, int, int]:
    """When it came in, what was granted for lag, and when it counts from, as the log has it."""
    latest = "select arrival, allowance, at from events where event like ? order by number desc limit 1"
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger:
        arrival, allowance, at = ledger.execute(latest, ['%"laid"%']).fetchone()
    return arrival, allowance, at


@pytest.fixture(scope="module")
def other_chrome(chrome: Browser) -> Iterator[Browser]:
    browser = chrome.browser_type.launch(executable_path=chromium(), args=CALM)
    yield browser
    browser.close()


@pytest.fixture
def each_alone(come_in: ComeIn, chrome: Browser, other_chrome: Browser) -> ComeIn:
    """Each player has a browser."""
    browsers = iter((chrome, other_chrome))
    return lambda **wishes: come_in(through=next(browsers), **wishes)


@pytest.mark.deep
def test_one_of_two_gets_the_cell(each_alone: ComeIn) -> None:
    """Both are near, so the first to act is first. Each race is a game of its own."""
    players = play(each_alone, fits="shown", best_of=3)
    for head_start, loser in ((0, 0), (CLEARLY, 1), (-CLEARLY, 0)):
        cell, hands = race(*players, head_start)
        winner = owner(players[0], cell)
        assert owner(players[1], cell) == winner
        lost(players[1 - winner], players[winner], hands[1 - winner])
        assert players[0].lying() == players[1].lying()
        if head_start:
            assert winner == (0 if head_start > 0 else 1)
        if head_start >= 0:
            the_next_game(players, loser)


def the_next_game(players: tuple[CardTable, CardTable], loser: int) -> None:
    """Given up in turn, so that three games are played."""
    for _ in range(2):
        players[loser].button("resign").click()
    for table in players:
        table.is_in("between")
        table.button("ready").click()
    players[1].begin()
    for table in players:
        table.is_in("playing")
        expect(table.held).to_have_count(3)


def test_the_first_to_act_is_first_though_the_move_arrives_later(
    each_alone: ComeIn, long_line: DelayingProxy, folder: Path
) -> None:
    """White's move takes 120 ms to arrive. Black presses 60 ms later, arrives first, and waits."""
    white, black = play(each_alone, long_line.url, fits="shown")
    far = black.page.locator("[data-seat='0']").get_by_test_id("lag")
    expect(far).to_have_text(re.compile(r"^\s*(2[4-9]|[3-9]\d)\d\s*ms\s*$"))
    cell, hands = race(white, black, HEAD_START)
    assert owner(white, cell) == 0
    arrival, allowance, at = times_of_latest_lay(folder)
    assert at == pytest.approx(arrival - allowance, abs=1)  # milliseconds are rounded
    assert allowance >= 1000 * FAR
    lost(black, white, hands[1])
    assert white.lying() == black.lying()
