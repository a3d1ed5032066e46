"""Somebody goes through their own worst turns of a finished game, and finds better ones."""

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Route, expect

from tests.browser.conftest import ComeIn
from tests.browser.games.rukuni.test_analysis import OPENING, Desk, after, finished
from tests.browser.kit.axe import is_open_to_all
from tests.browser.kit.records import story
from tests.browser.kit.screens import DESK, fits
from tests.browser.kit.window import Window
from tests.browser.kit.words import study
from ukumbi.games.rukuni.moves import format_move
from ukumbi.games.rukuni.position import parse_position

LOST: Final = 10
BEST: Final = "a1-a4/b4"


def _judge(window: Window, blunder: str) -> None:
    """After the first turn of the game White has lost points, after any other first turn nobody is ahead."""

    def judge(route: Route) -> None:
        (position,) = parse_qs(urlsplit(route.request.url).query)["at"]
        lead = -LOST if _follows(position, blunder) else 0
        moves = [BEST] if position == OPENING else _turns(position)
        lines = [{"moves": [move], "lead": lead} for move in moves]
        route.fulfill(json={"position": position, "lead": lead, "depth": 2, "exact": False, "lines": lines})

    window.page.route(re.compile(r"/analysis\?"), judge)


def _follows(position: str, turn: str) -> bool:
    """Whether the peg of that turn stands there."""
    pegs = parse_position(position).white.pegs
    return bool(pegs & parse_position(after(OPENING, turn)).white.pegs)


def _turns(position: str) -> list[str]:
    return [format_move(turn) for turn in list(parse_position(position).turns())[:3]]


def test_a_mistake_is_found_and_mended(come_in: ComeIn) -> None:
    """Its position stands on the board without a verdict; tries are judged, and counted at the end."""
    me = come_in(viewport=DESK)
    table = finished(me)
    me.visit(f"/t/{table}")
    blunder = story(me, table).turns[0]
    _judge(me, blunder)
    me.ending.get_by_test_id("analyse").click()
    desk, card = Desk(me), me.page.get_by_test_id("practice")
    expect(me.page.locator("[data-accuracy='0']")).to_have_text(re.compile(r"^\d+"))
    me.page.locator("[data-practise='0']").click()
    told = card.get_by_test_id("told")
    expect(told).to_have_text(study("practice.look", turn=1, n=LOST))
    desk.stands(0)
    expect(desk.lines).to_have_count(0)
    expect(desk.bar).to_be_hidden()
    is_open_to_all(me)
    fits(me)
    me.turn(blunder)
    expect(card).to_have_attribute("data-result", "same")
    expect(card.get_by_test_id("onward")).to_have_count(0)
    card.get_by_test_id("again").click()
    desk.stands(0)
    me.turn(BEST)
    expect(card).to_have_attribute("data-result", "best")
    card.get_by_test_id("onward").click()
    expect(told).to_have_text(study("practice.done", n=1, of=1))
    card.get_by_test_id("end").click()
    expect(desk.lines).not_to_have_count(0)


def test_a_solution_is_shown_and_does_not_count(come_in: ComeIn) -> None:
    me = come_in(viewport=DESK)
    table = finished(me)
    _judge(me, story(me, table).turns[0])
    me.visit(f"/a/rukuni?t={table}")
    me.page.locator("[data-practise='0']").click()
    card = me.page.get_by_test_id("practice")
    card.get_by_test_id("reveal").click()
    expect(me.page.locator(f"[data-arrow='{BEST}']")).to_be_visible()
    card.get_by_test_id("onward").click()
    expect(card.get_by_test_id("told")).to_have_text(study("practice.done", n=0, of=1))
