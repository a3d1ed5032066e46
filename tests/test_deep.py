"""`make deep` works, here with its smallest numbers. UKUMBI_DEEP_SEED repeats a run."""

import os
import re
from random import Random

import pytest

from tests import deep

SEED = int(os.environ.get("UKUMBI_DEEP_SEED") or Random().randrange(1 << 32))


def test_deep_tests_run_briefly(capsys: pytest.CaptureFixture[str]) -> None:
    deep.main(messages=2_000, worlds=10, kills=1, tables=4, seed=SEED)
    said = capsys.readouterr().out
    assert f"seed {SEED}" in said
    assert re.search(r"hostile messages: 2,\d\d\d answers of", said)
    for game in ("unikato", "ukuma", "pounce"):
        assert f"worlds of {game}: " in said
    assert "none lost or doubled" in said
