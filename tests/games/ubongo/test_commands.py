"""`ukumbi ubongo`: input, output and errors."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.games.ubongo.compiled import compile_solver
from tests.games.ubongo.reference import FORMS, UNMOVED, fillings, laid
from ukumbi.cli import app
from ukumbi.games.ubongo import board_builder
from ukumbi.games.ubongo.boards import LEVELS, read_boards, read_filling, read_outline, tasks
from ukumbi.games.ubongo.reading import InputError, read_task, read_tasks

WIDE_PLAIN = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    compile_solver()


def ubongo(*words: str, given: str = "") -> Result:
    """Run the command in this process, which has the solver loaded."""
    return CliRunner().invoke(app, ["ubongo", *words], input=given, env=WIDE_PLAIN)


def lines(done: Result) -> list[str]:
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def shown(output: str) -> Iterator[set[tuple[str, frozenset[tuple[int, int, int]]]]]:
    """The fillings in the output, as cubes."""
    for block in re.findall(r"lower level +upper level\n((?: .*\n)+)", output):
        rows = [re.findall(r" (?:([A-H·])) ", row + " ") for row in block.splitlines()]
        wide = len(rows[0]) // 2
        pieces: dict[str, set[tuple[int, int, int]]] = {}
        for y, row in enumerate(reversed(rows)):
            for place, piece in enumerate(row):
                if piece != "·":
                    pieces.setdefault(piece, set()).add((place % wide, y, place // wide))
        yield {(piece, frozenset(cubes)) for piece, cubes in pieces.items()}


def test_a_filling_is_shown_as_two_levels() -> None:
    done = lines(ubongo("solve", "..#./####/.#..", "BEG"))
    assert done[:2] == ["BEG: 1 of 4 fillings", "lower level     upper level"]
    assert [row.split() for row in done[2:5]] == [
        ["·", "·", "G", "·", "·", "·", "G", "·"],
        ["B", "B", "G", "G", "B", "E", "E", "E"],
        ["·", "B", "·", "·", "·", "E", "·", "·"],
    ]


@pytest.mark.parametrize(
    ("outline", "pieces", "number"),
    [
        ("###/###", "BEG", 16),
        ("...../###../###../.....", "geb", 16),
        ("##/#/#/##/#", "ABEG", 12),
        (".#/##/#./#./#.", "CDE", 1),
        ("####/#..#/#...", "ACEH", 4),
    ],
)
def test_all_fillings_are_shown_on_the_given_outline(outline: str, pieces: str, number: int) -> None:
    """Also on outlines that are deeper than the box, which are turned for the solver."""
    done = ubongo("solve", outline, pieces, "--all")
    cells = read_outline(outline)
    near = min(y for _, y in cells)
    seen = [frozenset(filling) for filling in shown(done.stdout)]
    assert len(seen) == number
    assert set(seen) == fillings([(x, y - near) for x, y in cells], pieces.upper())


def test_counting_prints_number_and_hardness() -> None:
    (said,) = lines(ubongo("solve", "###/###", "BEG", "--count"))
    first = tasks(1)[0]
    assert said.startswith(f"BEG on 6 cells: 16 fillings, hardness {first.hardness:.1f} (71 pieces")
    (said,) = lines(ubongo("solve", "..#./..##/###.", "AFH", "--count"))
    assert "AFH on 6 cells: 1 filling, hardness 4.3 (6 pieces" in said


def test_colours_are_shown_on_a_colour_terminal() -> None:
    colourful = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "NO_COLOR": None}
    done = CliRunner().invoke(app, ["ubongo", "solve", "#", "A"], env=colourful)
    assert "\x1b[1;30;101m A \x1b[0m" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("#.#", "A"), "the outline's cells are not connected side by side"),
        (("#./.#", "A"), "the outline's cells are not connected side by side"),
        (("##", "AX"), "'X' is no piece; they are A to H"),
        (("###", "ABA"), "piece A is named twice, but there is only one of each"),
        (("###/###", "BE"), "BE have 8 cubes, but 6 cells two levels high take 12"),
        (("##", "C"), "C has 3 cubes, but 2 cells two levels high take 4"),
        (("######", "BEG"), "the outline is 6 wide and 1 deep, but it has to fit into 5 by 4"),
        (("#####/#..../#..../#..../#....", "BEG"), "the outline is 5 wide and 5 deep"),
        (("##o", "A"), "an outline is written with # for a cell, . for none and / between rows, not 'o'"),
        (("...", "A"), "the outline has no cells; # is one"),
        (("", "A"), "the outline has no cells; # is one"),
        (("##", ""), "no pieces are named; they are A to H"),
        (("##",), "no pieces are named; they are A to H"),
        (("####", "BG"), "BG cannot fill this outline."),
        (("####", "BG", "--all"), "BG cannot fill this outline."),
        (("####", "BG", "--count"), "BG cannot fill this outline."),
        (("#", "A", "--all", "--count"), "choose one"),
        (("-",), "there is no task in what was read"),
    ],
)
def test_errors_are_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = ubongo("solve", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_filling_is_turned_back_to_the_given_outline() -> None:
    asked = read_task("#/#/#/#/##", "CDE")
    assert asked.turned
    assert asked.outline == {(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1)}
    corner = {"A": frozenset([(4, 1, 0), (4, 0, 1)])}
    assert asked.as_written(corner) == {"A": {(1, 0, 0), (0, 0, 1)}}


def test_generated_tasks_have_their_level_and_can_be_solved() -> None:
    for level in LEVELS[:4]:
        done = ubongo("generate", "--level", str(level), "--count", "7", "--seed", "3")
        drawn = [(task.outline, task.pieces) for board in read_boards(done.stdout) for task in board.tasks]
        assert len(set(drawn)) == len(drawn) == 7
        known = {(task.outline, task.pieces): task for task in tasks(level)}
        assert set(drawn) <= set(known)
        for head, (outline, pieces) in zip(lines(done)[::2], drawn, strict=True):
            assert head.endswith(f"hardness {known[outline, pieces].hardness:.1f}")
        assert [(asked.outline, asked.pieces) for asked in read_tasks(done.stdout)] == drawn
        solved = ubongo("solve", "-", given=done.stdout)
        for filling, (outline, _) in zip(shown(solved.stdout), drawn, strict=True):
            near, left = min(y for _, y in outline), min(x for x, _ in outline)
            assert near == left == 0
            assert set().union(*(cubes for _, cubes in filling)) == {
                (x, y, z) for x, y in outline for z in (0, 1)
            }
            assert all(laid(UNMOVED, cubes) in FORMS[piece] for piece, cubes in filling)


def test_a_seed_repeats_the_tasks_and_a_drawn_one_is_printed() -> None:
    words = ("generate", "--level", "2", "--count", "5")
    first = ubongo(*words)
    (seed,) = re.findall(r"drawn with --seed (\d+)", first.stderr)
    again = ubongo(*words, "--seed", seed)
    assert again.stdout == first.stdout
    assert again.stderr == ""
    assert ubongo(*words, "--seed", str(int(seed) + 1)).stdout != first.stdout


def test_tasks_are_printed_as_json() -> None:
    done = ubongo("generate", "--level", "1", "--count", "122", "--seed", "0", "--json")
    drawn = json.loads(done.stdout)
    known = {(task.outline, task.pieces): task for task in tasks(1)}
    assert len(drawn) == len(known)
    for facts in drawn:
        task = known.pop((read_outline(facts["outline"]), facts["pieces"]))
        assert facts["hardness"] == pytest.approx(task.hardness, abs=0.001)
        assert tuple(facts["fillings"]) == task.fillings
        assert (facts["solutions"], facts["steps"], facts["standing"]) == task[4:7]


def test_asking_for_too_many_tasks_is_an_error() -> None:
    done = ubongo("generate", "--level", "1", "--count", "123")
    assert done.exit_code == 2
    assert "level 1 has 122 tasks, not 123" in done.stderr


@pytest.mark.deep
@pytest.mark.parametrize(("words", "number"), [((), 3_538), (("--several",), 14_175)])
def test_level_five_draws_from_all_its_tasks(words: tuple[str, ...], number: int) -> None:
    done = ubongo("generate", "--level", "5", "--count", str(number), "--seed", "0", "--json", *words)
    drawn = json.loads(done.stdout)
    assert len({(facts["outline"], facts["pieces"]) for facts in drawn}) == number
    assert (max(facts["solutions"] for facts in drawn) > 1) == bool(words)
    for facts in drawn[:100]:
        outline = read_outline(facts["outline"])
        for filling in facts["fillings"]:
            assert len(read_filling(outline, filling)) == 5
    refused = ubongo("generate", "--level", "5", "--count", str(number + 1), *words)
    assert f"level 5 has {number:,} tasks" in refused.stderr


@pytest.fixture
def few_levels(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Build only two levels, and compare them with a file that has only these."""
    text = board_builder.FILE.read_text("ascii")
    copy = tmp_path / "boards.txt"
    copy.write_text(text[: text.index("\n3 ") + 1])
    monkeypatch.setattr(board_builder, "LEVELS", LEVELS[:2])
    monkeypatch.setattr(board_builder, "FILE", copy)
    return copy


