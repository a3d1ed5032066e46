"""Viewers get exactly what they missed and may know: views, events and logs, over sockets and HTTP."""

from typing import Any

import msgspec
import pytest

from benchmarks.players.guest import Guest
from tests.kit.actions import in_ledger
from tests.kit.client import Client, Heard
from tests.kit.halls import REGISTRY, guest_as, new_row, past_table
from tests.kit.people import LoggedHall
from ukumbi.core import Record, Refused, Seat, codec, fold
from ukumbi.hall.history import PAGE_RECORDS
from ukumbi.ledger import TableRow
from ukumbi.ledger.sqlite import SqliteLedger

POUNCE = REGISTRY["pounce"].game
OPTIONS = b'{"rounds":99999,"beat_ms":600000}'
VIEWERS: dict[str, Seat | None] = {"ada": Seat(0), "ben": Seat(1), "eve": None}


class Past:
    """A table of Pounce with a log, and what each viewer may know of it."""

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


async def past_at(server: LoggedHall, events: int) -> Past:
    """Written behind the hall's back, so that it has to open the table."""
    ledger = SqliteLedger(server.folder / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("pounce", options=OPTIONS), events)
    ((number,),) = in_ledger(server.folder, "SELECT number FROM tables WHERE id = ?", row.id)
    past = Past(row, await ledger.records(number, 0, 1 << 20))
    await ledger.close()
    return past


async def join(client: Client, table: str, since: int = 0, **fields: Any) -> Heard:
    client.say("join", table=table, since=since, **fields)
    return await client.hear("sync", table=table)


async def test_joining_since_any_event_gives_the_missed_ones(server: LoggedHall) -> None:
    """Across two snapshots, with events from memory and from the ledger."""
    past = await past_at(server, 130)
    for person, seat in VIEWERS.items():
        client, view = await Client.at(guest_as(person, server.folder, server.port)), past.view(seat)
        heard = past.heard(seat)
        for since in range(past.seq + 1):
            sync = await join(client, past.table, since)
            assert sync["events"] == [each for each in heard if each["seq"] > since], since
            assert (sync["seq"], sync["whole"]) == (past.seq, True)
            assert (sync["view"], sync["you"]) == (view, seat)


async def test_a_long_log_comes_in_pages(server: LoggedHall) -> None:
    past = await past_at(server, 4 * PAGE_RECORDS)
    guest = guest_as("ada", server.folder, server.port)
    client = await Client.at(guest)
    sync = await join(client, past.table)
    assert (sync["whole"], len(sync["events"])) == (False, PAGE_RECORDS)
    assert (sync["seq"], sync["view"]) == (past.seq, past.view(Seat(0)))
    heard = sync["events"]
    while page := await guest.ask("GET", f"/api/tables/{past.table}/log?after={heard[-1]['seq']}"):
        heard += page
    assert heard == past.heard(Seat(0))
    near = past.seq - PAGE_RECORDS + 1
    sync = await join(client, past.table, near)
    assert (sync["whole"], sync["events"]) == (True, past.heard(Seat(0), near))


def _cards_in(messages: Any) -> set[str]:
    """Names of the messages' fields that show hidden cards."""
    if isinstance(messages, dict):
        own = {name for name in ("hand", "own", "card", "pile") if isinstance(messages.get(name), int | list)}
        return own.union(*map(_cards_in, messages.values()))
    return set().union(*map(_cards_in, messages)) if isinstance(messages, list) else set()


async def test_a_spectator_gets_no_secret(server: LoggedHall) -> None:
    past = await past_at(server, 40)
    onlooker = await Client.at(Guest(server.port))
    players = [await Client.at(guest_as(person, server.folder, server.port)) for person in ("ada", "ben")]
    for client in (onlooker, *players):
        await join(client, past.table)
    seat = min(POUNCE.may_act(past.state))
    card = past.state.hands[seat][0]
    players[seat].say("move", table=past.table, move=f"lay {card}", answers=past.seq, ref="r")
    seen = await players[seat].moved("r")
    told = await onlooker.hear("update")
    assert seen["events"][0]["event"]["card"] == card
    assert told["events"][0]["event"] == {"type": "laid", "seat": seat, "card": None}
    assert "ref" not in told or told["ref"] is None
    sync = await join(onlooker, past.table)
    assert _cards_in([told, sync["events"]]) <= {"hand", "pile"}
    assert told["view"]["hand"] == []
    assert isinstance(told["view"]["pile"], int)
    assert sync["events"] == [*past.heard(None), *told["events"]]


@pytest.mark.parametrize(
    ("watch", "keys", "wrong_keys"),
    [("on", [None], []), ("off", [], [None, "key"]), ("link", ["key"], ["kez", "", None])],
)
async def test_only_the_right_key_lets_strangers_watch(
    server: LoggedHall, watch: str, keys: list[str | None], wrong_keys: list[str | None]
) -> None:
    ledger = SqliteLedger(server.folder / "hall.sqlite")
    row, _ = await past_table(ledger, new_row("pounce", options=OPTIONS, watch=watch), 20)
    await ledger.close()
    for key in keys:
        client, guest, log = await _knock(server, row.id, key)
        assert (await client.hear("sync", table=row.id))["you"] is None
        assert _cards_in(await guest.ask("GET", log)) == set()
    for key in wrong_keys:
        client, guest, log = await _knock(server, row.id, key)
        assert (await client.hear("refused", table=row.id))["code"] == "watching_not_allowed", key
        with pytest.raises(Refused, match="watching_not_allowed"):
            await guest.ask("GET", log)


async def _knock(server: LoggedHall, table: str, key: str | None) -> tuple[Client, Guest, str]:
    """A stranger who asks to watch with this key, and the path of the log."""
    guest = Guest(server.port)
    client = await Client.at(guest)
    client.say("join", table=table, **({} if key is None else {"key": key}))
    return client, guest, f"/api/tables/{table}/log" + ("" if key is None else f"?key={key}")
