"""The command `fairness`."""

from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from benchmarks.fairness.cheats import ALL_TRICKS, measure_cheats
from benchmarks.fairness.duels import CONDITIONS, LAGS_MS, measure
from benchmarks.fairness.race_table import QUALITIES
from benchmarks.fairness.report import (
    REPORT_COLUMNS,
    boards,
    cheats_board,
    cheats_result,
    moments_bar,
    players_board,
    players_result,
    results,
    trust,
)
from benchmarks.fairness.several_players import ZUMA, measure_players
from benchmarks.results import conclude
from ukumbi.core import Refused, load
from ukumbi.core.pictures import check_picture


class Parameters(NamedTuple):
    moments: int
    tables: int
    lead: float
    seed: int


def run(
    moments: Annotated[int, typer.Option(min=1, help="Contested moments for each pair of lags.")] = 2600,
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once for each pair.")] = 12,
    lead: Annotated[
        float, typer.Option(min=0, help="Seconds for the hall to measure latencies first.")
    ] = 12.0,
    seed: Annotated[int, typer.Option(help="Draws the reactions, delays and losses.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="Save a picture here: .png, .svg or .pdf.")] = None,
    cheat: Annotated[
        bool, typer.Option("--cheat", help="Play every trick against an honest player.")
    ] = False,
    players: Annotated[int, typer.Option(min=2, max=6, help="Players who contest each moment.")] = 2,
    game: Annotated[str, typer.Option(help="What they play: grab, or zuma for three and more.")] = "grab",
) -> None:
    """Equal players, one of them far away: who wins contested moments, with and without fair order?"""
    parameters = Parameters(moments, min(tables, moments), lead, seed)
    if cheat:
        _cheats(parameters)
    elif players > 2 or game != "grab":
        _several_players(parameters, players, game)
    else:
        _pairs(parameters, plot)


def _console() -> Console:
    console = Console(highlight=False)
    console.width = max(console.width, REPORT_COLUMNS)
    return console


def _pairs(parameters: Parameters, plot: Path | None) -> None:
    """Two players, one with more lag."""
    if plot is not None:
        try:
            check_picture(plot)
        except Refused as refusal:
            raise typer.BadParameter(str(refusal)) from refusal
    with moments_bar(Console(stderr=True), parameters.moments * len(CONDITIONS)) as progress:
        measured = measure(
            parameters.moments, parameters.tables, parameters.seed, lead=parameters.lead, progress=progress
        )
    console = _console()
    typer.echo("share won by the player with more lag, and moments won by the first to react")
    shares, latencies = boards(measured)
    console.print(shares)
    typer.echo("from a grab's arrival in the hall to its acknowledgement, with / without fair order")
    console.print(latencies)
    if plot is not None:
        from benchmarks.fairness.plot import plot_shares  # noqa: PLC0415  it needs matplotlib

        plot_shares(measured, plot)
        console.print(f"picture saved: {plot}", soft_wrap=True)
    typer.echo(trust(measured.lateness))
    conclude(*results(measured))


def _several_players(parameters: Parameters, count: int, game: str) -> None:
    """Several players at one table."""
    if game not in ("grab", ZUMA):
        raise typer.BadParameter(f"there is no game {game!r} to measure with: grab, {ZUMA}")
    if game == ZUMA and count not in load(("ukumbi.games",))[ZUMA].game.seats:
        raise typer.BadParameter(f"{ZUMA} is not for {count} players")
    with moments_bar(Console(stderr=True), parameters.moments * 2 * len(QUALITIES)) as progress:
        measured = measure_players(
            count,
            parameters.moments,
            parameters.tables,
            game,
            parameters.seed,
            parameters.lead,
            progress=progress,
        )
    typer.echo(f"{game}: share won by each of {count} players at one table; waits with / without fair order")
    _console().print(players_board(measured))
    typer.echo(trust(measured.lateness))
    conclude(players_result(measured))


def _cheats(parameters: Parameters) -> None:
    """Every trick at every lag."""
    with moments_bar(Console(stderr=True), parameters.moments * len(ALL_TRICKS) * len(LAGS_MS)) as progress:
        measured = measure_cheats(
            parameters.moments, parameters.tables, parameters.seed, parameters.lead, progress=progress
        )
    typer.echo("share won by a cheat, against an honest player who is as quick")
    _console().print(cheats_board(measured))
    typer.echo(trust(measured.lateness))
    conclude(cheats_result(measured))
