"""Compares a ledger, after its hall has ended, with what players received."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select, text

from benchmarks.players.player import Acknowledged
from ukumbi.core import AnyGame, HouseEvent, Record, Registry, Seat, codec
from ukumbi.core.log import CLOCK_ACTOR, moments
from ukumbi.hall.messages import TableEvent
from ukumbi.ledger.schema import EVENTS, SNAPSHOTS, TABLES, read_record
from ukumbi.ledger.sqlite import open_engine

RANDOM_TRIES: Final = 32
"""Times that a move is decided again to find its random parts."""


class ShownView(msgspec.Struct, frozen=True):
    """A view that a player was sent."""

    table: str
    seat: Seat
    seq: int
    view: bytes


class Heard(msgspec.Struct, frozen=True):
    """What a player was told of a log: its events from `since` to `seq`."""

    table: str
    seat: Seat
    since: int
    seq: int
    events: msgspec.Raw
    whole: bool
    """False when only the latest events were told."""


class Deadline(msgspec.Struct, frozen=True):
    """An event of the clock."""

    table: int
    """Its number in the database."""
    seq: int
    late_ms: int
    """In the match's time."""


class Findings(msgspec.Struct):
    """The result of an audit. The lists should be empty."""

    tables: int = 0
    events: int = 0
    acknowledged: int = 0
    views: int = 0
    snapshots: int = 0
    told: int = 0
    """Events that players were told of."""
    deadlines: list[Deadline] = []
    lost: list[str] = []
    """Acknowledged moves that are not in the log."""
    doubled: list[str] = []
    """Moves that are in the log more than once."""
    altered: list[str] = []
    """Acknowledged moves whose record differs."""
    astray: list[str] = []
    """Views and snapshots that differ from a fold of the log, and events told otherwise than it has them."""
    stuck: list[str] = []
    """Tables without a move after a restart."""
    broken: list[str] = []
    """Logs with gaps, logs that cannot be folded, and the database's own integrity errors."""

    def faults(self) -> list[str]:
        return [
            f"{kind}: {fault}"
            for kind in ("lost", "doubled", "altered", "astray", "stuck", "broken")
            for fault in getattr(self, kind)
        ]


_told: Final = msgspec.json.Decoder(tuple[TableEvent, ...]).decode


class _Table(msgspec.Struct, frozen=True):
    id: str
    number: int
    game: AnyGame
    version: int
    records: list[Record]
    snapshots: dict[int, bytes]


def audit(
    ledger: Path,
    registry: Registry,
    acknowledged: Iterable[Acknowledged],
    shown_views: Iterable[ShownView],
    histories: Iterable[Heard] = (),
) -> Findings:
    """Audit a SQLite file."""
    engine = open_engine(ledger)
    with engine.connect() as connection:
        verdict = connection.scalar(text("PRAGMA integrity_check"))
        findings = audit_logs(connection, registry, acknowledged, shown_views, histories)
    engine.dispose()
    if verdict != "ok":
        findings.broken.append(f"integrity check: {verdict}")
    return findings


def audit_logs(
    connection: Connection,
    registry: Registry,
    acknowledged: Iterable[Acknowledged],
    shown_views: Iterable[ShownView],
    histories: Iterable[Heard] = (),
) -> Findings:
    """Compare acknowledgements, views and histories with the ledger."""
    moves, views, heard = _by_table(acknowledged), _by_table(shown_views), _by_table(histories)
    findings = Findings(acknowledged=sum(map(len, moves.values())))
    for table in _tables(connection, registry):
        own = {move.ref: move for move in moves.pop(table.id, [])}
        _check_refs(table, own, findings)
        _check_fold(table, own, views.pop(table.id, []), findings)
        _check_histories(table, heard.pop(table.id, []), findings)
    findings.lost.extend(f"{table}: the whole table" for table in {*moves, *views, *heard})
    return findings


def _by_table(rows: Iterable[Any]) -> dict[str, list[Any]]:
    tables: dict[str, list[Any]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row)
    return tables


def _tables(connection: Connection, registry: Registry) -> Iterator[_Table]:
    for row in connection.execute(select(TABLES)).all():
        events = select(EVENTS).where(EVENTS.c.table_number == row.number).order_by(EVENTS.c.seq)
        kept = select(SNAPSHOTS).where(SNAPSHOTS.c.table_number == row.number)
        yield _Table(
            row.id,
            row.number,
            registry[row.game].game,
            row.version,
            [read_record(r) for r in connection.execute(events)],
            {r.seq: r.state.encode() for r in connection.execute(kept)},
        )


