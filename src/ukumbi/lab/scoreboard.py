"""What the arena shows: a bar while it plays, tables when it is done."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ukumbi.core import Refused
from ukumbi.core.errors import Fact
from ukumbi.lab.arena import Duel, Match, Standing, Tournament
from ukumbi.library import SHELF

WORDS: Final = {
    "no_such_game": "there is no game {game!r}; there are: {games}",
    "no_such_bot": "{game} has no bot {bot!r}; it has: {bots}",
    "bots_must_differ": "the arena needs two bots or more, each named once, not: {bots}",
    "no_such_option": "{game} has no option {option!r}; it has: {options}",
    "bad_options": "these options cannot be: {reason}",
    "not_for_so_many": "{game} is not for {seats} players",
    "no_such_picture": "{file!r} is no picture; its name has to end in one of: {known}",
    "no_such_folder": "there is no folder {folder!r}",
    "needs_matplotlib": "a plot needs matplotlib: {install}",
}


def refusal_in_words(refusal: Refused) -> str:
    facts = {"games": ", ".join(box.game.name for box in SHELF)}
    for name, fact in refusal.facts.items():
        facts[name] = fact if isinstance(fact, str) else _listed(fact)
    return WORDS[refusal.code].format(**facts)


def _listed(fact: Fact) -> str:
    return ", ".join(map(str, fact)) if isinstance(fact, list) else f"{fact}"


def seats_for(game: str, bots: int) -> int:
    """As many seats as bots, as far as the game allows."""
    seats = SHELF[game].game.seats
    return min(max(bots, seats.start), seats.stop - 1)


def watched(console: Console, tournament: Tournament, played: Iterable[Match]) -> list[Match]:
    """The matches with a bar while they are played; after Ctrl-C those that were finished."""
    finished: list[Match] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar, suppress(KeyboardInterrupt):
        task = bar.add_task(f"{tournament.game}, {tournament.seats} players", total=tournament.games)
        for match in played:
            finished.append(match)
            bar.advance(task)
    return finished


def tables(standings: Sequence[Standing], duels: Sequence[Duel]) -> Iterator[Table]:
    yield _table(
        ("bot", "seats", "won", "shared", "share won"),
        [
            (each.bot, f"{each.seats}", f"{each.wins}", f"{each.shared}", f"{each.wins / each.seats:.3f}")
            for each in standings
            if each.seats
        ],
    )
    yield _table(
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


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for head in heads:
        table.add_column(head, justify="left" if head in ("bot", "against") else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table
