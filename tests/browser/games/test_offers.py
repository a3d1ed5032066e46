"""The page knows no rules: what it offers is what the view offers, be that less than is legal, or more.

In Zuma and Ubongo nothing is offered: any card and pole may be touched, and pieces lie as they are put.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.kit.bent import BENT, PLACE
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import SceneTable
from tests.browser.kit.scenecards import playing, sit
from tests.browser.kit.scenetiles import SceneTiles
from tests.browser.kit.words import rukuni


def test_rukunis_turns_are_those_of_the_view(scene: Scene) -> None:
    me = scene.show(SceneTable("rukuni", "1", entry=BENT["rukuni"], white="first").begin())
    me.awaits_me()
    assert me.lit() == ["a1"], "and no other tower that may move"
    me.touch("a1")
    assert sorted(me.lit()) == ["a4", "c4"], "one hollow in reach, and one that is not"
    me.touch("c4")
    assert me.lit() == ["e3"]
    me.touch("e3")
    expect(me.status).to_have_text(rukuni("error.not_in_line", tower="a1", to="c4"))
    assert [sent["move"] for sent in me.moves_sent()] == ["a1-c4/e3"]


def test_unikatos_places_are_those_of_the_view(scene: Scene) -> None:
    table = SceneTiles(scene).sit_with(lambda _: True, entry=BENT["unikato"])
    assert table.fitting() == table.rack(), "also those that fit nowhere"
    for tile in table.rack():
        table.touch(table.tile(tile))
        expect(table.tile(tile)).to_have_attribute("aria-pressed", "true")
        assert table.lit() == [PLACE], "and none of the other three beside the first tile"


@pytest.mark.parametrize("seat", [0, 1], ids=["white", "black"])
def test_ukumas_cells_are_those_of_the_view(scene: Scene, seat: int) -> None:
    table = sit(scene, playing(me=seat, entry=BENT["ukuma"], fits="shown"))
    cell = table.view["fits"][0][0].partition("@")[2]
    for place in range(3):
        table.page.keyboard.press(str(place + 1))
        expect(table.page.locator("[data-card][aria-pressed=true]")).to_have_count(1)
        expect(table.lit).to_have_count(1)
        expect(table.free(cell)).to_have_attribute("data-lit", "")
