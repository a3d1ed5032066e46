"""A player alone or against bots stops looking: the game stands still, and goes on after 3, 2, 1."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.axe import is_open_to_all
from tests.browser.kit.breakable_proxy import BreakableProxy
from tests.browser.kit.heldline import HeldLine
from tests.browser.kit.match import begin, set_up
from tests.browser.kit.window import LINE_IS_DOWN, Window
from tests.browser.kit.words import word
from tests.kit.actions import events_of

HIDEABLE = """
Object.defineProperty(document, "visibilityState", { get: () => (window.covered ? "hidden" : "visible") });
"""
TURN_TO = "covered => { window.covered = covered; document.dispatchEvent(new Event('visibilitychange')); }"


class Player:
    """In front of a game in real time; the tab can be hidden."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page
        window.page.add_init_script(HIDEABLE)

    def alone(self, **options: object) -> "Player":
        """Ubongo alone, in front of the first task."""
        self.at(set_up(self.window, "ubongo", [], {"solo": "time", **options})["table"])
        self.page.locator("[data-choose]").nth(1).click()
        expect(self.board).to_have_attribute("data-phase", "building")
        return self

    def at(self, table: str) -> "Player":
        self.window.visit(f"/t/{table}")
        self.board.wait_for()
        return self

    @property
    def board(self) -> Locator:
        return self.page.get_by_test_id("board")

    @property
    def cover(self) -> Locator:
        return self.page.get_by_test_id("paused")

    @property
    def go_on(self) -> Locator:
        return self.page.get_by_test_id("go-on")

    def hide(self) -> None:
        self.page.evaluate(TURN_TO, True)

    def look_again(self) -> None:
        self.page.evaluate(TURN_TO, False)

    def is_paused(self) -> None:
        expect(self.cover.get_by_role("heading")).to_have_text(word("pause.title"))
        expect(self.window.status).to_have_text(word("pause.what"))
        expect(self.board).not_to_be_visible()

    def counts_down_and_goes_on(self) -> None:
        expect(self.page.get_by_test_id("countdown")).to_be_visible()
        expect(self.cover).to_have_count(0)
        expect(self.board).to_be_visible()

    def now(self) -> float:
        """Milliseconds by the page's own count."""
        return float(self.page.evaluate("performance.now()"))

    def asked(self) -> list[str]:
        """What was asked of the time so far."""
        kinds = [message["type"] for message in self.window.sent]
        return [kind for kind in kinds if kind in ("pause", "resume")]

    def puts_the_task_aside(self) -> None:
        seq = self.window.seq
        self.page.get_by_role("button", name="Put aside").click()
        self.window.until(lambda: self.window.seq > seq)


@pytest.fixture
def player(me: Window) -> Player:
    return Player(me)


def test_a_hidden_tab(player: Player) -> None:
    player.alone()
    player.hide()
    player.is_paused()
    player.look_again()
    player.counts_down_and_goes_on()
    for said in (word("pause.what"), word("pause.soon"), "3", "2", "1"):
        assert said in player.window.spoken()
    assert player.asked() == ["pause", "resume"]
    player.puts_the_task_aside()
    _is_told_true(player)


def _is_told_true(player: Player) -> None:
    """The history tells of the pause; the replay knows of none, and took none of its time."""
    expect(player.page.locator('[data-system="paused"]')).to_have_count(1)
    player.window.press("act.resign")
    player.window.press("act.resign.yes")
    player.window.ending.get_by_role("button", name=word("replay.watch")).click()
    slider = player.page.get_by_role("slider")
    expect(slider).to_be_visible()
    events = [heard for message in player.window.told for heard in message.get("events", [])]
    at = {heard["event"]["type"]: heard["at"] for heard in events}
    assert at["resumed"] == at["paused"]
    assert slider.get_attribute("max") == str(at["resigned"] - at["opened"])


def _rules(player: Player) -> None:
    player.page.get_by_role("button", name=word("lobby.rules"), exact=True).first.click()


def _keys(player: Player) -> None:
    player.page.keyboard.press("?")


@pytest.mark.parametrize("read", [_rules, _keys])
def test_the_game_waits_while_a_sheet_is_read(player: Player, read: Callable[[Player], None]) -> None:
    player.alone()
    read(player)
    sheet = player.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    expect(player.cover).to_have_count(1)
    player.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    player.counts_down_and_goes_on()
    player.puts_the_task_aside()


def test_a_tab_hidden_again_during_the_countdown(player: Player) -> None:
    player.alone()
    player.hide()
    player.is_paused()
    player.look_again()
    expect(player.page.get_by_test_id("countdown")).to_be_visible()
    player.hide()
    player.is_paused()
    player.look_again()
    player.counts_down_and_goes_on()
    assert player.asked() == ["pause", "resume"] * 2


