"""Writes the TypeScript types of all messages and requests into the web client.

    python scripts/typescript.py

A test fails when the files are not what this would write.
"""

from pathlib import Path
from types import ModuleType
from typing import Final

import msgspec
from declarations import Page

from ukumbi.bots.analyst import Analysis, Hint
from ukumbi.core import Entry
from ukumbi.games import GAMES
from ukumbi.hall import messages
from ukumbi.ledger import PersonalBest
from ukumbi.server import bodies

SOURCES: Final = Path(__file__).parents[1] / "web" / "src"


def pages(entries: tuple[Entry, ...] = GAMES) -> dict[Path, str]:
    """Every page by its place under `web/src`."""
    shared = _shared()
    written = {Path("startup", "types.ts"): shared.text()}
    for entry in entries:
        written[Path("games", entry.game.name, "types.ts")] = _game(entry, shared).text()
    return written


def stale(sources: Path, entries: tuple[Entry, ...] = GAMES) -> dict[Path, str]:
    """The pages that are missing under `sources`, or say something else there."""
    return {
        place: text
        for place, text in pages(entries).items()
        if not (sources / place).is_file() or (sources / place).read_text() != text
    }


def write(sources: Path, entries: tuple[Entry, ...] = GAMES) -> list[Path]:
    """Bring the pages under `sources` up to date; which ones changed. A game without a folder has none."""
    changed = []
    for place, text in stale(sources, entries).items():
        if (sources / place).parent.is_dir():
            (sources / place).write_text(text)
            changed.append(place)
    return changed


def _shared() -> Page:
    """The socket's messages, and what goes over HTTP."""
    page = Page(f"{messages.__name__} and {bodies.__name__}")
    page.know(messages)
    page.declare("ClientIn", messages.ClientIn, asked=True)
    page.declare("ClientOut", messages.ClientOut)
    page.know(bodies)
    for struct in _structs_of(bodies):
        page.declare(struct.__name__, struct, asked=struct.__struct_config__.forbid_unknown_fields)
    for struct in (PersonalBest, Analysis, Hint):  # they go out as those have them who made them
        page.declare(struct.__name__, struct)
    return page


def _game(entry: Entry, shared: Page) -> Page:
    game = entry.game
    page = Page(type(game).__module__, shared=shared, address="../../startup/types")
    title = game.name.capitalize()
    page.declare(f"{title}Options", game.options)
    page.declare(f"{title}Event", game.structs.event)
    page.declare(f"{title}View", game.structs.view)
    return page


def _structs_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
    ]


if __name__ == "__main__":
    for path in write(SOURCES):
        print(path)
