"""`ukumbi rukuni analyse`: input, output and errors."""

from pathlib import Path
from typing import Final

import msgspec
import pytest
from typer.testing import CliRunner, Result

import ukumbi
from tests.games.rukuni.engine.test_compiled_rules import LATE
from tests.games.rukuni.table import BOOKLET, OPENING, play
from ukumbi.bots.analyst import Analysis, Line
from ukumbi.cli import app
from ukumbi.core import Seat
from ukumbi.games.rukuni.analysis import judging, reading
from ukumbi.games.rukuni.analysis.judging import HALF_AT_POINTS, Judged, accuracy, judged, worst
from ukumbi.games.rukuni.analysis.plot import plot_leads
from ukumbi.games.rukuni.analysis.reading import InputError, read, read_game
from ukumbi.games.rukuni.position import Colour, format_position

WIDE_PLAIN: Final = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
TURNS: Final = BOOKLET.split()


def analyse(*words: str) -> Result:
    return CliRunner().invoke(app, ["rukuni", "analyse", *words], env=WIDE_PLAIN)


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_position_is_drawn_with_its_value_and_lines() -> None:
    done = analyse(LATE, "--seconds", "9")
    assert done.exit_code == 0, done.output
    rows = done.stdout.splitlines()
    letters = [row.split()[1:] for row in rows[:9]]
    assert [len(row) for row in letters] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert sum(row.count("T") for row in letters) == 6
    assert "certain" in done.stdout
    assert done.stdout.count("/") >= 3


def test_an_open_position_shows_its_search_depth() -> None:
    done = analyse(OPENING, "--seconds", "0.05")
    assert "White is ahead by about" in done.stdout
    assert len([row for row in done.stdout.splitlines() if "/" in row]) == 3


def test_a_game_is_analysed_turn_by_turn(tmp_path: Path) -> None:
    game = written(tmp_path / "game.txt", BOOKLET)
    curve = tmp_path / "curve.svg"
    done = analyse(str(game), "--seconds", "0.02", "--plot", str(curve))
    assert done.exit_code == 0, done.output
    rows = [row.split() for row in done.stdout.splitlines() if ". " in row and "/" in row]
    assert [row[2] for row in rows] == TURNS
    assert [row[1] for row in rows] == ["white", "grey"] * (len(TURNS) // 2) + ["white"] * (len(TURNS) % 2)
    assert "?" in done.stdout
    assert "turns played" in curve.read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("x" * 5000,),
        (OPENING.replace("T3T w", "T4 w"),),
        (OPENING, "--plot", "curve.png"),
        (OPENING, "--seconds", "0"),
    ],
)
def test_unreadable_input_is_an_error(words: tuple[str, ...]) -> None:
    done = analyse(*words)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "nothing has been played"),
        ("1. a1-a4/b4 2. a1-a4/b4", "turn 2, a1-a4/b4, is not allowed"),
        ("a1-a4", "not_a_turn"),
        (b"\xff\xfe", "no game of Rukuni"),
        ("{}", "no game of Rukuni"),
        (msgspec.json.encode(ukumbi.match("unikato", seed=1).log), "a game of unikato"),
    ],
)
def test_a_file_without_a_game_is_an_error(tmp_path: Path, content: str | bytes, why: str) -> None:
    with pytest.raises(InputError, match=why):
        read_game(written(tmp_path / "game", content))


def test_games_are_read_in_all_formats(tmp_path: Path) -> None:
    """The library's log, the hall's log, and turns as text. Moves taken back are left out."""
    match = ukumbi.match("rukuni", options={"white": "first"})
    for number, turn in enumerate(TURNS[:5]):
        match.play(Seat(number % 2), match.game.parse_move(turn))
    log = match.log
    kept = written(tmp_path / "log.json", msgspec.json.encode(log))
    told = written(tmp_path / "heard.json", msgspec.json.encode(log.records))
    text = written(tmp_path / "game.txt", "1. " + " ".join(TURNS[:5]))
    games = [read(str(path)) for path in (kept, told, text)]
    assert games[0] == games[1] == games[2]
    assert isinstance(games[0], list)
    assert [str(played.turn) for played in games[0]] == TURNS[:5]
    taken = [
        *log.records[:4],
        msgspec.structs.replace(log.records[4], event=msgspec.Raw(b'{"type":"taken_back","to":2}'), actor=0),
        msgspec.structs.replace(log.records[5], event=log.records[2].event),
    ]
    back = read_game(written(tmp_path / "back.json", msgspec.json.encode(taken)))
    assert [str(played.turn) for played in back] == TURNS[:2]
    assert judging.positions(back)[-1] == play(" ".join(TURNS[:2])).position


def test_without_numba_the_message_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "find_spec", lambda _: None)
    done = analyse(OPENING)
    assert done.exit_code == 2
    assert "ukumbi[engine]" in done.output


def analysis(position: str, lead: float, *lines: tuple[str, float]) -> Analysis:
    return Analysis(position, lead, 3, exact=False, lines=tuple(Line((turn,), at) for turn, at in lines))


def test_a_loss_is_computed_within_one_search() -> None:
    """If the turn is among the best three; otherwise the next position's analysis is used."""
    game = reading._from_turns(" ".join(TURNS[:3]))
    first, second, third, fourth = (format_position(at) for at in judging.positions(game))
    told = judged(
        game,
        [
            analysis(first, 5, ("i9-h8/h9", 5.0), (TURNS[0], 3.5)),
            analysis(second, -4, ("i9-h8/h9", -4.0)),
            analysis(third, 1, (TURNS[2], 1.0)),
            analysis(fourth, -7),
        ],
    )
    assert [turn.lost for turn in told] == [1.5, 5, 0]
    assert [turn.is_best for turn in told] == [False, False, True]
    assert [turn.colour for turn in told] == [Colour.WHITE, Colour.GREY, Colour.WHITE]
    assert worst(told) == {2}


def _lost(colour: Colour, *losses: float) -> list[Judged]:
    return [Judged(1, colour, "turn", 0.0, -lost, lost, "best") for lost in losses]


def test_accuracy_is_the_mean_of_the_turns() -> None:
    """The best turn counts fully, one that loses so many points half."""
    turns = [*_lost(Colour.WHITE, 0, HALF_AT_POINTS), *_lost(Colour.GREY, 2 * HALF_AT_POINTS)]
    assert (accuracy(turns, Colour.WHITE), accuracy(turns, Colour.GREY)) == (75, 25)
    assert accuracy(turns[:2], Colour.GREY) is None


def test_accuracy_is_the_same_on_the_page() -> None:
    page = Path(__file__).parents[3] / "web/src/games/rukuni/analysis/judgement.ts"
    assert f"HALF_AT_POINTS = {HALF_AT_POINTS};" in page.read_text()


def test_the_plot_names_the_turns_that_lost_most(tmp_path: Path) -> None:
    turns = [
        Judged(number, Colour.WHITE, f"turn {number}", 0.0, -lost, lost, "best")
        for number, lost in enumerate((9.0, 1.0, 4.0, 3.0, 6.0), start=1)
    ]
    plot_leads([0, -9, -1, -4, -3, -6], turns, tmp_path / "curve.svg")
    text = (tmp_path / "curve.svg").read_text()
    for words in ("1. turn 1  −9", "3. turn 3  −4", "5. turn 5  −6"):
        assert f"<!-- {words}" in text
    assert "turn 2" not in text
    assert "turn 4" not in text
