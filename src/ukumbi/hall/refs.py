"""Refs of accepted moves: a move that is sent again counts once."""

from typing import Final

from ukumbi.core import Actor, Record, Seat

REMEMBERED: Final = 64


class AcceptedRefs:
    """The latest accepted moves of a table, each as `seat:ref`."""

    def __init__(self) -> None:
        self._keys: dict[str, None] = {}

    def restore(self, keys: tuple[str, ...]) -> None:
        self._keys = dict.fromkeys(keys)

    def remember(self, record: Record) -> None:
        if record.ref is not None:
            self._keys[_key(record.actor, record.ref)] = None
            if len(self._keys) > REMEMBERED:
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
        return (*self._keys, *added)[-REMEMBERED:]


def _key(actor: object, ref: str) -> str:
    return f"{actor}:{ref}"
