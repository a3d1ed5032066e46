"""Two people lay cards of ukuma by hand, by tap and by key, throw others away, and give a game up."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import ComeIn
from tests.browser.kit.cardtable import CardTable, play
from tests.browser.kit.words import ukuma

Both = tuple[CardTable, CardTable]
Way = Callable[[CardTable, str, str, str], None]
"""Lay from this place of the hand this card in this cell."""


def by_drag(table: CardTable, place: str, card: str, cell: str) -> None:
    table.drag(card, table.middle(table.free(cell)))


def by_tap(table: CardTable, place: str, card: str, cell: str) -> None:
    table.lay(card, cell)


def by_aim(table: CardTable, place: str, card: str, cell: str) -> None:
    keys = table.page.keyboard
    keys.press(str(int(place) + 1))
    target = table.button("target")
    while target.get_attribute("data-target") != cell:
        (to_x, to_y), (x, y) = table.middle(table.free(cell)), table.middle(target)
        across, along = to_x - x, to_y - y
        keys.press(
            ("Shift+ArrowLeft", "Shift+ArrowRight")[across > 0]
            if abs(across) > abs(along)
            else ("Shift+ArrowUp", "Shift+ArrowDown")[along > 0]
        )
    keys.press("Enter")


def by_arrows(table: CardTable, place: str, card: str, cell: str) -> None:
    """They walk along the front, and what is under them is focused, so that it is read out."""
    keys, target = table.page.keyboard, table.button("target")
    keys.press(str(int(place) + 1))
    expect(table.card(card)).to_have_attribute("aria-pressed", "true")
    for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown") * 3:
        if target.get_attribute("data-target") == cell:
            break
        keys.press(key)
        expect(table.page.locator("[data-free]:focus")).to_have_count(1)
    keys.press("Enter")


WAYS: Final[tuple[Way, ...]] = (by_drag, by_tap, by_aim, by_arrows)


def test_cards_are_laid_in_every_way_and_a_game_is_given_up(come_in: ComeIn) -> None:
    """On either side of the table; a card turns by itself where it fits only the other way up."""
    both = play(come_in, fits="shown", best_of=3)
    a_chosen_card_lights_its_places_and_no_others(both[0])
    for way in WAYS:
        for table in both:
            place, card, cell = table.fitting()
            way(table, place, card, cell)
            for seen in both:
                seen.shows(cell)
            expect(table.card(card)).to_have_count(0)
        assert both[0].lying() == both[1].lying()
    what_was_thrown_away_lies_still_while_others_lay(both)
    giving_up_asks_once_and_the_next_game_is_a_button(both)


def a_chosen_card_lights_its_places_and_no_others(white: CardTable) -> None:
    expect(white.lit).to_have_count(0)
    for place, lays in enumerate(white.view["fits"]):
        white.page.keyboard.press(str(place + 1))
        expect(white.lit).to_have_count(len({lay.partition("@")[2] for lay in lays}))
    white.page.keyboard.press("Escape")


def what_was_thrown_away_lies_still_while_others_lay(both: Both) -> None:
    """Only a new throw is shown as one."""
    white, black = both
    seq, held = white.window.seq, len(white.hand())
    white.throw_away()
    black.has_heard_more_than(seq)
    row = black.button("discards-far").locator(".row")
    expect(row.locator("svg")).to_have_count(held)
    thrown = row.element_handle()
    assert thrown is not None
    _, card, cell = black.fitting()
    black.lay(card, cell)
    black.shows(cell)
    assert thrown.evaluate("row => row.isConnected")
    white.throw_away()
    black.window.shows(white.window.seq)
    assert not thrown.evaluate("row => row.isConnected")


def giving_up_asks_once_and_the_next_game_is_a_button(both: Both) -> None:
    white, black = both
    white.button("resign").click()
    expect(white.button("resign")).to_have_text(ukuma("act.resign.confirm"))
    white.is_in("playing")
    white.button("resign").click()
    for table in both:
        table.is_in("between")
        table.button("ready").click()
    for table in both:
        table.is_in("setup")
    expect(black.starts.first).to_be_visible()
