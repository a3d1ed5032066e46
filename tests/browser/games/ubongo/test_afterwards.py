"""Ubongo after a round and after a game: each player's board, its solutions, and the replay."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.kit.blocktable import BlockTable
from tests.browser.kit.gallery import looks_at_everything
from tests.browser.kit.match import set_up
from tests.browser.kit.screening import watch
from tests.browser.kit.window import Window

LAID: Final = re.compile(r"^(?P<who>.+): (?P<piece>[A-H]) \(.+\) lies on (?P<cubes>.+)\.$")
"""What a replay says of others."""


def against(me: Window, *bots: str, level: int, rounds: int) -> BlockTable:
    table = BlockTable(me)
    options = {"level": level, "rounds": rounds, "hourglass": 60}
    me.visit(f"/t/{set_up(me, 'ubongo', bots, options)['table']}")
    table.choose(level)
    return table


@pytest.mark.deep
def test_all_boards_and_another_solution(me: Window) -> None:
    """Round by round, until a task was among them that can be solved in two ways."""
    table = against(me, "7", "6", "5", level=2, rounds=9)
    while True:
        table.play_round()
        built = [seat for seat, side in enumerate(table.view["sides"]) if side["solved"] is not None]
        assert table.view["you"] in built
        another = [looks_at_everything(table, seat) for seat in built]
        if any(another):
            return
        table.button("ready").click()
        expect(table.board).not_to_have_attribute("data-phase", "between")


@pytest.mark.deep
def test_a_replay_shows_and_tells_how_the_others_built(me: Window) -> None:
    table = against(me, "1", level=1, rounds=1)
    table.play_to_the_end()
    screening = watch(me)
    while not (found := LAID.match(me.status.inner_text())):
        before = screening.stop
        screening.button("forward").click()
        expect(screening.bar).not_to_have_attribute("data-stop", str(before))
    other = 1 - table.view["you"]
    me.page.locator(f'[data-whose="{other}"]').click()
    cells = re.findall(r"[a-g]\d", found["cubes"])
    expect(me.page.locator(f'[data-piece-at="{found["piece"]}"]')).to_have_count(len(cells))
    assert sorted(name[:2] for name in table.shown()[found["piece"]]) == sorted(cells)
    me.page.locator(f'[data-whose="{table.view["you"]}"]').click()
    expect(me.page.locator("[data-cube]")).to_have_count(12)
