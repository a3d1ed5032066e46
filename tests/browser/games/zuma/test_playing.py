"""Zuma: cards go to the left at the beat, poles are grabbed with a mouse, a finger and the keys."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit import fivetables
from tests.browser.kit.axe import is_open_to_all
from tests.browser.kit.finger import Finger
from tests.browser.kit.match import begin, set_up
from tests.browser.kit.poletable import SOON_MS, PoleTable, sit_alone, sit_in
from tests.browser.kit.scene import Scene
from tests.browser.kit.screens import PHONE
from tests.browser.kit.window import Window
from tests.browser.kit.words import of_game, word


def say(key: str, **facts: object) -> str:
    return of_game("zuma", key, "en", **facts)


@pytest.mark.deep
def test_six_seats_through_a_whole_cycle(come_in: ComeIn) -> None:
    """Two people and four bots: cards are passed, poles are grabbed, and the sheet says who has won."""
    host, friend = come_in(), come_in()
    options = {"beat": "fast", "cycles": 1}
    table = set_up(host, "zuma", ["open", *["3"] * 4], options)["table"]
    begin(host, friend, table)
    one, other = PoleTable(host), PoleTable(friend)
    _pass_to_the_left(one, other)
    _cut_off_and_back(other)
    rounds = 0
    while host.main.get_attribute("data-status") != "over":
        rounds += 1
        for side in (one, other):
            expect(side.board).to_have_attribute("data-round", str(rounds))
        _grab_first(one, other)
        _counts_as_the_hall(one)
        for side in (one, other):
            side.page.keyboard.press("r")
    view = one.view
    assert view["ending"] == "cycles"
    assert any(len(account["cycles"][0]) == 3 for account in view["accounts"]) or rounds == 30
    for seat, total in enumerate(view["totals"]):
        expect(host.page.get_by_test_id(f"points-{seat}")).to_have_text(str(total).replace("-", "−"))
    _is_over_for_everybody(one)
    _watch_again(one)


def _pass_to_the_left(one: PoleTable, other: PoleTable) -> None:
    """The friend sits on the host's left: what the host passes on comes to the friend."""
    for side in (one, other):
        side.cards.first.wait_for()
    hands = one.hand(), other.hand()
    one.page.mouse.click(*one.edge(2))
    one.lays_ready(hands[0][2])
    one.page.keyboard.press("7")
    one.lays_ready(hands[0][6])
    # Whoever chooses is ready, and with the last one the beats begin.
    other.page.keyboard.press("1")
    for side in (one, other):
        expect(side.board).not_to_have_attribute("data-beat", "1")
        side.sees(lambda view: view["beat"] > 1)
    mine, theirs = (next(view for view in side.views if view["beat"] == 2) for side in (one, other))
    given, taken = hands[0][6], mine["came"][0]
    assert theirs["came"] == [None, given, *[None] * 4], "what others took up is theirs to know"
    assert sorted(mine["hands"][0]) == sorted([*hands[0][:6], *hands[0][7:], taken])
    assert theirs["hands"][0] is None


def _cut_off_and_back(side: PoleTable) -> None:
    """Who was away for some beats has passed on random cards, and finds the hand as it is now."""
    beat = side.view["beat"]
    side.page.goto("about:blank")
    side.page.go_back()
    side.cards.first.wait_for()
    view = side.sees(lambda view: view["beat"] >= beat)
    shown = side.page.locator(f'[data-beat="{view["beat"]}"] [data-card]')
    assert len(shown.all()) in (0, view["counts"][side.you])


def _grab_first(one: PoleTable, other: PoleTable) -> None:
    """The host grabs, the others see it, and grab what is left."""
    if one.board.get_attribute("data-phase") in ("dealt", "passing"):
        one.poles.first.click()
    for side in (one, other):
        side.is_counted()


def _counts_as_the_hall(side: PoleTable) -> None:
    view = side.view
    for seat, line in enumerate(view["lines"]):
        row = side.page.locator(f'[data-line="{seat}"]')
        expect(row).to_have_attribute("data-points", str(line["points"]))
        if line["foul"]:
            expect(row).to_contain_text(say("why.foul"))


def _is_over_for_everybody(side: PoleTable) -> None:
    """Also on a phone: the result comes before the last round. The sheet stands once."""
    expect(side.page.get_by_role("columnheader", name=say("sheet.total"))).to_have_count(1)
    is_open_to_all(side.window)
    usual = side.page.viewport_size
    assert usual is not None
    side.page.set_viewport_size(PHONE["viewport"])
    expect(side.page.locator("[data-watch]")).to_be_in_viewport(ratio=1)
    expect(side.button("lines")).not_to_be_visible()
    is_open_to_all(side.window)
    side.page.locator("summary", has_text=say("between.title", cycle=1, n=side.view["round"])).click()
    expect(side.button("lines")).to_be_visible()
    side.page.set_viewport_size(usual)


def _watch_again(side: PoleTable) -> None:
    """All hands lie open, also where a remark leads to."""
    side.page.locator("[data-watch]").click()
    side.page.get_by_role("button", name=word("history.forward")).first.click()
    expect(side.page.locator("[data-plate][data-open]")).to_have_count(5)
    remark = side.button("remarks").get_by_role("button").first
    remark.click()
    expect(remark).to_have_attribute("aria-current", "step")
    is_open_to_all(side.window)