def test_rebuilt_boards_are_compared(few_levels: Path) -> None:
    before = few_levels.read_text()
    (said,) = lines(ubongo("boards", "--check"))
    assert said == "boards.txt is the same, byte for byte: 151 boards with 647 tasks"
    few_levels.write_text(before.replace("BEG 16 71 2", "BEG 16 72 2"))
    done = ubongo("boards", "--check")
    assert done.exit_code == 1
    assert "boards.txt differs" in done.stderr
    assert few_levels.read_text() != before
    (said,) = lines(ubongo("boards"))
    assert said.endswith("boards.txt is new: 151 boards with 647 tasks")
    assert few_levels.read_text() == before


def run(script: str) -> "subprocess.CompletedProcess[str]":
    """In a process of its own."""
    plain = {**os.environ, **WIDE_PLAIN}
    words = [sys.executable, "-c", script]
    return subprocess.run(words, check=False, capture_output=True, text=True, env=plain)


@pytest.mark.parametrize(
    "words",
    [
        ["ubongo", "solve", "###/###", "BEG"],
        ["ubongo", "generate"],
        ["ubongo", "boards", "--check"],
    ],
)
def test_without_numba_the_message_says_how_to_get_it(words: list[str]) -> None:
    done = run(
        "import sys; sys.modules['numba'] = None; "
        f"sys.argv[1:] = {words}; from ukumbi.cli import main; main()"
    )
    assert done.returncode == 2
    assert "the solver needs Numba: pip install 'ukumbi[engine]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_line_starts_without_what_only_some_commands_need() -> None:
    heavy = {"numba", "numpy", "matplotlib", "xcover", "ukumbi.server.serve"}
    read = "from ukumbi.games.ubongo.boards import boards; print(boards.cache_info().currsize)"
    done = run(f"import sys, ukumbi.cli; print(sorted({heavy} & set(sys.modules))); {read}")
    assert done.stdout.split() == ["[]", "0"], done.stderr


def test_the_command_runs_as_a_process() -> None:
    words = ["ubongo", "solve", "###/###", "BEG", "--count"]
    done = run(f"import sys; sys.argv[1:] = {words}; from ukumbi.cli import main; main()")
    assert done.returncode == 0, done.stderr
    assert "16 fillings" in done.stdout


def test_input_without_an_outline_is_an_error() -> None:
    with pytest.raises(InputError, match="no cells"):
        list(read_tasks("BEG 16 71 2"))
    with pytest.raises(InputError, match="no cells"):
        list(read_tasks("5\nBEG 16 71 2"))
