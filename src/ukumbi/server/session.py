"""One client over its socket: decodes what it says, passes it to tables, and sends what they publish."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

import msgspec

from ukumbi import __version__
from ukumbi.core import Refused, Seat, codec
from ukumbi.hall import messages, requests
from ukumbi.hall.access import admit
from ukumbi.hall.allowance import Latency
from ukumbi.hall.hall import Hall
from ukumbi.hall.history import PAGE_RECORDS, records_since
from ukumbi.hall.messages import (
    ClientIn,
    ClientOut,
    Join,
    Leave,
    Look,
    Move,
    Pause,
    Ping,
    Plan,
    Resume,
)
from ukumbi.hall.nodes import LivesElsewhere
from ukumbi.hall.publish import encode
from ukumbi.hall.requests import Reply
from ukumbi.hall.table import Table
from ukumbi.server.files import served_build
from ukumbi.server.socket import Connection

LOGGER = logging.getLogger(__name__)
MOST_TABLES: Final = 8
"""Tables that one session may follow."""
NONSENSE_COST: Final = 5
"""What a message costs, in moves, that cannot be read: no page sends one."""
REFUSED_MOVE_COST: Final = 5
"""What a refused move costs: pages offer none, but another player may have been faster."""
RECORDS_PER_MOVE: Final = 16
"""Records of a table's past that take as long to read and send as a move."""

Work = Callable[[], Coroutine[Any, Any, None]]
Asked = Move | Pause | Resume

_decode: Final = msgspec.json.Decoder(ClientIn).decode


class _Asked(msgspec.Struct, frozen=True):
    """What a message was about that could not be read."""

    table: Any = None
    ref: Any = None


_decode_asked: Final = msgspec.json.Decoder(_Asked).decode


