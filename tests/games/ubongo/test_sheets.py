"""Sheets to print: their contents, and a seed gives the same file."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from ukumbi.cli import app
from ukumbi.games.ubongo.boards import DIE, LEVELS, Level, boards
from ukumbi.games.ubongo.pieces import PIECES, is_turned
from ukumbi.games.ubongo.reading import InputError
from ukumbi.games.ubongo.sheets.cards import OUTLINE_ROOM, cell_size
from ukumbi.games.ubongo.sheets.isometric import ACROSS, best_pose, extent, faces, seen_at
from ukumbi.games.ubongo.sheets.printing import check, pages, save
from ukumbi.games.ubongo.sheets.sheet import Sheet, box, dice


def words_on(picture: Path) -> list[str]:
    """Matplotlib draws letters as shapes and adds the text as a comment."""
    return re.findall(r"<!-- (.*?) -->", picture.read_text())


def test_svg_has_one_file_a_page_with_all_boards_and_solutions(tmp_path: Path) -> None:
    sheet = Sheet.draw(3, 4, seed=5)
    saved = save(sheet, tmp_path / "sheet.svg")
    assert [path.name for path in saved] == ["sheet-1.svg", "sheet-2.svg", "sheet-3.svg"]
    for path in saved:
        root = ElementTree.parse(path).getroot()
        assert (root.get("width"), root.get("height")) == ("595.275591pt", "841.889764pt")
    first, second, solutions = map(words_on, saved)
    assert [word for word in first if word.isdigit()] == ["1", "2", "3"]
    assert [word for word in second if word.isdigit()] == ["4"]
    told = [word for word in (*first, *second) if word in PIECES]
    assert told == [piece for board in sheet.boards for task in board.tasks for piece in task.pieces]
    assert "Solutions" in solutions
    assert [word for word in solutions if word.isdigit()] == ["1", "2", "3", "4"]
    for letter in PIECES:
        cubes = sum(len(task.solution.get(letter, ())) for board in sheet.boards for task in board.tasks)
        assert solutions.count(letter) == cubes
    assert "- -level 3 - -count 4 - -seed 5; cells of 19.5 mm" in first[-2]  # a comment may not contain --


@pytest.mark.parametrize("form", ["pdf", "svg"])
def test_a_seed_gives_the_same_file_and_no_date(tmp_path: Path, form: str) -> None:
    sheet = Sheet.draw(1, 2, seed=9)
    for name in ("one", "other"):
        save(sheet, tmp_path / f"{name}.{form}")
    ends = [f".{form}"] if form == "pdf" else ["-1.svg", "-2.svg"]
    for end in ends:
        content = (tmp_path / f"one{end}").read_bytes()
        assert content == (tmp_path / f"other{end}").read_bytes()
        assert b"Date" not in content
    assert Sheet.draw(1, 2, seed=10) != sheet == Sheet.draw(1, 2, seed=9)


def test_the_pdf_has_all_pages(tmp_path: Path) -> None:
    (path,) = save(Sheet.draw(1, 7, seed=1), tmp_path / "sheet.pdf")
    content = path.read_bytes()
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page ") == 3 + 2
    assert b"[ 0 0 595.2" in content


@pytest.mark.parametrize("level", LEVELS)
def test_boards_do_not_repeat_and_cells_are_as_large_as_fits(level: Level) -> None:
    sheet = Sheet.draw(level, 20, seed=2)
    assert len(set(sheet.boards)) == 20
    assert set(sheet.boards) <= set(boards()[level])
    cell = cell_size(sheet)
    rooms = [pair for board in sheet.boards for pair in zip(OUTLINE_ROOM, box(board), strict=True)]
    assert all(cell * cells <= room for room, cells in rooms)
    assert any((cell + 0.5) * cells > room for room, cells in rooms)


def test_every_die_number_has_one_task() -> None:
    for level in LEVELS:
        for board in boards()[level]:
            numbers = [number for task in board.tasks for number in dice(board, task)]
            assert sorted(numbers) == list(range(1, DIE + 1))


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_drawn_with_all_cubes_visible(piece: str) -> None:
    pose = best_pose(piece)
    assert is_turned(piece, pose)
    middle = {cube: seen_at(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 0.5) for cube in pose}
    assert len(set(middle.values())) == len(pose), "one cube right behind another"
    assert {face.cube for face in faces(pose)} == pose
    order = [face.cube for face in faces(pose)]
    for one, other in pairwise(dict.fromkeys(order)):
        assert one[2] - one[0] - one[1] <= other[2] - other[0] - other[1], "nearer ones are drawn later"
    left, right, low, high = extent(piece)
    assert right - left >= 2 * ACROSS
    assert high > low


def test_drawings_are_not_mirrored() -> None:
    """Seen from above, y is a quarter turn to the left of x."""
    (right, up), (left, also_up) = seen_at(1, 0, 0), seen_at(0, 1, 0)
    assert right * also_up - up * left > 0


@pytest.mark.parametrize(
    ("name", "said"), [("a.png", "'a.png' is no sheet"), ("a", "'a' is no sheet"), ("no/a.pdf", "no folder")]
)
def test_unsaveable_paths_are_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        check(tmp_path / name)


def test_the_command_saves_and_names_the_files(tmp_path: Path) -> None:
    path = tmp_path / "boards.pdf"
    words = ["ubongo", "sheet", str(path), "--level", "4", "--count", "1", "--seed", "6"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"saved: {path}\n"
    assert len(pages(Sheet.draw(4, 1, 6))) == 2
    words[words.index("--count") + 1] = "400"
    done = CliRunner().invoke(app, words, env={"COLUMNS": "200", "TERM": "dumb"})
    assert done.exit_code == 2
    assert "level 4 has 152 boards, not 400" in done.stderr


def test_a_failed_write_is_reported(tmp_path: Path) -> None:
    taken = tmp_path / "folder.pdf"
    taken.mkdir()
    done = CliRunner().invoke(app, ["ubongo", "sheet", str(taken), "--count", "1", "--seed", "1"])
    assert done.exit_code == 1
    assert "This cannot be saved: " in done.stderr


def test_without_matplotlib_the_message_says_how_to_get_it(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['matplotlib'] = None; "
        f"sys.argv[1:] = ['ubongo', 'sheet', {str(tmp_path / 'a.pdf')!r}]; "
        "from ukumbi.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'ukumbi[plots]'" in done.stderr