def _check_refs(table: _Table, own: Mapping[str, Acknowledged], findings: Findings) -> None:
    refs = Counter((record.actor, record.ref) for record in table.records if record.ref is not None)
    findings.doubled.extend(f"{table.id}: {ref} of seat {actor}" for (actor, ref), n in refs.items() if n > 1)
    written = {ref for _, ref in refs}
    findings.lost.extend(
        f"{table.id}: {move.move} ({ref})" for ref, move in own.items() if ref not in written
    )


def _check_fold(
    table: _Table, own: Mapping[str, Acknowledged], views: list[ShownView], findings: Findings
) -> None:
    """Fold the log from its first event, and compare on the way."""
    game, encode = table.game, codec(table.game).encode
    shown: dict[int, set[ShownView]] = {}
    for view in views:
        shown.setdefault(view.seq, set()).add(view)
    place, before, folding = 0, None, moments(game, table.records, table.version)
    while place < len(table.records):
        place += 1
        if table.records[place - 1].seq != place:
            findings.broken.append(
                f"{table.id}: event {table.records[place - 1].seq} stands at place {place}"
            )
            return
        try:
            record, _, state = next(folding)
            move = own.get(record.ref or "")
            if move is not None and not _matches(game, before, record, move):
                findings.altered.append(f"{table.id}: {move.move} at {place}")
        except Exception as fault:
            findings.broken.append(f"{table.id}: event {place}: {type(fault).__name__} {fault}")
            return
        if record.actor == CLOCK_ACTOR and before is not None:
            due = game.deadline(before)
            if due is not None:
                findings.deadlines.append(Deadline(table.number, place, record.at - due))
        if place in table.snapshots and table.snapshots[place] != encode(state):
            findings.astray.append(f"{table.id}: the snapshot at {place}")
        for view in shown.pop(place, ()):
            if encode(game.view(state, view.seat)) != view.view:
                findings.astray.append(f"{table.id}: seat {view.seat}'s view at {place}")
        if before is not None and record.at < table.records[place - 2].at:
            findings.broken.append(f"{table.id}: time goes back at {place}")
        before = state
    findings.lost.extend(f"{table.id}: event {seq}, which was shown" for seq in shown)
    findings.tables += 1
    findings.events += len(table.records)
    findings.views += len(views)
    findings.snapshots += len(table.snapshots)


def _check_histories(table: _Table, heard: list[Heard], findings: Findings) -> None:
    """Every seat's history is a prefix of the log, event by event, as far as it may know them."""
    game, encode = table.game, codec(table.game).encode
    read = codec(game).read_event
    events = [read(record.event, record.rules(table.version)) for record in table.records]
    known: dict[tuple[int, Seat], tuple[bytes, ...]] = {}
    for said in heard:
        told = {event.seq: event for event in _told(said.events)}
        for seq in range(said.since + 1, said.seq + 1):
            if seq > len(table.records):
                findings.lost.append(f"{table.id}: event {seq}, which seat {said.seat} was told of")
                break
            record, event = table.records[seq - 1], events[seq - 1]
            if (seq, said.seat) not in known:
                house = isinstance(event, HouseEvent)
                part = event if house else game.redact(event, said.seat)
                known[seq, said.seat] = () if part is None else (encode(part), encode(event))
            right, one = known[seq, said.seat], told.get(seq)
            if one is None:
                wrong = bool(right) and said.whole
            else:
                findings.told += 1
                wrong = (one.at, one.actor) != (record.at, record.actor) or bytes(one.event) not in (
                    right or (encode(event),)
                )
            if wrong:
                findings.astray.append(f"{table.id}: seat {said.seat} was told of event {seq} otherwise")


def _matches(game: AnyGame, state: Any, record: Record, move: Acknowledged) -> bool:
    """Whether this record is the move's result, apart from its random parts."""
    assert record.actor is not None
    seat, made = Seat(record.actor), game.parse_move(move.move)

    def first(seed: int) -> bytes:
        return codec(game).encode(game.decide(state, seat, made, record.at, Random(seed))[0])

    if first(0) == bytes(record.event):
        return True
    written = msgspec.json.decode(record.event)
    tries = [msgspec.json.decode(first(seed)) for seed in range(RANDOM_TRIES)]
    certain = {name for name in tries[0] if all(again[name] == tries[0][name] for again in tries)}
    return all(written.get(name) == tries[0][name] for name in certain)
