"""ukuma by keyboard alone, by thumb, by day and by night, in five languages."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.cardtable import CardTable, play, sit_down
from tests.browser.conftest import ComeIn
from tests.browser.test_everybody import SHADES, violations
from tests.browser.test_languages import choose, has_no_gap
from tests.browser.test_phone import PHONE
from tests.browser.words import LANGUAGES, ukuma

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


def first_card(come_in: ComeIn) -> CardTable:
    _, black = sit_down(come_in)
    black.starts.first.wait_for()
    return black


def chosen_card(come_in: ComeIn) -> CardTable:
    white, black = play(come_in, places="shown")
    for table in (white, black):
        table.throw_away()
    place, *_ = white.fitting()
    white.page.keyboard.press(str(int(place) + 1))
    white.lit.first.wait_for()
    return white


def discards(come_in: ComeIn) -> CardTable:
    white, black = play(come_in)
    black.throw_away()
    expect(white.button("discards-far").locator("svg")).to_have_count(3)
    return white


def offered_draw(come_in: ComeIn) -> CardTable:
    white, black = play(come_in)
    black.button("draw").click()
    white.button("offer").wait_for()
    return white


def between_games(come_in: ComeIn) -> CardTable:
    white, black = play(come_in, best_of=3)
    give_up(black)
    white.is_in("between")
    return white


def end_of_game(come_in: ComeIn) -> CardTable:
    white, black = play(come_in)
    give_up(black)
    white.window.ending.wait_for()
    return white


def give_up(table: CardTable) -> None:
    for _ in range(2):
        table.button("resign").click()


Scene = Callable[[ComeIn], CardTable]
SCENES: list[Scene] = [first_card, chosen_card, discards, offered_draw, between_games, end_of_game]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_nobody_is_shut_out(come_in: ComeIn, scene: Scene) -> None:
    """Played once, looked at by day and by night, and in every language."""
    table = scene(come_in)
    for shade in SHADES:
        table.page.emulate_media(color_scheme=shade)
        assert violations(table.window) == []
    for language in LANGUAGES:
        choose(table.window, language)
        expect(table.button("table")).to_have_accessible_name(ukuma("board.label", language))
        has_no_gap(table.window)


def test_a_card_is_laid_with_the_keyboard_alone(come_in: ComeIn) -> None:
    """The arrows walk along the front, and what is under them is focused, so that it is read out."""
    white, black = play(come_in, places="shown")
    place, card, cell = white.fitting()
    keys, target = white.page.keyboard, white.button("target")
    keys.press(str(int(place) + 1))
    expect(white.card(card)).to_have_attribute("aria-pressed", "true")
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown") * 3:
        if target.get_attribute("data-target") == cell:
            break
        keys.press(key)
        expect(white.page.locator("[data-free]:focus")).to_have_count(1)
    keys.press("Enter")
    white.shows(cell)
    black.shows(cell)


def test_the_countdown_and_the_signal_are_heard(come_in: ComeIn) -> None:
    white, _ = play(come_in, countdown=3)
    spoken = white.window.spoken()
    assert [sentence for sentence in spoken if sentence in ("1", "2", "3")] == ["3", "2", "1"]
    assert any(ukuma("signal") in sentence for sentence in spoken)


@pytest.mark.parametrize("muted", [False, True])
def test_the_countdown_ticks_unless_the_sound_is_off(come_in: ComeIn, muted: bool) -> None:
    black = first_card(come_in)
    black.page.evaluate(_COUNT_TONES)
    if muted:
        black.window.press("hall.sound.on")
    black.begin()
    black.is_in("playing")
    expect(black.held).to_have_count(3)
    tones = black.page.evaluate("window.tones")
    # Three ticks, and the signal's two.
    assert tones == [] if muted else {660, 990, 1485} <= set(tones)


def test_a_thumb_is_enough(come_in: ComeIn) -> None:
    """All that laying needs is on the screen at once, and a finger that drags moves nothing else."""
    white, black = play(lambda **wishes: come_in(**PHONE, **wishes), places="shown", size="dining")
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


def test_an_offer_needs_no_more_than_the_free_cells_above_the_cards(come_in: ComeIn) -> None:
    """The camera leaves one cell free; a cell is smallest when the whole table is in sight."""
    white, black = play(lambda **wishes: come_in(**PHONE, **wishes))
    black.button("draw").tap()
    for language in LANGUAGES:
        choose(white.window, language)
        offer, table = white.button("offer").bounding_box(), white.button("table").bounding_box()
        assert offer is not None
        assert table is not None
        rows_and_rim = white.view["ranks"] + 1
        assert offer["y"] + offer["height"] - table["y"] <= table["height"] / rows_and_rim


def _drag_by_finger(table: CardTable, card: str, cell: str) -> None:
    """The finger stops below the cell, because it carries the card above itself."""
    finger = table.page.context.new_cdp_session(table.page)
    (x, y), (to_x, to_y) = table.middle(table.card(card)), table.middle(table.free(cell))
    lifted = 56

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": at_x, "y": at_y} for at_x, at_y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", (x, y))
    for part in range(1, 9):
        touch("touchMove", (x + (to_x - x) * part / 8, y + (to_y + lifted - y) * part / 8))
    expect(table.button("carried")).to_be_visible()
    touch("touchEnd")


def test_a_card_flies_back_to_the_hand(come_in: ComeIn) -> None:
    """With motion: it starts where it lay and ends in its place."""
    white, _ = play(lambda **wishes: come_in(reduced_motion="no-preference", **wishes))
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
