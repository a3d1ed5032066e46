"""Cards that are laid at once: on the table under the finger, several on their way, and back if refused."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.breakable_proxy import BreakableProxy
from tests.browser.kit.cardtable import CardTable, play_alone, sit_alone
from tests.browser.kit.opponent import Opponent, View, quiet
from tests.browser.kit.window import LINE_IS_DOWN
from tests.browser.kit.words import ukuma


@pytest.fixture
def line(server: HallProcess) -> Iterator[BreakableProxy]:
    with BreakableProxy(server.port) as line:
        yield line


def test_several_cards_are_on_their_way_and_each_comes_back_alone(
    come_in: ComeIn, line: BreakableProxy, server: HallProcess
) -> None:
    """One that fits stays; those laid before and after it come back, and nothing is lost meanwhile."""
    white, black = play_alone(lambda: come_in(address=line.url), opposite=server.url, fits="shown")
    white.window.excuse(*LINE_IS_DOWN)
    place, card, cell = white.fitting()
    hand = white.hand()
    first, last = (name for name in hand.values() if name != card)
    line.hold()
    white.drag_beside(first, "f4", 3)
    white.lay(card, cell)
    white.drag_beside(last, "f4", -3)
    expect(white.flying).to_have_count(3)
    assert white.hand() == {}
    assert len(white.window.moves_sent()) >= 4
    line.release()
    white.shows(cell)
    expect(white.flying).to_have_count(0)
    assert white.hand() == {number: name for number, name in hand.items() if number != place}
    who_comes_second_gets_the_card_back(white, black, line)


def who_comes_second_gets_the_card_back(white: CardTable, black: Opponent, line: BreakableProxy) -> None:
    black.sees_card(white.view["table"][-1]["cell"])
    theirs = black.fitting()
    cell = theirs.partition("@")[2]
    line.hold()
    black.make(f"lay {theirs}")
    hand = white.hand()
    columns = ord(cell[0]) - ord("f")
    x, y = white.middle(white.cell("f5"))
    box = white.cell("f5").bounding_box()
    assert box is not None
    to = (x + columns * box["width"] * 1.06, y - (int(cell[1]) - 5) * box["height"])
    white.drag(next(iter(hand.values())), to)
    expect(white.flying).to_have_count(1)
    line.release()
    expect(white.flying).to_have_count(0)
    name = white.page.locator("[data-seat='1'] strong").inner_text()
    expect(white.window.status).to_have_text(ukuma("error.cell_is_taken", name=name))
    assert white.hand() == hand
    assert white.lying() == {laid["cell"]: laid["card"] for laid in black.view["table"]}


def test_the_table_stands_still_under_a_finger(come_in: ComeIn) -> None:
    """It follows what the other has laid out of sight as soon as the card is let go."""
    narrow = {"width": 390, "height": 844}
    black, white = sit_alone(lambda: come_in(viewport=narrow), white="second", fits="shown", size="dining")
    white.begin()
    black.begin()
    expect(black.held).to_have_count(3)
    white.sees("playing")
    start = across(black)
    while across(black) == start:
        white_goes_on(white, black)
        black_goes_on(black, white)
    mouse, before = black.page.mouse, across(black)
    x, y = black.middle(black.held.first)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 60, steps=4)
    expect(black.button("carried")).to_be_visible()
    sight = furthest(white.view)
    while furthest(white.view) == sight:
        white_goes_on(white, black)
        assert across(black) == before
    mouse.move(x, y, steps=4)
    mouse.up()
    expect(black.button("carried")).to_have_count(0)
    assert across(black) != before


def across(black: CardTable) -> int:
    """Where the first card is, from the left."""
    return round(black.middle(black.cell("i6"))[0])


def white_goes_on(white: Opponent, black: CardTable) -> None:
    """White lays one column further, where Black sees less of the table."""
    while not (further := outward(white.view)):
        white.make("discard")
    lay = further[0][1]
    white.make(f"lay {lay}")
    black.shows(lay.partition("@")[2])


def black_goes_on(black: CardTable, white: Opponent) -> None:
    """Black follows to the same column."""
    while not (further := outward(black.view)):
        black.throw_away()
    place, lay = further[0]
    cell = lay.partition("@")[2]
    black.lay(black.view["hands"][black.view["you"]][place], cell)
    black.shows(cell)
    white.sees_card(cell)


def furthest(view: View) -> str:
    return max(str(laid["cell"][0]) for laid in view["table"])


def outward(view: View) -> list[tuple[int, str]]:
    """Lays, with the places of their cards, in a column further than the own cards."""
    own = max(laid["cell"][0] for laid in view["table"] if laid["seat"] == view["you"])
    return [
        (place, lay)
        for place, lays in enumerate(quiet(view))
        for lay in lays
        if lay.partition("@")[2][0] > own
    ]


def test_the_signal_goes_even_if_a_card_is_laid_with_it(come_in: ComeIn) -> None:
    white, black = sit_alone(come_in, fits="shown")
    black.begin()
    white.page.get_by_test_id("flash").wait_for()
    black.sees("playing")
    black.make(f"lay {black.fitting()}")
    expect(white.page.get_by_test_id("flash")).to_have_count(0)
