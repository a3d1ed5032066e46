"""Ubongo by day and by night, in five languages, for those who listen, and set up for one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.access.test_everybody import is_open_to_all
from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import BlockTable, alone, honours, sit_down
from tests.browser.kit.window import Window
from tests.browser.kit.words import LANGUAGES, of_game, word
from tests.browser.lobby.test_languages import choose, has_no_gap


def levels(come_in: ComeIn) -> BlockTable:
    host, friend = sit_down(come_in)
    friend.choose(3)
    expect(host.button("levels")).to_contain_text(of_game("ubongo", "grade.short", n=3))
    return host


def die(come_in: ComeIn) -> BlockTable:
    host, friend = sit_down(come_in)
    for table in (host, friend):
        table.choose(4)
    host.is_in("rolling")
    return host if host.view["roller"] == host.view["you"] else friend


def piece_in_hand(come_in: ComeIn) -> BlockTable:
    """Others' progress, a piece on the board, one in the hand."""
    host, friend = sit_down(come_in)
    for table in (host, friend):
        table.choose(2)
    honours(host, friend)
    host.put(host.lay_by_keys, *host.solution()[0])
    host.page.keyboard.press(host.solution()[1][0])
    return host


def break_between(come_in: ComeIn) -> BlockTable:
    host, friend = sit_down(come_in, rounds=3)
    for table in (host, friend):
        table.choose(1)
    honours(host, friend)
    for table in (host, friend):
        table.solve(table.lay_by_keys)
    host.is_in("between")
    return host


def end_alone(come_in: ComeIn) -> BlockTable:
    table = alone(come_in(), solo="daily")
    table.button("begin-daily").click()
    table.is_in("building")
    table.solve(table.lay_by_keys)
    table.window.ending.wait_for()
    return table


Scene = Callable[[ComeIn], BlockTable]
SCENES: list[Scene] = [levels, die, piece_in_hand, break_between, end_alone]


@pytest.mark.parametrize(
    "scene",
    [scene if scene is break_between else pytest.param(scene, marks=pytest.mark.deep) for scene in SCENES],
    ids=lambda scene: scene.__name__,
)
def test_nobody_is_shut_out(come_in: ComeIn, scene: Scene) -> None:
    """Played once, looked at by day and by night, and in every language."""
    table = scene(come_in)
    is_open_to_all(table.window)
    for language in LANGUAGES:
        choose(table.window, language)
        has_no_gap(table.window)


def test_who_listens_hears_where_everything_lies(me: Window) -> None:
    table = alone(me, solo="time")
    table.choose(1)
    table.is_in("building")
    (piece, cubes), *_ = table.solution()
    table.put(table.lay_by_keys, piece, cubes)
    name = of_game("ubongo", f"piece.{piece}")
    expect(table.button("lying")).to_contain_text(f"{name} lies on")
    target = of_game("ubongo", "hand.target", piece=name, cubes="").rstrip(" .")
    assert any(sentence.startswith(target) for sentence in me.spoken())
    missing = next(letter for letter in "ABCDEFGH" if letter not in table.side["task"])
    me.page.keyboard.press(missing)
    expect(me.status).to_contain_text(of_game("ubongo", f"piece.{missing}"))
    me.page.keyboard.press("Delete")
    me.page.keyboard.press(piece)
    me.page.keyboard.press("Delete")
    expect(table.piece(piece)).to_have_attribute("data-state", "piece")
    table.piece(piece).focus()
    me.page.keyboard.press("ArrowRight")
    expect(me.page.locator("[data-piece]:focus")).to_have_count(1)
    expect(table.piece(piece)).not_to_be_focused()


def test_a_table_for_one_is_set_up_in_the_hall(me: Window) -> None:
    """Alone nobody is asked for opponents, nor for what matters only among several."""
    me.visit()
    shelf = me.page.locator('[data-game="ubongo"]')
    expect(shelf.locator('[data-option="rounds"]')).to_be_visible()
    expect(shelf.locator('[data-option="solo"]')).to_have_count(0)
    shelf.locator('[data-option="players"]').select_option("1")
    expect(shelf.locator('[data-option="rounds"]')).to_have_count(0)
    shelf.locator('[data-option="solo"]').select_option("tasks")
    expect(shelf.get_by_role("button", name=word("lobby.invite"), exact=True)).to_have_count(0)
    shelf.get_by_role("button", name=word("choose.play.alone"), exact=True).click()
    me.page.get_by_test_id("legend").wait_for()
    me.page.get_by_test_id("begin").click()
    expect(me.page.get_by_test_id("levels")).to_contain_text(of_game("ubongo", "solo.tasks", n=5))


def test_the_level_is_asked_once(me: Window) -> None:
    """At the table, where a picture shows what each is like; bots build on the same."""
    me.visit()
    shelf = me.page.locator('[data-game="ubongo"]')
    expect(shelf.locator('[data-option="rounds"]')).to_be_visible()
    expect(shelf.locator('[data-option="level"]')).to_have_count(0)
    me.on_the_shelf("lobby.play", "ubongo").click()
    me.page.get_by_test_id("begin").click()
    table = BlockTable(me)
    table.choose(4)
    me.page.locator('[data-testid="board"][data-round="1"]').wait_for()
    assert [side["level"] for side in table.view["sides"]] == [4, 4]
