"""A small run of `unikato`."""

from typer.testing import CliRunner

from benchmarks.__main__ import app


def test_games_are_played_and_answers_timed() -> None:
    done = CliRunner().invoke(app, ["unikato", "--seconds", "1"])
    assert done.exit_code == 0, done.output
    assert "games a second" in done.stdout
    assert "answers in" in done.stdout
