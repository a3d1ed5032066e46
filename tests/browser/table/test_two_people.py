"""Two people play each other in two real browsers."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.breakable_proxy import BreakableProxy
from tests.browser.kit.match import Match, before_the_end, invitation
from tests.browser.kit.records import shows_what_happened, story
from tests.browser.kit.window import LINE_IS_DOWN, Window
from tests.browser.kit.words import rukuni, word

HURRIED: Final = 28
"""Turns that are played for both while they look on."""


@pytest.mark.deep
def test_a_whole_game_with_a_lost_connection_and_another_one(come_in: ComeIn, server: HallProcess) -> None:
    with BreakableProxy(server.port) as line:
        host = come_in(reduced_motion="no-preference")
        friend = come_in(address=line.url).excuse(*LINE_IS_DOWN)
        match = _invited(host, friend)
        _see_each_move_at_once(match)
        _lose_and_find_the_line(match, friend, line)
        match.hurry(HURRIED)
        match.to_the_end()
        for window in (host, friend):
            shows_what_happened(window)
            _explains_the_score(window)
        assert host.pieces() == friend.pieces()
        assert len(host.moves_sent()) + len(friend.moves_sent()) + HURRIED == len(story(host).turns)
        _play_again(host, friend)


def _invited(host: Window, friend: Window) -> Match:
    host.visit()
    host.on_the_shelf("lobby.invite").click()
    link = invitation(host)
    friend.sit_down_by(link.removeprefix(host.address)).get_ready()
    host.get_ready()
    expect(host.room).to_have_count(0)
    return Match(host, friend, seed=7)


def _see_each_move_at_once(match: Match) -> None:
    for _ in range(4):
        match.turns(1)
        assert match.host.pieces() == match.friend.pieces()
        expect(match.waiting.status).not_to_have_text(rukuni("step.tower"))
    shows_what_happened(match.friend)


def _lose_and_find_the_line(match: Match, friend: Window, line: BreakableProxy) -> None:
    """The friend is away while the other moves, and misses it."""
    if match.mover is friend:
        match.turns(1)
    seen = match.seq
    friend.context.set_offline(True)
    line.cut()
    friend.has_lost_the_line()
    expect(match.host.page.get_by_test_id("away-since")).to_be_visible()
    match.turn()
    assert friend.seq == seen
    assert friend.lit() == []
    friend.context.set_offline(False)
    line.mend()
    friend.has_the_line()
    friend.shows(match.seq)
    expect(match.host.page.get_by_test_id("away-since")).to_have_count(0)
    shows_what_happened(friend)


def _explains_the_score(window: Window) -> None:
    """Group by group, as the booklet does it: each product, each sum, and the result."""
    told = story(window)
    view, outcome = told.view(), told.outcome
    assert outcome is not None
    for colour, side in (("white", view.white), ("grey", view.grey)):
        table = window.ending.get_by_role("table", name=rukuni(colour))
        rows = table.locator("tbody tr").all_inner_texts()
        products = [product for row in rows for product in _products(row)]
        assert sorted(products) == sorted((len(g.pegs), len(g.towers), g.points) for g in side.groups)
        assert all(pegs * towers == points for pegs, towers, points in products)
        total = int(re.findall(r"\d+", table.locator("tfoot").inner_text())[0])
        assert total == sum(points for _, _, points in products) == outcome.points[side.seat]
    headline = window.result
    won, drawn = outcome.places[window.you] == 1, outcome.places[0] == outcome.places[1]
    expect(headline).to_have_text(rukuni("end.draw" if drawn else "end.you_win" if won else "end.you_lose"))


def _products(row: str) -> list[tuple[int, int, int]]:
    """Pegs, towers and points of the groups in a row.

    It reads "A 10 pegs beside 4 towers 10 × 4 = 40", or "X without a tower: 2 + 1 0".
    """
    if written := re.search(r"(\d+) × (\d+) =\s*(\d+)", row):
        pegs, towers, points = map(int, written.groups())
        assert re.findall(r"\d+", row)[:2] == [str(pegs), str(towers)]
        return [(pegs, towers, points)]
    *alone, points = map(int, re.findall(r"\d+", row))
    assert points == 0
    return [(pegs, 0, 0) for pegs in alone]


def _play_again(host: Window, friend: Window) -> None:
    """Both come to the same table."""
    former = host.table
    host.press("end.again")
    expect(host.main).not_to_have_attribute("data-table", former)
    expect(friend.ending).to_contain_text(word("end.wanted"))
    friend.press("end.join")
    friend.plays()
    host.plays()
    assert friend.table == host.table
    assert {host.you, friend.you} == {0, 1}
    Match(host, friend).turns(2)
    shows_what_happened(friend)


def test_play_again_with_the_bot(me: Window) -> None:
    before_the_end(me)
    former = me.table
    shows_what_happened(me)
    me.press("end.again")
    expect(me.main).not_to_have_attribute("data-table", former)
    me.plays()
    me.awaits_me()
    shows_what_happened(me)
