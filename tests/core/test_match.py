"""Matches."""

from random import Random

import msgspec
import pytest

from tests.conformance.golden import FOLDER, Golden
from tests.kit.berries.rules import Berries
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import PounceOptions
from ukumbi.core import Illegal, Log, Match, NewerVersion, Refused, Resigned, Unreadable, codec
from ukumbi.games.rukuni.events import RukuniOptions
from ukumbi.games.rukuni.rules import Rukuni

POUNCE, RUKUNI = Pounce(), Rukuni()


def rukuni(*turns: str) -> Match:
    match = Match(RUKUNI, 2, RukuniOptions(white="first"), rng=Random(1))
    match.begin()
    for turn in turns:
        match.play(min(match.may_act), turn)
    return match


def pounce(**options: int) -> Match:
    match = Match(POUNCE, 2, PounceOptions(**options), rng=Random(1))
    match.begin()
    return match


def test_moves_are_played_by_value_or_notation() -> None:
    by_text, by_value = rukuni("a1-a4/b4"), rukuni()
    by_value.play(0, RUKUNI.parse_move("a1-a4/b4"))
    assert by_text.log == by_value.log
    assert by_text.may_act == by_text.awaited == {1}
    assert by_text.seq == 2


@pytest.mark.parametrize(
    ("seat", "move", "fault", "code"),
    [
        (0, "nonsense", Unreadable, "not_a_turn"),
        (0, 17, Unreadable, "not_a_move"),
        (0, None, Unreadable, "not_a_move"),
        (0, RUKUNI.structs.move(99, 0, 1), Unreadable, "not_a_move"),
        (0, RUKUNI.structs.move(-1, 0, 1), Unreadable, "not_a_move"),
        (1, "a1-a4/b4", Illegal, "not_your_turn"),
        (2, "a1-a4/b4", Illegal, "no_such_seat"),
        (-1, "a1-a4/b4", Illegal, "no_such_seat"),
        ("0", "a1-a4/b4", Illegal, "no_such_seat"),
    ],
)
def test_invalid_moves_are_refused_and_change_nothing(
    seat: int, move: object, fault: type[Refused], code: str
) -> None:
    match = rukuni()
    before = match.log
    with pytest.raises(fault) as refused:
        match.play(seat, move)
    assert refused.value.code == code
    assert match.log == before


def test_a_log_reads_back_as_the_same_match() -> None:
    match = rukuni("a1-a4/b4", "i9-i6/h6")
    read = Match.of(RUKUNI, msgspec.json.decode(msgspec.json.encode(match.log), type=Log))
    assert (read.state, read.may_act, read.log) == (match.state, match.may_act, match.log)
    read.play(0, "a5-b6/c6")
    assert read.seq == match.seq + 1


def test_time_advances_to_the_deadlines() -> None:
    match = pounce(rounds=3, beat_ms=1000, pause_ms=100)
    assert match.deadline == 1000
    assert match.wait(999) == ()
    assert (match.now, match.seq) == (999, 2)
    events = match.wait()
    assert [type(event).__name__ for event in events][:3] == ["Laid", "Laid", "Revealed"]
    assert (match.now, match.deadline) == (1000, 1100)
    match.wait(10_000)
    assert match.outcome is not None
    with pytest.raises(Refused, match="no clock is running"):
        match.wait()


def test_a_copy_is_independent_with_the_same_randomness() -> None:
    match = pounce(rounds=5)
    twin = match.copy()
    for each in (match, twin):
        for seat in (0, 1):
            each.play(seat, each.legal(seat)[0])
    assert twin.log == match.log
    twin.play(0, twin.legal(0)[0])
    assert len(match.log.records) < len(twin.log.records)


def test_a_seat_sees_its_view_and_everything_at_the_end() -> None:
    match = pounce(rounds=1)
    assert match.view(0).hand == match.state.hands[0]
    assert match.view(None).hand == ()
    match.wait()
    assert match.outcome is not None
    assert match.view(None).hands == match.state.hands


def test_a_seat_that_may_not_act_has_no_moves() -> None:
    assert rukuni().legal(1) == ()
    assert len(rukuni().legal(0)) == 378


def test_resignations_and_take_backs_are_in_the_log() -> None:
    match = rukuni("a1-a4/b4", "i9-i6/h6")
    match.take_back(2)
    assert match.state == rukuni("a1-a4/b4").state
    assert match.resign(1) == (Resigned(1),)  # type: ignore[arg-type]
    assert (match.outcome, match.may_act) == (Match.of(RUKUNI, match.log).outcome, frozenset())
    with pytest.raises(Illegal, match="the game is over"):
        match.play(1, "i9-i6/h6")


def test_with_more_than_two_seats_no_player_can_resign() -> None:
    match = Match(POUNCE, 3, PounceOptions(), rng=Random(1))
    match.begin()
    with pytest.raises(Illegal, match="the others play on"):
        match.resign(0)
    with pytest.raises(Illegal, match="no move can be taken back"):
        pounce().take_back(1)


def test_a_match_with_limited_history_has_no_log() -> None:
    match = Match(RUKUNI, 2, RukuniOptions(), rng=Random(1), keep=1)
    match.begin()
    match.play(min(match.may_act), "a1-a4/b4")
    with pytest.raises(Refused, match="does not keep its whole log"):
        _ = match.log


# versions


def old_log() -> Log:
    return msgspec.json.decode((FOLDER / "berries-v1.json").read_bytes(), type=Golden).log


def test_an_old_log_is_upgraded_and_goes_on() -> None:
    game, log = Berries(), old_log()
    unfinished = msgspec.structs.replace(log, records=log.records[:4])
    match = Match.of(game, unfinished)
    match.play(0, f"{match.state.left[0]}")
    assert [record.version for record in match.log.records] == [None] * 4 + [2]
    assert match.log.version == 1
    again = Match.of(game, match.log)
    assert (again.state, again.options) == (match.state, game.options(size=12))


@pytest.mark.parametrize("where", ["log", "record"])
def test_a_newer_log_is_refused(where: str) -> None:
    log = old_log()
    if where == "log":
        log = msgspec.structs.replace(log, version=99)
    else:
        newer = msgspec.structs.replace(log.records[3], version=99)
        log = msgspec.structs.replace(log, records=(*log.records[:3], newer))
    with pytest.raises(NewerVersion, match="by version 99 of its rules; only version 2 is known here"):
        Match.of(Berries(), log)


def test_options_of_an_old_log_are_upgraded() -> None:
    assert codec(Berries()).read_options(b'{"berries":5}', 1) == Berries.options(size=5)
