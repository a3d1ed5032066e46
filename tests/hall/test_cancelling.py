"""A cancelled table stays cancelled, whatever happens during the write."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit.halls import arrive
from tests.kit.scripted_hall import ScriptedHall, refused, scripted_hall
from ukumbi.core import Refused, Seat
from ukumbi.hall.requests import (
    Accepted,
    Cancel,
    GetReady,
    Leave,
    Move,
    Reply,
    Sit,
)
from ukumbi.hall.table import Table
from ukumbi.ledger import Conflict, NotWritten


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

        def a_player_moves() -> None:
            table.put(Move(*some_move(table)), answers.append)

        meanwhile(it, monkeypatch, a_player_moves)
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

        def a_player_moves_on_a_full_disk() -> None:
            table.put(Move(*some_move(table)), answers.append)
            raise NotWritten("not_written")

        meanwhile(it, monkeypatch, a_player_moves_on_a_full_disk)
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

        def a_player_moves_after_a_foreign_write() -> None:
            table.put(Move(*some_move(table)), answers.append)
            raise Conflict("another hall")

        meanwhile(it, monkeypatch, a_player_moves_after_a_foreign_write)
        assert await refused(it.hall.ask(table.id, Leave("ada"))) == "stale"
        await it.settle(table)
        assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["stale"]
        assert table.match.seq == seq
