"""Compares a ledger, after its hall has ended, with what players received."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select, text

from benchmarks.players.player import Acknowledged
from ukumbi.core import AnyGame, Record, Registry, Seat, codec
from ukumbi.core.log import moments
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


class Findings(msgspec.Struct):
    """The result of an audit. The lists should be empty."""

    tables: int = 0
    events: int = 0
    acknowledged: int = 0
    views: int = 0
    snapshots: int = 0
    lost: list[str] = []
    """Acknowledged moves that are not in the log."""
    doubled: list[str] = []
    """Moves that are in the log more than once."""
    altered: list[str] = []
    """Acknowledged moves whose record differs."""
    astray: list[str] = []
    """Views and snapshots that differ from a fold of the log."""
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


class _Table(msgspec.Struct, frozen=True):
    id: str
    game: AnyGame
    version: int
    records: list[Record]
    snapshots: dict[int, bytes]


def audit(
    ledger: Path, registry: Registry, acknowledged: Iterable[Acknowledged], shown_views: Iterable[ShownView]
) -> Findings:
    """Compare acknowledgements and views with the ledger."""
    moves, views = _by_table(acknowledged), _by_table(shown_views)
    findings = Findings(acknowledged=sum(map(len, moves.values())))
    engine = open_engine(ledger)
    with engine.connect() as connection:
        verdict = connection.scalar(text("PRAGMA integrity_check"))
        if verdict != "ok":
            findings.broken.append(f"integrity check: {verdict}")
        for table in _tables(connection, registry):
            own = {move.ref: move for move in moves.pop(table.id, [])}
            _check_refs(table, own, findings)
            _check_fold(table, own, views.pop(table.id, []), findings)
    engine.dispose()
    findings.lost.extend(f"{table}: the whole table" for table in {*moves, *views})
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
        if place in table.snapshots and table.snapshots[place] != encode(state):
            findings.astray.append(f"{table.id}: the snapshot at {place}")
        for view in shown.pop(place, ()):
            if encode(game.view(state, view.seat)) != view.view:
                findings.astray.append(f"{table.id}: seat {view.seat}'s view at {place}")
        before = state
    findings.lost.extend(f"{table.id}: event {seq}, which was shown" for seq in shown)
    findings.tables += 1
    findings.events += len(table.records)
    findings.views += len(views)
    findings.snapshots += len(table.snapshots)


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
