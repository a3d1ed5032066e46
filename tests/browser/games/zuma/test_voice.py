"""What a screen reader hears at a table of Zuma."""

from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.poletable import sit_in
from tests.browser.kit.words import of_game


def say(key: str, **facts: object) -> str:
    return of_game("zuma", key, "en", **facts)


def test_hand_beat_and_grabs_are_announced(come_in: ComeIn) -> None:
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
