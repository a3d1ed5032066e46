"""A viewer whose connection fails is closed, and no other viewer notices."""

from pathlib import Path
from typing import Any

from tests.kit.in_process import hall_in_process
from tests.kit.people import two_at_a_table
from ukumbi.core import Seat
from ukumbi.server.session import Session


class Broken:
    """A transport whose sends fail."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self.cut = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def send(self, *_: Any) -> None:
        raise OSError("no buffer space")

    send_reuse_external_bytearray = send

    def disconnect(self, graceful: bool = True) -> None:
        self.cut = True
        self._transport.disconnect(graceful)


async def test_a_failing_connection_is_closed_and_the_game_goes_on(tmp_path: Path) -> None:
    async with hall_in_process(tmp_path) as (server, hall):
        table_id, clients = await two_at_a_table(server)
        table = hall.tables[table_id]
        session = next(viewer for viewer, seat in table.publisher.items() if seat == 1)
        assert isinstance(session, Session)
        line = session._connection
        broken = line._transport = Broken(line._transport)  # type: ignore[assignment]
        move = next(iter(table.match.legal(Seat(0))))
        clients[0].say("move", table=table_id, move=table.match.game.format_move(move), answers=1, ref="a")
        assert (await clients[0].moved("a"))["seq"] == 2
        assert broken.cut
        assert table.status == "playing"
        while table.publisher.here(Seat(1)):
            await table.bots_and_clock.changed()
