"""Somebody else has written to a table: those who look at it are told so, and find out what."""

from pathlib import Path

from benchmarks.players.guest import Guest
from tests.kit.halls import Recorder, arrive, new_row, open_hall, past_table
from tests.kit.people import LoudHall, two_at_a_table
from tests.kit.scene import events_of, refused, tamper, walk
from ukumbi.core import Refused, Seat
from ukumbi.hall.requests import Move, Reply

INSERT = """
INSERT INTO events (table_number, seq, at, actor, event)
SELECT number, 4, 0, 0, '{"type":"stepped","seat":0}' FROM tables WHERE id = ?
"""


async def test_what_was_missed_is_in_the_log(server: LoudHall) -> None:
    table, clients = await two_at_a_table(server, "fragile", watch="on")
    seq = await walk(clients, table, 2)
    tamper(server.folder, INSERT, table)
    assert await refused(clients[0], table, "step", seq) == "stale"
    for client in clients:
        sync = await client.hear("sync", table=table)
        assert (sync["seq"], sync["view"]["taken"]) == (4, 3)
        assert (sync["heard"], sync["whole"]) == ([], False)
    log = await Guest(server.port).ask("GET", f"/api/tables/{table}/log?after={seq}")
    assert [heard["seq"] for heard in log] == [4]
    assert await walk(clients, table, 1, 4) == 5


async def test_what_waits_behind_a_move_that_conflicts_is_not_decided_by_what_was_known(
    tmp_path: Path,
) -> None:
    answers: list[Reply] = []
    async with open_hall(tmp_path) as hall:
        row, _ = await past_table(hall.ledger, new_row("fragile", options=b'{"steps":99}'), 1)
        table, ada = await hall.table(row.id), Recorder("ada")
        arrive(table, ada, Seat(0))
        tamper(tmp_path, INSERT.replace("4, 0, 0", "2, 0, 0"), row.id)
        for _ in range(2):
            table.put(Move(Seat(0), "step"), answers.append)
        await ada.told(ada.syncs, 2)
        assert [answer.code for answer in answers if isinstance(answer, Refused)] == ["stale", "stale"]
        await hall.ledger.beat(hall.clock.now())
    assert len(answers) == 2
    assert [event[0] for event in events_of(tmp_path, row.id)] == [1, 2]
