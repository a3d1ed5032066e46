"""A session: what one client says over its connection, and what it is told."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final

import msgspec
from picows import WSCloseCode

from ukumbi import __version__
from ukumbi.core import Refused, Seat, codec
from ukumbi.hall.access import admit
from ukumbi.hall.allowance import Latency
from ukumbi.hall.hall import Hall
from ukumbi.hall.queue import Accepted, Answer, Known, move_request
from ukumbi.hall.standings import Standing
from ukumbi.hall.table import Table
from ukumbi.hall.views import Broadcast
from ukumbi.server import wire
from ukumbi.server.budget import Budget
from ukumbi.server.cards import table_brief
from ukumbi.server.client import served_build
from ukumbi.server.connection import Connection
from ukumbi.server.costs import IMPOSSIBLE, NONSENSE, RECORDS, message_cost
from ukumbi.server.messages import presence, sync, update
from ukumbi.server.unheard import asked
from ukumbi.server.wire import ClientIn, ClientOut, Join, Leave, Look, Move, Pause, Ping, Plan, Resume

LOGGER = logging.getLogger(__name__)
TABLES: Final = 8
"""How many tables one session may follow."""

Work = Callable[[], Coroutine[Any, Any, None]]

_decode: Final = msgspec.json.Decoder(ClientIn).decode
_encode: Final = msgspec.json.Encoder().encode


class Session:
    """One client. It is a Viewer of tables and the Receiver of its connection."""

    def __init__(self, hall: Hall, connection: Connection, budget: Budget, person: str) -> None:
        self._hall = hall
        self._connection = connection
        self.person = person
        self._budget = budget
        self._joined: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        hall.connect(self)
        self._start(self._welcome)

    # what comes in

    def receive(self, message: bytes) -> None:
        if not self._budget.spend():
            self._slow_down(message)
            return
        try:
            said = _decode(message)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            self._budget.spend(NONSENSE - 1)
            self._send(wire.Refused("unexpected", {"reason": str(fault)[:200]}, *asked(message)))
            return
        if more := message_cost(said) - 1:
            if not self._budget.spend(more):
                self._slow_down(message)
                return
            self._connection.spends(more)
        try:
            self._act(said)
        except Refused as refusal:
            self._refuse(refusal, said)
        except Exception:
            LOGGER.exception("session failed on %s", type(said).__name__)
            self._refuse(Refused("unknown"), said)

    @property
    def latency(self) -> Latency:
        return self._connection.latency

    def measured(self) -> None:
        for table in self._joined.values():
            if table.viewers.seat(self) is not None:
                table.lag_measured()

    def closed(self) -> None:
        for task in self._tasks:
            task.cancel()
        for table in self._joined.values():
            table.leave(self)
        self._joined.clear()
        self._hall.disconnect(self)

    def _slow_down(self, message: bytes) -> None:
        self._send(wire.Refused("slow_down", {}, *asked(message)))
        self._connection.slow_down(self._budget.owed)

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
            case Pause() | Resume():
                self._stop_or_go(said)
            case Ping():
                self._send(wire.Pong(said.ref, self._hall.clock.now()))

    def _move(self, said: Move) -> None:
        table, seat = self._at(said.table)
        if seat is None:
            raise Refused("not_seated")

        def answer(answer: Answer) -> None:
            self._answer(table, said, answer)

        waited = self._connection.waited() if table.races else 0
        table.submit(move_request(seat, said.move, answer, said.ref, said.answers, self, waited))

    def _answer(self, table: Table, said: Move | Pause | Resume, answer: Answer) -> None:
        """The one answer to a move: what came of it, that it was accepted before, or why it was refused."""
        match answer:
            case Accepted():
                self._send_step(table, answer.broadcast, table.viewers.seat(self), said.ref)
            case Known():
                self.tell_anew(table)
            case Refused():
                self._budget.spend(IMPOSSIBLE - 1)
                self._refuse(answer, said)

    def _stop_or_go(self, said: Pause | Resume) -> None:
        table, seat = self._at(said.table)
        if seat is None:
            raise Refused("not_seated")

        def answer(answer: Answer) -> None:
            self._answer(table, said, answer)

        ask = table.pausing.pause if isinstance(said, Pause) else table.pausing.resume
        ask(seat, answer, self)

    async def _join(self, said: Join) -> None:
        self._check_room(said.table)
        table = await self._hall.table(said.table)
        seat = admit(table.row, self.person, said.key)
        missed = await self._hall.missed(table, said.since)
        self._connection.spends(len(missed) / RECORDS)
        table = await self._hall.table(said.table)
        self._check_room(said.table)  # others may have been joined meanwhile
        seat = admit(table.row, self.person, said.key)  # and seats may have changed hands
        newcomer = table.join(self, seat)
        self._joined[said.table] = table
        self._watch_lag()
        self._send(sync(self._hall, table, self, missed))
        if newcomer:
            table.arrived(seat)
        if self.person in table.hidden:
            self._hall.in_background(self._hall.news.unhide(table, self.person))

    def _check_room(self, table_id: str) -> None:
        if table_id not in self._joined and len(self._joined) >= TABLES:
            raise Refused("too_many_tables", most=TABLES)

    def _leave(self, said: Leave) -> None:
        table = self._joined.pop(said.table, None)
        if table is not None:
            table.leave(self)
            self._watch_lag()

    def _watch_lag(self) -> None:
        """Lag matters where this client might race with others."""
        self._connection.meter.race(any(table.races for table in self._joined.values()))

    async def _look(self, said: Look) -> None:
        table, seat = self._at(said.table)
        view = await self._hall.past_view(table, seat, said.seq)
        self._send(wire.Past(said.table, said.ref, said.seq, view))

    def _plan(self, said: Plan) -> None:
        table, seat = self._at(said.table)
        if (shown := table.told(seat).view) is None:
            raise Refused("not_playing")
        game = table.match.game
        view = codec(game).view(shown)
        steps = game.steps(view, said.parts)
        self._send(wire.Planned(said.table, said.ref, steps.next, steps.move, steps.notes))

    def _at(self, table_id: str) -> tuple[Table, Seat | None]:
        table = self._joined.get(table_id)
        if table is None or self not in table.viewers:
            raise Refused("not_joined", table=table_id)
        return table, table.viewers.seat(self)

    def _start(self, work: Work, said: Join | Look | None = None) -> None:
        """Do something that has to wait, without holding up what is said meanwhile."""
        task = asyncio.create_task(self._run(work, said))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, work: Work, said: Join | Look | None) -> None:
        try:
            await work()
        except Refused as refusal:
            self._refuse(refusal, said)
        except Exception:
            LOGGER.exception("session failed in the background")
            self._refuse(Refused("unknown"), said)

    # what goes out

    def _send(self, message: ClientOut) -> None:
        self._connection.send(_encode(message))

    def _refuse(self, refusal: Refused, said: ClientIn | None) -> None:
        table, ref = getattr(said, "table", None), getattr(said, "ref", None)
        self._send(wire.Refused(refusal.code, dict(refusal.facts), table, ref))

    async def _welcome(self) -> None:
        name = await self._hall.people.name(self.person)
        self._send(wire.Welcome(self.person, name, __version__, served_build()))

    def tell_step(self, table: Table, broadcast: Broadcast, seat: Seat | None) -> None:
        self._send_step(table, broadcast, seat, None)

    def _send_step(self, table: Table, broadcast: Broadcast, seat: Seat | None, ref: str | None) -> None:
        viewpoint = table.match.game.viewpoint(seat)
        message = broadcast.encoded.get(viewpoint)
        if message is None:
            message = broadcast.encoded[viewpoint] = _encode(update(table, broadcast, seat))
        if ref is not None:
            message = b'%b,"ref":%b}' % (message[:-1], _encode(ref))
        self._connection.send(message)

    def tell_presence(self, table: Table, encoded: dict[Seat | None, bytes]) -> None:
        seat = table.viewers.seat(self)
        if seat not in encoded:
            encoded[seat] = _encode(presence(self._hall, table, seat))
        self._connection.send(encoded[seat])

    def tell_stopped(self, table: Table) -> None:
        self._send(wire.Stopped(table.id, "table_stopped"))

    def tell_anew(self, table: Table) -> None:
        self._joined[table.id] = table
        self._send(sync(self._hall, table, self, None))

    def tell_news(self, table: Table, standing: Standing | None) -> None:
        brief = None if standing is None else table_brief(self._hall, table.row, standing, self.person)
        self._send(wire.TableNews(table.id, brief))

    def sign_out(self) -> None:
        self._connection.close(WSCloseCode.SERVICE_RESTART, "signed_out")

    def call(self, table: Table, name: str) -> None:
        self._send(wire.Called(table.id, table.row.game, name))
