"""What a viewer is told of a table, put together."""

from typing import Any

import msgspec

from ukumbi.core import Record, Seat, codec
from ukumbi.hall.hall import PAGE, Hall
from ukumbi.hall.table import Table
from ukumbi.hall.viewers import Viewer
from ukumbi.hall.views import Broadcast
from ukumbi.server.cards import seat_cards, seat_news, take_back_wish
from ukumbi.server.wire import Heard, Presence, Sync, Update

Pairs = list[tuple[Record, Any]]
"""Records with their events."""


def redacted(table: Table, pairs: Pairs, seat: Seat | None) -> tuple[Heard, ...]:
    """These events as this seat may know them."""
    known = ((record, table.views.redacted(event, seat)) for record, event in pairs)
    return tuple(
        Heard(record.seq, record.at, record.actor, event) for record, event in known if event is not None
    )


def heard(table: Table, pairs: Pairs, seat: Seat | None) -> tuple[Heard, ...]:
    """These events for somebody who asks for them: once the game is over, the log is open."""
    if table.match.outcome is None:
        told = table.told(seat).seq
        return redacted(table, [(record, event) for record, event in pairs if record.seq <= told], seat)
    encode = codec(table.match.game).encode
    return tuple(
        Heard(record.seq, record.at, record.actor, msgspec.Raw(encode(event))) for record, event in pairs
    )


def update(table: Table, broadcast: Broadcast, seat: Seat | None) -> Update:
    step, kept = broadcast.step, broadcast.spectators_view
    return Update(
        table=table.id,
        after=step.seq - len(step.records),
        seq=step.seq,
        heard=redacted(table, list(zip(step.records, step.events, strict=True)), seat),
        view=table.views.view(seat) if seat is not None or kept is None else kept,
        awaited=tuple(sorted(step.awaited)),
        outcome=step.outcome,
        clock=step.clock,
    )


def presence(hall: Hall, table: Table, seat: Seat | None) -> Presence:
    return Presence(
        table=table.id,
        status=table.told_status(seat),
        seats=seat_cards(hall, table.row),
        you=seat,
        watching=table.viewers.spectators(),
        take_back=take_back_wish(table),
        seat_news=seat_news(hall, table),
        rematch=table.row.rematch,
    )


def sync(hall: Hall, table: Table, viewer: Viewer, missed: Pairs | None) -> Sync:
    """The table as it is now; where nobody has looked up what was missed, the log has to be asked."""
    match, row, seat = table.match, table.row, table.viewers.seat(viewer)
    told = table.told(seat)
    return Sync(
        table=table.id,
        game=row.game,
        options=msgspec.Raw(codec(match.game).encode(match.options)),
        status=table.told_status(seat),
        seats=seat_cards(hall, row),
        you=seat,
        host=row.host == viewer.person,
        seq=told.seq,
        view=told.view,
        awaited=tuple(sorted(told.awaited)),
        can_take_back=match.game.can_take_back,
        take_back=take_back_wish(table),
        heard=heard(table, missed or [], seat),
        seat_news=seat_news(hall, table),
        whole=missed is not None and len(missed) < PAGE,
        accepted=table.refs.of(seat),
        outcome=told.outcome,
        rematch=row.rematch,
        now=hall.clock.now(),
        late=round(1000 * table.spectating.lateness(seat)),
        pausable=seat is not None and seat == table.pausing.person(),
        clock=told.clock,
    )
