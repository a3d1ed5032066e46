"""A hall that is killed knows which tasks its players have met."""

from pathlib import Path

from benchmarks.hall_process import HallProcess
from benchmarks.players.guest import Guest
from tests.kit.client import Client
from tests.kit.people import guest_at, joined, set_up


async def test_a_killed_hall_knows_what_was_met(tmp_path: Path) -> None:
    """In games that nobody has finished: whatever was shown before it does not come again after it."""
    with HallProcess(tmp_path) as hall:
        guest, met = await guest_at(hall), set[int]()
        client = await Client.at(guest)
        tables = [await _alone(guest, client, met) for _ in range(2)]
        for number in range(8):
            await _put_aside(client, tables[number % 2], met)
        hall.kill()
        await client.farewell()
        hall.start()
        client = await Client.at(guest)
        again = set[int]()
        table = await _alone(guest, client, again)
        for _ in range(7):
            await _put_aside(client, table, again)
        assert len(met) >= 9, "the older table knows nothing of the newer one, but the newer of the older"
        assert len(again) == 8
        assert not met & again
        client.hang_up()


async def _alone(guest: Guest, client: Client, met: set[int]) -> str:
    """A new table of their own, on the first level; its task has been met."""
    table = await set_up(guest, "ubongo", others=())
    laid_out = await joined(client, table)
    await _move(client, table, "level 1", laid_out["seq"], met)
    return table


async def _put_aside(client: Client, table: str, met: set[int]) -> None:
    client.say("join", table=table)
    sync = await client.hear("sync", table=table)
    await _move(client, table, f"aside {sync['view']['round']}", sync["seq"], met)


async def _move(client: Client, table: str, move: str, answers: int, met: set[int]) -> None:
    ref = f"{table} {move}"[-40:]
    client.say("move", table=table, move=move, answers=answers, ref=ref)
    update = await client.moved(ref)
    [side] = update["view"]["sides"]
    met.add(side["board"]["numbers"][update["view"]["die"] - 1])
