"""Sends a table's messages to its viewers, each encoded once for a viewpoint."""

import asyncio
import logging
from collections.abc import Hashable, Iterable, Iterator, KeysView
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from ukumbi.core import HouseEvent, Match, Record, Seat, Step, codec
from ukumbi.hall.allowance import Connected
from ukumbi.hall.cards import seat_cards, take_back_wish
from ukumbi.hall.history import PAGE_RECORDS
from ukumbi.hall.messages import Presence, Stopped, Sync, TableEvent, Update
from ukumbi.hall.presence import pausing_seat
from ukumbi.hall.spectators import DELAY_SECONDS, Delay, Shown

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
PRESENCE_PAUSE_SECONDS: Final = 0.05
"""Between two presence messages; changes in between share the second."""
PRESENCE_PAUSE_PER_VIEWER_SECONDS: Final = 0.001
"""More of it in a crowd: there most messages would be presence."""
INTERNAL_ERROR: Final = 1011
encode: Final = msgspec.json.Encoder().encode

Recorded = tuple[Record, Any]


class Viewer(Connected, Protocol):
    """A connected person. A viewer whose `send` fails is closed."""

    def send(self, message: bytes, later: bool = False) -> None:
        """`later`: after what is more urgent to others."""
        ...

    def close(self, code: int, reason: str) -> None: ...
    def greet(self) -> None:
        """Say again who they are: they read everything anew."""
        ...


