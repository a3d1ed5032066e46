"""A table whose rules or log fail stops and keeps its log; no other table notices."""

from functools import partial
from pathlib import Path
from typing import Final

import pytest

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.actions import WITH_KIT_GAMES, events_of, in_ledger, refused, send, tamper, until, walk
from tests.kit.client import Client
from tests.kit.halls import guest_as, new_row, past_table
from tests.kit.people import LoggedHall, two_at_a_table
from ukumbi.core import Refused
from ukumbi.ledger.sqlite import SqliteLedger

BAD_EVENTS: Final = {
    "folds badly": '{"type":"rotted"}',
    "is of no known kind": '{"type":"danced"}',
    "is no event": '{"type":"stepped"',
}
BAD_SNAPSHOTS: Final = {
    "is of another kind": """state = '{"no": "state"}'""",
    "is no text": "state = '{'",
    "has no refs": "refs = '['",
    "has wrong values": """state = '{"steps": 1, "taken": "x"}'""",
}


def _is_kept(folder: Path, table: str) -> bool:
    """Whether the ledger knows that the table has stopped."""
    return in_ledger(folder, "SELECT status FROM tables WHERE id = ?", table) == [("stopped",)]


async def _break(server: HallProcess, verb: str) -> tuple[str, Client]:
    """A table whose rules fail at the third move, and the player who made it."""
    table, clients = await two_at_a_table(server, "fragile", watch="on")
    seq = await walk(clients, table, 2)
    ref = send(clients[0], table, verb, seq)
    for client in clients:
        assert (await client.hear("stopped", table=table))["code"] == "table_stopped"
    assert (await clients[0].hear("refused", ref=ref))["code"] == "table_stopped"
    assert await refused(clients[0], table, "step", seq) == "table_stopped"
    return table, clients[0]


async def test_a_fault_in_the_rules_stops_one_table(tmp_path: Path) -> None:
    """`crash` fails while the move is decided, `rot` while its event is folded."""
    with HallProcess(tmp_path, *WITH_KIT_GAMES) as server:
        elsewhere, others = await two_at_a_table(server, "fragile", watch="on")
        seq = await walk(others, elsewhere, 2)
        tables = {verb: await _break(server, verb) for verb in ("crash", "rot")}
        seq = await walk(others, elsewhere, 4, seq)
        for table, _ in tables.values():
            await until(partial(_is_kept, tmp_path, table))
        server.kill()
        server.start()
        for table, mover in tables.values():
            await _still_stopped(server, tmp_path, table, str(mover.welcome["person"]))
        log = await Guest(server.port).ask("GET", f"/api/tables/{elsewhere}/log")
        assert len(log) == seq == 7


async def _still_stopped(server: HallProcess, folder: Path, table: str, person: str) -> None:
    guest = guest_as(person, folder, server.port)
    assert (await guest.ask("GET", f"/api/tables/{table}"))["status"] == "stopped"
    log = await guest.ask("GET", f"/api/tables/{table}/log")
    assert [heard["event"]["type"] for heard in log] == ["began", "stepped", "stepped"]
    assert len(events_of(folder, table)) == 3
    back = await Client.at(guest)
    back.say("join", table=table)
    sync = await back.hear("sync", table=table)
    assert (sync["status"], sync["seq"], sync["you"]) == ("stopped", 3, 0)
    assert await refused(back, table, "step", 3) == "table_stopped"


async def test_a_damaged_log_stops_its_table_and_a_damaged_snapshot_none(server: LoggedHall) -> None:
    folder = server.folder
    ledger = SqliteLedger(folder / "hall.sqlite")
    tables = {}
    for fate in (*BAD_EVENTS, *BAD_SNAPSHOTS, "is untouched"):
        row = new_row("fragile", options=b'{"steps":99}')
        tables[fate] = (await past_table(ledger, row, 60))[0].id
    row = new_row("pounce", options=b'{"rounds":99,"beat_ms":600000}')
    tables["cannot be followed"] = (await past_table(ledger, row, 60))[0].id
    await ledger.close()
    for fate, text in BAD_EVENTS.items():
        _damage(folder, tables[fate], "UPDATE events SET event = ? WHERE seq = 57 AND", text)
    for fate, change in BAD_SNAPSHOTS.items():
        _damage(folder, tables[fate], f"UPDATE snapshots SET {change} WHERE")
    no_hands = "UPDATE snapshots SET state = json_set(state, '$.hands', json('[]')) WHERE"
    _damage(folder, tables["cannot be followed"], no_hands)

    client = await Client.at(Guest(server.port))
    for fate in BAD_EVENTS:
        await _is_stopped(client, server, tables.pop(fate))
    pounce = tables.pop("cannot be followed")
    for table in tables.values():
        assert await _view(client, table) == {"steps": 99, "taken": 59}
    assert (await _view(client, pounce))["beats"] > 1


def _damage(folder: Path, table: str, change: str, *facts: str) -> None:
    tamper(folder, f"{change} table_number = (SELECT number FROM tables WHERE id = ?)", *facts, table)


async def _is_stopped(client: Client, server: HallProcess, table: str) -> None:
    client.say("join", table=table)
    assert (await client.hear("refused", table=table))["code"] == "table_stopped"
    with pytest.raises(Refused, match="table_stopped"):
        await Guest(server.port).ask("GET", f"/api/tables/{table}")


async def _view(client: Client, table: str) -> dict[str, int]:
    client.say("join", table=table, since=55)
    sync = await client.hear("sync", table=table)
    assert [heard["seq"] for heard in sync["events"]] == list(range(56, sync["seq"] + 1))
    client.say("leave", table=table)
    view: dict[str, int] = sync["view"]
    return view
