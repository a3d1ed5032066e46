"""The command `ukumbi`: what it lists, plays, shows and counts."""

from importlib.metadata import version
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner, Result

from ukumbi.cli import app
from ukumbi.core import Log
from ukumbi.games import GAMES


def ukumbi(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}).invoke(app, words)


def test_help_lists_the_commands() -> None:
    command = typer.main.get_command(app)
    assert set(command.commands) == {  # type: ignore[attr-defined]
        *(
            "serve",
            "backup",
            "restore",
            "nodes",
            "games",
            "play",
            "show",
            "arena",
            "perft",
            "rukuni",
            "ubongo",
        )
    }
    options = {option for each in command.params for option in each.opts}
    assert options >= {"--version", "--install-completion", "--show-completion"}


def test_the_version_is_printed() -> None:
    assert ukumbi("--version").stdout == f"ukumbi {version('ukumbi')}\n"


def test_games_are_listed() -> None:
    told = ukumbi("games").stdout.splitlines()
    assert [line.partition(":")[0] for line in told] == [entry.game.name for entry in GAMES]


def test_a_game_is_played_written_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    words = ("play", "unikato", "1", "1", "--seed", "1", "--option", "rounds=2", "--log", str(path))
    played = ukumbi(*words)
    assert played.exit_code == 0, played.output
    log = Log.from_json(path.read_bytes())
    shown = ukumbi("show", str(path)).stdout.splitlines()
    assert shown[0] == "unikato, 2 seats"
    assert shown[1].startswith("1. setup: seat ")
    assert len(shown) == len(log.records) + 2
    assert shown[-1] in played.stdout.replace(" (level 1)", "")


def test_the_same_seed_writes_the_same_log(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    for path in (one, other):
        ukumbi("play", "rukuni", "1", "3", "--seed", "4", "--log", str(path))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "pyproject.toml"), "is no log"),
        (("show", "no/such/file"), "The log cannot be read"),
        (("play", "chess", "1"), "there is no game 'chess'"),
        (("play", "rukuni", "1"), "rukuni is for 2 to 2 players, not for 1"),
        (("play", "rukuni", "1", "1", "--log", "no/such/file"), "The log cannot be written"),
        (("perft", "zuma"), "time runs in zuma: its moves cannot be counted"),
        (("perft", "unikato"), "the moves of unikato are too many to list: they cannot be counted"),
    ],
)
def test_errors_are_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = ukumbi(*words)
    assert done.exit_code != 0
    assert said in done.stderr or said in str(done.exception)