def test_with_the_keyboard_alone(come_in: ComeIn) -> None:
    """Choose, exchange, turn the board, get ready, grab, look at the sheet, go on."""
    me, (left, right) = sit_alone(come_in)
    keyboard, page = me.page.keyboard, me.page
    while me.view["master"] != me.you:
        keyboard.press("d")
        left.make(f"grab {me.view['round']} {'red' if 'blue' in me.moves('grab')[-1] else 'blue'}")
        me.is_counted()
        me.sees(lambda view: view["phase"] == "counted")
        for person in (left, right):
            person.make(f"ready {me.view['round']}")
        keyboard.press("r")
        me.sees(lambda view: view["phase"] == "dealt")
    me.is_in("dealt")
    turn = me.view["turn"]
    keyboard.press("t")
    me.sees(lambda view: view["turn"] != turn)

    hand = me.hand()
    keyboard.press("ArrowRight")
    expect(me.cards.first).to_be_focused()
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    me.lays_ready(hand[1])
    keyboard.press(str(len(hand)))
    me.lays_ready(hand[-1])

    keyboard.press("s")
    expect(page.get_by_role("dialog")).to_contain_text(say("sheet.strokes"))
    before = me.moves("grab")
    keyboard.press("d")
    keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(me.cards.nth(1)).to_be_focused()
    assert me.moves("grab") == before

    keyboard.press("Tab")
    me.poles.first.focus()
    keyboard.press("Enter")
    me.is_in("grabbing")
    assert len(me.moves("grab")) == len(before) + 1
    free = next(pole["pole"] for pole in me.view["poles"] if pole["holder"] is None)
    right.make(f"grab {me.view['round']} {free}")
    me.is_counted()
    expect(me.button("ready")).to_be_focused()
    keyboard.press("Enter")
    expect(me.button("ready")).to_be_disabled()


def test_a_thumb_grabs_only_what_it_means_to(come_in: ComeIn) -> None:
    """Neither a drag from the hand, nor scrolling, nor a tap on a card grabs a pole; a tap on a pole does."""
    window = come_in(**PHONE)
    me, (left, _) = sit_in(window)
    for part in (me.cards.first, me.poles.first, me.poles.last, me.tray, me.button("sheet"), window.status):
        expect(part).to_be_in_viewport(ratio=0.99)
    me.button("sheet").tap()
    expect(me.page.get_by_role("dialog")).to_contain_text(say("sheet.strokes"))
    me.page.get_by_role("button", name=word("table.close")).tap()
    swipe = Finger(window.page).swipe
    pole = me.middle(me.poles.first)
    swipe(me.edge(0), pole)
    swipe(pole, (pole[0], pole[1] + 60))
    hand = me.hand()
    me.page.touchscreen.tap(*me.edge(1))
    me.lays_ready(hand[1])
    swipe(me.edge(3), me.middle(me.tray))
    assert me.moves("grab") == []
    tray = me.middle(me.tray)
    swipe(me.edge(3), (tray[0], tray[1] + 56))
    me.lays_ready(hand[3])
    assert me.moves("grab") == []

    name = me.first_pole()
    me.poles.first.tap()
    me.is_in("grabbing")
    assert me.moves("grab") == [f"grab 1 {name}"]
    expect(me.pole(name)).to_have_attribute("data-holder", str(me.you))
    left.make(f"grab 1 {name}")
    loser = me.plate(1).locator(".short").inner_text()
    sentence = re.escape(say("duel.by_you", time="TIME", name=loser)).replace("TIME", r"[\d.]+\ss")
    expect(me.page.locator(f'[data-duel="{name}"]')).to_have_text(re.compile(f"^\\s*{sentence}\\s*$"))
    other = me.first_pole()
    left.make(f"grab 1 {other}")
    expect(me.plate(2)).to_contain_text(say("plate.left"))
    me.is_counted()
    expect(me.page.locator('[data-line="2"]')).to_contain_text(say("why.nothing"))
    expect(me.button("ready")).to_be_in_viewport(ratio=1)


def test_a_pole_that_counts_no_more_is_ticked_off(me: Window) -> None:
    """R31: for eyes that see no colours as well, and for who hears what the pole is called."""
    side, (left, right) = sit_in(me)
    first, then = (pole["pole"] for pole in side.view["poles"])
    left.make(f"grab 1 {first}")
    side.is_in("grabbing")
    expect(side.page.locator("[data-counted]")).to_have_count(0)
    side.pole(then).press("Enter")
    side.is_counted()
    assert side.view["lines"][side.you]["points"] == 1
    for person in (left, right):
        person.make("ready 1")
    side.button("ready").click()
    side.is_in("dealt")
    expect(side.page.locator("[data-counted]")).to_have_count(1)
    expect(side.pole(then)).to_have_attribute("data-counted", "")
    expect(side.pole(then)).to_have_accessible_name(re.compile(re.escape(say("why.again"))))
    expect(side.pole(first)).not_to_have_accessible_name(re.compile(re.escape(say("why.again"))))


def test_a_hand_that_reaches_out_is_a_signal_to_all(scene: Scene) -> None:
    """The status line says who and what, and a late move is explained."""
    table = fivetables.GAMES["zuma"]()
    me = scene.show(table)
    side = PoleTable(me)
    side.is_in("dealt")
    pole = side.view["poles"][0]["pole"]
    table.play(1, f"grab 1 {pole}").wait(SOON_MS)
    side.is_in("grabbing")
    expect(side.page.get_by_test_id("flash")).to_be_visible()
    expect(me.status).to_contain_text(say(f"pole.{pole}.the"))
    side.page.keyboard.press("1")
    expect(me.status).to_have_text(say("error.passing_is_over"))
    assert side.moves("pass") == []
    expect(side.poles).to_have_count(1)
    side.poles.first.click()
    me.until(lambda: side.moves("grab"))
    table.until("counted")
    side.is_counted()
