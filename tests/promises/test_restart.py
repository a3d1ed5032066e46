"""Play goes on after a restart: overdue events happen when the hall opens, even without viewers."""

import time
from pathlib import Path

from benchmarks.hall_process import HallProcess
from tests.kit.actions import WITH_KIT_GAMES, events_of, in_ledger, make, until
from tests.kit.client import Client
from tests.kit.people import all_ready, guest_at, joined, presence_with, set_up, two_in_play
from tests.kit.workers import end_of, workers_of
from ukumbi.core.log import CLOCK_ACTOR

BEAT = 400
FIRST = "a1-a4/b4"


async def test_overdue_ticks_and_bot_moves_happen_at_opening(tmp_path: Path) -> None:
    """A beat of Pounce has ended meanwhile, and a bot of Fragile was asked before."""
    with HallProcess(tmp_path, *WITH_KIT_GAMES) as server:
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

    with HallProcess(tmp_path, *WITH_KIT_GAMES, "--bot-timeout", "0.3"):
        assert [actor for _, actor, *_ in await until(lambda: events_of(tmp_path, walking)[2:])] == [1]
        # Two more beats, the second at its regular time.
        beats = await until(lambda: _beats_after(tmp_path, beating, before, 2))
        assert [actor for actor, _ in beats] == [CLOCK_ACTOR] * len(beats)
        assert beats[0][1] > wake
        assert beats[1][1] >= beats[0][1] + BEAT


async def test_a_stand_in_moves_by_itself_after_a_kill(tmp_path: Path) -> None:
    """The hall is killed after a bot stood in and before it moved; no viewer opens the table again."""
    with HallProcess(tmp_path, "--bot-pace", "1000") as server:
        table, (host, _), (white, grey) = await two_in_play(server)
        await make(white, table, FIRST, answers=1)
        grey.hang_up()
        await presence_with(white, table, 1, here=False)
        await host.ask("POST", f"/api/tables/{table}/seats/1/stand-in")
        server.kill()
    assert len(events_of(tmp_path, table)) == 2
    with HallProcess(tmp_path, "--bot-pace", "0"):
        assert [actor for _, actor, *_ in await until(lambda: events_of(tmp_path, table)[2:])] == [1]


def _beats_after(folder: Path, table: str, seq: int, count: int) -> list[tuple[int, int]]:
    """The actors and times of the beats after this event, once there are this many."""
    question = (
        "SELECT actor, at FROM events JOIN tables ON tables.number = table_number"
        " WHERE id = ? AND seq > ? AND event LIKE '%called%' ORDER BY seq"
    )
    beats = [(int(actor), int(at)) for actor, at in in_ledger(folder, question, table, seq)]
    return beats if len(beats) >= count else []
