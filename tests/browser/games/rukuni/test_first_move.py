"""From the start page to the first move, with the mouse, a finger's drag, or the keyboard alone."""

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import ComeIn, NewScene
from tests.browser.kit import fivetables
from tests.browser.kit.records import shows_what_happened, story
from tests.browser.kit.scene import Scene
from tests.browser.kit.window import Window
from tests.browser.kit.words import rukuni, word

TURN = "a1-a4/b4"


def test_two_clicks_lead_to_a_first_move(come_in: ComeIn) -> None:
    me = come_in(reduced_motion="no-preference").visit()
    me.play_from_the_shelf()
    me.coached(me.table, on=False)
    me.touch("a1")
    expect(me.status).to_have_text(rukuni("step.to", tower="a1"))
    me.touch("a4")
    me.touch("b4")
    me.shows(3)
    me.awaits_me()
    assert story(me).turns[0] == TURN
    assert len(me.moves_sent()) == 1
    shows_what_happened(me)


def test_what_can_be_done_lights_up_and_is_spoken(scene: Scene) -> None:
    """A tower that is dragged out of reach goes home."""
    me = fivetables.sit(scene, "rukuni")
    me.awaits_me()
    reach = story(me).view().reach
    assert set(me.lit()) == set(reach)
    name = f"a1, {rukuni('place.tower')}, {rukuni('place.can.tower')}"
    expect(me.hollow("a1")).to_have_accessible_name(name)
    expect(me.hollow("c3")).to_have_accessible_name(f"c3, {rukuni('place.empty')}")
    me.hollow("e5").focus()
    me.page.keyboard.press("PageDown")
    expect(me.page.locator(":focus")).to_have_attribute("data-lit", "")
    me.touch("a1")
    assert set(me.lit()) == set(reach["a1"])
    name = f"a4, {rukuni('place.empty')}, {rukuni('place.can.to')}"
    expect(me.hollow("a4")).to_have_accessible_name(name)
    me.touch("a4")
    assert set(me.lit()) == set(reach["a1"]["a4"])
    me.page.reload()
    me.awaits_me()
    _drag(me, me.hollow("a1"), me.hollow("c4"))
    expect(me.status).to_have_text(rukuni("why.out_of_reach", hollow="c4"))
    expect(me.hollow("a1")).to_have_attribute("data-piece", "tower")
    assert me.moves_sent() == []


def test_a_tower_can_be_dragged(new_scene: NewScene) -> None:
    me = fivetables.sit(new_scene(reduced_motion="no-preference"), "rukuni")
    me.awaits_me()
    _drag(me, me.hollow("a1"), me.hollow("a4"))
    expect(me.hollow("a4")).to_have_attribute("data-piece", "tower")
    expect(me.hollow("a1")).to_have_attribute("data-piece", "")
    expect(me.status).to_have_text(rukuni("step.peg", tower="a4"))
    assert me.moves_sent() == []
    me.touch("b4")
    me.shows(3)
    assert story(me).turns[0] == TURN


def _drag(me: Window, tower: Locator, to: Locator) -> None:
    mouse = me.page.mouse
    mouse.move(*_middle(tower))
    mouse.down()
    mouse.move(*_middle(to), steps=8)
    mouse.up()


def _middle(hollow: Locator) -> tuple[float, float]:
    box = hollow.locator("circle").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_keyboard_alone_is_enough(me: Window) -> None:
    me.visit()
    _tab_to(me, me.on_the_shelf("lobby.play"))
    me.page.keyboard.press("Enter")
    _tab_to(me, me.page.get_by_test_id("begin"))
    me.page.keyboard.press("Enter")
    me.awaits_me()
    me.coached(me.table, on=False)
    _tab_to(me, me.hollow("e5"))
    for number, seed in enumerate((3, 4, 5, 6, 7)):
        turn = me.any_turn(Random(seed), lambda hollow: _walk_to(me, hollow))
        me.shows(3 + 2 * number)
        assert story(me).turns[-2] == turn
    me.awaits_me()
    told = [_told(me, number, turn) for number, turn in enumerate(story(me).turns)]
    me.hears(told[-1], rukuni("step.tower"))
    assert [sentence for sentence in me.spoken() if sentence in told] == told


def _tab_to(me: Window, goal: Locator) -> None:
    goal.wait_for()
    for _ in range(60):
        me.page.keyboard.press("Tab")
        if goal.evaluate("goal => goal === document.activeElement"):
            return
    pytest.fail("Tab does not lead there")


def _walk_to(me: Window, hollow: str) -> None:
    """With the arrows to the row, and along it; then choose."""
    keyboard = me.page.keyboard
    for _ in range(20):
        here = me.page.evaluate("document.activeElement.dataset.hollow")
        if here == hollow:
            keyboard.press("Enter")
            return
        if here[0] != hollow[0]:
            keyboard.press("ArrowUp" if here[0] < hollow[0] else "ArrowDown")
        else:
            keyboard.press("ArrowRight" if here < hollow else "ArrowLeft")
    pytest.fail(f"the arrows do not lead to {hollow}")


def _told(me: Window, number: int, turn: str) -> str:
    colour = rukuni("white" if number % 2 == 0 else "grey")
    return rukuni("told.turn", colour=colour, tower=turn[0:2], to=turn[3:5], peg=turn[6:8])


def test_my_name_stays(come_in: ComeIn) -> None:
    me = come_in().visit()
    me.press("lobby.name.edit")
    me.page.get_by_label(word("lobby.name")).fill("Amina")
    me.press("lobby.name.save")
    expect(me.page.get_by_test_id("my-name")).to_have_text("Amina")
    me.page.reload()
    expect(me.page.get_by_test_id("my-name")).to_have_text("Amina")
