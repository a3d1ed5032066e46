"""Learns the engine's weights: it plays against itself and fits the evaluation to the results.

    python -m benchmarks.rukuni.learning

plays some rounds of many quick games, each with the weights of the last round, and writes the weights that
`ukumbi.games.rukuni.engine.evaluation` reads. The same seed gives the same weights.
"""

from pathlib import Path
from typing import Annotated, Final, NamedTuple

import numpy as np
import typer
from numba import njit

from ukumbi.games.rukuni.engine.compiled_rules import (
    NONE,
    OPENING,
    Sets,
    after,
    draw,
    is_over,
    list_turns,
)
from ukumbi.games.rukuni.engine.evaluation import Floats, describe, result, write_weights
from ukumbi.games.rukuni.engine.search import DEEPEST, Workspace, bring_best, look_ahead, make_workspace
from ukumbi.games.rukuni.engine.weights import FEATURES, STAGES

OPENING_TURNS: Final = 2
"""Random turns at the beginning of each game; otherwise all games would be the same."""
RANDOM_PER_THOUSAND: Final = 80
"""Random turns later on, of a thousand: positions after mistakes must be learnt too."""
POSITIONS_PER_GAME: Final = 6
"""Positions learnt from each game; more would be too similar."""
RIDGE: Final = 1e-4
MAX_TURNS: Final = 60


class Lessons(NamedTuple):
    """Positions: their features, how full the board is, and their player's final lead."""

    sums: Floats
    stages: Floats
    results: Floats


@njit(cache=True, nogil=True)
def _play(games: int, dice: Sets, work: Workspace, lessons: Lessons) -> None:
    seen, learnt = np.empty((MAX_TURNS, 3), np.uint64), 0
    for _ in range(games):
        own, other, towers, turns = NONE, NONE, OPENING, 0
        while not is_over(own, other, towers):
            seen[turns, 0], seen[turns, 1], seen[turns, 2] = own, other, towers
            if turns < OPENING_TURNS or draw(dice, 1000) < RANDOM_PER_THOUSAND:
                number = list_turns(own, other, towers, work.turns[DEEPEST])
                turn = work.turns[DEEPEST, draw(dice, number)]
            else:
                number = look_ahead(own, other, towers, DEEPEST, work)
                bring_best(work.turns[DEEPEST], work.values[DEEPEST], 0, number)
                turn = work.turns[DEEPEST, 0]
            own, towers = after(own, towers, turn)
            own, other, turns = other, own, turns + 1
        ahead = result(own, other, towers)
        for _ in range(POSITIONS_PER_GAME):
            at = draw(dice, turns)
            lessons.stages[learnt] = describe(seen[at, 0], seen[at, 1], seen[at, 2], work.goals, work.sums)
            lessons.sums[learnt] = work.sums
            lessons.results[learnt] = ahead if (turns - at) % 2 == 0 else -ahead
            learnt += 1


def play(games: int, seed: int, weights: Floats) -> Lessons:
    """Games of the engine against itself, one turn ahead."""
    number = games * POSITIONS_PER_GAME
    lessons = Lessons(np.empty((number, len(FEATURES))), np.empty(number), np.empty(number))
    _play(
        games, np.array([seed], np.uint64), make_workspace(weights, np.zeros(DEEPEST + 1, np.int64)), lessons
    )
    return lessons


def fit(lessons: Lessons) -> tuple[Floats, float]:
    """The weights that fit the results best, and the share of variance they explain."""
    stage = lessons.stages.astype(int)
    part = lessons.stages - stage
    rows, width = np.arange(len(stage)), len(FEATURES)
    inputs = np.zeros((len(stage), STAGES * width))
    for feature in range(width):
        inputs[rows, stage * width + feature] = lessons.sums[:, feature] * (1 - part)
        inputs[rows, (stage + 1) * width + feature] = lessons.sums[:, feature] * part
    scale = inputs.std(axis=0) + 1e-9
    scaled = inputs / scale
    ridge = RIDGE * len(stage) * np.eye(scaled.shape[1])
    weights = np.linalg.solve(scaled.T @ scaled + ridge, scaled.T @ lessons.results) / scale
    left = lessons.results - inputs @ weights
    return weights.reshape(STAGES, width), float(1 - left.var() / lessons.results.var())


def first_weights() -> Floats:
    """The initial weights: only points count."""
    weights = np.zeros((STAGES, len(FEATURES)))
    weights[:, FEATURES.index("points")] = 1.0
    return weights


def learn(rounds: int, games: int, seed: int) -> Floats:
    weights = first_weights()
    for number in range(rounds):
        weights, explained = fit(play(games, seed + number, weights))
        typer.echo(f"round {number + 1}: {games:,} games, {explained:.0%} of what came of them explained")
    return weights


def main(
    rounds: Annotated[int, typer.Option(min=1, help="Each plays with what the one before has learnt.")] = 6,
    games: Annotated[int, typer.Option(min=100, help="Games in each round.")] = 40_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same weights.")] = 2026,
    out: Annotated[Path, typer.Option(help="Where the weights go.")] = Path("weights.json"),
) -> None:
    """Learn Rukuni's weights anew."""
    out.write_bytes(write_weights(learn(rounds, games, seed)))
    typer.echo(f"saved: {out}")


if __name__ == "__main__":
    typer.run(main)
