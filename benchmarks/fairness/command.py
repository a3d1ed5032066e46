"""`fairness`: who wins contested moments, with and without fair order."""

from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from benchmarks.fairness.cheats import ALL, measure_cheats
from benchmarks.fairness.duels import CELLS, LAGS, measure
from benchmarks.fairness.heat import QUALITIES
from benchmarks.fairness.lines import ZUMA, measure_lines
from benchmarks.fairness.report import (
    WIDEST,
    boards,
    cheats_board,
    cheats_result,
    lines_board,
    lines_result,
    moments_bar,
    results,
    trust,
)
from benchmarks.results import conclude
from ukumbi.core import Refused, load
from ukumbi.core.pictures import check_picture


class Wishes(NamedTuple):
    moments: int
    tables: int
    lead: float
    seed: int


def run(
    moments: Annotated[int, typer.Option(min=1, help="Contested moments for each pair of lines.")] = 2600,
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once for each pair.")] = 12,
    lead: Annotated[float, typer.Option(min=0, help="Seconds for the hall to get to know the lines.")] = 12.0,
    seed: Annotated[int, typer.Option(help="Draws the reactions, delays and losses.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="Save a picture here: .png, .svg or .pdf.")] = None,
    cheat: Annotated[
        bool, typer.Option("--cheat", help="Play every trick against an honest player.")
    ] = False,
    lines: Annotated[int, typer.Option(min=2, max=6, help="Lines that contest each moment.")] = 2,
    game: Annotated[str, typer.Option(help="What they play: grab, or zuma for three and more.")] = "grab",
) -> None:
    """Equal players, one of them far away: who wins contested moments, with and without fair order?"""
    wishes = Wishes(moments, min(tables, moments), lead, seed)
    if cheat:
        _cheats(wishes)
    elif lines > 2 or game != "grab":
        _lines(wishes, lines, game)
    else:
        _pairs(wishes, plot)


def _console() -> Console:
    console = Console(highlight=False)
    console.width = max(console.width, WIDEST)
    return console


def _pairs(wishes: Wishes, plot: Path | None) -> None:
    """Two lines, of which one is longer."""
    if plot is not None:
        try:
            check_picture(plot)
        except Refused as refusal:
            raise typer.BadParameter(str(refusal)) from refusal
    with moments_bar(Console(stderr=True), wishes.moments * len(CELLS)) as progress:
        figures = measure(wishes.moments, wishes.tables, wishes.seed, lead=wishes.lead, progress=progress)
    console = _console()
    typer.echo("share won by the slower line, and what went to whoever had reacted first")
    shares, waits = boards(figures)
    console.print(shares)
    typer.echo("from a grab's arrival in the hall to its acknowledgement, with / without fair order")
    console.print(waits)
    if plot is not None:
        from benchmarks.fairness.plot import plot_shares  # noqa: PLC0415  it needs matplotlib

        plot_shares(figures, plot)
        console.print(f"picture saved: {plot}", soft_wrap=True)
    typer.echo(trust(figures.lateness))
    conclude(*results(figures))


def _lines(wishes: Wishes, count: int, game: str) -> None:
    """Several lines at one table."""
    if game not in ("grab", ZUMA):
        raise typer.BadParameter(f"there is no game {game!r} to measure with: grab, {ZUMA}")
    if game == ZUMA and count not in load(("ukumbi.games",))[ZUMA].game.seats:
        raise typer.BadParameter(f"{ZUMA} is not for {count} players")
    with moments_bar(Console(stderr=True), wishes.moments * 2 * len(QUALITIES)) as progress:
        figures = measure_lines(
            count, wishes.moments, wishes.tables, game, wishes.seed, wishes.lead, progress=progress
        )
    typer.echo(f"{game}: share won by each of {count} lines at one table; waits with / without fair order")
    _console().print(lines_board(figures))
    typer.echo(trust(figures.lateness))
    conclude(lines_result(figures))


def _cheats(wishes: Wishes) -> None:
    """Every trick at every lag."""
    with moments_bar(Console(stderr=True), wishes.moments * len(ALL) * len(LAGS)) as progress:
        figures = measure_cheats(wishes.moments, wishes.tables, wishes.seed, wishes.lead, progress=progress)
    typer.echo("share won by a cheat, against an honest player who is as quick")
    _console().print(cheats_board(figures))
    typer.echo(trust(figures.lateness))
    conclude(cheats_result(figures))
