"""What was due while the hall was closed happens when it opens, though nobody looks."""

import time
from pathlib import Path

from benchmarks.hall_process import HallProcess
from tests.hall.scene import KIT, events_of, in_ledger, make, until
from tests.hall.workers import end_of, workers_of
from tests.kit.client import Client
from tests.kit.people import all_ready, guest_at, joined, set_up
from ukumbi.core.log import CLOCK_ACTOR

BEAT = 400


async def test_what_was_due_in_the_meantime(tmp_path: Path) -> None:
    """A beat of Pounce has run out, and a bot of Fragile was amid a thought, which ended too."""
    with HallProcess(tmp_path, *KIT) as server:
        guest = await guest_at(server)
        client = await Client.at(guest)
        walking = await set_up(guest, "fragile", ["hang"])
        await joined(client, walking)
        await make(client, walking, "step", 1)
        beating = await set_up(guest, "pounce", ["open"], options={"rounds": 1000, "beat_ms": BEAT})
        friend = await guest_at(server)
        await friend.sit(beating)
        for other in (client, await Client.at(friend)):
            await joined(other, beating)
        await all_ready(beating, [guest, friend])
        await until(lambda: events_of(tmp_path, beating))
        (worker,) = await until(lambda: workers_of(server.pid))
        server.kill()
        await end_of(worker)
    before = len(events_of(tmp_path, beating))
    assert len(events_of(tmp_path, walking)) == 2
    ((wake,),) = in_ledger(tmp_path, "SELECT wake FROM tables WHERE id = ?", beating)
    await until(lambda: time.time() * 1000 > wake)

    with HallProcess(tmp_path, *KIT, "--bot-timeout", "0.3"):
        assert [actor for _, actor, *_ in await until(lambda: events_of(tmp_path, walking)[2:])] == [1]
        # Two beats more, the second in its own time.
        beats = await until(lambda: _beats_after(tmp_path, beating, before, 2))
        assert [actor for actor, _ in beats] == [CLOCK_ACTOR] * len(beats)
        assert beats[0][1] > wake
        assert beats[1][1] >= beats[0][1] + BEAT


def _beats_after(folder: Path, table: str, seq: int, count: int) -> list[tuple[int, int]]:
    """Who called the beats after this event, and when, once there are so many."""
    question = (
        "SELECT actor, at FROM events JOIN tables ON tables.number = table_number"
        " WHERE id = ? AND seq > ? AND event LIKE '%called%' ORDER BY seq"
    )
    beats = [(int(actor), int(at)) for actor, at in in_ledger(folder, question, table, seq)]
    return beats if len(beats) >= count else []
