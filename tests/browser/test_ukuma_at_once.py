"""Cards that are laid at once: on the table under the finger, several on their way, and back if refused."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.cardtable import CardTable, play
from tests.browser.conftest import ComeIn
from tests.browser.window import LINE_IS_DOWN
from tests.browser.words import ukuma
from tests.kit.fickle import FickleLine
from ukumbi.lab.hall_process import HallProcess


@pytest.fixture
def line(server: HallProcess) -> Iterator[FickleLine]:
    with FickleLine(server.port) as line:
        yield line


def lay_beside(table: CardTable, card: str, cell: str, columns: int) -> None:
    """Drag a card so many columns beside a card that lies there."""
    box = table.cell(cell).bounding_box()
    assert box is not None
    x, y = table.middle(table.cell(cell))
    table.drag(card, (x + columns * box["width"] * 1.06, y))


def test_a_card_that_may_not_lie_there_comes_back_with_the_reason(come_in: ComeIn) -> None:
    white, _ = play(come_in)
    hand = white.hand()
    lay_beside(white, hand["1"], "f4", 3)
    expect(white.window.status).to_contain_text(ukuma("error.no_own_neighbour", rule=""))
    expect(white.flying).to_have_count(0)
    assert white.hand() == hand


def test_several_cards_are_on_their_way_and_each_comes_back_alone(come_in: ComeIn, line: FickleLine) -> None:
    """One that fits stays; those laid before and after it come back, and nothing is lost meanwhile."""
    white, _ = play(come_in, line.url, places="shown")
    white.window.excuse(*LINE_IS_DOWN)
    place, card, cell = white.fitting()
    hand = white.hand()
    first, last = (name for name in hand.values() if name != card)
    line.hold()
    lay_beside(white, first, "f4", 3)
    white.card(card).click()
    white.free(cell).click()
    lay_beside(white, last, "f4", -3)
    expect(white.flying).to_have_count(3)
    assert white.hand() == {}
    assert len(white.window.moves_sent()) >= 4
    line.release()
    white.shows(cell)
    expect(white.flying).to_have_count(0)
    assert white.hand() == {number: name for number, name in hand.items() if number != place}


def test_what_was_thrown_away_lies_still_while_others_lay(come_in: ComeIn) -> None:
    """Only a new throw is shown as one."""
    white, black = play(come_in, places="shown")
    white.throw_away()
    row = black.button("discards-far").locator(".row")
    expect(row.locator("svg")).to_have_count(3)
    thrown = row.element_handle()
    assert thrown is not None
    _, card, cell = black.fitting()
    black.card(card).click()
    black.free(cell).click()
    black.shows(cell)
    assert thrown.evaluate("row => row.isConnected")
    white.throw_away()
    expect(black.window.main).to_have_attribute("data-seq", str(white.window.seq))
    assert not thrown.evaluate("row => row.isConnected")


def test_who_comes_second_gets_the_card_back(come_in: ComeIn, line: FickleLine) -> None:
    white, black = play(come_in, line.url, places="shown")
    white.window.excuse(*LINE_IS_DOWN)
    _, theirs, cell = black.fitting()
    line.hold()
    black.card(theirs).click()
    black.free(cell).click()
    black.shows(cell)
    hand = white.hand()
    columns = ord(cell[0]) - ord("f")
    x, y = white.middle(white.cell("f5"))
    box = white.cell("f5").bounding_box()
    assert box is not None
    white.drag(hand["0"], (x + columns * box["width"] * 1.06, y - (int(cell[1]) - 5) * box["height"]))
    expect(white.flying).to_have_count(1)
    line.release()
    expect(white.flying).to_have_count(0)
    name = black.page.locator("[data-seat='1'] strong").inner_text()
    expect(white.window.status).to_have_text(ukuma("error.cell_is_taken", name=name))
    assert white.hand() == hand
    assert white.lying() == black.lying()


def test_the_table_stands_still_under_a_finger(come_in: ComeIn) -> None:
    """It follows what the other has laid as soon as the card is let go."""
    narrow = {"width": 390, "height": 844}
    white, black = play(lambda **wishes: come_in(viewport=narrow, **wishes), places="shown", size="dining")
    mouse, before, reach = black.page.mouse, black.middle(black.cell("i6")), black.reach()
    x, y = black.middle(black.held.first)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 60, steps=4)
    expect(black.button("carried")).to_be_visible()
    while black.reach() == reach:
        # Behind Black's card White would win.
        _, card, cell = white.fitting(but="i7")
        white.card(card).click()
        white.free(cell).click()
        for table in (white, black):
            table.shows(cell)
        assert black.middle(black.cell("i6")) == before
    mouse.move(x, y, steps=4)
    mouse.up()
    expect(black.button("carried")).to_have_count(0)
    assert black.middle(black.cell("i6")) != before
