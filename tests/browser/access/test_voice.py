"""A screen reader says each thing once: what happened, and then what can be done."""

from random import Random

import pytest

from tests.browser.conftest import ComeIn
from tests.browser.kit.cardtable import play
from tests.browser.kit.match import sit_down
from tests.browser.kit.words import rukuni, ukuma, word


def test_a_move_and_then_whose_turn_it_is(come_in: ComeIn) -> None:
    """And the same prompt again after the next move, also when it is word for word what was said before."""
    match = sit_down(come_in, names=("Mira", "Jonas"))
    host, friend = match.host, match.friend
    host.awaits_me()
    host.hears(rukuni("step.tower"))
    friend.hears(rukuni("step.other", name="Mira"))
    before = {window: len(window.spoken()) for window in (host, friend)}
    turn = host.any_turn(Random(1))
    tower, to, peg = turn[:2], turn[3:5], turn[6:]
    told = rukuni("told.turn", colour=rukuni("white"), tower=tower, to=to, peg=peg)
    friend.hears(told, rukuni("step.tower"))
    host.hears(told, rukuni("step.other", name="Jonas"))
    assert friend.spoken()[before[friend] :] == [told, rukuni("step.tower")]
    assert host.spoken()[before[host] :] == [
        rukuni("step.to", tower=tower),
        rukuni("step.peg", tower=to),
        told,
        rukuni("step.other", name="Jonas"),
    ]
    match.seq = 2
    match.turns(2)
    friend.hears(rukuni("step.tower"))
    assert friend.spoken().count(rukuni("step.tower")) == 2


@pytest.mark.deep
def test_a_lost_line_is_announced_once(come_in: ComeIn) -> None:
    match = sit_down(come_in)
    host = match.host.excuse("WebSocket connection to", "net::ERR_")
    host.awaits_me()
    host.hears(rukuni("step.tower"))
    before = host.spoken()
    host.context.set_offline(True)
    host.has_lost_the_line()
    host.hears(word("connection.lost"))
    assert host.spoken() == [*before, word("connection.lost")]


def test_an_offer_is_announced_once(come_in: ComeIn) -> None:
    white, black = play(come_in)
    black.button("draw").click()
    white.button("offer").wait_for()
    name = white.page.get_by_test_id("opposite").locator(".name").inner_text()
    offer = ukuma("offer.theirs", name=name)
    white.page.wait_for_function("offer => window.spoken.some(it => it.includes(offer))", arg=offer)
    assert len([sentence for sentence in white.window.spoken() if offer in sentence]) == 1
