"""`ukumbi arena`, in its own process where that matters."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ukumbi.cli import app
from ukumbi.games import GAMES


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    plain = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}
    return subprocess.run([sys.executable, *words], check=False, capture_output=True, text=True, env=plain)


def ukumbi(*words: str) -> Result:
    """Run the command in this process."""
    return CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}).invoke(app, words)


def test_without_matplotlib_the_message_says_how_to_get_it(tmp_path: Path) -> None:
    """In its own process, with a module that cannot be found."""
    script = (
        "import sys, importlib.util as u; found = u.find_spec; "
        "u.find_spec = lambda name, *rest: None if name == 'matplotlib' else found(name, *rest); "
        f"sys.argv[1:] = ['arena', 'unikato', '8', '1', '--plot', {str(tmp_path / 'a.png')!r}]; "
        "from ukumbi.cli import main; main()"
    )
    done = run("-c", script)
    assert done.returncode == 2
    assert "pip install 'ukumbi[plots]'" in done.stderr


def test_the_command_plays_prints_and_saves(tmp_path: Path) -> None:
    picture = tmp_path / "arena.png"
    words = ("arena", "unikato", "8", "1", "--games", "6", "--seed", "3")
    done = run("-m", "ukumbi", *words, "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    won = next(row for row in rows if row[:2] == ["8", "1"])
    assert sum(map(int, won[2:5])) == 6
    assert "±" in won
    assert picture.read_bytes().startswith(b"\x89PNG")
    again = ukumbi(*words, "--cores", "1")
    assert again.stdout.split("picture")[0].strip() == done.stdout.split("picture")[0].strip()


def test_the_command_takes_a_number_of_seats() -> None:
    done = ukumbi("arena", "unikato", "8", "1", "--games", "2", "--seats", "4", "--cores", "1")
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.stdout.splitlines()]
    [one, other] = [int(row[1]) for row in rows if row[:1] in (["8"], ["1"])][:2]  # duels follow
    assert one + other == 2 * 4


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess", "8", "1"), "there is no game 'chess'"),
        (("unikato", "8", "queen"), "unikato has no bot 'queen'; it has: 1, 2, "),
        (("unikato", "8"), "needs at least two bots"),
        (("unikato", "8", "1", "--seats", "7"), "unikato is for 2 to 4 players, not for 7"),
        (
            ("unikato", "8", "1", "--option", "size=3"),
            "unikato has no option 'size'; it has: starter",
        ),
        (("unikato", "8", "1", "--option", "rounds=many"), "cannot be played with these options"),
        (("unikato", "8", "1", "--option", "rounds=11"), "rounds may be 1 to 10"),
        (("unikato", "8", "1", "--games", "0"), "greater than or equal to 1"),
        (("unikato", "8", "1", "--plot", "a.doc"), "'a.doc' is not a picture"),
    ],
)
def test_errors_are_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = ukumbi("arena", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_prints_the_results_so_far() -> None:
    """The whole process group gets the signal, as from a terminal."""
    words = ["arena", "rukuni", "6", "5", "--games", "1000"]
    plain = {**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "1", "COLUMNS": "100"}
    with subprocess.Popen(
        [sys.executable, "-m", "ukumbi", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=plain,
        start_new_session=True,
    ) as bots:
        assert bots.stdout is not None
        seen = b""
        while not re.search(rb"[1-9]\d*/1000", seen):
            seen += os.read(bots.stdout.fileno(), 4096)
        os.killpg(bots.pid, signal.SIGINT)
        rest, errors = bots.communicate()
    assert bots.returncode == 130
    assert b"of 1000 games" in rest
    assert b"Traceback" not in errors
    with pytest.raises(ProcessLookupError):
        os.killpg(bots.pid, 0)


def test_help_names_bots_limited_by_seconds() -> None:
    """No other bot is limited by seconds."""
    told = " ".join(ukumbi("arena", "--help").output.split())
    timed = {
        level
        for entry in GAMES
        for level, bot in entry.bots.items()
        if getattr(bot, "seconds", None) is not None
    }
    assert timed == {"10"}
    assert "strongest bot is limited by seconds" in told
