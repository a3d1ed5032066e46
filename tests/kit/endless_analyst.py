"""Rukuni with an analyst that thinks until told to stop, and notes each request.

Worker processes inherit the folder for the notes in an environment variable.
"""

import os
import time
from pathlib import Path
from threading import Event
from typing import Any, ClassVar, Final

from ukumbi.bots.analyst import Analysis, Hint
from ukumbi.core import AnyGame, Entry, Seat
from ukumbi.games.rukuni.analyst import RukuniAnalyst
from ukumbi.games.rukuni.bot import BOTS
from ukumbi.games.rukuni.rules import Rukuni

FOLDER: Final = "PONDER_FOLDER"


def thoughts_begun(folder: Path) -> list[str]:
    """The requests, in order."""
    notes = folder / "thoughts_begun"
    return notes.read_text().splitlines() if notes.exists() else []


def thinking_workers(folder: Path) -> set[str]:
    """The worker processes that have had a request."""
    return {note.name for note in folder.glob("worker-*")}


def end_thoughts(folder: Path) -> None:
    """Let every request end at once from now on."""
    (folder / "go").touch()


class RukuniToPonder(Rukuni):
    name: ClassVar = "ponder"


class EndlessAnalyst(RukuniAnalyst):
    def __init__(self) -> None:
        self._stopped = Event()

    def stop(self) -> None:
        self._stopped.set()

    def analyse(self, position: str, seconds: float) -> Analysis:
        self._note(f"{seconds} {position}")
        return Analysis(position, 0.0, 1, exact=False, lines=())

    def hint(self, game: AnyGame, view: Any, seat: Seat) -> Hint:
        self._note(f"hint {view.position}")
        return Hint("a1-a4/b4", "new_group", {"towers": 1})

    def _note(self, what: str) -> None:
        folder = Path(os.environ[FOLDER])
        self._stopped.clear()
        with (folder / "thoughts_begun").open("a") as notes:
            notes.write(f"{what}\n")
        (folder / f"worker-{os.getpid()}").touch()
        while not (folder / "go").exists() and not self._stopped.is_set():
            time.sleep(0.005)


GAMES: Final = (Entry(game=RukuniToPonder(), bots=BOTS, analyst=EndlessAnalyst()),)
