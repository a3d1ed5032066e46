"""Two people play ukuma: the first card, the signal, and laying by hand, by tap and by key."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.cardtable import CardTable, play, sit_down, turned
from tests.browser.conftest import ComeIn
from tests.browser.words import ukuma


def test_black_chooses_and_white_need_not_say_anything(come_in: ComeIn) -> None:
    white, black = sit_down(come_in)
    black.starts.first.wait_for()
    white.is_in("setup")
    expect(white.starts).to_have_count(0)
    expect(black.starts).to_have_count(len(black.view["starts"]))
    expect(black.window.status).to_have_text(ukuma("step.start"))
    chosen = black.starts.first.get_attribute("data-start")
    black.begin()
    for table in (white, black):
        table.is_in("countdown")
        expect(table.held).to_have_count(0)
        expect(table.button("countdown")).to_be_visible()
        table.page.keyboard.press("ArrowLeft")
    for table in (white, black):
        table.is_in("playing")
        expect(table.held).to_have_count(3)
        assert table.lying()["f5"] == chosen
    assert [sent["move"] for sent in white.window.moves_sent()] == ["ready"]


def test_everybody_sits_at_the_bottom(come_in: ComeIn) -> None:
    for table, own, others in zip(play(come_in), ("f4", "f5"), ("f5", "f4"), strict=True):
        assert table.middle(table.cell(own))[1] > table.middle(table.cell(others))[1]


def test_cards_are_seen_from_the_own_side(come_in: ComeIn) -> None:
    """The same card is upside down on the other page."""
    white, black = play(come_in)
    for cell in ("f4", "f5"):
        assert outline(white, cell) == {(-x, -y) for x, y in outline(black, cell)}


def outline(table: CardTable, cell: str) -> set[tuple[float, float]]:
    """The corners of the bar."""
    points = table.cell(cell).locator("polygon").get_attribute("points") or ""
    return {(float(x), float(y)) for x, y in (point.split(",") for point in points.split())}


def test_a_card_is_named_as_white_sees_it(come_in: ComeIn) -> None:
    for table, turns in zip(play(come_in), (False, True), strict=True):
        card = table.with_two_ways_up()
        cell = table.view["fronts"][table.window.you][0]
        table.card(card).click()
        table.free(cell).click()
        face = turned(card) if turns else card
        assert table.window.moves_sent()[-1]["move"] == f"lay {face}@{cell}"


def by_drag(table: CardTable, place: str, card: str, cell: str) -> None:
    table.drag(card, table.middle(table.free(cell)))


def by_tap(table: CardTable, place: str, card: str, cell: str) -> None:
    table.card(card).click()
    table.free(cell).click()


def by_keys(table: CardTable, place: str, card: str, cell: str) -> None:
    keys = table.page.keyboard
    keys.press(str(int(place) + 1))
    target = table.button("target")
    goal, (x, y) = table.middle(table.free(cell)), table.middle(target)
    while target.get_attribute("data-target") != cell:
        across, along = goal[0] - x, goal[1] - y
        keys.press(
            ("Shift+ArrowLeft", "Shift+ArrowRight")[across > 0]
            if abs(across) > abs(along)
            else ("Shift+ArrowUp", "Shift+ArrowDown")[along > 0]
        )
        x, y = table.middle(target)
    keys.press("Enter")


Way = Callable[[CardTable, str, str, str], None]


@pytest.mark.parametrize("way", [by_drag, by_tap, by_keys])
def test_a_card_is_laid(come_in: ComeIn, way: Way) -> None:
    """On either side of the table; it turns by itself where it fits only the other way up."""
    both = play(come_in, places="shown")
    for table in both:
        place, card, cell = table.fitting()
        way(table, place, card, cell)
        for seen in both:
            seen.shows(cell)
        expect(table.card(card)).to_have_count(0)
    assert both[0].lying() == both[1].lying()


def test_a_chosen_card_lights_its_places_and_no_others(come_in: ComeIn) -> None:
    white, _ = play(come_in, places="shown")
    expect(white.lit).to_have_count(0)
    for place, lays in enumerate(white.view["fits"]):
        white.page.keyboard.press(str(place + 1))
        expect(white.lit).to_have_count(len({lay.partition("@")[2] for lay in lays}))


def test_nothing_lights_up_where_finding_is_the_game(come_in: ComeIn) -> None:
    white, _ = play(come_in)
    for place in "123":
        white.page.keyboard.press(place)
        expect(white.page.locator("[aria-pressed=true][data-card]")).to_have_count(1)
        expect(white.lit).to_have_count(0)


def test_a_card_is_turned_by_tap_button_and_key(come_in: ComeIn) -> None:
    white, _ = play(come_in)
    card = white.with_two_ways_up()
    held = white.card(card)
    held.click()
    expect(held).to_have_attribute("data-face", card)
    held.click()
    expect(held).to_have_attribute("data-face", turned(card))
    white.button("turn").click()
    expect(held).to_have_attribute("data-face", card)
    white.page.keyboard.press("r")
    expect(held).to_have_attribute("data-face", turned(card))
    white.page.keyboard.press("Escape")
    expect(held).to_have_attribute("aria-pressed", "false")
    assert all(not sent["move"].startswith("lay") for sent in white.window.moves_sent())


def test_a_hand_is_thrown_away_and_the_other_sees_it(come_in: ComeIn) -> None:
    white, black = play(come_in)
    before = sorted(white.hand().values())
    white.page.keyboard.press("d")
    expect(black.button("discards-far").locator("svg")).to_have_count(3)
    expect(white.held).to_have_count(3)
    assert sorted(black.view["thrown"][white.window.you]) == before
    assert not set(before) & set(white.hand().values())


def test_a_draw_is_offered_and_accepted(come_in: ComeIn) -> None:
    white, black = play(come_in)
    white.button("draw").click()
    expect(black.button("offer")).to_be_visible()
    expect(white.button("draw")).to_have_text(ukuma("act.draw.offered"))
    black.button("accept").click()
    for table in (white, black):
        expect(table.window.ending).to_be_visible()


def test_giving_up_asks_once_and_the_next_game_is_a_button(come_in: ComeIn) -> None:
    white, black = play(come_in, best_of=3)
    white.button("resign").click()
    expect(white.button("resign")).to_have_text(ukuma("act.resign.sure"))
    white.is_in("playing")
    white.button("resign").click()
    for table in (white, black):
        table.is_in("between")
        table.button("ready").click()
    for table in (white, black):
        table.is_in("setup")
    expect(black.starts.first).to_be_visible()
