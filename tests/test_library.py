"""The library: what README shows, what help() tells, and clear errors for bad input."""

import doctest
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ukumbi
from ukumbi.core import match as match_module
from ukumbi.games.ukuma.events import UkumaOptions
from ukumbi.games.unikato.events import UnikatoOptions

NO_ROUNDS = UnikatoOptions(rounds=0)
README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_first_lines_of_a_researcher_run(capsys: pytest.CaptureFixture[str]) -> None:
    (lines,) = re.findall(r"(?s)```python\n(.*?)```", README)
    assert len(lines.splitlines()) <= 14
    exec(compile(lines, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "378 turns to choose from"
    assert printed[1] == "1 points for White, seen from seat 1"
    assert printed[2].startswith("Outcome(ending='no_tower_can_move'")
    assert printed[2].endswith("True")


@pytest.mark.parametrize("module", [ukumbi, match_module], ids=lambda module: module.__name__)
def test_what_help_tells_is_so(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 1
    assert result.failed == 0


def test_everything_at_the_top_has_words() -> None:
    assert [name for name in ukumbi.__all__ if not hasattr(ukumbi, name)] == []
    for name in ("game", "match", "play", "read", "replay", "Match", "Log", "Illegal"):
        assert getattr(ukumbi, name).__doc__, name
        assert name in (ukumbi.__doc__ or ""), name


def test_levels_by_game() -> None:
    assert ukumbi.LEVELS["rukuni"][0] == "novice"
    for name, levels in ukumbi.LEVELS.items():
        assert levels == tuple(ukumbi.library.REGISTRY[name].bots)


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: ukumbi.game("chess"), "there is no game 'chess'; there are: rukuni"),
    (lambda: ukumbi.match("rukuni", 3), "rukuni is for 2 to 2 players, not for 3"),
    (lambda: ukumbi.play("rukuni", ["novice"] * 3), "rukuni is for 2 to 2 players, not for 3"),
    (lambda: ukumbi.play("rukuni", ["novice", "wizard"]), "rukuni has no bot 'wizard'; it has: novice"),
    (lambda: ukumbi.play("rukuni", ["novice", 7]), "7 is neither a level nor a bot"),  # type: ignore[list-item]
    (
        lambda: ukumbi.play("unikato", ["novice"] * 2, options=UnikatoOptions(rounds=0)),
        "rounds may be 1 to 10",
    ),
    (lambda: ukumbi.play("ukuma", ["child"] * 2, options=UkumaOptions(best_of=5)), "best_of may be 1, 3"),  # type: ignore[arg-type]
    (lambda: ukumbi.match("ukuma", options={"size": "huge"}), "size may be cafe, card, dining"),
    (lambda: ukumbi.match("ukuma", options={"sise": "cafe"}), "no option 'sise'; it has: size"),
    (lambda: ukumbi.match("ukuma", options=UnikatoOptions()), "these are UnikatoOptions"),
    (lambda: ukumbi.match("rukuni").play(0, 7), "'7' is not a move in this game"),
    (lambda: ukumbi.match("rukuni").view(5), "there is no seat 5 at this table"),
]


@pytest.mark.parametrize(("do", "said"), BAD, ids=lambda part: part if isinstance(part, str) else "")
def test_bad_input_is_told_at_once_with_what_would_be_right(do: Callable[[], object], said: str) -> None:
    with pytest.raises(ukumbi.Refused) as refused:
        do()
    assert said in str(refused.value)


def test_a_log_of_the_future_is_refused() -> None:
    log = ukumbi.match("rukuni").log
    newer = ukumbi.Log(log.game, 99, log.seats, log.options, log.records)
    for read in (ukumbi.read, lambda log: list(ukumbi.replay(log))):
        with pytest.raises(ukumbi.Refused, match="by version 99 of its rules"):
            read(newer)


def test_a_log_prints_readably() -> None:
    match = ukumbi.match("rukuni", options={"white": "first"})
    match.play(0, "a1-a4/b4")
    lines = str(match.log).splitlines()
    assert lines[0] == "rukuni, 2 seats"
    assert lines[2] == '2. seat 0: {"type":"turned","turn":"a1-a4/b4"}'
