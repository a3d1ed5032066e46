"""The registry: which games there are, and who plays them."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

import msgspec

from ukumbi.core.errors import Refused
from ukumbi.core.game import AnyGame


class Entry(msgspec.Struct, frozen=True):
    """A game in the registry: its rules and its bots, from the weakest level up."""

    game: AnyGame
    bots: Mapping[str, Any]

    def bot(self, level: str) -> Any:
        try:
            return self.bots[level]
        except (KeyError, TypeError):
            levels = list(self.bots)
            raise Refused("no_such_bot", game=self.game.name, bot=str(level)[:40], allowed=levels) from None

    def check_seats(self, seats: int) -> None:
        """That so many can play it."""
        allowed = self.game.seats
        if seats not in allowed:
            raise Refused(
                "wrong_number_of_seats",
                game=self.game.name,
                seats=seats,
                fewest=allowed.start,
                most=allowed.stop - 1,
            )

    @property
    def stand_in(self) -> str | None:
        """The level that sits in for somebody who is away: neither the weakest nor the strongest."""
        levels = list(self.bots)
        return levels[(len(levels) - 1) // 2] if levels else None


class Registry:
    """Games by name, in the order in which they are shown."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = {entry.game.name: entry for entry in entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __getitem__(self, name: str) -> Entry:
        try:
            return self._entries[name]
        except KeyError:
            raise Refused("no_such_game", game=str(name)[:40], allowed=list(self._entries)) from None


def load(modules: Iterable[str]) -> Registry:
    """The games that these modules list under `GAMES`.

    Modules are named by text, so that a worker process can be told which games to know.
    """
    return Registry(entry for name in modules for entry in import_module(name).GAMES)
