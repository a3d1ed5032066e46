"""Zuma by day and by night, in five languages, for those who listen, and with colours of their own."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.access.test_everybody import is_open_to_all
from tests.browser.conftest import ComeIn
from tests.browser.kit.poletable import PoleTable, sit_in
from tests.browser.kit.words import LANGUAGES, of_game, word
from tests.browser.lobby.test_languages import choose, has_no_gap


@pytest.mark.deep
def test_nobody_is_shut_out_of_any_phase(come_in: ComeIn) -> None:
    """A round against people who do as they are told: nothing runs away while one looks."""
    me, (left, right) = sit_in(come_in())
    while me.view["master"] != me.you:
        _next_round(me, left, right)
    _is_for_everybody(me)
    hand = me.hand()
    me.page.keyboard.press("1")
    left.make(f"pass {me.view['round']}.1 {left.view['hands'][left.view['you']][0]}")
    me.lays_ready(hand[0])
    _is_for_everybody(me)
    _reads_the_rules(me)
    pole = me.first_pole()
    me.poles.first.click()
    me.is_in("grabbing")
    expect(me.pole(pole)).to_have_attribute("data-holder", str(me.you))
    left.make(f"grab {me.view['round']} {pole}")
    is_open_to_all(me.window)
    me.is_counted()
    _is_for_everybody(me)
    me.button("sheet").click()
    me.page.get_by_role("dialog").wait_for()
    _is_for_everybody(me, languages=False)


def _is_for_everybody(me: PoleTable, languages: bool = True) -> None:
    is_open_to_all(me.window)
    for language in LANGUAGES if languages else ():
        choose(me.window, language)
        has_no_gap(me.window)
    if languages:
        choose(me.window, "en")


def _reads_the_rules(me: PoleTable) -> None:
    me.page.get_by_role("button", name=word("lobby.rules"), exact=True).click()
    me.page.get_by_test_id("legend").wait_for()
    _is_for_everybody(me, languages=False)
    me.page.keyboard.press("Escape")


def _next_round(me: PoleTable, *others: Any) -> None:
    number = me.view["round"]
    me.poles.first.click()
    free = me.sees(lambda view: view["grabs"])["poles"]
    taken = me.view["grabs"][0]["pole"]
    others[0].make(f"grab {number} {next(pole['pole'] for pole in free if pole['pole'] != taken)}")
    me.is_counted()
    for person in others:
        person.make(f"ready {number}")
    me.button("ready").click()
    me.sees(lambda view: view["round"] == number + 1)
    me.is_in("dealt")


def say(key: str, **facts: object) -> str:
    return of_game("zuma", key, "en", **facts)


def test_who_listens_hears_hand_beat_and_grabs(come_in: ComeIn) -> None:
    me, people = sit_in(come_in())
    page = me.page
    assert any(
        sentence.startswith("The table is set") or "Your hand" in sentence for sentence in me.window.spoken()
    )
    for person in people:
        seat = person.view["you"]
        person.make(f"pass 1.1 {person.view['hands'][seat][0]}")
    given = me.hand()[1]
    page.keyboard.press("2")
    expect(me.board).to_have_attribute("data-beat", "2")
    me.sees(lambda view: view["beat"] == 2)
    taken = me.view["came"][0]
    passed = say("told.passed", given="", taken="").partition(".")[0].strip()
    me.window.until(lambda: any(passed in sentence for sentence in me.window.spoken()))
    told = next(sentence for sentence in me.window.spoken() if passed in sentence)
    assert say(f"sign.{given}") in told
    assert say(f"sign.{taken}") in told
    pole = me.view["poles"][0]["pole"]
    people[0].make(f"grab 1 {pole}")
    reached = say(
        "told.reached",
        name=me.window.page.locator("[data-seat='1'] strong").inner_text(),
        pole=say(f"pole.{pole}.the"),
    )
    page.wait_for_function("told => window.spoken.some((sentence) => sentence.includes(told))", arg=reached)
