"""Requests to a table: seats, ready, take-backs, resignations."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from benchmarks.audit import audit
from tests.kit.actions import in_ledger
from tests.kit.halls import Recorder, arrive, new_row, open_hall, past_table
from tests.kit.scripted_clock import ScriptedClock
from tests.kit.scripted_hall import TURNS, WHITE_FIRST, refused, scripted_hall
from ukumbi.core import Refused, Resigned, Seat, TakenBack
from ukumbi.hall import seats
from ukumbi.hall.absence import AWAY_MILLISECONDS as AWAY
from ukumbi.hall.requests import (
    Accepted,
    AnswerTakeBack,
    AskTakeBack,
    EndGame,
    FreeSeat,
    GetReady,
    Leave,
    Move,
    Resign,
    SeatBot,
    Sit,
    StandIn,
)
from ukumbi.ledger import Occupant


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
        await table._reseat(seats.Answered(Seat(1), True))
    async with scripted_hall(tmp_path) as it:
        opened = await it.hall.table(table.id)
        await it.settle(opened)
        assert opened.match.history[-1][1] == TakenBack(1)


def _run(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "hall.sqlite")) as ledger, ledger:
        for statement in statements:
            ledger.execute(statement)


async def test_a_ledger_that_fails_temporarily_stops_no_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":99}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        _run(tmp_path, "ALTER TABLE events RENAME TO lost")
        ada.submit(table, 0, "step", "first")
        await ada.received(ada.refusals)
        assert [refusal.code for refusal in ada.refusals] == ["not_written"]
        assert table.status == "playing"
        with pytest.raises(Refused, match="not_written"):
            await hall.ledger._write(lambda connection: connection.exec_driver_sql("SELECT * FROM events"))  # type: ignore[attr-defined]
        _run(tmp_path, "ALTER TABLE lost RENAME TO events")
        ada.submit(table, 0, "step", "first")
        await ada.received(ada.updates)
        assert table.match.seq == 2
