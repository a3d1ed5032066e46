"""Stepping back and forth through a game."""

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.match import Match, sit_down
from tests.browser.kit.records import shows_what_happened, story
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import PERSON, SceneTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import word

FIRST, LAST = 1, 7


@pytest.fixture
def match(come_in: ComeIn) -> Match:
    """Six turns have been played, and White is to move."""
    match = sit_down(come_in)
    match.hurry(LAST - FIRST)
    return match


def current(window: Window) -> Locator:
    return window.page.locator("[data-move][aria-current=step]")


def looks_at(window: Window, seq: int) -> None:
    """The window shows the table as it was after `seq`, and says so."""
    turns = story(window).turns
    if seq == FIRST:
        expect(current(window)).to_have_count(0)
    else:
        expect(current(window)).to_have_attribute("data-move", turns[seq - FIRST - 1])
    # A moment that was not seen has to be fetched first: the pegs tell when it has come.
    left = story(window).view(seq).white.pegs_left
    expect(window.page.locator("[data-piece=white]")).to_have_count(25 - left)
    if seq < window.seq:
        expect(window.status).to_have_text(word("history.looking"))
    shows_what_happened(window, seq)


def test_stepping_through_what_was_seen_and_what_has_to_be_fetched(scene: Scene) -> None:
    """The last turns are played before the page's eyes."""
    table, rng = SceneTable("rukuni", PERSON, white="first").begin(), Random(1)
    host = scene.show(table)
    host.awaits_me()
    for _ in range(LAST - FIRST):
        table.any_move(rng)
    host.shows(LAST)
    for key, seq in (("ArrowLeft", 6), ("ArrowLeft", 5), ("ArrowRight", 6)):
        host.page.keyboard.press(key)
        looks_at(host, seq)
    host.page.keyboard.press("ArrowRight")
    host.awaits_me()
    host.page.locator("[data-move]").nth(2).click()
    looks_at(host, 4)
    host.press("history.return")
    host.awaits_me()
    looks_at(host, LAST)
    _steps_with_buttons(host)
    host.page.reload()
    host.awaits_me()
    _steps_with_buttons(host)


def _steps_with_buttons(host: Window) -> None:
    for seq in (6, 5, 4):
        host.press("history.back")
        looks_at(host, seq)
    host.press("history.forward")
    looks_at(host, 5)
    host.press("history.first")
    looks_at(host, FIRST)
    expect(host.page.get_by_role("button", name=word("history.back"))).to_be_disabled()
    host.press("history.last")
    host.awaits_me()
    looks_at(host, LAST)
    for seq in (LAST - 1, LAST - 2):
        host.page.keyboard.press("ArrowLeft")  # the button at the end of its way has not lost the focus
        looks_at(host, seq)
    host.press("history.return")


def test_looking_back_holds_moves_back_and_a_new_one_does_not_pull_away(match: Match) -> None:
    host, friend = match.host, match.friend
    moves = friend.page.locator("[data-move]")
    assert moves.evaluate_all("all => all.map(move => move.dataset.move)") == story(friend).turns
    host.press("history.back")
    assert host.lit() == []
    host.touch("a1")
    expect(host.status).to_have_text(word("history.looking"))
    assert host.moves_sent() == []
    host.press("history.return")
    friend.page.locator("[data-move]").nth(1).click()
    looks_at(friend, 3)
    turn = match.turn()
    expect(friend.page.locator(f'[data-move="{turn}"]')).to_be_visible()
    looks_at(friend, 3)
    friend.press("history.return")
    friend.awaits_me()
    shows_what_happened(friend)
