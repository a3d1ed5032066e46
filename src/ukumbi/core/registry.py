"""The registry: which games there are, and who plays them."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

import msgspec

from ukumbi.core.errors import Refused
from ukumbi.core.game import AnyGame
from ukumbi.core.inputs import whole_number
from ukumbi.core.lessons import FIGURE, Lesson, Sheet, Task


class First(msgspec.Struct, frozen=True):
    """How a first game is set up: an easy bot, and all the help there is."""

    level: str | None = None
    """Of the bot; the weakest where nothing is said."""
    options: Mapping[str, str | int | bool] = {}
    """What is chosen otherwise than usual."""


class Entry(msgspec.Struct, frozen=True):
    """A game in the registry: its rules and its bots, from the weakest level up."""

    game: AnyGame
    bots: Mapping[str, Any]
    usual: str | None = None
    """The default level, and the level of a bot that stands in."""
    first: First = First()
    analyst: Any | None = None
    """Judges positions, where the game has an analyst."""
    coach: Any | None = None
    """Helps players in their first games against bots, where there is one."""
    weaker: tuple[str, ...] = ()
    """Levels that play below their strength, because something is missing on this machine."""
    lesson: Lesson | None = None
    """Teaches the game step by step, where there is one."""
    sheet: Sheet | None = None
    """What the page shows beside the sentences of the rules, where there are figures."""

    def __post_init__(self) -> None:
        if self.bots and self.usual is None:
            msgspec.structs.force_setattr(self, "usual", next(iter(self.bots)))
        if self.bots and self.first.level is None:
            easiest = First(next(iter(self.bots)), self.first.options)
            msgspec.structs.force_setattr(self, "first", easiest)

    def bot(self, level: str) -> Any:
        return self.bots[self.level(level)]

    def level(self, name: str) -> str:
        """This level, if there is one."""
        if not isinstance(name, str) or name not in self.bots:
            raise Refused("no_such_bot", game=self.game.name, bot=str(name)[:40], allowed=list(self.bots))
        return name

    def task(self, name: str) -> Task:
        """A task of the lesson, or a figure to be tried out."""
        if self.sheet is not None and name.startswith(FIGURE):
            return self.sheet.trial(name)
        if self.lesson is not None:
            return self.lesson.task(name)
        raise Refused("not_found")

    def check_seats(self, seats: int) -> None:
        """That so many can play it."""
        allowed, number = self.game.seats, whole_number(seats)
        if number not in allowed:
            raise Refused(
                "wrong_number_of_seats",
                game=self.game.name,
                seats=repr(seats)[:40] if number is None else number,
                fewest=allowed.start,
                most=allowed.stop - 1,
            )


class Registry:
    """Games by name, in the order in which they are shown."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = {entry.game.name: entry for entry in entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries.values())

    def __getitem__(self, name: str) -> Entry:
        try:
            return self._entries[name]
        except (KeyError, TypeError):  # a list is no name
            raise Refused("no_such_game", game=str(name)[:40], allowed=list(self._entries)) from None


def load(modules: Iterable[str]) -> Registry:
    """The games that these modules list under `GAMES`.

    Modules are named by text, so that worker processes can load them, too.
    """
    return Registry(entry for name in modules for entry in import_module(name).GAMES)
