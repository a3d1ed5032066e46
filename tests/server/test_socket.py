"""The socket: too big or broken frames close the connection, and so do slow readers."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from picows import WSFrame, WSMsgType, WSTransport

from tests.kit.client import BINARY, CLOSE, CONTINUATION, PING, TEXT, Client, frame
from tests.kit.in_process import hall_in_process
from tests.kit.people import LoggedHall, guest_at, joined, set_up, two_at_a_table
from ukumbi.hall.hall import Hall
from ukumbi.server.limits import Limiter, Limits
from ukumbi.server.socket import CROWD_AT_ONCE, Connection, Crowd, Receiver

MOST = 16 * 1024


def ping_of(size: int) -> bytes:
    """A ping message of exactly this many bytes, padded with spaces."""
    return b'{"type":"ping","ref":"big"}'.ljust(size)


async def test_a_message_of_exactly_the_limit_is_read(hall: LoggedHall) -> None:
    client = await Client.at(await guest_at(hall))
    client.send_text(ping_of(MOST))
    await client.hear("pong", ref="big")
    whole = ping_of(MOST)
    client.put(frame(TEXT, whole[:9000], fin=False) + frame(CONTINUATION, whole[9000:]))
    await client.hear("pong", ref="big")


class FrameCounter(Client):
    """Keeps the texts of the hall's frames."""

    frames: tuple[bytes, ...] = ()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.frames = (*self.frames, frame.get_payload_as_bytes())
        super().on_ws_frame(transport, frame)


async def test_messages_of_one_turn_of_the_loop_share_a_frame(hall: LoggedHall) -> None:
    client = await FrameCounter.at(await guest_at(hall))
    client.put(b"".join(frame(TEXT, b'{"type":"ping","ref":"%d"}' % n) for n in range(3)))
    await client.hear("pong", ref="2")
    said = [msgspec.json.decode(line) for line in client.frames[-1].split(b"\n")]
    assert [(message["type"], message["ref"]) for message in said] == [("pong", str(n)) for n in range(3)]


class Sent(list[bytes]):
    """Stands for the transport of one connection."""

    is_close_frame_sent = False

    def send(self, _: WSMsgType, message: bytes) -> None:
        self.append(message)


async def test_to_a_crowd_a_few_frames_are_sent_in_each_turn_of_the_loop() -> None:
    """A player gets what is urgent at once, after what waited for them."""
    limiter, crowd = Limiter(Limits()), Crowd()
    spectators = [
        Connection(limiter.limits, limiter.budget("messages", None, ""), crowd, lambda _: unused())
        for _ in range(2 * CROWD_AT_ONCE)
    ]
    frames = [Sent() for _ in spectators]
    for connection, sent in zip(spectators, frames, strict=True):
        connection._transport = sent  # type: ignore[assignment]
        connection.send(b"update", later=True)
        connection.send(b"presence", later=True)
    spectators[-1].send(b"urgent")
    await asyncio.sleep(0)
    together = [b"update\npresence"]
    assert frames[:CROWD_AT_ONCE] == [together] * CROWD_AT_ONCE
    assert frames[CROWD_AT_ONCE:-1] == [[]] * (CROWD_AT_ONCE - 1)
    assert frames[-1] == [b"update\npresence\nurgent"]
    await asyncio.sleep(0)
    assert frames[:-1] == [together] * (len(frames) - 1)
    assert frames[-1] == [b"update\npresence\nurgent"]


def unused() -> Receiver:
    raise AssertionError("nothing is received here")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        pytest.param(frame(TEXT, ping_of(MOST + 1)), 1009, id="one byte too many"),
        pytest.param(frame(TEXT, ping_of(1 << 20)), 1009, id="a mebibyte"),
        pytest.param(
            frame(TEXT, ping_of(MOST), fin=False) + frame(CONTINUATION, b" "),
            1009,
            id="too many in two pieces",
        ),
        pytest.param(b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4), 1009, id="a tebibyte announced"),
        pytest.param(b"\x81\xff" + b"\xff" * 8 + bytes(4), 1002, id="a negative size"),
        pytest.param(frame(BINARY, b"\x00\x01"), 1003, id="binary"),
        pytest.param(frame(BINARY, b"\x00", fin=False), 1003, id="binary in pieces"),
        pytest.param(frame(TEXT, b"{}", masked=False), 1002, id="not masked"),
        pytest.param(frame(TEXT, ping_of(30), rsv=4), 1002, id="compressed, though nobody agreed"),
        pytest.param(frame(TEXT, ping_of(30), rsv=1), 1002, id="a bit without meaning"),
        pytest.param(frame(0x3, b""), 1002, id="a kind of frame that does not exist"),
        pytest.param(frame(0xF, b""), 1002, id="another one"),
        pytest.param(frame(CONTINUATION, b"{}"), 1002, id="going on with nothing"),
        pytest.param(frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002, id="a text inside a text"),
        pytest.param(frame(PING, b"", fin=False), 1002, id="a ping in pieces"),
        pytest.param(frame(PING, bytes(126)), 1002, id="a ping that is too long"),
        pytest.param(frame(CLOSE, b"\x00"), 1002, id="half a goodbye"),
        pytest.param(frame(CLOSE, (1005).to_bytes(2)), 1002, id="a goodbye that must not be sent"),
        pytest.param(frame(CLOSE, (1000).to_bytes(2) + b"\xff"), 1007, id="a goodbye that is no text"),
        pytest.param(frame(CLOSE, (1000).to_bytes(2) + b"bye"), 1000, id="a proper goodbye"),
    ],
)
async def test_broken_frames_close_with_a_code(hall: LoggedHall, raw: bytes, code: int) -> None:
    bystander = await Client.at(await guest_at(hall))
    client = await Client.at(await guest_at(hall))
    client.put(raw)
    assert await client.cut_off() == code
    assert client.heard == []
    assert await bystander.fence() == []


