"""A move that is sent again counts once, also when only the ledger remembers it, and across snapshots."""

from tests.hall.scene import events_of
from tests.kit.client import Client
from tests.kit.halls import guest_as, new_row, past_table, ref_of
from tests.kit.people import LoudHall
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.ledger.sqlite import SqliteLedger


async def test_a_move_sent_again_to_a_table_that_has_to_be_opened(server: LoudHall) -> None:
    """It would be legal once more: only its ref tells that it has been made."""
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
        # Ada's ref is one that Ben has used: each has their own.
        client.say(
            "move", table=row.id, move="step", answers=seq, ref=ref_of(latest if client is ada else 999)
        )
        seq += 1
        assert (await client.hear("update", seq=seq))["heard"][0]["actor"] == seat
    refs = [(actor, ref) for _, actor, ref, _ in events_of(server.folder, row.id)]
    assert len(refs) == len(set(refs)) == seq
