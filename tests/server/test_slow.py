"""Those who read slowly: a little is kept for them, in order; who does not read at all is cut off."""

from pathlib import Path
from typing import Any

import msgspec

from tests.kit.client import TEXT, Client, frame
from tests.kit.inside import hall_inside
from tests.kit.people import LoudHall, guest_at, joined, set_up, two_at_a_table
from ukumbi.hall.hall import Hall
from ukumbi.server.limits import Limits


def question(table: str, size: int, ref: str = "r") -> bytes:
    """A plan of about this size; the refusal repeats it."""
    parts = ["x" * 100] * (size // 100) + ["y" * (size % 100)]
    return frame(TEXT, msgspec.json.encode({"type": "plan", "table": table, "parts": parts, "ref": ref}))


def unsent(hall: Hall, table: str, seat: int) -> int:
    """What the hall still has to send to this seat."""
    viewer: Any = next(viewer for viewer, place in hall.tables[table].publisher.items() if place == seat)
    return int(viewer._connection._transport.underlying_transport.get_write_buffer_size())


async def test_what_waits_for_a_slow_reader_comes_whole_and_in_order(tmp_path: Path) -> None:
    """Long messages and short ones, while the line is jammed."""
    async with hall_inside(tmp_path) as (server, hall):
        table, (slow, other) = await two_at_a_table(server)
        slow.stop_reading()
        asked = 0
        while not unsent(hall, table, 0):
            slow.put(question(table, 9_500, f"{asked}"))
            await other.fence()
            asked += 1
        for size in (9_000, 10, 300, 8_100, 8_300, 50, 9_900, 8_192, 700, 9_876):
            slow.put(question(table, size, f"{asked}"))
            asked += 1
        await other.fence()
        assert 0 < unsent(hall, table, 0) < Limits().unsent_bytes
        slow.read_on()
        await slow.until(lambda: len(list(slow.of_kind("refused"))) == asked)
        assert [oops["ref"] for oops in slow.of_kind("refused")] == [f"{number}" for number in range(asked)]


async def test_who_does_not_read_is_cut_off(hall: LoudHall) -> None:
    """And nobody else waits for them."""
    guest = await guest_at(hall)
    table, (white, _) = await two_at_a_table(hall)
    own = await set_up(guest, others=["1"])
    deaf = await Client.at(guest)
    await joined(deaf, own)
    deaf.stop_reading()
    asked = 3_000
    for _ in range(asked):
        deaf.put(question(own, 9_900))
    white.say("move", table=table, move="a1-a4/b4", answers=1, ref="1")
    await white.moved("1")
    while deaf.unsent:
        await white.fence()
    deaf.read_on()
    assert await deaf.cut_off() is None
    assert len(deaf.heard) < asked
