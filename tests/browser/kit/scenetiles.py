"""A player at a table of Unikato on the scene page."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.kit.rounds import Rounds
from tests.browser.kit.scene import Scene
from tests.browser.kit.scene_table import SceneTable
from tests.browser.kit.tiletable import DEALS, TileTable, something_fits
from tests.kit.halls import REGISTRY
from ukumbi.games.unikato.view import UnikatoView

Wanted = Callable[[UnikatoView], bool]


class SceneTiles(TileTable):
    def __init__(self, scene: Scene, *, by_tap: bool = False) -> None:
        super().__init__(scene.window, Path(), by_tap=by_tap)
        self._scene = scene

    @property
    def truth(self) -> Rounds:
        return Rounds([event for _, event in self._scene.table.match.history])

    def sit_with(self, wanted: Wanted, **options: object) -> "SceneTiles":
        self._scene.show(dealt(wanted, **options))
        self.my_turn()
        return self


def dealt(wanted: Wanted = something_fits, **options: Any) -> SceneTable:
    """Against the weakest bot, with tiles as they are wanted."""
    for seed in range(DEALS):
        table = SceneTable("unikato", "1", seed=seed, starter="first", **options).begin()
        if wanted(table.view()):
            return table
    raise AssertionError(f"no such tiles in {DEALS} deals")


def round_over(table: SceneTable) -> SceneTable:
    """A bot plays for both until the round is over."""
    match, bot, rng = table.match, REGISTRY["unikato"].bots["8"], Random(1)
    number = table.view().round
    while match.outcome is None and (table.view().phase.value, table.view().round) != ("between", number):
        seat = min(match.may_act)
        table.play(seat, match.game.format_move(bot.choose(match.game, match.view(seat), seat, rng)))
    return table