async def test_nothing_is_read_after_the_close(hall: LoggedHall) -> None:
    """Neither a frame that is too big, nor what follows it."""
    table, (white, grey) = await two_at_a_table(hall)
    move = b'{"type":"move","table":"%b","move":"a1-a4/b4","answers":1,"ref":"late"}' % table.encode()
    white.put(frame(TEXT, move.ljust(MOST + 1)))
    for _ in range(3):
        white.put(frame(TEXT, move))
    assert await white.cut_off() == 1009
    grey.say("move", table=table, move="i9-i6/h6", answers=1, ref="after it")
    await grey.until(lambda: [*grey.of_kind("refused"), *grey.of_kind("update")])
    assert [oops["code"] for oops in grey.of_kind("refused")] == ["not_your_turn"]


async def test_pings_are_answered(hall: LoggedHall) -> None:
    client = await Client.at(await guest_at(hall))
    payloads = [b"", b"there?", bytes(range(125))]
    for payload in payloads:
        client.put(frame(PING, payload))
    await client.until(lambda: len(client.pongs) == len(payloads))
    assert client.pongs == payloads


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'"ping"',
        b'{"type":"pong","ref":"a"}',
        b'{"type":"ping"}',
        b'{"type":"ping","ref":""}',
        b'{"type":"ping","ref":7}',
        b'{"type":"ping","ref":"a","why":1}',
        b'{"type":"ping","ref":"' + b"a" * 41 + b'"}',
        b'{"type":"ping","ref":"\xff"}',
        b'{"type":"ping","ref":"\\ud800"}',
        b'{"type":"join","table":"a","since":-1}',
        b'{"type":"join","table":"a","since":9007199254740992}',
        b'{"type":"join","table":"a","since":1e400}',
        b'{"type":"join","table":"a","since":' + b"9" * 10_000 + b"}",
        b'{"type":"move","table":"a","answers":1,"ref":"r","move":"' + b"x" * 4001 + b'"}',
        b"[" * MOST,
        b'{"a":' * 3000,
        b'{"type":"plan","ref":"r","table":"a","parts":' + b"[" * 16_000,
    ],
    ids=lambda text: text[:48].decode(errors="replace"),
)
async def test_invalid_messages_are_refused(hall: LoggedHall, text: bytes) -> None:
    client = await Client.at(await guest_at(hall))
    client.send_text(text)
    (oops,) = await client.fence()
    assert (oops["type"], oops["code"]) == ("refused", "unexpected")
    assert 0 < len(oops["facts"]["reason"]) <= 200


@pytest.mark.parametrize(
    ("text", "table", "ref"),
    [
        (b'{"type":"move","table":"t","move":7,"answers":1,"ref":"r"}', "t", "r"),
        (b'{"type":"plan","table":"t","parts":["a"],"ref":"r","why":1}', "t", "r"),
        (b'{"type":"dance","ref":"r"}', None, "r"),
        (b'{"type":"look","table":["t"],"seq":1,"ref":"' + b"r" * 41 + b'"}', None, None),
        (b'{"type":"move","table":"t","ref":"r"', None, None),
    ],
    ids=["move", "plan", "no such kind", "no names", "no object"],
)
async def test_refusals_of_invalid_messages_name_table_and_ref(
    hall: LoggedHall, text: bytes, table: str | None, ref: str | None
) -> None:
    client = await Client.at(await guest_at(hall))
    client.send_text(text)
    (oops,) = await client.fence()
    assert (oops["code"], oops["table"], oops["ref"]) == ("unexpected", table, ref)


def question(table: str, size: int, ref: str = "r") -> bytes:
    """A plan message of about this size; the refusal repeats it."""
    parts = ["x" * 100] * (size // 100) + ["y" * (size % 100)]
    return frame(TEXT, msgspec.json.encode({"type": "plan", "table": table, "parts": parts, "ref": ref}))


def unsent(hall: Hall, table: str, seat: int) -> int:
    """Bytes that the hall has yet to send to this seat."""
    viewer: Any = next(viewer for viewer, place in hall.tables[table].publisher.items() if place == seat)
    return int(viewer._connection._transport.underlying_transport.get_write_buffer_size())


async def test_a_slow_reader_gets_all_messages_in_order(tmp_path: Path) -> None:
    """Long and short messages, while the client does not read."""
    async with hall_in_process(tmp_path) as (server, hall):
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


async def test_a_client_that_does_not_read_is_closed(hall: LoggedHall) -> None:
    """Other clients do not wait."""
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
