"""A small run of `ubongo` in its own process, because a first run compiles xcover with warnings."""

import subprocess
import sys

import pytest


@pytest.mark.deep
def test_the_solvers_count_the_same() -> None:
    words = [sys.executable, "-m", "benchmarks", "ubongo", "--rounds", "1"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert "1,591, the same for each task by all" in done.stdout, done.stderr
    assert "times (accepted: at least 20 times)" in done.stdout
    assert "Warning" not in done.stderr
