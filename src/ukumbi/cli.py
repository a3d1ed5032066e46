"""The command `ukumbi`. Alone it opens the hall."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ukumbi.core import Refused
from ukumbi.lab.bench.commands import app as bench
from ukumbi.lab.rukuni.commands import app as rukuni
from ukumbi.lab.ubongo.commands import app as ubongo
from ukumbi.server.settings import Option, Settings, options

app = typer.Typer(
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_show_locals=False,
    help="A hall for tabletop games.",
)
app.add_typer(bench, name="bench")
app.add_typer(rukuni, name="rukuni")
app.add_typer(ubongo, name="ubongo")

Data = Annotated[
    Path | None,
    typer.Option(help="Folder for the hall's data.", envvar="UKUMBI_DATA", show_default="your data folder"),
]


@app.callback(invoke_without_command=True)
def main_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        command = typer.main.get_command(app).get_command(context, "serve")  # type: ignore[attr-defined]
        raise typer.Exit(command.main([], "ukumbi serve", standalone_mode=False) or 0)


def _serve(**given: Any) -> None:
    """Open the hall."""
    from ukumbi.ledger import CannotOpen
    from ukumbi.server.serve import serve

    values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
    try:
        settings = Settings(**values)
    except ValueError as fault:
        raise typer.BadParameter(str(fault)) from fault
    console = Console(highlight=False)
    try:
        serve(settings, partial(console.print, markup=False, soft_wrap=True))
    except (OSError, CannotOpen) as fault:
        console.print(f"The hall cannot open: {fault}", soft_wrap=True)
        raise typer.Exit(1) from fault


def _parameter(option: Option) -> inspect.Parameter:
    setting, kind = option.setting, list[str] if option.kind == tuple[str, ...] else option.kind
    told: Any = typer.Option(
        option.flag,
        help=setting.help,
        envvar=option.variable,
        min=setting.least,
        show_default=setting.default or True,
    )
    default = list(option.default) if kind == list[str] else option.default
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, told]
    )


_parameters = [_parameter(option) for option in options()]
_serve.__signature__ = inspect.Signature(_parameters)  # type: ignore[attr-defined]
_serve.__annotations__ = {parameter.name: parameter.annotation for parameter in _parameters}
app.command("serve")(_serve)


def _folder(data: Path | None) -> Path:
    return data or Settings().data


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="A new folder for the copy.")], data: Data = None
) -> None:
    """Copy the hall's data; the hall may be open."""
    from ukumbi.ledger.backup import back_up

    _carried_out(back_up, _folder(data), target, f"The copy is in {target}.")


@app.command()
def restore(
    copy: Annotated[Path, typer.Argument(help="A folder that `backup` made.")], data: Data = None
) -> None:
    """Put a copy of a hall into an empty data folder."""
    from ukumbi.ledger.backup import restore

    _carried_out(restore, copy, _folder(data), f"The hall is in {_folder(data)}.")


def _carried_out(do: Callable[[Path, Path], None], source: Path, target: Path, done: str) -> None:
    from ukumbi.ledger import CannotOpen

    console = Console(highlight=False)
    try:
        do(source, target)
    except (OSError, CannotOpen) as fault:
        console.print(f"Nothing was done: {fault}", soft_wrap=True)
        raise typer.Exit(1) from fault
    console.print(done, soft_wrap=True)


@app.command()
def games() -> None:
    """List the games, and who plays them."""
    from ukumbi.library import REGISTRY

    for entry in REGISTRY:
        seats = entry.game.seats
        players = f"{seats.start}" if len(seats) == 1 else f"{seats.start}-{seats.stop - 1}"
        typer.echo(f"{entry.game.name}: {players} players, bots: {', '.join(entry.bots)}")


@app.command()
def perft(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    depth: Annotated[int, typer.Option(min=0, help="How many moves deep.")] = 1,
    position: Annotated[str | None, typer.Option(help="Where to start, in the game's notation.")] = None,
) -> None:
    """Count the ways to play on for so many moves."""
    from ukumbi.lab.perft import perft as count
    from ukumbi.library import REGISTRY

    typer.echo(count(REGISTRY[game].game, depth, position))


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="Name of the game.")],
    bots: Annotated[list[str], typer.Argument(help="Two levels of its bots, or more.", metavar="BOT BOT...")],
    games: Annotated[int, typer.Option(min=1, help="How many games in all.")] = 100,
    seats: Annotated[int | None, typer.Option(help="Players at a table.", show_default="one a bot")] = None,
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same games, unless bots think by seconds.")
    ] = 0,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, again for each.", metavar="NAME=VALUE")
    ] = None,
    cores: Annotated[int | None, typer.Option(min=1, help="Games at once.", show_default="all")] = None,
    plot: Annotated[Path | None, typer.Option(help="Save a picture here: .png, .svg or .pdf.")] = None,
) -> None:
    """Let bots play each other, in all seat orders.

    Rukuni's masterly bot thinks by seconds: its turns depend on the machine and on what else runs there.
    """
    from ukumbi.lab.arena.scoreboard import seats_for, tables, watched
    from ukumbi.lab.arena.tournament import Tournament, duels, matches, options_from, standings
    from ukumbi.lab.plots import check_plot, plot_duels

    console = Console(highlight=False)
    try:
        options = options_from(game, option or ())
        tournament = Tournament(game, tuple(bots), games, seats or seats_for(game, len(bots)), seed, options)
        if plot is not None:
            check_plot(plot)
    except Refused as refusal:
        raise typer.BadParameter(str(refusal)) from refusal
    played = watched(console, tournament, matches(tournament, cores))
    for table in tables(standings(bots, played), duels(bots, played)):
        console.print(table)
    if len(played) < games:
        console.print(f"stopped after {len(played)} of {games} games")
        raise typer.Exit(130)
    if plot is not None:
        plot_duels(tournament, duels(bots, played), plot)
        console.print(f"picture saved: {plot}", soft_wrap=True)


@app.command()
def wire() -> None:
    """Write the TypeScript types of all messages anew (for those who work on Ukumbi)."""
    from ukumbi.server.typescript import write_all

    for path in write_all():
        typer.echo(path)


def main() -> None:
    try:
        app()
    except Refused as refusal:
        typer.echo(f"ukumbi: {refusal}", err=True)
        raise SystemExit(2) from refusal
