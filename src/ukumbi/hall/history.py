"""A table's past: the latest records and refs are kept in memory, the others stand in the ledger."""

import logging
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from ukumbi.core import Actor, Match, Record, Refused, Seat, TakenBack, codec
from ukumbi.hall.requests import AlreadyAccepted, Item, Move
from ukumbi.ledger import Ledger

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
ALL: Final = 2**53
PAGE_RECORDS: Final = 500
"""The most records that one sync carries."""
KEPT_REFS: Final = 64
"""Refs of accepted moves that are kept: a move that is sent again counts once."""

Recorded = tuple[Record, Any]
"""A record with its event."""


async def recall(ledger: Ledger, number: int, match: Match) -> None:
    """Remember what was remembered before the table was put away: more than what came after its snapshot."""
    keep, known = match.keep or ALL, _first(match)
    since = max(0, match.seq - keep)
    if known <= since + 1:
        return
    try:
        older = _read(match, await ledger.records(number, since, known - 1 - since))
    except Exception:  # a snapshot spares us what an event before it may be
        LOGGER.exception("what came before event %d cannot be read", known)
        return
    match.history[:0] = older


async def records_since(ledger: Ledger, table: "Table", since: int, at_most: int = ALL) -> list[Recorded]:
    """The records after `since`, up to so many."""
    match, older = table.match, []
    if not reaches(match, since):
        records = await ledger.records(table.row.number, since, at_most)
        # The ledger may be ahead of the table by what is written but not yet adopted.
        older = _read(match, (record for record in records if record.seq <= match.seq))
    last = older[-1][0].seq if older else since
    return older + [pair for pair in match.history if pair[0].seq > last][: at_most - len(older)]


def reaches(match: Match, since: int) -> bool:
    """Whether everything after this event is remembered."""
    return since + 1 >= _first(match)


def _first(match: Match) -> int:
    return match.history[0][0].seq if match.history else match.seq + 1


def _read(match: Match, records: Iterable[Record]) -> list[Recorded]:
    read = codec(match.game).read_event
    return [(record, read(record.event, record.rules(match.version))) for record in records]


def is_stale(match: Match, move: Move) -> bool:
    """Whether a move was meant for another table than this one has become.

    In a game of turns that is so when the seat itself has moved since, from another window, or when
    moves were taken back.
    """
    if move.answers is None:
        return False
    if move.answers >= match.seq or match.game.simultaneous:
        return move.answers > match.seq
    if not reaches(match, move.answers):
        return True  # too long ago to be an answer
    since = [(record, event) for record, event in match.history if record.seq > move.answers]
    return any(record.actor == move.seat or isinstance(event, TakenBack) for record, event in since)


async def before_latest(ledger: Ledger, table: "Table", seat: Seat) -> int | None:
    """The event before this seat's latest move that still counts."""
    # What is in memory begins where it may, and a move back may lead to before that.
    standing = _standing(await records_since(ledger, table, 0))
    for before, record in reversed(list(pairwise(standing))):
        if record.actor == seat:
            return before.seq
    return None


def _standing(recorded: Iterable[Recorded]) -> list[Record]:
    """The records of a whole log that still count, because nothing has taken them back."""
    standing: list[Record] = []
    for record, event in recorded:
        if isinstance(event, TakenBack):
            standing = [earlier for earlier in standing if earlier.seq <= event.to]
        else:
            standing.append(record)
    return standing


class AcceptedRefs:
    """The latest accepted moves of a table, each as `seat:ref`."""

    def __init__(self) -> None:
        self._keys: dict[str, None] = {}

    def restore(self, keys: tuple[str, ...]) -> None:
        self._keys = dict.fromkeys(keys)

    def remember(self, record: Record) -> None:
        if record.ref is not None:
            self._keys[_key(record.actor, record.ref)] = None
            if len(self._keys) > KEPT_REFS:
                del self._keys[next(iter(self._keys))]

    def knows(self, seat: Actor, ref: str) -> bool:
        return _key(seat, ref) in self._keys

    def of(self, seat: Seat | None) -> tuple[str, ...]:
        """The refs of this seat's latest accepted moves."""
        own = _key(seat, "")
        return tuple(key.removeprefix(own) for key in self._keys if key.startswith(own))

    def with_records(self, records: tuple[Record, ...]) -> tuple[str, ...]:
        """As they will be once these are written."""
        added = (_key(record.actor, record.ref) for record in records if record.ref)
        return (*self._keys, *added)[-KEPT_REFS:]


def _key(actor: object, ref: str) -> str:
    return f"{actor}:{ref}"


async def reply_unless_known(table: "Table", item: Item, refusal: Refused) -> None:
    """What was accepted long ago, and cannot be done again, was accepted."""
    move = item.request
    assert isinstance(move, Move)
    assert move.ref is not None
    try:
        known = await table.hall.ledger.knows_ref(table.row.number, move.seat, move.ref)
    except Exception:  # the ledger cannot be read, and the player still waits
        LOGGER.exception("could not look for a ref")
        known = False
    item.reply(AlreadyAccepted() if known else refusal)