class Views:
    """A match as each viewpoint sees it now."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._encode = codec(match.game).encode
        self._shown: dict[Hashable, msgspec.Raw] = {}
        self._seq = 0

    def view(self, seat: Seat | None) -> msgspec.Raw:
        """What this seat sees now."""
        match = self._match
        if self._seq != match.seq:
            self._shown.clear()
            self._seq = match.seq
        viewpoint = match.game.viewpoint(seat)
        if viewpoint not in self._shown:
            self._shown[viewpoint] = msgspec.Raw(self._encode(match.game.view(match.state, seat)))
        return self._shown[viewpoint]

    def forget(self) -> None:
        """Drop the encoded views: between two moves they are rarely needed."""
        self._shown.clear()

    def revealed(self, seat: Seat | None) -> msgspec.Raw:
        """This moment of a game that is over. The hall says whether it is."""
        return msgspec.Raw(self._encode(self._match.game.reveal(self._match.state, seat)))

    def redacted(self, event: Any, seat: Seat | None) -> msgspec.Raw | None:
        """The event as this seat may know it; None if it may not. What the house writes has no secrets."""
        house = isinstance(event, HouseEvent)
        known = event if house else self._match.game.redact(event, seat)
        return None if known is None else msgspec.Raw(self._encode(known))


class Publisher:
    """The viewers of one table, each on a seat or (None) as a spectator, and the messages to them."""

    def __init__(self, table: "Table") -> None:
        self._clock = table.hall.clock
        self._seats: dict[Viewer, Seat | None] = {}
        self._views = Views(table.match)
        self._late = table.races and not table.row.watched_live
        """Whether spectators get updates with a delay."""
        self._delay = Delay(self._clock)
        self._presence_asked = False
        self._presence_timer: asyncio.TimerHandle | None = None

    # viewers

    def __contains__(self, viewer: object) -> bool:
        return viewer in self._seats

    def __len__(self) -> int:
        return len(self._seats)

    def __iter__(self) -> Iterator[Viewer]:
        return iter(list(self._seats))

    def viewers(self) -> KeysView[Viewer]:
        return self._seats.keys()

    def items(self) -> list[tuple[Viewer, Seat | None]]:
        return list(self._seats.items())

    def seat(self, viewer: Viewer) -> Seat | None:
        return self._seats.get(viewer)

    def join(self, viewer: Viewer, seat: Seat | None) -> bool:
        """Whether that is news."""
        news = self._seats.get(viewer, -1) != seat
        self._seats[viewer] = seat
        return news

    def leave(self, viewer: Viewer) -> bool:
        """Whether they were here."""
        return self._seats.pop(viewer, viewer) is not viewer

    def reseat(self, table: "Table") -> None:
        """Seats have changed hands: give each viewer their present seat."""
        for viewer in self._seats:
            self._seats[viewer] = table.row.seat_of(viewer.person)

    def here(self, seat: Seat) -> bool:
        return seat in self._seats.values()

    def spectators(self) -> int:
        return sum(seat is None for seat in self._seats.values())

    # what may be shown

    def view(self, seat: Seat | None) -> msgspec.Raw:
        """What this seat sees of the match as it is."""
        return self._views.view(seat)

    def delay(self, seat: Seat | None) -> float:
        """The delay in seconds for this seat, or for spectators."""
        return DELAY_SECONDS if seat is None and self._late else 0.0

    def shown(self, table: "Table", seat: Seat | None) -> Shown:
        """The table as this seat, or a spectator, knows it by now."""
        if seat is None and self._delay.shown is not None:
            return self._delay.shown
        return self._now(table, seat)

    def _now(self, table: "Table", seat: Seat | None) -> Shown:
        match = table.match
        view = self.view(seat) if match.seq else None
        return Shown(match.seq, view, match.awaited, match.clock, match.outcome)

    def replaced(self, table: "Table") -> None:
        """The table was folded again: another match stands for it."""
        self._delay.close()
        self._delay = Delay(self._clock)
        self._views = Views(table.match)
        for viewer in self:
            self.send_sync(table, viewer, None)

    # steps

    def before_step(self, table: "Table") -> Shown | None:
        """The table as spectators know it, if they get the step with a delay."""
        return self._now(table, None) if self._late else None

    def step(self, table: "Table", step: Step, before: Shown | None) -> None:
        """Send the step to all viewers. Only the game's views can fail here."""
        messages: dict[Hashable, bytes] = {}
        viewpoint = table.match.game.viewpoint
        for viewer, seat in list(self._seats.items()):
            if seat is None and before is not None:
                continue
            key = viewpoint(seat)
            message = messages.get(key)
            if message is None:
                message = messages[key] = self._update(table, step, seat)
            _send(viewer, message, seat)
        if before is not None:
            self._send_to_spectators_later(table, step, before)
        else:
            self._views.forget()

    def _update(self, table: "Table", step: Step, seat: Seat | None) -> bytes:
        return encode(
            Update(
                table=table.id,
                after=step.seq - len(step.records),
                seq=step.seq,
                events=self._redacted(zip(step.records, step.events, strict=True), seat),
                view=self._views.view(seat),
                awaited=tuple(sorted(step.awaited)),
                outcome=step.outcome,
                clock=step.clock,
            )
        )

    def _send_to_spectators_later(self, table: "Table", step: Step, before: Shown) -> None:
        def send(message: bytes, began: bool) -> None:
            for viewer, seat in self.items():
                if seat is None:
                    _send(viewer, message, seat)
            if began:
                self.presence(table)

        self._delay.add(before, self._update(table, step, None), self._now(table, None), send)
        if step.outcome is not None:
            self._delay.catch_up(send)

    def _redacted(self, recorded: Iterable[Recorded], seat: Seat | None) -> tuple[TableEvent, ...]:
        """These events as this seat may know them."""
        known = []
        for record, event in recorded:
            redacted = self._views.redacted(event, seat)
            if redacted is not None:
                known.append(TableEvent(record.seq, record.at, record.actor, redacted))
        return tuple(known)

    # the whole table

    def events(self, table: "Table", recorded: list[Recorded], seat: Seat | None) -> tuple[TableEvent, ...]:
        """These events for who asks for them: once the game is over, the log is open."""
        if table.match.outcome is None:
            last = self.shown(table, seat).seq
            return self._redacted((pair for pair in recorded if pair[0].seq <= last), seat)
        encode_event = codec(table.match.game).encode
        return tuple(
            TableEvent(record.seq, record.at, record.actor, msgspec.Raw(encode_event(event)))
            for record, event in recorded
        )

    def send_sync(self, table: "Table", viewer: Viewer, missed: list[Recorded] | None) -> None:
        """The table as it is now; where `missed` is None, the log has to be asked."""
        match, row, seat = table.match, table.row, self.seat(viewer)
        shown = self.shown(table, seat)
        message = Sync(
            table=table.id,
            game=row.game,
            options=msgspec.Raw(codec(match.game).encode(match.options)),
            status=self.status(table, seat),
            seats=seat_cards(table),
            you=seat,
            host=row.host == viewer.person,
            seq=shown.seq,
            view=shown.view,
            awaited=tuple(sorted(shown.awaited)),
            can_take_back=match.game.can_take_back,
            take_back=take_back_wish(table),
            events=self.events(table, missed or [], seat),
            seat_news=table.seat_news(),
            whole=missed is not None and len(missed) < PAGE_RECORDS,
            accepted=table.refs.of(seat),
            outcome=shown.outcome,
            rematch=row.rematch,
            now=self._clock.now(),
            late=round(1000 * self.delay(seat)),
            pausable=seat is not None and seat == pausing_seat(table),
            clock=shown.clock,
        )
        _send(viewer, encode(message), seat)

    def status(self, table: "Table", seat: Seat | None) -> Any:
        """The table's status; still "open" for spectators who have not seen the game begin."""
        late = self._delay.shown if seat is None else None
        unknown = late is not None and late.seq == 0 and table.status == "playing"
        return "open" if unknown else table.status

    # who is here

    def presence(self, table: "Table") -> None:
        """Send presence to all viewers, now or after a pause."""
        self._presence_asked = True
        if self._presence_timer is None:
            self._send_presence(table)

    def _send_presence(self, table: "Table") -> None:
        self._presence_timer = None
        if not self._presence_asked:
            return
        self._presence_asked = False
        pause = PRESENCE_PAUSE_SECONDS + len(self) * PRESENCE_PAUSE_PER_VIEWER_SECONDS
        self._presence_timer = self._clock.after(pause, self._send_presence, table)
        if table.races:
            table.allowances.note_announced()
        if not self._seats:
            return
        cards, news, wish = seat_cards(table), table.seat_news(), take_back_wish(table)
        messages: dict[Seat | None, bytes] = {}
        for viewer, seat in self.items():
            if seat not in messages:
                message = Presence(
                    table=table.id,
                    status=self.status(table, seat),
                    seats=cards,
                    you=seat,
                    watching=self.spectators(),
                    take_back=wish,
                    seat_news=news,
                    rematch=table.row.rematch,
                )
                messages[seat] = encode(message)
            _send(viewer, messages[seat], seat)

    def tell(self, seat: Seat, message: bytes) -> None:
        """Send this to all viewers on a seat."""
        for viewer, sits in self.items():
            if sits == seat:
                _send(viewer, message, seat)

    # the end

    def stopped(self, table: "Table") -> None:
        self.send(encode(Stopped(table.id, "table_stopped")))

    def send(self, message: bytes) -> None:
        for viewer, seat in self.items():
            _send(viewer, message, seat)

    def empty(self) -> None:
        """All viewers are gone."""
        self._seats.clear()

    def close(self) -> None:
        self._delay.close()
        if self._presence_timer is not None:
            self._presence_timer.cancel()
            self._presence_timer = None


def _send(viewer: Viewer, message: bytes, seat: Seat | None) -> None:
    """Send, to players first. A viewer whose connection fails is closed, and the others go on."""
    try:
        viewer.send(message, seat is None)
    except Exception:
        LOGGER.exception("could not send to %s", viewer.person)
        viewer.close(INTERNAL_ERROR, "unknown")
