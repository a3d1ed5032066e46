"""Requests about seats: sitting, ready, take-backs, resignations, cancelling."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.audit import audit
from tests.kit.actions import in_ledger
from tests.kit.halls import AWAY_MILLISECONDS as AWAY
from tests.kit.halls import Recorder, arrive
from tests.kit.scripted_clock import ScriptedClock
from tests.kit.scripted_hall import TURNS, WHITE_FIRST, ScriptedHall, refused, scripted_hall
from ukumbi.core import Refused, Resigned, Seat, TakenBack
from ukumbi.hall import seats
from ukumbi.hall.requests import (
    Accepted,
    AnswerTakeBack,
    AskTakeBack,
    Cancel,
    EndGame,
    FreeSeat,
    GetReady,
    Leave,
    Move,
    Reply,
    Resign,
    SeatBot,
    Sit,
    StandIn,
)
from ukumbi.hall.seat_changes import _write
from ukumbi.hall.table import Table
from ukumbi.ledger import Conflict, NotWritten, Occupant


def seat_log(folder: Path) -> list[str]:
    """The types of the ledger's seat events."""
    rows = in_ledger(folder, "SELECT json_extract(event, '$.type') FROM seat_changes ORDER BY seq")
    return [kind for (kind,) in rows]


# before the game


async def test_a_game_of_people_begins_when_all_are_seated_present_and_ready(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "ukuma", ["open"], b"{}", "on")
        await it.come(table, "ada")
        await it.hall.ask(table.id, GetReady("ada"))
        assert (table.status, table.match.seq) == ("open", 0)
        await it.hall.ask(table.id, Sit("ben", table.row.seat_key))
        await it.hall.ask(table.id, GetReady("ben"))
        await it.settle(table)
        assert (table.status, table.match.seq) == ("open", 0), "it began though Ben is not there"
        await it.go(table, "ada")
        await it.come(table, "ben")
        assert table.status == "open", "it began though Ada has gone"
        await it.come(table, "ada")
        assert (table.status, table.match.seq) == ("playing", 1)


async def test_against_bots_alone_it_begins_at_once(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["1"], b"{}", "on")
        await it.settle(table)
        assert table.status == "playing"