def test_a_lost_line(come_in: ComeIn, server: HallProcess, folder: Path) -> None:
    with BreakableProxy(server.port) as line:
        player = Player(come_in(address=line.url).excuse(*LINE_IS_DOWN)).alone()
        line.cut()
        player.window.has_lost_the_line()
        has_been_written(player, folder)
        line.mend()
        player.window.has_the_line()
        player.counts_down_and_goes_on()
        assert player.asked() == ["resume"]
        player.puts_the_task_aside()


def has_been_written(player: Player, folder: Path, table: str = "") -> None:
    """The hall has paused the game."""
    place = table or player.window.table
    player.window.until(lambda: '"paused"' in events_of(folder, place)[-1][-1], every=100)


def test_a_page_is_left_and_opened_again(player: Player, folder: Path) -> None:
    player.alone()
    table = player.window.table
    player.page.goto("about:blank")
    has_been_written(player, folder, table)
    player.window.visit(f"/t/{table}")
    player.counts_down_and_goes_on()
    assert player.asked() == ["resume"]
    player.puts_the_task_aside()


def test_a_pause_comes_late_to_a_page_that_is_looked_at_again(player: Player, folder: Path) -> None:
    """The page ends it all the same. No time passes on the page meanwhile."""
    line = HeldLine(player.window)
    player.page.clock.install()
    player.alone()
    with line.held():
        player.hide()
        has_been_written(player, folder)
        player.page.clock.pause_at(player.page.evaluate("Date.now() / 1000 + 1"))
        player.look_again()
        assert player.asked() == ["pause"]
    player.window.until(lambda: player.asked() == ["pause", "resume"])
    player.page.clock.resume()
    player.counts_down_and_goes_on()
    player.puts_the_task_aside()


def test_another_tab_goes_on_with_a_button(player: Player) -> None:
    """It does not know why the game is paused."""
    player.alone()
    other = Player(Window(player.window.context, player.window.address))
    other.at(player.window.table)
    expect(other.cover).to_have_count(0)
    other.page.wait_for_function("since => performance.now() > since + 2500", arg=other.now())
    _rules(player)
    other.is_paused()
    expect(other.go_on).to_be_focused()
    is_open_to_all(other.window)
    other.page.keyboard.press("Enter")
    other.counts_down_and_goes_on()
    assert other.asked() == ["resume"]


def test_keys_do_not_reach_a_covered_board(player: Player) -> None:
    table = set_up(player.window, "zuma", ["1", "1"], {"beat": "calm"})["table"]
    player.at(table)
    expect(player.page.locator("[data-card]").first).to_be_visible()
    player.hide()
    player.is_paused()
    moves = len(player.window.moves_sent())
    for key in ("1", "r", "2"):
        player.page.keyboard.press(key)
    player.look_again()
    player.counts_down_and_goes_on()
    assert len(player.window.moves_sent()) == moves

    def chooses() -> bool:
        player.page.keyboard.press("1")  # has no effect while hands are exchanged, or poles grabbed
        return len(player.window.moves_sent()) > moves

    player.window.until(chooses)


def test_a_second_tab_behind_the_first_pauses_nothing(player: Player) -> None:
    player.alone()
    behind = Player(Window(player.window.context, player.window.address))
    behind.page.add_init_script("window.covered = true")
    behind.at(player.window.table)
    player.hide()
    player.is_paused()
    player.look_again()
    player.counts_down_and_goes_on()
    player.puts_the_task_aside()
    behind.window.shows(player.window.seq)
    assert behind.asked() == []
    expect(player.cover).to_have_count(0)


def test_spectators_see_the_pause(player: Player, come_in: ComeIn) -> None:
    table = set_up(player.window, "ubongo", [], {"solo": "time"}, "on_live")["table"]
    player.at(table)
    player.hide()
    player.is_paused()
    friend = come_in()
    friend.visit(f"/t/{table}")
    friend.press("end.watch")
    expect(friend.page.get_by_test_id("paused")).to_be_visible()
    expect(friend.page.get_by_test_id("go-on")).to_have_count(0)
    player.look_again()
    expect(friend.page.get_by_test_id("paused")).to_have_count(0)


def test_the_puzzle_of_the_day_runs_on(player: Player) -> None:
    player.at(set_up(player.window, "ubongo", [], {"solo": "daily"})["table"])
    _runs_on(player)


def test_a_race_runs_on(player: Player, come_in: ComeIn) -> None:
    friend = come_in()
    table = set_up(player.window, "zuma", ["open", "1"], {"beat": "calm"})["table"]
    begin(player.window, friend, table)
    player.board.wait_for()
    _runs_on(player)


def _runs_on(player: Player) -> None:
    player.hide()
    _rules(player)
    expect(player.page.get_by_role("dialog")).to_be_visible()
    player.page.keyboard.press("Escape")
    player.look_again()
    expect(player.cover).to_have_count(0)
    assert player.asked() == []
