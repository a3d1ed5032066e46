"""A refusal in ukuma is explained once, goes with the next touch, and leaves the hand alone."""

import datetime

from playwright.sync_api import expect

from tests.browser.kit.cardtable import CardTable, sit_alone
from tests.browser.kit.middle import Message, Middle
from tests.browser.kit.window import Window
from tests.browser.kit.words import ukuma

SOON = datetime.timedelta(seconds=2)


def far_away(table: CardTable, card: str) -> None:
    """Lay a card where it has no neighbour of its own."""
    table.drag_beside(card, "f4", 3)


def test_a_refusal_is_explained_once_and_leaves_the_chosen_card_chosen(me: Window) -> None:
    """In the end time stands still for White's page: what is explained there does not go by itself."""
    middle = Middle(me)
    white, black = sit_alone(lambda: me)
    black.begin()
    black.sees("playing")
    middle.let_pass(2_000)
    expect(white.held).to_have_count(3)
    hand = white.hand()
    middle.keep_back("move")
    far_away(white, hand["1"])
    expect(white.flying).to_have_count(1)
    white.card(hand["2"]).click()
    middle.refuse("no_own_neighbour", middle.said("move")[-1])
    expect(white.flying).to_have_count(0)
    expect(white.card(hand["2"])).to_have_attribute("aria-pressed", "true")
    assert white.hand() == hand
    middle.keep_back("nothing")
    me.page.clock.pause_at(me.page.evaluate("Date.now()") / 1000 + SOON.total_seconds())
    far_away(white, hand["1"])
    expect(me.status).to_contain_text(ukuma("error.no_own_neighbour", rule=""))
    me.page.keyboard.press("1")
    expect(me.status).to_have_text(ukuma("step.place"))
    # Whatever happens now is a new message to this page, and no reason to come back to it.
    seq = me.seq
    black.make("discard")
    white.has_heard_more_than(seq)
    expect(me.status).to_have_text(ukuma("step.place"))
    expect(white.card(hand["0"])).to_have_attribute("aria-pressed", "true")


def test_ready_is_said_again_only_after_a_pause(me: Window) -> None:
    middle = Middle(me)

    def refuse_ready(message: Message) -> Message | None:
        if message.get("move") != "ready":
            return message
        middle.refuse("no_room", message)
        return None

    middle.on_sent = refuse_ready
    white, black = sit_alone(lambda: me)
    white.is_in("setup")
    middle.let_pass(1_500)
    assert len(middle.said("move")) == 1
    middle.let_pass(1_000)
    assert len(middle.said("move")) == 2
    middle.on_sent = lambda message: message
    middle.let_pass(4_500)
    black.begin()
    black.sees("playing")
    assert len(middle.said("move")) == 3
