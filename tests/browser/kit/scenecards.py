"""A player at a table of ukuma on the scene page; the other one moves as the test says."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.kit.cardtable import CardTable
from tests.browser.kit.opponent import quiet
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import PERSON, SceneTable


def playing(me: int = 0, **options: Any) -> SceneTable:
    """After the signal; the host has White."""
    table = SceneTable("ukuma", PERSON, me=me, **{"white": "first", "countdown": 1, **options}).begin()
    white = table.view().white
    black = 1 - white
    starts = table.play(white, "ready").view(black).starts
    return table.play(black, f"start {starts[0]}").until("playing")


def sit(scene: Scene, table: SceneTable) -> CardTable:
    """In front of a game that has begun."""
    cards = CardTable(scene.window)
    scene.show(table)
    cards.is_in("playing")
    expect(cards.held).to_have_count(3)
    return cards


def lay_for(table: SceneTable, seat: int) -> str:
    """A card is laid that ends nothing; its cell."""
    while not (lays := [lay for lays in quiet(table.seen(seat)) for lay in lays]):
        table.play(seat, "discard")
    table.play(seat, f"lay {lays[0]}")
    return lays[0].partition("@")[2]
