"""Whoever comes back, from wherever they were, gets exactly what they missed and may know."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.hall.scene import KIT
from tests.kit.client import Client, Heard
from tests.kit.halls import REGISTRY, guest_as, new_row, past_table
from tests.kit.loop import in_a_loop
from ukumbi.core import Record, Refused, Seat, codec, fold
from ukumbi.hall.hall import PAGE
from ukumbi.lab.hall_process import HallProcess
from ukumbi.lab.people.guest import Guest
from ukumbi.ledger import TableRow
from ukumbi.ledger.sqlite import SqliteLedger

POUNCE = REGISTRY["pounce"].game
OPTIONS = b'{"rounds":99999,"beat_ms":600000}'
VIEWERS: dict[str, Seat | None] = {"ada": Seat(0), "ben": Seat(1), "eve": None}


class Past:
    """A table of Pounce with a past, and what each viewer should know of it."""

    def __init__(self, row: TableRow, records: list[Record]) -> None:
        self.table = row.id
        read = codec(POUNCE).event
        self._records = [(record, read(record.event)) for record in records]
        self.seq = len(records)
        self.state = fold(POUNCE.evolve, (event for _, event in self._records))

    def heard(self, seat: Seat | None, since: int = 0) -> list[Heard]:
        return [
            {"seq": record.seq, "at": record.at, "actor": record.actor, "event": _plain(known)}
            for record, event in self._records[since:]
            if (known := POUNCE.redact(event, seat)) is not None
        ]

    def view(self, seat: Seat | None) -> Any:
        return _plain(POUNCE.view(self.state, seat))


def _plain(value: Any) -> Any:
    return msgspec.json.decode(codec(POUNCE).encode(value))


@asynccontextmanager
async def hall_with_past(folder: Path, events: int, **facts: Any) -> AsyncIterator[tuple[HallProcess, Past]]:
    ledger = SqliteLedger(folder / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("pounce", options=OPTIONS, **facts), events)
    past = Past(row, await ledger.records(1, 0, 1 << 20))
    await ledger.close()
    with HallProcess(folder, *KIT) as server:
        yield server, past


async def join(client: Client, table: str, since: int = 0, **fields: Any) -> Heard:
    client.say("join", table=table, since=since, **fields)
    return await client.hear("sync", table=table)


@in_a_loop
async def test_from_every_moment_of_a_game(tmp_path: Path) -> None:
    """Across two snapshots; what is in memory and what is in the ledger fit together without a seam."""
    async with hall_with_past(tmp_path, 130) as (server, past):
        for person, seat in VIEWERS.items():
            client = await Client.at(guest_as(person, tmp_path, server.port))
            for since in range(past.seq + 1):
                sync = await join(client, past.table, since)
                assert sync["heard"] == past.heard(seat, since), since
                assert (sync["seq"], sync["whole"]) == (past.seq, True)
                assert (sync["view"], sync["you"]) == (past.view(seat), seat)


@in_a_loop
async def test_a_long_past_comes_in_pages(tmp_path: Path) -> None:
    async with hall_with_past(tmp_path, 10_000) as (server, past):
        guest = guest_as("ada", tmp_path, server.port)
        client = await Client.at(guest)
        sync = await join(client, past.table)
        assert (sync["whole"], len(sync["heard"])) == (False, PAGE)
        assert (sync["seq"], sync["view"]) == (past.seq, past.view(Seat(0)))
        heard = sync["heard"]
        while page := await guest.ask("GET", f"/api/tables/{past.table}/log?after={heard[-1]['seq']}"):
            heard += page
        assert heard == past.heard(Seat(0))
        near = past.seq - PAGE + 1
        sync = await join(client, past.table, near)
        assert (sync["whole"], sync["heard"]) == (True, past.heard(Seat(0), near))


def _cards_in(messages: Any) -> set[str]:
    """The names under which a message tells cards that lie hidden."""
    if isinstance(messages, dict):
        own = {name for name in ("hand", "own", "card", "pile") if isinstance(messages.get(name), int | list)}
        return own.union(*map(_cards_in, messages.values()))
    return set().union(*map(_cards_in, messages)) if isinstance(messages, list) else set()


@in_a_loop
async def test_a_spectator_hears_nothing_that_only_a_seat_may_know(tmp_path: Path) -> None:
    async with hall_with_past(tmp_path, 40) as (server, past):
        onlooker = await Client.at(Guest(server.port))
        players = [await Client.at(guest_as(person, tmp_path, server.port)) for person in ("ada", "ben")]
        for client in (onlooker, *players):
            await join(client, past.table)
        seat = min(POUNCE.may_act(past.state))
        card = past.state.hands[seat][0]
        players[seat].say("move", table=past.table, move=f"lay {card}", answers=past.seq, ref="r")
        seen = await players[seat].hear("update", ref="r")
        told = await onlooker.hear("update")
        assert seen["heard"][0]["event"]["card"] == card
        assert told["heard"][0]["event"] == {"type": "laid", "seat": seat, "card": None}
        assert "ref" not in told or told["ref"] is None
        sync = await join(onlooker, past.table)
        assert _cards_in([told, sync["heard"]]) <= {"hand", "pile"}
        assert told["view"]["hand"] == []
        assert isinstance(told["view"]["pile"], int)
        assert sync["heard"] == [*past.heard(None), *told["heard"]]


@pytest.mark.parametrize(
    ("watch", "key", "allowed"),
    [
        ("on", None, True),
        ("off", None, False),
        ("off", "key", False),
        ("link", "key", True),
        ("link", "kez", False),
        ("link", "", False),
        ("link", None, False),
    ],
)
def test_who_may_watch(
    watched: dict[str, tuple[HallProcess, str]], watch: str, key: str | None, allowed: bool
) -> None:
    in_a_loop(_may_watch)(*watched[watch], key, allowed)


async def _may_watch(server: HallProcess, table: str, key: str | None, allowed: bool) -> None:
    guest = Guest(server.port)
    client = await Client.at(guest)
    client.say("join", table=table, **({} if key is None else {"key": key}))
    log = f"/api/tables/{table}/log" + ("" if key is None else f"?key={key}")
    if allowed:
        assert (await client.hear("sync", table=table))["you"] is None
        assert _cards_in(await guest.ask("GET", log)) == set()
    else:
        assert (await client.hear("refused", table=table))["code"] == "watching_not_allowed"
        with pytest.raises(Refused, match="watching_not_allowed"):
            await guest.ask("GET", log)


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A hall with one table for each way of watching."""
    folder, rows = tmp_path_factory.mktemp("hall"), []

    async def prepare() -> None:
        ledger = SqliteLedger(folder / "hall.sqlite")
        for watch in ("on", "off", "link"):
            row = new_row("pounce", options=OPTIONS, watch=watch)
            rows.append((await past_table(ledger, row, 20))[0])
        await ledger.close()

    in_a_loop(prepare)()
    with HallProcess(folder, *KIT) as server:
        yield {row.watch: (server, row.id) for row in rows}
