"""Each move gets exactly one answer; a repeated one counts once, even if only the ledger remembers it."""

from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from tests.kit.actions import events_of
from tests.kit.client import Client
from tests.kit.halls import Recorder, arrive, guest_as, new_row, open_hall, past_table, ref_of, settle
from tests.kit.people import LoggedHall
from ukumbi.core import Seat
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.history import KEPT_REFS
from ukumbi.hall.requests import Accepted, StandIn
from ukumbi.hall.table import Table
from ukumbi.ledger.sqlite import SqliteLedger


async def test_a_repeated_move_opens_its_table_and_counts_once(server: LoggedHall) -> None:
    """The move would be legal again: only its ref shows that it has been made."""
    ledger = SqliteLedger(server.folder / "hall.sqlite")
    row, moves = await past_table(ledger, new_row("fragile", options=b'{"steps":99}'), SNAPSHOT_EVERY + 10)
    await ledger.close()
    latest, before_the_snapshot = len(moves) - 1, 20
    seq = len(moves) + 1
    ada, ben = [await Client.at(guest_as(person, server.folder, server.port)) for person in ("ada", "ben")]
    for client in (ada, ben):
        client.say("join", table=row.id, since=seq)
        await client.hear("sync")
    for move in (latest, before_the_snapshot):
        ben.say("move", table=row.id, move="step", answers=seq, ref=ref_of(move))
        await ben.hear("accepted", ref=ref_of(move))
    for client, seat in ((ben, 1), (ada, 0)):
        # Ben has used Ada's ref: refs belong to their player.
        client.say(
            "move", table=row.id, move="step", answers=seq, ref=ref_of(latest if client is ada else 999)
        )
        seq += 1
        assert (await client.hear("update", seq=seq))["events"][0]["actor"] == seat
    refs = [(actor, ref) for _, actor, ref, _ in events_of(server.folder, row.id)]
    assert len(refs) == len(set(refs)) == seq


async def test_a_ref_counts_once_for_good(server: LoggedHall) -> None:
    """After this many moves only the ledger knows it. The same move would be legal, the other not."""
    ledger = SqliteLedger(server.folder / "hall.sqlite")
    moves = 2 * KEPT_REFS + 10
    row, _ = await past_table(ledger, new_row("fragile", options=b'{"steps":999}'), moves)
    await ledger.close()
    client = await Client.at(guest_as("ada" if moves % 2 else "ben", server.folder, server.port))
    client.say("join", table=row.id, since=moves)
    sync = await client.hear("sync")
    for move in ("step", "nonsense"):
        old = next(
            ref for _, actor, ref, _ in events_of(server.folder, row.id) if ref and actor == sync["you"]
        )
        assert old not in sync["accepted"]
        client.say("move", table=row.id, move=move, answers=moves, ref=old)
        await client.hear("accepted", ref=old)
    client.say("move", table=row.id, move="nonsense", answers=moves, ref="new")
    assert (await client.hear("refused"))["ref"] == "new"
    assert len(events_of(server.folder, row.id)) == moves


async def test_a_move_is_answered_even_if_reading_the_ledger_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> bool:
        raise OSError("the disk does not answer")

    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":999}'), KEPT_REFS + 5)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        monkeypatch.setattr(hall.ledger, "knows_ref", fails)
        ada.submit(table, 0, "jump", "unknown")
        await ada.received(ada.refusals)
        assert len(ada.refusals) == 1


# publishing comes after writing: a fault in it undoes nothing


def fails(*_: Any) -> None:
    raise ValueError("a fault")


def break_publishing(table: Table, sent_by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, _, name = sent_by.rpartition(".")
    monkeypatch.setattr(attrgetter(owner)(table), name, fails)


@pytest.mark.parametrize("sent_by", ["publisher.before_step", "publisher.step", "hall.news.send"])
async def test_a_move_on_disk_is_accepted_even_if_publishing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent_by: str
) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":9}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        hall.connect(Recorder("ben"))  # who looks at something else, and is told on the start page
        await settle(table)
        break_publishing(table, sent_by, monkeypatch)
        ada.submit(table, 0, "step", "r")
        await ada.received(ada.accepted)
        assert (ada.accepted, ada.refusals, len(ada.stopped)) == (["r"], [], 1)
        assert (table.status, table.match.seq) == ("stopped", 2)
    assert [ref for _, _, ref, _ in events_of(tmp_path, row.id)] == [None, "r"]


@pytest.mark.parametrize("sent_by", ["publisher.reseat", "hall.news.send", "bots_and_clock.prompt"])
async def test_a_seat_change_on_disk_is_accepted_even_if_publishing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent_by: str
) -> None:
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":9}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        await settle(table)
        break_publishing(table, sent_by, monkeypatch)
        assert isinstance(await table.ask(StandIn("ada", Seat(1))), Accepted)
        assert (len(ada.stopped), table.status) == (1, "stopped")
        written = await hall.ledger.seat_changes(table.row.number)
        assert written == table.changes
        assert len(written) == 2
