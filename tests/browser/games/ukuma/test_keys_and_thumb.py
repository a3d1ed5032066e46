"""ukuma by keyboard alone and by thumb."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.cardtable import CardTable, play, play_alone, sit_alone
from tests.browser.kit.finger import Finger
from tests.browser.kit.opponent import Opponent
from tests.browser.kit.screens import PHONE
from tests.browser.kit.words import ukuma

_COUNT_TONES: Final = """
() => {
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.tones.push(Math.round(this.frequency.value));
    return start.apply(this, when);
  };
}
"""


@pytest.mark.deep
def test_black_chooses_by_keyboard_and_hears_the_countdown(come_in: ComeIn) -> None:
    """It ticks unless the sound is off, and the focus goes on to the hand."""
    black, white = sit_alone(come_in, white="second", countdown=3, best_of=3)
    white.begin()
    black.starts.first.wait_for()
    black.page.evaluate(_COUNT_TONES)
    chooses_by_keyboard(black)
    expect(black.page.locator("[data-card]:focus")).to_have_count(1)
    spoken = black.window.spoken()
    assert [sentence for sentence in spoken if sentence in ("1", "2", "3")] == ["3", "2", "1"]
    assert any(ukuma("flash") in sentence for sentence in spoken)
    # Three ticks, and the signal's two.
    assert set(black.page.evaluate("window.tones")) >= {660, 990, 1485}
    black.window.press("hall.sound.on")
    white.make("resign")
    the_next_game(black, white)
    black.is_in("setup")
    black.page.evaluate("window.tones = []")
    chooses_by_keyboard(black)
    expect(black.held).to_have_count(3)
    assert black.page.evaluate("window.tones") == []


def chooses_by_keyboard(black: CardTable) -> None:
    expect(black.starts.first).to_be_visible()
    black.window.press_until("Tab", "[data-start]")
    black.page.keyboard.press("Enter")
    expect(black.starts).to_have_count(0)
    expect(black.page.locator("body:focus")).to_have_count(0)
    black.is_in("playing")


def the_next_game(table: CardTable, opponent: Opponent) -> None:
    """After a game that was given up both say that they are ready, and the opponent begins."""
    opponent.make("ready")
    table.button("ready").click()
    opponent.begin()


def test_a_thumb_is_enough(come_in: ComeIn) -> None:
    """All that laying needs is on the screen at once, and a finger that drags moves nothing else."""
    white, black = play(lambda **wishes: come_in(**PHONE, **wishes), fits="shown", size="dining")
    page = white.page
    for part in (white.button("table"), white.button("discard"), white.held.last):
        expect(part).to_be_in_viewport(ratio=1)
    _, card, cell = white.fitting()
    white.card(card).tap()
    white.free(cell).tap()
    black.shows(cell)
    _, card, cell = black.fitting()
    _drag_by_finger(black, card, cell)
    white.shows(cell)
    assert page.evaluate("scrollY") == black.page.evaluate("scrollY") == 0


def _drag_by_finger(table: CardTable, card: str, cell: str) -> None:
    """The finger stops below the cell, because it carries the card above itself."""
    finger, (to_x, to_y), lifted = Finger(table.page), table.middle(table.free(cell)), 56
    finger.move(*table.middle(table.card(card)))
    finger.down()
    finger.move(to_x, to_y + lifted, steps=8)
    expect(table.button("carried")).to_be_visible()
    finger.up()


@pytest.mark.deep
def test_a_card_flies_back_to_the_hand(come_in: ComeIn) -> None:
    """With motion: it starts where it lay and ends in its place."""
    white, _ = play_alone(lambda: come_in(reduced_motion="no-preference"))
    card = white.hand()["1"]
    box = white.cell("f4").bounding_box()
    assert box is not None
    x, y = white.middle(white.cell("f4"))
    white.page.evaluate(
        """card => {
          window.flights = [];
          new MutationObserver(() => {
            const held = document.querySelector(`[data-card="${card}"]`)?.parentElement;
            if (!held) return;
            requestAnimationFrame(() => {
              window.flights.push(held.getBoundingClientRect().top);
              document.body.dataset.flown = "";
            });
          }).observe(document.querySelector("[data-testid=hand]"), { childList: true, subtree: true });
        }""",
        card,
    )
    white.drag(card, (x + 3 * box["width"], y))
    expect(white.card(card)).to_be_visible()
    white.page.locator("[data-flown]").wait_for(state="attached")
    tops: list[float] = white.page.evaluate("window.flights")
    hand = white.page.get_by_test_id("hand").bounding_box()
    assert hand is not None
    assert min(tops) < hand["y"] - box["height"] / 2
