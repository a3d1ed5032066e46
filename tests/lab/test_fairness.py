"""`ukumbi bench fairness`: what it measures, and what it says about it."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.lab.test_arena_command import ukumbi
from ukumbi.core import Seat
from ukumbi.lab.bench import fairness_command
from ukumbi.lab.bench.fairness import CELLS, Cell, CellFigures, FairnessFigures, measure
from ukumbi.lab.bench.fairness_cheat import CheatFigures, CheatsFigures, measure_cheats
from ukumbi.lab.bench.fairness_lines import LineFigures, LinesFigures, lags_of, measure_lines
from ukumbi.lab.bench.fairness_report import cheats_promise, lines_promise, promises, trust
from ukumbi.lab.bench.heat import CALM, ROUGH, Moment, Quality, Tally, Waits, chances
from ukumbi.lab.bench.sports import Poles
from ukumbi.lab.bench.tricks import HONEST, TRICKS, Trick, nothing
from ukumbi.lab.plots import plot_shares

PROMPT = Waits(3.0, 9.0)


def moment(won: bool, first: bool) -> Moment:
    """One in which somebody reacted first by far."""
    return Moment(won, first, float(first))


def cell(lag: int, won: int, of: int = 100, fair: bool = True, waits: Waits = PROMPT) -> CellFigures:
    """The slower line won so many of the moments, and had reacted first in half of them."""
    moments = tuple(moment(number < won, number < of // 2) for number in range(of))
    return CellFigures(Cell(lag, CALM, fair), moments, waits, waits)


def all_even(**odd: CellFigures) -> FairnessFigures:
    even = {each: CellFigures(each, cell(10, 50).moments, PROMPT, PROMPT) for each in CELLS}
    even |= {figures.cell: figures for figures in odd.values()}
    return FairnessFigures(tuple(even.values()), (0.1, 1.0))


def test_a_share_has_its_standard_error() -> None:
    figures = cell(60, 30).tally
    assert figures.share == 0.3
    assert figures.error == pytest.approx(0.0458, abs=1e-4)
    assert figures.right == 0.8


def test_luck_is_taken_out() -> None:
    """Whoever reacts first wins, and the slower one happened to react first more often."""
    moments = tuple(moment(number < 58, number < 58) for number in range(100))
    figures = CellFigures(Cell(60, CALM, True), moments, PROMPT, PROMPT).tally
    assert figures.share == 0.58
    assert figures.evened == pytest.approx(0.5)
    assert figures.evened_error == pytest.approx(0)


def test_who_reacts_together_with_others_has_no_luck() -> None:
    moments = tuple(Moment(number % 5 == 0, number < 50, 0.5) for number in range(100))
    figures = CellFigures(Cell(60, CALM, True), moments, PROMPT, PROMPT).tally
    assert figures.evened == pytest.approx(figures.share) == pytest.approx(0.2)
    assert figures.evened_error == pytest.approx(figures.error)


def test_chances_go_by_how_much_sooner_somebody_reacts() -> None:
    assert chances([0.3, 0.3]) == [0.5, 0.5]
    assert chances([0.2, 0.4, 0.4]) == pytest.approx([1, 0, 0], abs=1e-6)
    sooner, later = chances([0.300, 0.305])
    assert 0.5 < sooner < 0.8
    assert sooner + later == pytest.approx(1)


def test_a_line_that_is_favoured_by_a_little_is_found_out_where_the_share_alone_says_nothing() -> None:
    """Among equals everything has its error; that of the share is three times as large."""
    rng = Random(7)

    def contest() -> Moment:
        own, other = (0.35 * rng.lognormvariate(0, 0.22) for _ in range(2))
        late = rng.gauss(0, 0.004) - 0.006  # six milliseconds too much were allowed for
        return Moment(own + late < other, own < other, chances([own, other])[0])

    tally = Tally(tuple(contest() for _ in range(3000)), 0.5)
    assert tally.evened - 0.5 > 4 * tally.evened_error
    assert tally.evened_error < tally.error / 3


def test_promises_that_were_kept() -> None:
    band, added = promises(all_even(near=cell(250, 49)))
    assert "held (farthest: 250 ms, calm: 49.0" in band
    assert "under 15 ms longer for two at 10 ms: held (+0.0 ms when calm, +0.0 ms when rough)" in added


def test_promises_that_were_broken() -> None:
    band, added = promises(all_even(far=cell(250, 47), slow=cell(10, 50, waits=Waits(21.0, 30.0))))
    assert "not held (250 ms, calm: 47.0" in band
    assert "not held (+18.0 ms when calm" in added


def test_without_fair_order_a_share_may_be_anything() -> None:
    band, _ = promises(all_even(plain=cell(250, 2, fair=False)))
    assert "even, luck apart: held" in band


def test_a_busy_machine_is_not_trusted() -> None:
    even = all_even()
    assert trust(even.lateness).endswith("0.1 ms (p50), 1.0 ms (p99)")
    assert "too busy" in trust((0.1, 40.0))


def test_a_plot_shows_both_orders(tmp_path: Path) -> None:
    picture = tmp_path / "shares.svg"
    plot_shares(all_even(plain=cell(250, 2, fair=False)), picture)
    text = picture.read_text()
    for words in ("with fair order", "without", "calm lines", "rough lines", "250"):
        assert f"<!-- {words}" in text


@pytest.mark.deep
def test_two_halls_and_real_lines() -> None:
    seen: list[None] = []
    cells = (Cell(60, ROUGH, True), Cell(10, CALM, False))
    figures = measure(8, 2, seed=3, cells=cells, lead=2, progress=lambda: seen.append(None))
    assert [each.cell for each in figures.cells] == list(cells)
    # On a machine that is very busy somebody may miss the first moments.
    assert all(0 < len(each.moments) <= 8 for each in figures.cells)
    assert sum(len(each.moments) for each in figures.cells) <= len(seen) <= 16


@pytest.mark.deep
def test_the_command_measures_tells_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "fair.png"
    words = ("--moments", "4", "--tables", "1", "--lead", "2", "--plot", str(picture))
    done = ukumbi("bench", "fairness", *words)
    assert done.exit_code == 0, done.output
    for lag in (10, 60, 120, 250):
        assert done.stdout.count(f"10 : {lag} ms") == 2 * 2
    assert "points of even" in done.stdout
    assert "longer for two at 10 ms" in done.stdout
    assert "lines themselves were late" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_saved_is_refused_at_once() -> None:
    done = ukumbi("bench", "fairness", "--plot", "a.doc")
    assert done.exit_code == 2
    assert "'a.doc' is not a picture" in done.stderr


# more than two lines, and tricks


def line(lag: int, won: int, quality: Quality = CALM, fair: bool = True) -> LineFigures:
    """Of a hundred moments among four."""
    moments = tuple(moment(number < won, number < 25) for number in range(100))
    return LineFigures(lag, quality, fair, Tally(moments, 0.25), PROMPT)


def test_lines_lie_evenly_between_the_nearest_and_the_farthest() -> None:
    assert lags_of(4) == (10, 90, 170, 250)
    assert lags_of(2) == (10, 250)


def test_every_line_is_to_have_its_share() -> None:
    even = LinesFigures("grab", tuple(line(lag, 25) for lag in lags_of(4)), (0.1, 1.0))
    assert lines_promise(even)[0]
    odd = LinesFigures("grab", (*even.lines, line(250, 22, ROUGH)), (0.1, 1.0))
    held, words = lines_promise(odd)
    assert not held
    assert "within 2 points of 25, luck apart: not held (250 ms, rough: 22.0" in words
    plain = LinesFigures("grab", (*even.lines, line(250, 2, fair=False)), (0.1, 1.0))
    assert lines_promise(plain)[0]


def cheats(**won: int) -> CheatsFigures:
    """What tricks won of a hundred moments; by playing honestly it would be half, and beside the hall 53."""
    honest = [CheatFigures(trick, 60, cell(60, 53 if trick.direct else 50).tally) for trick in HONEST]
    tried = [
        CheatFigures(Trick(name, nothing, direct=name == "beside"), 60, cell(60, count).tally)
        for name, count in won.items()
    ]
    return CheatsFigures((*honest, *tried), (0.1, 1.0))


def test_a_trick_may_lose_whatever_it_likes() -> None:
    held, words = cheats_promise(cheats(two_lines=12, beside=54))
    assert held
    assert "held (the most: +1.0 ±2.6 by beside, 0 : 60 ms)" in words


def test_a_trick_may_not_gain() -> None:
    held, words = cheats_promise(cheats(two_lines=53, beside=54))
    assert not held
    assert "not held (the most: +3.0 ±1.7 by two_lines, 60 : 10 ms)" in words


@pytest.mark.deep
def test_four_real_lines_at_one_table() -> None:
    figures = measure_lines(4, 6, 1, lead=2, qualities=(CALM,))
    assert [(each.lag, each.fair) for each in figures.lines] == [
        (lag, fair) for fair in (True, False) for lag in lags_of(4)
    ]
    for fair in (True, False):
        seen = [each.tally.moments for each in figures.lines if each.fair == fair]
        assert sum(moment.won for moments in seen for moment in moments) == len(seen[0]) <= 6


@pytest.mark.deep
def test_every_trick_is_played() -> None:
    """Each for a few moments, against a real hall."""
    figures = measure_cheats(3, 1, lead=2, lags=(60,))
    assert [each.trick for each in figures.cheats] == [*HONEST, *TRICKS]
    assert all(len(each.tally.moments) <= 3 for each in figures.cheats)


@pytest.mark.parametrize("game", ["chess", "zuma"])
def test_what_cannot_be_measured_is_said_at_once(game: str) -> None:
    """Zuma is not for two, whether it is on the shelf or not."""
    done = ukumbi("bench", "fairness", "--game", game)
    assert done.exit_code == 2
    assert game in done.stderr


def test_a_promise_that_is_broken_fails_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness_command, "measure_cheats", lambda *_, **__: cheats(two_lines=60))
    assert ukumbi("bench", "fairness", "--cheat").exit_code == 1
    monkeypatch.setattr(fairness_command, "measure_cheats", lambda *_, **__: cheats(two_lines=40))
    assert ukumbi("bench", "fairness", "--cheat").exit_code == 0


POLES: Any = {
    "phase": "dealt",
    "round": 3,
    "poles": [{"pole": "red", "holder": None}, {"pole": "blue", "holder": None}],
    "grabs": [],
    "ready": [],
}


def board(**changes: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode({**POLES, **changes, "more": "that the bench does not need"}))


def test_in_zuma_the_deal_is_the_signal_and_one_pole_is_wanted() -> None:
    sport, seat = Poles(lead=1), Seat(1)
    dealt = sport.read(board(), seat)
    assert (dealt.moment, dealt.shown, dealt.gone, dealt.chores) == (3, True, False, ())
    assert sport.grab(3) == "grab 3 red"
    poles = [{"pole": "red", "holder": 0}, {"pole": "blue", "holder": None}]
    missed = [{"seat": 1, "pole": "red", "came": "missed"}]
    gone = sport.read(board(phase="grabbing", poles=poles, grabs=missed), seat)
    assert (gone.shown, gone.gone, gone.winner, gone.chores) == (False, True, 0, ("grab 3 blue",))
    assert sport.read(board(phase="grabbing", poles=poles), seat).chores == ()
    assert sport.read(board(phase="counted", poles=poles), seat).chores == ("ready 3",)
    assert sport.read(board(phase="over", poles=poles), seat).over
