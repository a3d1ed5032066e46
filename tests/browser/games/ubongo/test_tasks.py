"""Ubongo: tasks are solved with the mouse, a finger and the keys, together and alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.blocktable import BlockTable, alone, honours, sit_down
from tests.browser.kit.gallery import looks_at_everything
from tests.browser.kit.match import set_up
from tests.browser.kit.screens import PHONE
from tests.browser.kit.window import Window
from tests.browser.kit.words import of_game


def say(key: str, **facts: object) -> str:
    return of_game("ubongo", key, "en", **facts)


def test_two_people_build_at_once_and_see_a_number_of_each_other(come_in: ComeIn) -> None:
    """One solves with drags alone, the other with keys alone; a reload in between loses nothing."""
    host, friend = sit_down(come_in)
    name = host.window.context.request.get(f"{host.window.address}/api/me").json()["name"]
    for table in (host, friend):
        table.choose(1)
    honours(host, friend)
    host.begin(host.lay_by_mouse)
    expect(friend.other(host.view["you"])).to_have_attribute("data-count", "2")
    _knows_a_number_only(friend, host)

    _, cubes = host.solution()[0]
    host.page.reload()
    host.is_in("building")
    host.lies(cubes)
    host.page.keyboard.press("u")
    host.page.keyboard.press("u")
    expect(host.page.locator("[data-on]")).to_have_count(0)
    host.solve(host.lay_by_mouse)
    expect(friend.page.get_by_test_id("flash")).to_have_text(say("flash.first", name=name))
    expect(friend.other(host.view["you"])).to_contain_text("1.")
    expect(friend.button("display").locator("[data-gone]")).to_have_count(1)
    expect(host.window.status).to_have_text(say("step.solved"))

    friend.solve(friend.lay_by_keys)
    host.is_in("between")
    expect(host.button("between")).to_contain_text(say("table.points"))
    for seat in range(2):
        looks_at_everything(host, seat)


def _knows_a_number_only(one: BlockTable, other: BlockTable) -> None:
    seat = other.view["you"]
    assert one.view["sides"][seat]["count"] == 2
    assert one.view["sides"][seat]["lying"] is None
    heard = [told["event"] for message in one.window.told for told in message.get("events", ())]
    placed = [event for event in heard if event["type"] == "placed" and event["seat"] == seat]
    assert len(placed) == 2
    assert all(event["piece"] is None and event["cubes"] is None for event in placed)


@pytest.mark.deep
def test_nine_rounds_against_bots_with_a_short_hourglass(me: Window) -> None:
    """To its end, through a playoff if there is one; bots need no time here."""
    table = BlockTable(me)
    me.visit(f"/t/{set_up(me, 'ubongo', ['7', '1'], {'level': 1, 'hourglass': 20})['table']}")
    table.choose(1)
    table.play_to_the_end()
    expect(me.ending).to_be_visible()
    view = table.view
    assert view["ending"] in ("rounds", "playoff")
    assert sum(view["display"].values()) == 0
    assert sum(view["bag"].values()) + sum(sum(side["gems"].values()) for side in view["sides"]) == 58
    expect(table.button("gallery")).to_be_visible()


@pytest.mark.deep
def test_a_number_of_tasks_alone(me: Window) -> None:
    """One of them is put aside: it does not count."""
    table = alone(me, solo="tasks", limit=5)
    table.choose(1)
    for done in range(5):
        expect(table.button("solo-done")).to_have_attribute("data-done", str(done))
        if done == 2:
            table.begin(table.lay_by_keys)
            table.button("aside").click()
            expect(table.button("solo-aside")).to_contain_text("1")
            how = me.page.get_by_text(say("solo.aside.how"))
            how.click()
            expect(table.button("missed").locator("[data-on]")).to_have_count(12)
            how.click()
        table.solve(table.lay_by_keys)
    expect(me.ending).to_contain_text(say("ending.tasks"))
    expect(table.button("record")).to_contain_text(say("record.best", best="").strip())
    assert table.view["done"] == 5


@pytest.mark.deep
def test_against_time_alone_with_a_finger(come_in: ComeIn) -> None:
    """The time is shown; a piece can be taken off the board again, and the change taken back."""
    me = come_in(**PHONE)
    table = alone(me, solo="time", limit=5)
    table.choose(1)
    table.is_in("building")
    expect(table.button("solo-time")).to_contain_text("4:5")
    expect(table.button("hourglass")).to_have_attribute("data-runs", "true")
    table.begin(table.lay_by_finger)
    assert me.page.evaluate("scrollY") == 0
    piece, _ = table.solution()[0]
    me.page.locator(f'[data-piece-at="{piece}"]').first.tap()
    table.button("back").tap()
    expect(table.piece(piece)).to_have_attribute("data-state", "piece")
    table.button("undo").tap()
    expect(table.piece(piece)).to_have_attribute("data-state", "lies")
    for part in (table.button("tray"), table.button("undo"), table.button("hourglass"), me.status):
        expect(part).to_be_in_viewport(ratio=1)


def test_the_puzzle_of_the_day(me: Window) -> None:
    table = alone(me, solo="daily")
    table.button("begin-daily").click()
    table.is_in("building")
    expect(table.button("aside")).to_have_count(0)
    table.solve(table.lay_by_mouse)
    expect(me.ending).to_contain_text(say("ending.daily"))
    expect(table.button("record")).to_contain_text(say("record.best", best="").strip())
    again = alone(me, solo="daily")
    expect(again.button("best")).to_contain_text(say("record.best", best=""))
    again.button("begin-daily").click()
    expect(again.button("repeated")).to_have_text(say("solo.daily.again"))
