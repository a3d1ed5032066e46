"""What cannot be done says why, and what was not finished can be taken back."""

from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit import fivetables
from tests.browser.kit.breakable_proxy import BreakableProxy
from tests.browser.kit.match import sit_down
from tests.browser.kit.records import shows_what_happened, story
from tests.browser.kit.scene import Scene
from tests.browser.kit.window import Window
from tests.browser.kit.words import rukuni, word


def test_touching_what_cannot_be_says_why(scene: Scene) -> None:
    me = fivetables.sit(scene, "rukuni")
    me.touch("c3")
    expect(me.status).to_have_text(rukuni("why.no_tower", hollow="c3"))
    me.touch("a1")
    me.touch("c4")
    expect(me.status).to_have_text(rukuni("why.out_of_reach", hollow="c4"))
    me.touch("a4")
    me.touch("d3")
    expect(me.status).to_have_text(rukuni("why.not_beside", tower="a4"))
    me.touch("a1")
    expect(me.status).to_have_text(rukuni("why.not_beside", tower="a4"))
    assert me.moves_sent() == []
    assert me.seq == scene.table.match.seq == 1


def test_steps_are_taken_back(scene: Scene) -> None:
    """By the button, by Escape, and by a click on the tower itself."""
    me = fivetables.sit(scene, "rukuni")
    opening = me.pieces()
    me.touch("a1")
    me.touch("a4")
    assert me.pieces() != opening
    me.press("table.back")
    expect(me.status).to_have_text(rukuni("step.to", tower="a1"))
    assert me.pieces() == opening
    me.press("table.back")
    me.awaits_me()
    expect(me.page.get_by_role("button", name=word("table.back"), exact=True)).to_have_count(0)
    me.touch("a1")
    me.touch("a4")
    me.page.keyboard.press("Escape")
    expect(me.status).to_have_text(rukuni("step.to", tower="a1"))
    me.page.keyboard.press("Escape")
    me.awaits_me()
    me.touch("a1")
    me.touch("a1")
    me.awaits_me()
    assert me.moves_sent() == []


def test_a_move_that_comes_too_late_returns_with_the_reason(come_in: ComeIn, server: HallProcess) -> None:
    """The same person in two windows: the second one has not heard yet that the first has moved."""
    with BreakableProxy(server.port) as line:
        match = sit_down(come_in)
        _says_so_out_of_turn(match.friend)
        first = match.host
        second = come_in(first, line.url).visit(f"/t/{first.table}")
        second.awaits_me()
        for window in (first, second):
            window.touch("a1")
            window.touch("a4")
        line.hold()
        first.touch("b4")
        match.friend.awaits_me()
        second.touch("b5")
        expect(second.status).to_have_text(word("why.pending"))
        expect(second.hollow("b5")).to_have_attribute("data-piece", "white")
        line.release()
        expect(second.status).to_have_text(word("error.stale"))
        assert story(first).turns == ["a1-a4/b4"]
        shows_what_happened(second)
        assert first.pieces() == second.pieces()
        expect(second.page.locator("svg .pending")).to_have_count(0)


def _says_so_out_of_turn(friend: Window) -> None:
    friend.touch("a1")
    expect(friend.status).to_have_text(word("why.not_your_turn"))
    assert friend.moves_sent() == []
