"""Answers that do not come, and refusals that do not say of what: nothing hangs, is lost, or is doubled."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.kit.middle import Message, Middle
from tests.browser.kit.records import story
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import word
from ukumbi.games.unikato.layout import chains
from ukumbi.games.unikato.moves import format_place
from ukumbi.games.unikato.tiles import NAMED, NAMES, gathered
from ukumbi.games.unikato.view import layout_of

TURN = "a1-a4/b4"
SOON, LATE, EVER = 6_000, 11_000, 60_000
"""Milliseconds: until something is asked again, until it is said to have no answer, and long after."""


@pytest.fixture
def middle(me: Window) -> Middle:
    return Middle(me)


def refs(middle: Middle) -> set[str]:
    return {move["ref"] for move in middle.said("move")}


def test_a_refusal_without_a_request_does_not_leave_a_move_on_its_way(me: Window, middle: Middle) -> None:
    me.play_the_bot()
    middle.keep_back("move", first=1)
    me.turn(TURN)
    expect(me.status).to_have_text(word("why.pending"))
    middle.refuse("slow_down")
    me.shows(3)
    me.awaits_me()
    assert len(middle.said("move")) == 2
    assert len(refs(middle)) == 1
    assert story(me).turns.count(TURN) == 1


@pytest.mark.deep
def test_a_refusal_without_a_request_does_not_leave_a_plan_open(
    me: Window, middle: Middle, folder: Path
) -> None:
    table = TileTable(me, folder).sit_with(lambda view: any(view.fits.values()))
    view = table.truth.view(0)
    rack = gathered([NAMED[name] for name in view.racks[0] or ()])
    tile, at = next(iter(chains(layout_of(view), rack, 1)))[0]
    middle.keep_back("plan", first=1)
    table.touch(table.tile(NAMES[tile]))
    table.touch(table.place(format_place(at)))
    expect(table.thoughts).to_have_count(1)
    middle.refuse("unexpected")
    expect(table.button("confirm")).to_be_enabled()
    plans = middle.said("plan")
    assert len({plan["ref"] for plan in plans}) == 1
    assert len(plans) == 2


def test_a_move_without_an_answer_is_sent_again_and_said_to_have_none(me: Window, middle: Middle) -> None:
    me.play_the_bot()
    middle.keep_back("move")
    me.turn(TURN)
    middle.let_pass(SOON)
    expect(me.page.get_by_test_id("late")).to_have_count(0)
    middle.let_pass(SOON)
    expect(me.page.get_by_test_id("late")).to_have_text(word("connection.late"))
    assert len(middle.said("move")) == 3
    middle.on_sent = lambda message: message
    middle.let_pass(EVER)
    me.shows(3)
    expect(me.page.get_by_test_id("late")).to_have_count(0)
    assert len(refs(middle)) == 1
    assert story(me).turns.count(TURN) == 1


def test_a_move_is_delivered_though_its_player_has_gone_elsewhere(me: Window, middle: Middle) -> None:
    """A player who comes back at once sees it on its way."""
    me.play_the_bot()
    table = me.table
    middle.keep_back("move", first=1)
    me.turn(TURN)
    me.page.get_by_role("link", name=word("hall.home")).click()
    me.on_the_shelf("lobby.play").wait_for()
    assert [leave["table"] for leave in middle.said("leave")] == []
    me.page.go_back()
    expect(me.hollow("b4")).to_have_attribute("data-piece", "white")
    expect(me.status).to_have_text(word("why.pending"))
    me.page.go_forward()
    me.on_the_shelf("lobby.play").wait_for()
    middle.let_pass(SOON)
    me.page.go_back()
    me.shows(3)
    assert me.table == table
    assert len(refs(middle)) == 1
    assert story(me).turns.count(TURN) == 1


@pytest.mark.parametrize("elsewhere", [False, True], ids=["the table", "the hall"])
def test_a_move_outlives_the_page(me: Window, middle: Middle, elsewhere: bool) -> None:
    """Whether the page comes back at the table or at the start page, the move is sent with its ref."""
    me.play_the_bot()
    address = me.page.url
    middle.keep_back("move", first=1)
    me.turn(TURN)
    expect(me.status).to_have_text(word("why.pending"))
    me.visit("/" if elsewhere else address)
    if elsewhere:
        me.on_the_shelf("lobby.play").wait_for()
        me.until(lambda: middle.said("leave"))  # with the answer
        me.visit(address)
    me.shows(3)
    me.awaits_me()
    assert len(middle.said("move")) == 2
    assert len(refs(middle)) == 1
    assert story(me).turns.count(TURN) == 1
    assert me.page.evaluate("sessionStorage.getItem('ukumbi.unanswered')") is None


def test_a_gap_is_asked_about_once(me: Window, middle: Middle) -> None:
    me.play_the_bot()
    waiting: list[Message] = []

    def miss(message: Message) -> Message | None:
        """A gap before every update, until the answer to what is asked; it waits, and what comes after it."""
        if message["type"] == "sync" or waiting:
            waiting.append(message)
            return None
        return message | {"after": message["after"] + 5} if message["type"] == "update" else message

    middle.on_told = miss
    joins = len(middle.said("join"))
    me.turn(TURN)
    for _ in range(5):
        middle.tell({"type": "update", "table": me.table, "after": 9, "seq": 10, "events": []})
    me.until(lambda: waiting)
    assert len(middle.said("join")) == joins + 1
    middle.on_told = lambda message: message
    for message in waiting:
        middle.tell(message)
    middle.let_pass(SOON)
    me.shows(3)
