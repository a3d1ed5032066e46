"""Somebody else has written to a table: those who look at it are told so, and find out what."""

from tests.hall.scene import refused, tamper, walk
from tests.kit.loop import in_a_loop
from tests.kit.people import LoudHall, two_at_a_table
from ukumbi.lab.people.guest import Guest

INSERT = """
INSERT INTO events (table_number, seq, at, actor, event)
SELECT number, 4, 0, 0, '{"type":"stepped","seat":0}' FROM tables WHERE id = ?
"""


@in_a_loop
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
