"""The arena's output: a progress bar, then tables."""

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ukumbi.library import REGISTRY
from ukumbi.tools.arena import Duel, Result, Standing, Tournament

WORD_COLUMNS: Final = ("bot", "against", "lines")
"""Columns with words, which are aligned left."""


def seats_for(game: str, bots: int) -> int:
    """One seat a bot, within the game's limits."""
    seats = REGISTRY[game].game.seats
    return min(max(bots, seats.start), seats.stop - 1)


def watched(console: Console, tournament: Tournament, played: Iterable[Result]) -> list[Result]:
    """Play all matches with a progress bar; after Ctrl-C, return the finished ones."""
    finished: list[Result] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar, until_interrupted() as was_interrupted:
        task = bar.add_task(f"{tournament.game}, {tournament.seats} players", total=tournament.games)
        for match in played:
            finished.append(match)
            bar.advance(task)
            if was_interrupted():
                break
    return finished


@contextmanager
def until_interrupted() -> Iterator[Callable[[], bool]]:
    """Run until Ctrl-C. Python may drop the exception during cleanup, so the result can be asked too."""
    interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGINT, interrupt)
    try:
        with suppress(KeyboardInterrupt):
            yield lambda: interrupted
    finally:
        signal.signal(signal.SIGINT, former)


def tables(standings: Sequence[Standing], duels: Sequence[Duel]) -> Iterator[Table]:
    yield plain_table(
        ("bot", "seats", "won", "shared", "share won"),
        [
            (each.bot, f"{each.seats}", f"{each.wins}", f"{each.shared}", f"{each.wins / each.seats:.3f}")
            for each in standings
            if each.seats
        ],
    )
    yield plain_table(
        ("bot", "against", "won", "drawn", "lost", "score", "rating"),
        [
            (
                *(duel.one, duel.other, f"{duel.wins}", f"{duel.draws}", f"{duel.losses}"),
                f"{duel.score:.3f} ± {duel.error:.3f}",
                f"{duel.rating:+.0f} ± {duel.rating_error:.0f}",
            )
            for duel in duels
        ],
    )


def plain_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table with words aligned left and numbers right."""
    table = Table(box=box.SIMPLE_HEAD)
    for head in heads:
        table.add_column(head, justify="left" if head in WORD_COLUMNS else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
