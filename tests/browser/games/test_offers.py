"""The page knows no rules: what it offers is what the view offers, be that less than is legal, or more.

In Zuma and Ubongo nothing is offered: any card and pole may be touched, and pieces lie as they are put.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from benchmarks.hall_process import HallProcess
from tests.browser.conftest import ComeIn
from tests.browser.kit.bent import PLACE
from tests.browser.kit.cardtable import play
from tests.browser.kit.tiletable import TileTable
from tests.browser.kit.window import Window
from tests.browser.kit.words import rukuni


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HallProcess]:
    wishes = ("--bot-pace", "0", "--also", "tests.browser.kit.bent")
    with HallProcess(tmp_path_factory.mktemp("bent"), *wishes) as server:
        yield server


def test_rukunis_turns_are_those_of_the_view(me: Window) -> None:
    me.play_the_bot()
    assert me.lit() == ["a1"], "and no other tower that may move"
    me.touch("a1")
    assert sorted(me.lit()) == ["a4", "c4"], "one hollow in reach, and one that is not"
    me.touch("c4")
    assert me.lit() == ["e3"]
    me.touch("e3")
    expect(me.status).to_have_text(rukuni("error.not_in_line", tower="a1", to="c4"))
    assert [sent["move"] for sent in me.moves_sent()] == ["a1-c4/e3"]


def test_unikatos_places_are_those_of_the_view(me: Window, tmp_path: Path) -> None:
    table = TileTable(me, tmp_path).sit("1")
    table.my_turn()
    assert table.fitting() == table.rack(), "also those that fit nowhere"
    for tile in table.rack():
        table.touch(table.tile(tile))
        expect(table.tile(tile)).to_have_attribute("aria-pressed", "true")
        assert table.lit() == [PLACE], "and none of the other three beside the first tile"


def test_ukumas_cells_are_those_of_the_view(come_in: ComeIn) -> None:
    for table in play(come_in, fits="shown"):
        cell = table.view["fits"][0][0].partition("@")[2]
        for place in range(3):
            table.page.keyboard.press(str(place + 1))
            expect(table.page.locator("[data-card][aria-pressed=true]")).to_have_count(1)
            expect(table.lit).to_have_count(1)
            expect(table.free(cell)).to_have_attribute("data-lit", "")
