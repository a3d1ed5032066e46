"""What `ukumbi bench fairness` prints: what it compared, and whether that is as it was promised."""

from pathlib import Path
from typing import NamedTuple

import typer
from rich.console import Console

from ukumbi.core import Refused, load
from ukumbi.lab.bench.fairness import CELLS, LAGS, measure
from ukumbi.lab.bench.fairness_cheat import ALL, measure_cheats
from ukumbi.lab.bench.fairness_lines import ZUMA, measure_lines
from ukumbi.lab.bench.fairness_report import (
    WIDEST,
    boards,
    cheats_board,
    cheats_promise,
    lines_board,
    lines_promise,
    moments_bar,
    promises,
    trust,
)
from ukumbi.lab.bench.heat import QUALITIES


class Wishes(NamedTuple):
    moments: int
    tables: int
    lead: float
    seed: int


def _console() -> Console:
    console = Console(highlight=False)
    console.width = max(console.width, WIDEST)
    return console


def pairs(wishes: Wishes, plot: Path | None) -> bool:
    """Two lines, of which one is longer. A promise that is not kept is said, and ends nothing."""
    from ukumbi.core.pictures import check_picture  # noqa: PLC0415
    from ukumbi.lab.plots import plot_shares  # noqa: PLC0415  it needs matplotlib

    if plot is not None:
        check_picture(plot)
    with moments_bar(Console(stderr=True), wishes.moments * len(CELLS)) as progress:
        figures = measure(wishes.moments, wishes.tables, wishes.seed, lead=wishes.lead, progress=progress)
    console = _console()
    typer.echo("share won by the slower line, and what went to whoever had reacted first")
    shares, waits = boards(figures)
    console.print(shares)
    typer.echo("from a grab's arrival in the hall to its acknowledgement, with / without fair order")
    console.print(waits)
    for promise in promises(figures):
        typer.echo(promise)
    typer.echo(trust(figures.lateness))
    if plot is not None:
        plot_shares(figures, plot)
        console.print(f"picture saved: {plot}", soft_wrap=True)
    return True


def lines(wishes: Wishes, count: int, game: str) -> bool:
    """Several lines at one table; whether each has its share."""
    if game == ZUMA:
        _check_zuma(count)
    elif game != "grab":
        raise Refused("no_such_game", game=game, allowed=["grab", ZUMA])
    with moments_bar(Console(stderr=True), wishes.moments * 2 * len(QUALITIES)) as progress:
        figures = measure_lines(
            count, wishes.moments, wishes.tables, game, wishes.seed, wishes.lead, progress=progress
        )
    typer.echo(f"{game}: share won by each of {count} lines at one table; waits with / without fair order")
    _console().print(lines_board(figures))
    held, words = lines_promise(figures)
    typer.echo(words)
    typer.echo(trust(figures.lateness))
    return held


def _check_zuma(count: int) -> None:
    """It may not be on the shelf, and it is not for two."""
    load(("ukumbi.games",))[ZUMA].check_seats(count)


def cheats(wishes: Wishes) -> bool:
    """Every trick at every lag; whether none gains anything."""
    with moments_bar(Console(stderr=True), wishes.moments * len(ALL) * len(LAGS)) as progress:
        figures = measure_cheats(wishes.moments, wishes.tables, wishes.seed, wishes.lead, progress=progress)
    typer.echo("share won by somebody who cheats, against somebody honest who is as quick")
    _console().print(cheats_board(figures))
    held, words = cheats_promise(figures)
    typer.echo(words)
    typer.echo(trust(figures.lateness))
    return held
