"""`fairness` in small, and what it makes of the luck of the draw."""

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.fairness.cheats import CheatFigures, CheatsFigures
from benchmarks.fairness.duels import CELLS, Cell, CellFigures, FairnessFigures
from benchmarks.fairness.heat import CALM, Moment, Tally, Waits, chances
from benchmarks.fairness.report import cheats_result, results
from benchmarks.fairness.tricks import HONEST, TRICKS, Trick, nothing

BRIEF = ("--moments", "3", "--tables", "1", "--lead", "1")
PROMPT = Waits(3.0, 9.0)
RUN = CliRunner(env={"COLUMNS": "200"}).invoke


def test_the_command_measures_tells_and_draws(tmp_path: Path) -> None:
    """Its figures are not judged here: three moments say nothing."""
    picture = tmp_path / "fair.png"
    done = RUN(app, ["fairness", *BRIEF, "--plot", str(picture)])
    assert done.exit_code in (0, 1), done.output
    for lag in (10, 60, 120, 250):
        assert done.stdout.count(f"10 : {lag} ms") == 2 * 2
    assert "fairness, share farthest from even: " in done.stdout
    assert "fairness, longer for two at 10 ms, calm: " in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.deep
def test_every_trick_is_played() -> None:
    done = RUN(app, ["fairness", "--cheat", *BRIEF])
    assert done.exit_code in (0, 1), done.output
    for trick in (*HONEST, *TRICKS):
        assert trick.name in done.stdout
    assert "(accepted: at most 2 points)" in done.stdout


@pytest.mark.deep
def test_four_real_lines_at_one_table() -> None:
    done = RUN(app, ["fairness", "--lines", "4", *BRIEF])
    assert done.exit_code in (0, 1), done.output
    assert "instead of 25 %" in done.stdout


def tally(won: int, of: int = 100) -> Tally:
    """So many moments were won, and in half of them this line had reacted first by far."""
    moments = (Moment(number < won, number < of // 2, float(number < of // 2)) for number in range(of))
    return Tally(tuple(moments), 0.5)


def measured(**odd: CellFigures) -> FairnessFigures:
    even = {cell: CellFigures(cell, tally(50).moments, PROMPT, PROMPT) for cell in CELLS}
    return FairnessFigures(tuple((even | {each.cell: each for each in odd.values()}).values()), (0.1, 1.0))


def test_a_longer_line_that_loses_falls_short() -> None:
    assert all(result.held for result in results(measured()))
    far = CellFigures(Cell(250, CALM, True), tally(47).moments, PROMPT, PROMPT)
    slow = CellFigures(Cell(10, CALM, True), tally(50).moments, Waits(21.0, 30.0), PROMPT)
    plain = CellFigures(Cell(250, CALM, False), tally(2).moments, PROMPT, PROMPT)
    share, calm, rough = results(measured(far=far, slow=slow, plain=plain))
    assert (share.held, calm.held, rough.held) == (False, False, True)
    assert "47.0 ± " in share.figure
    assert "250 ms, calm" in share.figure
    assert calm.figure == "18.0 ms"


@pytest.mark.parametrize(("won", "held"), [(12, True), (51, True), (53, False)])
def test_a_trick_may_lose_but_not_gain(won: int, held: bool) -> None:
    honest = [CheatFigures(trick, 60, tally(50)) for trick in HONEST]
    tried = CheatFigures(Trick("two lines", nothing), 60, tally(won))
    assert cheats_result(CheatsFigures((*honest, tried), (0.1, 1.0))).held is held


def test_luck_is_taken_out() -> None:
    """The first to react wins, and the slower one happened to react first more often."""
    figures = Tally(tuple(Moment(n < 58, n < 58, float(n < 58)) for n in range(100)), 0.5)
    assert figures.share == 0.58
    assert figures.evened == pytest.approx(0.5)
    assert figures.evened_error == pytest.approx(0)


def test_a_line_that_is_favoured_by_a_little_is_found_out_where_the_share_alone_says_nothing() -> None:
    """Among equals everything has its error; that of the share is three times as large."""
    rng = Random(7)

    def contest() -> Moment:
        own, other = (0.35 * rng.lognormvariate(0, 0.22) for _ in range(2))
        late = rng.gauss(0, 0.004) - 0.006  # six milliseconds too much were allowed for
        return Moment(own + late < other, own < other, chances([own, other])[0])

    figures = Tally(tuple(contest() for _ in range(3000)), 0.5)
    assert figures.evened - 0.5 > 4 * figures.evened_error
    assert figures.evened_error < figures.error / 3
