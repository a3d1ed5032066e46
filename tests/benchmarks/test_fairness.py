"""A small run of `fairness`, and its statistics."""

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.fairness.cheats import CheatMeasurements, CheatsMeasurements
from benchmarks.fairness.duels import CONDITIONS, Condition, ConditionMeasurements, FairnessMeasurements
from benchmarks.fairness.race_table import CALM, HallLatency, Moment, Tally, chances
from benchmarks.fairness.report import cheats_result, results
from benchmarks.fairness.tricks import HONEST, TRICKS, Trick, honest_play

SMALL = ("--moments", "3", "--tables", "1", "--lead", "1")
FAST = HallLatency(3.0, 9.0)
RUN = CliRunner(env={"COLUMNS": "200"}).invoke


def test_the_command_prints_and_plots(tmp_path: Path) -> None:
    """Its results are not checked: three moments prove honest_play."""
    picture = tmp_path / "fair.png"
    done = RUN(app, ["fairness", *SMALL, "--plot", str(picture)])
    assert done.exit_code in (0, 1), done.output
    for lag in (10, 60, 120, 250):
        assert done.stdout.count(f"10 : {lag} ms") == 2 * 2
    assert "fairness, share farthest from even: " in done.stdout
    assert "fairness, longer for two at 10 ms, calm: " in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.deep
def test_every_trick_is_played() -> None:
    done = RUN(app, ["fairness", "--cheat", *SMALL])
    assert done.exit_code in (0, 1), done.output
    for trick in (*HONEST, *TRICKS):
        assert trick.name in done.stdout
    assert "(accepted: at most 2 points)" in done.stdout


@pytest.mark.deep
def test_four_players_at_one_table_are_measured() -> None:
    done = RUN(app, ["fairness", "--players", "4", *SMALL])
    assert done.exit_code in (0, 1), done.output
    assert "instead of 25 %" in done.stdout


def tally(won: int, of: int = 100) -> Tally:
    """`won` of `of` moments won; in half of all this player was clearly the first to react."""
    moments = (Moment(number < won, number < of // 2, float(number < of // 2)) for number in range(of))
    return Tally(tuple(moments), 0.5)


def measured(**odd: ConditionMeasurements) -> FairnessMeasurements:
    even = {
        condition: ConditionMeasurements(condition, tally(50).moments, FAST, FAST) for condition in CONDITIONS
    }
    return FairnessMeasurements(
        tuple((even | {each.condition: each for each in odd.values()}).values()), (0.1, 1.0)
    )


def test_a_losing_far_player_fails_the_benchmark() -> None:
    assert all(result.held for result in results(measured()))
    far = ConditionMeasurements(Condition(250, CALM, True), tally(47).moments, FAST, FAST)
    slow = ConditionMeasurements(Condition(10, CALM, True), tally(50).moments, HallLatency(21.0, 30.0), FAST)
    plain = ConditionMeasurements(Condition(250, CALM, False), tally(2).moments, FAST, FAST)
    share, calm, rough = results(measured(far=far, slow=slow, plain=plain))
    assert (share.held, calm.held, rough.held) == (False, False, True)
    assert "47.0 ± " in share.figure
    assert "250 ms, calm" in share.figure
    assert calm.figure == "18.0 ms"


@pytest.mark.parametrize(("won", "held"), [(12, True), (51, True), (53, False)])
def test_a_gaining_trick_fails_the_benchmark(won: int, held: bool) -> None:
    honest = [CheatMeasurements(trick, 60, tally(50)) for trick in HONEST]
    tried = CheatMeasurements(Trick("two connections", honest_play), 60, tally(won))
    assert cheats_result(CheatsMeasurements((*honest, tried), (0.1, 1.0))).held is held


def test_luck_is_removed() -> None:
    """The first to react always wins, and this player happened to be first more often."""
    measured = Tally(tuple(Moment(n < 58, n < 58, float(n < 58)) for n in range(100)), 0.5)
    assert measured.share == 0.58
    assert measured.luck_adjusted == pytest.approx(0.5)
    assert measured.luck_adjusted_error == pytest.approx(0)


def test_the_luck_adjusted_share_finds_a_small_advantage() -> None:
    """Both have an error; that of the plain share is three times as large."""
    rng = Random(7)

    def contest() -> Moment:
        own, other = (0.35 * rng.lognormvariate(0, 0.22) for _ in range(2))
        late = rng.gauss(0, 0.004) - 0.006  # six milliseconds too much were granted
        return Moment(own + late < other, own < other, chances([own, other])[0])

    measured = Tally(tuple(contest() for _ in range(3000)), 0.5)
    assert measured.luck_adjusted - 0.5 > 4 * measured.luck_adjusted_error
    assert measured.luck_adjusted_error < measured.error / 3
