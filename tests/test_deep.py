"""The long form of the tests runs, in its shortest form."""

import re
import subprocess
import sys


def test_deep_says_what_it_did() -> None:
    few = ["--messages", "2000", "--worlds", "20", "--kills", "1", "--tables", "4", "--seed", "5"]
    run = subprocess.run(
        [sys.executable, "-m", "tests.deep", *few], capture_output=True, text=True, check=True
    )
    assert "seed 5" in run.stdout
    assert re.search(r"hostile messages: 2,0\d\d answers of", run.stdout)
    for game in ("unikato", "ukuma", "pounce"):
        assert f"worlds of {game}: " in run.stdout
    assert "none lost or doubled" in run.stdout
