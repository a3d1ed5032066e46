"""A small run of `crash`."""

from typer.testing import CliRunner

from benchmarks.__main__ import app


def test_a_hall_is_killed_and_nothing_is_lost() -> None:
    done = CliRunner().invoke(app, ["crash", "--kills", "1", "--tables", "4"])
    assert done.exit_code == 0, done.output
    assert "1 times killed and started again, with 4 tables in play" in done.stdout
    assert "crash, moves lost: 0 (accepted: 0)" in done.stdout
