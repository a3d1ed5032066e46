"""The command `ukumbi rukuni`. Each part imports what it needs, so that all commands start fast."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console

from ukumbi.core import Refused

if TYPE_CHECKING:
    from ukumbi.games.rukuni.analysis.reading import Played
    from ukumbi.games.rukuni.position import Position

app = typer.Typer(
    no_args_is_help=True, help="Analyse games and positions of Rukuni (needs the extra `engine`)."
)
FIRST_TIME: Final = "the first time takes longer: the engine is compiled"


@app.command()
def analyse(
    game_or_position: Annotated[
        str,
        typer.Argument(
            help="A file with a game (a log in JSON, or turns in notation), or a position in quotes.",
            show_default=False,
            metavar="GAME_OR_POSITION",
        ),
    ],
    seconds: Annotated[float, typer.Option(min=0.01, help="Of thought for each position.")] = 1.0,
    plot: Annotated[
        Path | None, typer.Option(help="Save the curve of a game here: .png, .svg or .pdf.")
    ] = None,
) -> None:
    """Print a position's value and best turns, or the turns of a game that lost most."""
    from ukumbi.core.pictures import check_picture
    from ukumbi.games.rukuni.analysis.reading import InputError, need_analyst, read

    try:
        need_analyst()
        asked = read(game_or_position)
        if plot is not None:
            if not isinstance(asked, list):
                raise InputError("a position has no curve: --plot is for games")
            check_picture(plot)
    except (InputError, Refused) as mistake:
        raise typer.BadParameter(str(mistake)) from mistake
    if isinstance(asked, list):
        _analyse_game(asked, seconds, plot)
    else:
        _analyse_position(asked, seconds)


@app.command(name="compile")
def compile_now() -> None:
    """Compile the engine now, so that no player has to wait; afterwards it is only loaded."""
    from ukumbi.games.rukuni.engine.loading import ENGINES, is_installed

    if not is_installed():
        typer.echo("Numba is not installed: there is nothing to compile.")
        return
    from ukumbi.games.rukuni.engine.line_search import LineSearch

    with Console(stderr=True).status("compiling Rukuni's engine; this takes ten to twenty seconds"):
        ENGINES.prepare().join()
        LineSearch().prepare()
    if ENGINES.compiled is None:
        raise typer.Exit(1)  # a warning has been printed


def _analyse_position(position: "Position", seconds: float) -> None:
    from ukumbi.games.rukuni.analysis.terminal import board, lines, verdict
    from ukumbi.games.rukuni.analyst import RukuniAnalyst
    from ukumbi.games.rukuni.position import format_position

    console = Console(highlight=False)
    console.print(board(position))
    with Console(stderr=True).status(f"thinking; {FIRST_TIME}"):
        analysis = RukuniAnalyst().analyse(format_position(position), seconds)
    console.print(verdict(analysis), soft_wrap=True)
    if analysis.lines:
        console.print(lines(analysis))


def _analyse_game(game: "list[Played]", seconds: float, plot: Path | None) -> None:
    from rich.progress import track

    from ukumbi.games.rukuni.analysis.judging import analysed, judged
    from ukumbi.games.rukuni.analysis.plot import plot_leads
    from ukumbi.games.rukuni.analysis.terminal import accuracies, turns, verdict

    console, analyses = Console(highlight=False), []
    with suppress(KeyboardInterrupt):
        for analysis in track(
            analysed(game, seconds),
            f"analysing {len(game)} turns; {FIRST_TIME}",
            total=len(game) + 1,
            console=Console(stderr=True),
            transient=True,
        ):
            analyses.append(analysis)  # noqa: PERF402  what is done before Ctrl-C is kept
    judged_turns = judged(game, analyses)
    if judged_turns:
        console.print(turns(judged_turns))
        console.print(accuracies(judged_turns))
    if len(analyses) <= len(game):
        console.print(f"stopped after {len(judged_turns)} of {len(game)} turns")
        raise typer.Exit(130)
    console.print(verdict(analyses[-1]), soft_wrap=True)
    if plot is not None:
        plot_leads([analysis.lead for analysis in analyses], judged_turns, plot)
        console.print(f"picture saved: {plot}", soft_wrap=True)
