"""`rukuni`: random games compared with OpenSpiel, and games against its MCTS."""

from typing import Annotated

import typer
from rich.console import Console

from benchmarks.results import at_least, conclude, need
from benchmarks.rukuni.random_games import HAVANNAH, MIN_RATIO, measure


def run(
    seconds: Annotated[
        float | None, typer.Option(min=0.01, help="How long each plays (10), or thinks about a turn (1).")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed draws the same turns.")] = 0,
    against_mcts: Annotated[
        int | None, typer.Option(min=2, help="Play this many games against OpenSpiel's MCTS instead.")
    ] = None,
) -> None:
    """Random games in compiled code, compared with a game of the same size in OpenSpiel."""
    need("numba", "pip install 'ukumbi[engine]'")
    need("pyspiel", "pip install open-spiel")
    if against_mcts is not None:
        _against_mcts(against_mcts, seconds or 1.0, seed)
        return
    with Console(stderr=True).status("the first time takes longer: it is compiled"):
        measured = measure(seconds or 10.0, seed)
    typer.echo("random games a second on one core, each the best of its stretches, by turns")
    for name, speed in (
        ("ours, compiled", measured.ours),
        ("ours, by the rules", measured.plain),
        (HAVANNAH, measured.theirs),
    ):
        typer.echo(f"  {name:<26}{speed:12,.0f}")
    conclude(at_least("rukuni, random games beside OpenSpiel's", measured.times, MIN_RATIO, " times"))


def _against_mcts(games: int, seconds: float, seed: int) -> None:
    from benchmarks.rukuni.challenge import (  # noqa: PLC0415
        MIN_PERCENT,
        Tally,
        challenge,
    )

    typer.echo(
        f"{games} games against OpenSpiel's MCTS with random rollouts, {seconds:g} s a turn, by turns White"
    )
    played = []
    with Console(stderr=True).status("the first time takes longer: it is compiled") as status:
        for game in challenge(games, seconds, seed):
            played.append(game)
            tally = Tally(tuple(played))
            typer.echo(f"  {len(played):>3}  {game}")
            status.update(f"game {len(played) + 1} of {games}: {tally.share:.0f} of 100 so far")
    typer.echo(f"{tally.share:.1f} ± {tally.error:.1f} of 100, {tally.ahead:+.0f} points on the average")
    conclude(at_least("rukuni, won of 100 against MCTS", tally.share, MIN_PERCENT))