class Session:
    """One client. It is a Viewer of tables and the Receiver of its connection."""

    def __init__(self, hall: Hall, connection: Connection, person: str, entering: asyncio.Semaphore) -> None:
        self._hall = hall
        self._connection = connection
        self._entering = entering
        self.person = person
        self._joined: dict[str, Table] = {}
        self._tasks: list[asyncio.Task[None]] = []
        hall.connect(self)
        self._start(self._welcome)

    # what comes in

    def receive(self, message: bytes) -> None:
        try:
            said = _decode(message)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            self._connection.spend(NONSENSE_COST)
            self._send(messages.Refused("unexpected", {"reason": str(fault)[:200]}, *_asked(message)))
            return
        self._connection.spend(said.cost)
        try:
            self._act(said)
        except Refused as refusal:
            self._refuse(refusal, said)
        except Exception:
            LOGGER.exception("session failed on %s", type(said).__name__)
            self._refuse(Refused("unknown"), said)

    def _act(self, said: ClientIn) -> None:
        match said:
            case Move():
                self._move(said)
            case Join():
                self._start(partial(self._join, said), said)
            case Look():
                self._start(partial(self._look, said), said)
            case Plan():
                self._plan(said)
            case Leave():
                self._leave(said)
            case Pause():
                table, seat = self._seated_at(said.table)
                table.put(requests.Pause(seat), partial(self._reply, said), self)
            case Resume():
                table, seat = self._seated_at(said.table)
                table.put(requests.Resume(seat), partial(self._reply, said), self)
            case Ping():
                # A node that may be dead is silent: then clients look for another one.
                if self._hall.nodes.sure:
                    self._send(messages.Pong(said.ref, self._hall.clock.now()))

    def _move(self, said: Move) -> None:
        table, seat = self._seated_at(said.table)
        move = requests.Move(seat, said.move, said.ref, said.answers)
        waited = self._connection.waited() if table.races else 0
        table.put(move, partial(self._reply, said), self, waited)

    def _reply(self, said: Asked, reply: Reply) -> None:
        """The one answer to a move: accepted, accepted before, or why it was refused."""
        if isinstance(reply, Refused):
            self._connection.spend(REFUSED_MOVE_COST - said.cost)
            self._refuse(reply, said)
        elif not isinstance(reply, requests.Moved):  # else it is asked again there
            self._send(messages.Accepted(said.table, said.ref))

    async def _join(self, said: Join) -> None:
        async with self._entering:
            await self._enter(said)
            await asyncio.sleep(0)  # so that one turn of the loop works on no more

    async def _enter(self, said: Join) -> None:
        self._check_room(said.table)
        table = await self._hall.table(said.table, said.shunned)
        admit(table.row, self.person, said.key)
        missed = await records_since(self._hall.ledger, table, said.since, PAGE_RECORDS)
        self._connection.spend(len(missed) / RECORDS_PER_MOVE)
        table = await self._hall.table(said.table)
        self._check_room(said.table)  # others may have been joined meanwhile
        seat = admit(table.row, self.person, said.key)  # and seats may have changed hands
        self._joined[said.table] = table
        self._watch_latency()
        table.join(self, seat, missed)
        if self.person in table.hidden:
            self._hall.in_background(self._hall.news.unhide(table, self.person))

    def _check_room(self, table_id: str) -> None:
        others = [table for table in self._joined.values() if self in table.publisher]
        if table_id not in self._joined and len(others) >= MOST_TABLES:
            raise Refused("too_many_tables", most=MOST_TABLES)

    def _leave(self, said: Leave) -> None:
        table = self._joined.pop(said.table, None)
        if table is not None:
            table.leave(self)
            self._watch_latency()

    async def _look(self, said: Look) -> None:
        table, seat = self._at(said.table)
        view = await self._hall.past_view(table, seat, said.seq)
        self._send(messages.Past(said.table, said.ref, said.seq, view))

    def _plan(self, said: Plan) -> None:
        table, seat = self._at(said.table)
        if (shown := table.publisher.shown(table, seat).view) is None:
            raise Refused("not_playing")
        game = table.match.game
        steps = game.steps(codec(game).view(shown), said.parts)
        self._send(messages.Planned(said.table, said.ref, steps.next, steps.move, steps.notes))

    def _at(self, table_id: str) -> tuple[Table, Seat | None]:
        table = self._joined.get(table_id)
        if table is None or self not in table.publisher:
            raise Refused("not_joined", table=table_id)
        return table, table.publisher.seat(self)

    def _seated_at(self, table_id: str) -> tuple[Table, Seat]:
        table, seat = self._at(table_id)
        if seat is None:
            raise Refused("not_seated")
        return table, seat

    def _start(self, work: Work, said: Join | Look | None = None) -> None:
        """Do something that has to wait, without holding up what is said meanwhile."""
        task = asyncio.create_task(self._run(work, said))
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    async def _run(self, work: Work, said: Join | Look | None) -> None:
        try:
            await work()
        except Refused as refusal:
            self._refuse(refusal, said)
        except LivesElsewhere as there:
            self._send(messages.Elsewhere(there.table, there.node))
        except Exception:
            LOGGER.exception("session failed in the background")
            self._refuse(Refused("unknown"), said)

    # the connection

    @property
    def latency(self) -> Latency:
        return self._connection.latency

    def measured(self) -> None:
        for table in self._joined.values():
            if table.publisher.seat(self) is not None:
                table.latency_measured()

    def _watch_latency(self) -> None:
        """It matters where this client might race with others."""
        self._connection.meter.race(any(table.races for table in self._joined.values()))

    def closed(self) -> None:
        for task in self._tasks:
            task.cancel()
        for table in self._joined.values():
            table.leave(self)
        self._joined.clear()
        self._hall.disconnect(self)

    # what goes out

    def send(self, message: bytes, later: bool = False) -> None:
        self._connection.send(message, later)

    def close(self, code: int, reason: str) -> None:
        self._connection.close(code, reason)

    def _send(self, message: ClientOut) -> None:
        self._connection.send(encode(message))

    def _refuse(self, refusal: Refused, said: ClientIn | None) -> None:
        table, ref = getattr(said, "table", None), getattr(said, "ref", None)
        self._send(messages.Refused(refusal.code, dict(refusal.facts), table, ref))

    async def _welcome(self) -> None:
        name = await self._hall.people.name(self.person)
        nodes = self._hall.nodes
        self._send(messages.Welcome(self.person, name, __version__, served_build(), nodes.name, nodes.names))

    def greet(self) -> None:
        self._start(self._welcome)


def _asked(message: bytes) -> tuple[str | None, str | None]:
    """Its table and its ref, where they can be read: the client waits for an answer."""
    try:
        said = _decode_asked(message)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None, None
    return _name(said.table), _name(said.ref)


def _name(said: Any) -> str | None:
    return said if isinstance(said, str) and 0 < len(said) <= 40 else None
