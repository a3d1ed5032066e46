"""`boards.txt`, built again while a bar shows how far it is."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ukumbi.games.ubongo import boards as boards_module
from ukumbi.games.ubongo.boards import LEVELS, read_boards
from ukumbi.lab.ubongo.build import build, write

FILE: Final = Path(str(files(boards_module.__package__ or "") / boards_module.FILE))


def built(console: Console) -> str:
    """The text of all boards."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        row = bars.add_task("")

        def progress(done: int, total: int) -> None:
            bars.update(row, completed=done, total=total)

        text = ""
        for level in LEVELS:
            bars.reset(row, description=f"level {level}, outlines", total=None)
            text += write(build([level], progress))
    return text


def summary(text: str) -> str:
    boards = list(read_boards(text))
    return f"{len(boards):,} boards with {sum(len(board.tasks) for board in boards):,} tasks"
