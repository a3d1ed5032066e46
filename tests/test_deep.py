"""The long form of the tests runs, in its shortest form."""

import re

import pytest

from tests import deep


def test_deep_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    deep.main(messages=2_000, worlds=20, rounds=1, tables=4, seed=5)
    said = capsys.readouterr().out
    assert "seed 5" in said
    assert re.search(r"hostile messages: 2,0\d\d answers of", said)
    for game in ("unikato", "ukuma", "pounce"):
        assert f"worlds of {game}: " in said
    assert "none lost or doubled" in said
