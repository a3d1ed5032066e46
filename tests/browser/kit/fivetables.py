"""A table of each of the five games in the middle of it."""

from collections.abc import Callable
from typing import Final

from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import PERSON, SceneTable
from tests.browser.kit.scenecards import playing
from tests.browser.kit.window import Window

GAMES: Final[dict[str, Callable[[], SceneTable]]] = {
    "rukuni": lambda: SceneTable("rukuni", "1", white="first").begin(),
    "unikato": lambda: SceneTable("unikato", "1", starter="first").begin(),
    "ukuma": lambda: playing(fits="shown"),
    "zuma": lambda: SceneTable("zuma", PERSON, PERSON, beat="calm", cycles=1).begin(),
    "ubongo": lambda: SceneTable("ubongo", solo="time").begin().play(0, "level 1"),
}


def sit(scene: Scene, game: str) -> Window:
    me = scene.show(GAMES[game]())
    me.plays()
    return me
