"""The table of ukuma is moved and brought nearer, says where one is, and how far the edges are."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.cardtable import CardTable, play_alone
from tests.browser.conftest import ComeIn
from tests.browser.test_languages import choose
from tests.browser.test_phone import PHONE
from tests.browser.words import LANGUAGES, word

FLAT = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


def left_edge(table: CardTable, cell: str) -> float:
    box = table.cell(cell).bounding_box()
    assert box is not None
    return box["x"]


def width(table: CardTable) -> float:
    """Of a cell, on the screen."""
    box = table.page.locator("[data-laid]").first.bounding_box()
    assert box is not None
    return box["width"]


def press(table: CardTable, key: str) -> None:
    table.page.get_by_role("button", name=word(key), exact=True).click()


def test_the_table_is_dragged_and_shown_whole_again(come_in: ComeIn) -> None:
    """A drag is no touch. Columns and rows have the names of the history."""
    white, _ = play_alone(come_in)
    has_the_names_of_the_history(white)
    before = left_edge(white, "f4")
    x, y = white.middle(white.button("table"))
    white.page.mouse.move(x - 150, y + 60)
    white.page.mouse.down()
    white.page.mouse.move(x - 50, y + 60, steps=5)
    white.page.mouse.up()
    assert left_edge(white, "f4") == pytest.approx(before + 100, abs=1)
    assert white.window.moves_sent()[-1]["move"] == "ready"
    has_the_names_of_the_history(white)
    press(white, "board.all")
    assert left_edge(white, "f4") == pytest.approx(before, abs=1)


def has_the_names_of_the_history(table: CardTable) -> None:
    """The names stand below the column and beside the row in which the card lies."""
    column, row = table.middle(table.cell("f4"))
    below, _ = table.middle(table.button("table").get_by_text("f", exact=True))
    _, beside = table.middle(table.button("table").get_by_text("4", exact=True))
    assert below == pytest.approx(column, abs=3)
    assert beside == pytest.approx(row, abs=8)


@pytest.mark.deep
def test_on_a_phone_the_table_is_brought_nearer_and_the_edges_are_counted(come_in: ComeIn) -> None:
    """As many rows are out of sight as are left when those in sight are taken away."""
    white, _ = play_alone(lambda: come_in(**PHONE), size="dining")
    before = width(white)
    press(white, "board.nearer")
    assert width(white) == pytest.approx(before * 1.3, rel=0.02)
    press(white, "board.farther")
    assert width(white) == pytest.approx(before, rel=0.02)
    for _ in range(4):
        press(white, "board.nearer")
    ahead, behind = (int(white.button(f"edge-{way}").text_content() or "") for way in ("ahead", "behind"))
    expect(white.button("edge-ahead")).to_have_accessible_name(re.compile(str(ahead)))
    box = white.button("table").bounding_box()
    assert box is not None
    in_sight = box["height"] / width(white)
    assert white.view["ranks"] - in_sight - 2 < ahead + behind <= white.view["ranks"] - in_sight + 1


def test_a_phone_on_its_side_and_upright(come_in: ComeIn) -> None:
    """Table and hand stand side by side on a flat screen; an offer leaves the cards in sight."""
    white, black = play_alone(lambda: come_in(**FLAT), places="shown")
    for part in (white.button("table"), white.button("discard"), white.held.first, white.held.last):
        expect(part).to_be_in_viewport(ratio=1)
    table, card = white.button("table").bounding_box(), white.held.first.bounding_box()
    assert table is not None
    assert card is not None
    assert card["x"] >= table["x"] + table["width"]
    _, card_name, cell = white.fitting()
    white.card(card_name).tap()
    white.free(cell).tap()
    white.shows(cell)
    white.page.set_viewport_size(PHONE["viewport"])
    black.make("draw")
    an_offer_needs_no_more_than_the_free_cells_above_the_cards(white)


def an_offer_needs_no_more_than_the_free_cells_above_the_cards(white: CardTable) -> None:
    """The camera leaves one cell free; a cell is smallest when the whole table is in sight."""
    for language in LANGUAGES:
        choose(white.window, language)
        offer, table = white.button("offer").bounding_box(), white.button("table").bounding_box()
        assert offer is not None
        assert table is not None
        rows_and_rim = white.view["ranks"] + 1
        assert offer["y"] + offer["height"] - table["y"] <= table["height"] / rows_and_rim
