"""A conversation over one line: what a client says, and what it is told."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

import msgspec
from picows import WSCloseCode

from ukumbi import __version__
from ukumbi.core import Record, Refused, Seat, codec
from ukumbi.hall.hall import PAGE, Hall
from ukumbi.hall.ledger import TableRow
from ukumbi.hall.table import Change, Request, Table
from ukumbi.server.guard import Bucket, Limits
from ukumbi.server.line import Line
from ukumbi.server.wire import (
    ClientIn,
    ClientOut,
    Company,
    Heard,
    Join,
    Leave,
    Look,
    Move,
    Oops,
    Past,
    Ping,
    Plan,
    Planned,
    Pong,
    SeatCard,
    Stopped,
    Sync,
    Update,
    Welcome,
)

LOGGER = logging.getLogger(__name__)
TABLES: Final = 8
"""How many tables one connection may follow."""

_decode: Final = msgspec.json.Decoder(ClientIn).decode
_encode: Final = msgspec.json.Encoder().encode


class Conversation:
    """One client. It is a Viewer of tables and the Speaker of its line."""

    def __init__(self, hall: Hall, line: Line, limits: Limits, person: str) -> None:
        self._hall = hall
        self._line = line
        self.person = person
        self._bucket = Bucket(limits.messages_per_second, limits.message_burst)
        self._joined: dict[str, Table] = {}
        self._errands: set[asyncio.Task[None]] = set()
        self._errand(self._welcome())

    # hearing

    def hear(self, message: bytes) -> None:
        if not self._bucket.take():
            self._slow_down()
            return
        try:
            said = _decode(message)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            self._say(Oops("unexpected", {"reason": str(fault)[:200]}))
            return
        try:
            self._act(said)
        except Refused as refusal:
            self._refuse(refusal, said)
        except Exception:
            LOGGER.exception("conversation failed on %s", type(said).__name__)
            self._refuse(Refused("unknown"), said)

    @property
    def lag(self) -> float | None:
        return self._line.lag

    def measured(self) -> None:
        for table in self._joined.values():
            if table.viewers.get(self) is not None:
                table.lag_measured()

    def hang_up(self) -> None:
        for errand in self._errands:
            errand.cancel()
        for table in self._joined.values():
            table.leave(self)
        self._joined.clear()

    def _slow_down(self) -> None:
        if self._bucket.deaf:
            self._line.close(WSCloseCode.POLICY_VIOLATION, "slow_down")
        else:
            self._say(Oops("slow_down", {}))

    def _act(self, said: ClientIn) -> None:
        match said:
            case Move():
                self._move(said)
            case Join():
                self._errand(self._join(said), said)
            case Look():
                self._errand(self._look(said), said)
            case Plan():
                self._plan(said)
            case Leave():
                self._leave(said)
            case Ping():
                self._say(Pong(said.ref))

    def _move(self, said: Move) -> None:
        table, seat = self._at(said.table)
        if seat is None:
            raise Refused("not_seated")
        table.submit(
            Request(
                actor=seat,
                move=said.move,
                refused=lambda refusal: self._refuse(refusal, said),
                ref=said.ref,
                answers=said.answers,
                viewer=self,
            )
        )

    async def _join(self, said: Join) -> None:
        self._check_room(said.table)
        table = await self._hall.table(said.table)
        seat = admit(table.row, self.person, said.key)
        missed = await self._hall.missed(table, said.since)
        table = await self._hall.table(said.table)
        self._check_room(said.table)  # others may have been joined meanwhile
        newcomer = table.viewers.get(self, -1) != seat
        table.join(self, seat)
        self._joined[said.table] = table
        self._watch_lag()
        self._say(_sync(table, self, seat, missed))
        if newcomer:
            table.tell_company()

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
        self._line.measure_closely(any(table.races for table in self._joined.values()))

    async def _look(self, said: Look) -> None:
        table, seat = self._at(said.table)
        view = await self._hall.past_view(table, seat, said.seq)
        self._say(Past(said.table, said.ref, said.seq, view))

    def _plan(self, said: Plan) -> None:
        table, seat = self._at(said.table)
        if table.journal.seq == 0:
            raise Refused("not_playing")
        game = table.journal.game
        view = codec(game).view(table.journal.view(seat))
        steps = game.steps(view, said.parts)
        self._say(Planned(said.table, said.ref, steps.next, steps.move, steps.notes))

    def _at(self, table_id: str) -> tuple[Table, Seat | None]:
        table = self._joined.get(table_id)
        if table is None or self not in table.viewers:
            raise Refused("not_joined", table=table_id)
        return table, table.viewers[self]

    def _errand(self, work: Coroutine[Any, Any, None], said: Join | Look | None = None) -> None:
        """Do something that has to wait, without holding up what is said meanwhile."""
        errand = asyncio.create_task(self._run(work, said))
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    async def _run(self, work: Coroutine[Any, Any, None], said: Join | Look | None) -> None:
        try:
            await work
        except Refused as refusal:
            self._refuse(refusal, said)
        except Exception:
            LOGGER.exception("errand failed")
            self._refuse(Refused("unknown"), said)

    # telling

    def _say(self, message: ClientOut) -> None:
        self._line.send(_encode(message))

    def _refuse(self, refusal: Refused, said: ClientIn | None) -> None:
        table, ref = getattr(said, "table", None), getattr(said, "ref", None)
        self._say(Oops(refusal.code, dict(refusal.facts), table, ref))

    async def _welcome(self) -> None:
        name = await self._hall.people.name(self.person)
        self._say(Welcome(self.person, name, __version__))

    def tell_change(self, table: Table, change: Change, seat: Seat | None, ref: str | None) -> None:
        kind = table.journal.game.viewpoint(seat)
        message = change.told.get(kind)
        if message is None:
            message = change.told[kind] = _encode(_update(table, change, seat))
        if ref is not None:
            message = b'%b,"ref":%b}' % (message[:-1], _encode(ref))
        self._line.send(message)

    def tell_company(self, table: Table) -> None:
        row = table.row
        self._say(Company(table.id, row.status, seat_cards(self._hall, row), table.watching(), row.again))

    def tell_stopped(self, table: Table) -> None:
        self._say(Stopped(table.id, "table_stopped"))

    def tell_known(self, table: Table) -> None:
        self._joined[table.id] = table
        self._say(_sync(table, self, table.viewers.get(self), None))


def admit(row: TableRow, person: str, key: str | None) -> Seat | None:
    """The seat of this person, or None if they may watch; otherwise refused."""
    seat = row.seat_of(person)
    if seat is None and row.watch != "on" and not (row.watch == "link" and key == row.watch_key):
        raise Refused("watching_not_allowed")
    return seat


def seat_cards(hall: Hall, row: TableRow) -> tuple[SeatCard, ...]:
    table = hall.tables.get(row.id)
    lags = table.lags.by_seat() if table is not None and table.races else {}
    return tuple(
        SeatCard(
            name=None if sitter.person is None else hall.names.get(sitter.person, ""),
            bot=sitter.bot,
            here=sitter.bot is not None or (table is not None and table.here(Seat(number))),
            **_distance(table, lags.get(Seat(number))),
        )
        for number, sitter in enumerate(row.sitters)
    )


def _distance(table: Table | None, lag: float | None) -> dict[str, int]:
    if table is None or lag is None:
        return {}
    return {"lag": round(lag * 1000), "allowance": round(table.lags.allowance(lag) / 1e6)}


def heard(table: Table, pairs: list[tuple[Record, Any]], seat: Seat | None) -> tuple[Heard, ...]:
    """These events as this seat may know them."""
    known = ((record, table.journal.redacted(event, seat)) for record, event in pairs)
    return tuple(
        Heard(record.seq, record.at, record.actor, event) for record, event in known if event is not None
    )


def told(table: Table, pairs: list[tuple[Record, Any]], seat: Seat | None) -> tuple[Heard, ...]:
    """These events for somebody who asks for them: once the game is over, the log is open."""
    if table.journal.outcome is None:
        return heard(table, pairs, seat)
    return tuple(Heard(record.seq, record.at, record.actor, record.event) for record, _ in pairs)


def _update(table: Table, change: Change, seat: Seat | None) -> Update:
    return Update(
        table=table.id,
        after=change.seq - len(change.records),
        seq=change.seq,
        heard=heard(table, list(zip(change.records, change.events, strict=True)), seat),
        view=table.journal.view(seat),
        outcome=change.outcome,
    )


def _sync(
    table: Table, viewer: Conversation, seat: Seat | None, missed: list[tuple[Record, Any]] | None
) -> Sync:
    """The table as it is now; where nobody has looked up what was missed, the log has to be asked."""
    journal, row = table.journal, table.row
    return Sync(
        table=table.id,
        game=row.game,
        options=msgspec.Raw(row.options),
        status=row.status,
        seats=seat_cards(table.hall, row),
        you=seat,
        host=row.host == viewer.person,
        seq=journal.seq,
        view=journal.view(seat) if journal.seq else None,
        heard=told(table, missed or [], seat),
        whole=missed is not None and len(missed) < PAGE,
        accepted=journal.accepted(seat),
        outcome=journal.outcome,
        again=row.again,
    )
