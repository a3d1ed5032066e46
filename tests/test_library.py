"""The library: README's example, help(), and clear errors for bad input."""

import doctest
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import ukumbi
from ukumbi.core import match as match_module
from ukumbi.games.ukuma.events import UkumaOptions
from ukumbi.games.unikato.events import UnikatoOptions

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (lines,) = re.findall(r"(?s)```python\n(.*?)```", README)
    assert len(lines.splitlines()) <= 14
    exec(compile(lines, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "378 turns to choose from"
    assert printed[1] == "1 points for White, seen from seat 1"
    assert printed[2].startswith("Outcome(ending='no_tower_can_move'")
    assert printed[2].endswith("True")


@pytest.mark.parametrize("module", [ukumbi, match_module], ids=lambda module: module.__name__)
def test_examples_in_help_are_true(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 1
    assert result.failed == 0


def test_all_public_names_have_a_docstring() -> None:
    assert [name for name in ukumbi.__all__ if not hasattr(ukumbi, name)] == []
    for name in ("game", "match", "play", "read", "replay", "Match", "Log", "Illegal"):
        assert getattr(ukumbi, name).__doc__, name
        assert name in (ukumbi.__doc__ or ""), name


def test_levels_are_listed_by_game() -> None:
    assert ukumbi.LEVELS["rukuni"][0] == "1"
    for name, levels in ukumbi.LEVELS.items():
        assert levels == tuple(ukumbi.library.REGISTRY[name].bots)


BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: ukumbi.game("chess"), "there is no game 'chess'; there are: rukuni"),
    (lambda: ukumbi.match("rukuni", 3), "rukuni is for 2 to 2 players, not for 3"),
    (lambda: ukumbi.play("rukuni", ["1"] * 3), "rukuni is for 2 to 2 players, not for 3"),
    (lambda: ukumbi.play("rukuni", ["1", "wizard"]), "rukuni has no bot 'wizard'; it has: 1, 2"),
    (lambda: ukumbi.play("rukuni", ["1", 7]), "7 is neither a level nor a bot"),  # type: ignore[list-item]
    (
        lambda: ukumbi.play("unikato", ["1"] * 2, options=UnikatoOptions(rounds=0)),
        "rounds may be 1 to 10",
    ),
    (lambda: ukumbi.play("ukuma", ["1"] * 2, options=UkumaOptions(best_of=5)), "best_of may be 1, 3"),  # type: ignore[arg-type]
    (lambda: ukumbi.match("ukuma", options={"size": "huge"}), "size may be cafe, card, dining"),
    (lambda: ukumbi.match("ukuma", options={"sise": "cafe"}), "no option 'sise'; it has: size"),
    (lambda: ukumbi.match("ukuma", options=UnikatoOptions()), "these are UnikatoOptions"),
    (lambda: ukumbi.match("rukuni").play(0, 7), "'7' is not a move in this game"),
    (lambda: ukumbi.match("rukuni").view(5), "there is no seat 5 at this table; there are: 0, 1"),
    (lambda: ukumbi.match("rukuni").legal(9), "there is no seat 9 at this table; there are: 0, 1"),
    (lambda: ukumbi.match("rukuni").view("white"), "there is no seat 'white' at this table; there are: 0, 1"),  # type: ignore[arg-type]
    (lambda: ukumbi.match("rukuni").take_back(4), "there is no event 4 to go back to"),
    (lambda: ukumbi.game(["rukuni"]), "there is no game"),  # type: ignore[arg-type]
    (lambda: ukumbi.match("rukuni", 2.0), "rukuni is for 2 to 2 players, not for 2.0"),  # type: ignore[arg-type]
    (lambda: ukumbi.match("ukuma", options=5), "5 is no mapping; it has: size"),  # type: ignore[arg-type]
    (lambda: ukumbi.play("unikato", ["1"] * 2, options="rounds=3"), "'rounds=3' is no mapping; it has:"),  # type: ignore[arg-type]
    (lambda: ukumbi.play("unikato", 2), "players are a list of bots or of levels (1, 2"),  # type: ignore[arg-type]
    (lambda: ukumbi.play("unikato", "1"), "one for each seat, not '1'"),
    (lambda: ukumbi.read("file.json"), "'file.json' is no log; one comes from match.log, ukumbi.play or"),  # type: ignore[arg-type]
    (lambda: ukumbi.replay({"game": "rukuni"}), "is no log; one comes from match.log"),  # type: ignore[arg-type]
    (lambda: ukumbi.Log.from_json(b"[1, 2]"), "is no log; one comes from match.log"),
    (
        lambda: ukumbi.read(damaged(options=msgspec.Raw(b'{"white":"third"}'))),
        "log of rukuni is damaged (options)",
    ),
    (lambda: ukumbi.replay(damaged(options=msgspec.Raw(b"{"))), "log of rukuni is damaged (options)"),
    (lambda: ukumbi.read(damaged(seats=3)), "rukuni is for 2 to 2 players, not for 3"),
    (lambda: ukumbi.read(damaged(event=b'{"type":"taken_back","to":7}')), "damaged (event 2): KeyError(7)"),
    (lambda: ukumbi.read(damaged(event=b'{"type":"jumped"}')), "damaged (event 2): Invalid value 'jumped'"),
    (lambda: ukumbi.read(damaged(event=b'{"type":"turned","turn":"a9-z1/b2"}')), "damaged (event 2): "),
    (lambda: ukumbi.read(damaged(version=0)), "damaged (version): 0 is none; there are 1 to 1"),
    (lambda: ukumbi.replay(damaged(version=0, records=())), "damaged (version): 0 is none; there are 1 to 1"),
]


def damaged(event: bytes = b"", **changes: Any) -> ukumbi.Log:
    """A log with a damaged event."""
    match = ukumbi.match("rukuni", options={"white": "first"})
    match.play(0, "a1-a4/b4")
    if event:
        first, second = match.log.records
        changes["records"] = (first, msgspec.structs.replace(second, event=msgspec.Raw(event)))
    return msgspec.structs.replace(match.log, **changes)


@pytest.mark.parametrize(("do", "said"), BAD, ids=lambda part: part if isinstance(part, str) else "")
def test_bad_input_is_refused_with_the_valid_values(do: Callable[[], object], said: str) -> None:
    with pytest.raises(ukumbi.Refused) as refused:
        do()
    assert said in str(refused.value)


@pytest.mark.parametrize("records", [None, ()], ids=["with records", "without"])
@pytest.mark.parametrize("read", [ukumbi.read, ukumbi.replay])
def test_a_log_of_a_newer_version_is_refused(
    read: Callable[[ukumbi.Log], object], records: tuple[()] | None
) -> None:
    newer = damaged(version=99) if records is None else damaged(version=99, records=records)
    with pytest.raises(ukumbi.Refused, match="by version 99 of its rules"):
        read(newer)


def test_a_record_of_a_newer_format_is_refused() -> None:
    log = damaged()
    newer = (log.records[0], msgspec.structs.replace(log.records[1], version=99))
    with pytest.raises(ukumbi.Refused, match="by version 99 of its rules"):
        ukumbi.replay(msgspec.structs.replace(log, records=newer))


def test_any_integer_type_names_a_seat() -> None:
    match = ukumbi.match("rukuni", np.int64(2), options={"white": "first"})  # type: ignore[arg-type]
    assert len(match.legal(np.int64(0))) == 378  # type: ignore[arg-type]


def test_a_log_prints_readably_and_keeps_its_json() -> None:
    match = ukumbi.match("rukuni", options={"white": "first"})
    match.play(0, "a1-a4/b4")
    match.take_back(1)
    match.resign(1)
    assert str(match.log).splitlines() == [
        "rukuni, 2 seats",
        "1. setup: began (white 0)",
        "2. seat 0: turned (turn a1-a4/b4)",
        "3. seat 0: taken back (to 1)",
        "4. seat 1: resigned (seat 1, away no)",
    ]
    assert ukumbi.Log.from_json(match.log.to_json()) == match.log


def test_a_match_prints_in_its_game_s_words() -> None:
    match = ukumbi.match("rukuni", options={"white": "first"})
    match.play(0, "a1-a4/b4")
    match.take_back(1)
    match.resign(1)
    assert str(match).splitlines() == [
        "rukuni, 2 seats",
        "1. setup: seat 0 is White and starts",
        "2. seat 0: a1-a4/b4",
        "3. seat 0: back to how it was after event 1",
        "4. seat 1: gives up",
    ]


@pytest.mark.parametrize("name", [game for game in ukumbi.LEVELS if game != "ubongo"])
def test_every_line_of_a_log_is_short_and_in_words(name: str) -> None:
    seats = ukumbi.game(name).seats.start
    log = ukumbi.play(name, [ukumbi.LEVELS[name][0]] * seats, seed=1)
    for printed in (str(log), str(ukumbi.read(log))):
        lines = printed.splitlines()
        assert len(lines) == len(log.records) + 1
        assert max(map(len, lines)) < 140
        assert not re.search(r'[{}\[\]"]|<.*>', printed)
