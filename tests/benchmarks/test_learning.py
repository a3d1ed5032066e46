"""Learning the engine's weights from its own games."""

import numpy as np
import pytest

from benchmarks.rukuni.learning import POSITIONS_PER_GAME, Lessons, first_weights, fit, learn, play
from ukumbi.games.rukuni.engine.evaluation import read_weights
from ukumbi.games.rukuni.engine.weights import FEATURES, STAGES


def test_weights_that_explain_everything_are_found() -> None:
    rng, wanted = np.random.default_rng(1), read_weights()
    sums, stages = rng.normal(0, 5, (5_000, len(FEATURES))), rng.uniform(0, STAGES - 1.01, 5_000)
    low, part = stages.astype(int), (stages % 1)[:, None]
    mixed = wanted[low] * (1 - part) + wanted[low + 1] * part
    found, explained = fit(Lessons(sums, stages, (sums * mixed).sum(axis=1)))
    assert np.allclose(found, wanted, atol=0.05)
    assert explained > 0.999


@pytest.mark.deep
def test_the_player_ahead_mostly_wins() -> None:
    lessons = play(200, seed=3, weights=first_weights())
    assert len(lessons.results) == 200 * POSITIONS_PER_GAME
    assert lessons.stages.max() > STAGES - 2
    assert np.corrcoef(lessons.sums[:, FEATURES.index("points")], lessons.results)[0, 1] > 0.3


@pytest.mark.deep
def test_the_same_seed_learns_the_same_weights() -> None:
    one, same, other = (learn(2, 100, seed) for seed in (1, 1, 5))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