async def test_absent_players_are_called_to_their_table(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        ada = it.person_named("ada")
        await it.hall.ask(table.id, Sit("ben", table.row.seat_key))
        name = table.names_here()["ben"]
        assert [(call.table, call.name) for call in ada.calls] == [(table.id, name)]
        await it.come(table, "ada")
        await it.hall.ask(table.id, GetReady("ben"))
        assert [(call.table, call.name) for call in ada.calls] == [(table.id, name)], (
            "who is there need not be called"
        )


async def test_the_host_frees_a_seat_and_fills_it_with_a_bot(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "unikato", ["open", "open"], b"{}", "on")
        await it.hall.ask(table.id, Sit("ben", table.row.seat_key))
        ben = it.person_named("ben")
        await it.come(table, "ben")
        assert table.publisher.seat(ben) == 1
        assert await refused(it.hall.ask(table.id, SeatBot("ada", Seat(2), "wizard"))) == "no_such_bot"
        await it.hall.ask(table.id, FreeSeat("ada", Seat(1)))
        assert table.row.occupants[1].free
        assert table.publisher.seat(ben) is None, "who was freed only watches"
        await it.hall.ask(table.id, SeatBot("ada", Seat(1), "1"))
        assert table.match.seq == 0
        await it.hall.ask(table.id, SeatBot("ada", Seat(2), "1"))
        await it.settle(table)
        assert table.status == "playing"


async def test_a_rematch_waits_for_all_players(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        over = await it.set_up("rukuni", "ada", "ben")
        await it.hall.ask(over.id, Resign("ada"))
        await it.go(over, "ben")
        fresh = await it.lobby.rematch(over.id, "ada")
        assert [(call.table, call.name) for call in it.people["ben"].calls] == [
            (fresh.id, fresh.names_here()["ada"])
        ], "Ben has left the old table"
        assert [who.person for who in fresh.row.occupants] == ["ben", "ada"]
        await it.come(fresh, "ada", "ben")
        assert fresh.match.seq == 0, "only Ada has said that she wants to play"
        assert await it.lobby.rematch(over.id, "ben") is fresh
        await it.settle(fresh)
        assert fresh.status == "playing"


# leaving a game


@pytest.mark.parametrize("game", ["rukuni", "unikato", "ukuma"])
async def test_in_a_game_for_two_leaving_resigns(tmp_path: Path, game: str) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up(game, "ada", "ben")
        await it.hall.ask(table.id, Leave("ben"))
        await it.hall.ask(table.id, Resign("ben"))  # a second request changes nothing
        assert table.status == "over"
        assert table.match.outcome is not None
        assert (table.match.outcome.ending, table.match.outcome.places) == ("resigned", (1, 2))
        assert table.match.history[-1][1] == Resigned(Seat(1))
        assert await refused(it.hall.ask(table.id, Resign("ada"))) == "game_is_over"
    async with scripted_hall(tmp_path) as it:
        assert (await it.hall.table(table.id)).match.outcome == table.match.outcome
    assert audit(tmp_path / "hall.sqlite", it.hall.registry, [], []).faults() == []


async def test_with_more_than_two_a_bot_takes_the_seat(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("unikato", "ada", "ben", "cyd")
        ben = it.people["ben"]
        assert await refused(it.hall.ask(table.id, Resign("ben"))) == "others_play_on"
        await it.hall.ask(table.id, Leave("ben"))
        level = it.hall.registry["unikato"].usual
        assert table.row.occupants[1] == Occupant(bot=level)
        assert (table.status, table.publisher.seat(ben)) == ("playing", None)
        assert await refused(it.hall.ask(table.id, Leave("ben"))) == "not_seated"
        await it.hall.ask(table.id, Leave("ada"))
        await it.hall.ask(table.id, Leave("cyd"))
        assert table.status == "cancelled", "nobody is left to play for"


# absent players


async def test_a_bot_stands_in_on_request(tmp_path: Path) -> None:
    """In a game of turns only then, and it gives the seat back."""
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        assert await refused(it.hall.ask(table.id, StandIn("ada", Seat(1)))) == "not_away"
        await it.go(table, "ben")
        await clock.turn_to(10 * AWAY, lambda: it.settle(table))
        assert table.row.occupants[1].stand_in is None
        await it.play(table, TURNS[0])
        await it.hall.ask(table.id, StandIn("ada", Seat(1)))
        while table.match.awaited != {0}:  # until the bot has moved
            await table.bots_and_clock.changed()
        assert table.match.history[-1][0].actor == 1
        assert table.seating.occupants[1].person == "ben"
        await it.come(table, "ben")
        assert table.row.occupants[1] == Occupant("ben", ready=True)
        await it.play(table, table.match.game.format_move(table.match.legal(0)[0]))
        await it.settle(table)
        assert table.match.awaited == {1}
        assert not table.bots_and_clock.thinking, "Ben is back, and the bot goes on playing"
    assert seat_log(tmp_path)[-2:] == ["stood_in", "came_back"]


async def test_in_real_time_a_bot_stands_in_unasked(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as it:
        table = await it.set_up("ukuma", "ada", "ben")
        await clock.turn_to(5_000, lambda: it.settle(table))
        await it.go(table, "ben")
        await clock.turn_to(5_000 + AWAY - 1, lambda: it.settle(table))
        assert table.row.occupants[1].stand_in is None
        await clock.turn_to(5_000 + AWAY, lambda: it.settle(table))
        assert table.row.occupants[1].stand_in == it.hall.registry["ukuma"].usual
        (event,) = [seats.read(change) for change in table.changes if b"stood_in" in change.event]
        assert isinstance(event, seats.StoodIn)
        assert event.by is None
        await it.come(table, "ben")
        assert table.row.occupants[1].stand_in is None


async def test_without_present_people_no_bot_stands_in(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as it:
        table = await it.set_up("ukuma", "ada", "ben")
        await it.go(table, "ada", "ben")
        arrive(table, Recorder("eve"), None)
        await clock.turn_to(10 * AWAY, lambda: it.settle(table))
        assert [who.stand_in for who in table.row.occupants] == [None, None]


async def test_the_remaining_player_may_end_the_game(tmp_path: Path) -> None:
    clock = ScriptedClock()
    async with scripted_hall(tmp_path, clock) as it:
        table = await it.set_up("rukuni", "ada", "ben")
        assert await refused(it.hall.ask(table.id, EndGame("ada", Seat(1)))) == "not_away"
        await it.go(table, "ben")
        await clock.turn_to(AWAY - 1, lambda: it.settle(table))
        assert await refused(it.hall.ask(table.id, EndGame("ada", Seat(1)))) == "not_away"
        await clock.turn_to(AWAY, lambda: it.settle(table))
        await it.hall.ask(table.id, EndGame("ada", Seat(1)))
        assert table.match.outcome is not None
        assert (table.match.outcome.ending, table.match.outcome.places) == ("left", (1, 2))


# taking back


async def test_a_move_is_taken_back_when_the_other_player_agrees(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        assert await refused(it.hall.ask(table.id, AskTakeBack("ada"))) == "nothing_to_take_back"
        await it.play(table, *TURNS[:3])
        then = table.match.copy()
        await it.play(table, TURNS[3])
        await it.hall.ask(table.id, AskTakeBack("ben"))
        assert await refused(it.hall.ask(table.id, AskTakeBack("ada"))) == "already_asked"
        await it.hall.ask(table.id, AnswerTakeBack("ben", True))  # players cannot agree with themselves
        assert table.seating.wish(table.match.seq) is not None
        await it.hall.ask(table.id, AnswerTakeBack("ada", True))
        assert table.match.history[-1][1] == TakenBack(4)
        assert table.match.state == then.state
        assert table.match.awaited == {1}
        assert table.seating.wish(table.match.seq) is None
        await it.hall.ask(table.id, AskTakeBack("ada"))  # now Ada's earlier move, and Ben's answer to it
        await it.hall.ask(table.id, AnswerTakeBack("ben", True))
        assert table.match.history[-1][1] == TakenBack(3)
        assert table.match.awaited == {0}
        await it.play(table, TURNS[2])
        state = table.match.state
    async with scripted_hall(tmp_path) as it:
        assert (await it.hall.table(table.id)).match.state == state
    assert audit(tmp_path / "hall.sqlite", it.hall.registry, [], []).faults() == []


async def test_moves_are_taken_back_one_after_the_other_across_restarts(tmp_path: Path) -> None:
    """Each restart writes a snapshot, so earlier events are only in the log."""
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await it.play(table, *TURNS)
    for person, to in (("ben", 4), ("ada", 3), ("ben", 2), ("ada", 1)):
        async with scripted_hall(tmp_path) as it:
            table = await it.hall.table(table.id)
            await it.hall.ask(table.id, AskTakeBack(person))
            await it.hall.ask(table.id, AnswerTakeBack("ada" if person == "ben" else "ben", True))
            assert table.match.history[-1][1] == TakenBack(to)
    async with scripted_hall(tmp_path) as it:
        assert await refused(it.hall.ask(table.id, AskTakeBack("ada"))) == "nothing_to_take_back"
    assert audit(tmp_path / "hall.sqlite", it.hall.registry, [], []).faults() == []


async def test_a_move_that_is_no_longer_in_memory_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ukumbi.hall.hall.KEPT_RECORDS", 2)
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await it.play(table, *TURNS)
        for person, other, to in (("ada", "ben", 3), ("ben", "ada", 2), ("ada", "ben", 1)):
            await it.hall.ask(table.id, AskTakeBack(person))
            await it.hall.ask(table.id, AnswerTakeBack(other, True))
            assert table.match.history[-1][1] == TakenBack(to)


@pytest.mark.parametrize("kept", [100, 1])
async def test_a_move_for_the_state_before_a_take_back_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    """Whatever part of the log is in memory."""
    monkeypatch.setattr("ukumbi.hall.hall.KEPT_RECORDS", kept)
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await it.play(table, *TURNS[:2])
        await it.hall.ask(table.id, AskTakeBack("ada"))
        await it.hall.ask(table.id, AnswerTakeBack("ben", True))
    async with scripted_hall(tmp_path) as it:
        table = await it.hall.table(table.id)
        answers = [await table.ask(Move(Seat(0), TURNS[2], answers=seq)) for seq in (3, 4)]
        assert isinstance(answers[0], Refused)
        assert answers[0].code == "stale"
        assert isinstance(answers[1], Accepted)


async def test_bots_agree_to_take_backs(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["1"], WHITE_FIRST, "on")
        await it.come(table, "ada")
        await it.play(table, TURNS[0])
        while table.match.awaited != {0}:
            await table.bots_and_clock.changed()
        await it.hall.ask(table.id, AskTakeBack("ada"))
        assert table.match.history[-1][1] == TakenBack(1)
        assert table.match.awaited == {0}


async def test_games_with_secrets_or_races_have_no_take_back(tmp_path: Path) -> None:
    async with scripted_hall(tmp_path) as it:
        for game in ("unikato", "ukuma"):
            table = await it.set_up(game, "ada", "ben")
            assert await refused(it.hall.ask(table.id, AskTakeBack("ada"))) == "no_taking_back"


async def test_an_agreed_take_back_is_done_after_a_crash(tmp_path: Path) -> None:
    """The last agreement was on disk, and the hall died before the move was taken back."""
    async with scripted_hall(tmp_path) as it:
        table = await it.set_up("rukuni", "ada", "ben", options=WHITE_FIRST)
        await it.play(table, TURNS[0])
        await it.hall.ask(table.id, AskTakeBack("ada"))
        await _write(table, seats.Answered(Seat(1), True))
    async with scripted_hall(tmp_path) as it:
        opened = await it.hall.table(table.id)
        await it.settle(opened)
        assert opened.match.history[-1][1] == TakenBack(1)


async def left_alone(it: ScriptedHall) -> Table:
    """A game for three with one person left; bots play for the others."""
    table = await it.set_up("unikato", "ada", "ben", "cyd")
    for person in ("ben", "cyd"):
        await it.hall.ask(table.id, Leave(person))
    return table


def meanwhile(it: ScriptedHall, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    """Run `happens` while the cancellation is being written."""
    change_seats = it.hall.ledger.change_seats

    async def change(*args: Any) -> None:
        if "cancelled" in args:
            happens()
        await change_seats(*args)

    monkeypatch.setattr(it.hall.ledger, "change_seats", change)


def some_move(table: Table) -> tuple[Seat, str]:
    match, seat = table.match, min(table.match.may_act)
    return seat, match.game.format_move(match.legal(seat)[0])


async def test_no_move_brings_a_cancelled_table_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Reply] = []
    async with scripted_hall(tmp_path) as it:
        table = await left_alone(it)

        def somebody_moves() -> None:
            table.put(Move(*some_move(table)), answers.append)

        meanwhile(it, monkeypatch, somebody_moves)
        await it.hall.ask(table.id, Leave("ada"))
        await it.settle(table)
        assert table.status == "cancelled"
        assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["table_cancelled"]
    async with scripted_hall(tmp_path) as it:
        assert (await it.hall.table(table.id)).status == "cancelled"


async def test_no_game_begins_at_a_table_that_is_being_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with scripted_hall(tmp_path) as it:
        table = await it.lobby.set_up("ada", "rukuni", ["open"], b"{}", "on")
        await it.hall.ask(table.id, Sit("ben", table.row.seat_key))
        for person in ("ada", "ben"):
            await it.hall.ask(table.id, GetReady(person))
        await it.come(table, "ada")

        def ben_comes() -> None:
            arrive(table, it.person_named("ben"), table.row.seat_of("ben"))

        meanwhile(it, monkeypatch, ben_comes)
        await it.hall.ask(table.id, Cancel("ada"))
        await it.settle(table)
        assert (table.status, table.match.seq) == ("cancelled", 0)
    async with scripted_hall(tmp_path) as it:
        assert (await it.hall.table(table.id)).status == "cancelled"


async def test_the_game_goes_on_if_the_cancellation_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Reply] = []
    async with scripted_hall(tmp_path) as it:
        table = await left_alone(it)

        def somebody_moves_and_there_is_no_room() -> None:
            table.put(Move(*some_move(table)), answers.append)
            raise NotWritten("not_written")

        meanwhile(it, monkeypatch, somebody_moves_and_there_is_no_room)
        assert await refused(it.hall.ask(table.id, Leave("ada"))) == "not_written"
        await it.settle(table)
        assert table.status == "playing"
        assert len(answers) == 1
        assert isinstance(answers[0], Accepted)


async def test_after_a_foreign_write_the_table_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Reply] = []
    async with scripted_hall(tmp_path) as it:
        table = await left_alone(it)
        seq = table.match.seq

        def somebody_moves_and_another_has_written() -> None:
            table.put(Move(*some_move(table)), answers.append)
            raise Conflict("another hall")

        meanwhile(it, monkeypatch, somebody_moves_and_another_has_written)
        assert await refused(it.hall.ask(table.id, Leave("ada"))) == "stale"
        await it.settle(table)
        assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["stale"]
        assert table.match.seq == seq
