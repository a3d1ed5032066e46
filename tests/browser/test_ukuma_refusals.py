"""A refusal in ukuma is explained once, goes with the next touch, and leaves the hand alone."""

import datetime
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.cardtable import CardTable, play
from tests.browser.conftest import ComeIn
from tests.browser.match import begin, set_up
from tests.browser.middle import Message, Middle
from tests.browser.test_ukuma_at_once import lay_beside
from tests.browser.window import Window
from tests.browser.words import ukuma

SOON = datetime.timedelta(seconds=2)


@pytest.fixture
def white(me: Window) -> Window:
    return me


def far_away(table: CardTable, card: str) -> None:
    """Lay a card where it has no neighbour of its own."""
    lay_beside(table, card, "f4", 3)


def test_a_refusal_goes_with_the_next_touch_and_is_not_explained_again(come_in: ComeIn) -> None:
    """Time stands still for White's page: what is explained there does not go by itself."""

    def with_a_clock(**wishes: Any) -> Window:
        window = come_in(**wishes)
        window.page.clock.install(time=datetime.datetime.now(datetime.UTC))
        return window

    white, black = play(with_a_clock, places="shown")
    white.page.clock.pause_at(datetime.datetime.now(datetime.UTC) + SOON)
    hand = white.hand()
    far_away(white, hand["1"])
    expect(white.window.status).to_contain_text(ukuma("error.no_own_neighbour", rule=""))
    white.page.keyboard.press("1")
    expect(white.window.status).to_have_text(ukuma("step.place"))
    # Whatever happens now is a new message to this page, and no reason to come back to it.
    black.throw_away()
    white.window.shows(black.window.seq)
    expect(white.window.status).to_have_text(ukuma("step.place"))
    expect(white.card(hand["0"])).to_have_attribute("aria-pressed", "true")


def test_a_card_that_comes_back_leaves_the_chosen_one_chosen(white: Window, come_in: ComeIn) -> None:
    middle, black = Middle(white), come_in()
    middle.keep_back("nothing")
    table = set_up(white, "ukuma", ["open"], {"white": "first", "countdown": 1})["table"]
    begin(white, black, table)
    mine, theirs = CardTable(white), CardTable(black)
    theirs.begin()
    theirs.is_in("playing")
    middle.let_pass(2_000)
    expect(mine.held).to_have_count(3)
    hand = mine.hand()
    middle.keep_back("move")
    far_away(mine, hand["1"])
    expect(mine.flying).to_have_count(1)
    mine.card(hand["2"]).click()
    middle.refuse("no_own_neighbour", middle.said("move")[-1])
    expect(mine.flying).to_have_count(0)
    expect(mine.card(hand["2"])).to_have_attribute("aria-pressed", "true")
    assert mine.hand() == hand


def test_ready_is_said_again_only_after_a_pause(white: Window, come_in: ComeIn) -> None:
    middle, black = Middle(white), come_in()

    def refuse_ready(message: Message) -> Message | None:
        if message.get("move") != "ready":
            return message
        middle.refuse("no_room", message)
        return None

    middle.on_sent = refuse_ready
    table = set_up(white, "ukuma", ["open"], {"white": "first", "countdown": 1})["table"]
    begin(white, black, table)
    CardTable(white).is_in("setup")
    middle.let_pass(1_500)
    assert len(middle.said("move")) == 1
    middle.let_pass(1_000)
    assert len(middle.said("move")) == 2
    middle.on_sent = lambda message: message
    middle.let_pass(4_500)
    CardTable(black).begin()
    CardTable(black).is_in("playing")
    assert len(middle.said("move")) == 3
