"""The shelf: which games there are, and who plays them."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

import msgspec

from ukumbi.core.errors import Refused
from ukumbi.core.game import AnyGame


class Boxed(msgspec.Struct, frozen=True):
    """A game as it stands on the shelf: its rules and its bots, from the weakest level up."""

    game: AnyGame
    bots: Mapping[str, Any]


class Registry:
    """Games by name, in the order in which they are shown."""

    def __init__(self, boxes: Iterable[Boxed]) -> None:
        self._boxes = {box.game.name: box for box in boxes}

    def __iter__(self) -> Iterator[Boxed]:
        return iter(self._boxes.values())

    def __getitem__(self, name: str) -> Boxed:
        try:
            return self._boxes[name]
        except KeyError:
            raise Refused("no_such_game", game=name) from None


def load(modules: Iterable[str]) -> Registry:
    """The games that these modules list under `BOXES`.

    Modules are named by text, so that a worker process can be told which games to know.
    """
    return Registry(box for name in modules for box in import_module(name).BOXES)
