"""The log of a table, and the fold that turns it into a state."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from ukumbi.core.game import AnyGame, Options
from ukumbi.core.seats import CLOCK, Actor, Instant, Seat

CLOCK_ACTOR = -1
"""How the clock stands in a record, where every other actor is a seat number."""


class Record(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One event as it stands in the log."""

    seq: int
    at: Instant
    actor: int | None
    """The seat that moved, CLOCK_ACTOR for the clock, None for the setup."""
    event: msgspec.Raw
    ref: str | None = None
    """The mover's own name for the move, on its first event: proof that it was accepted."""
    arrival: Instant | None = None
    """Where moves are put into fair order: when the move came in. It counts from `at`."""
    allowance: int | None = None
    """Where moves are put into fair order: the milliseconds that were granted for the mover's lag."""

    def by(self) -> Actor | None:
        if self.actor is None:
            return None
        return CLOCK if self.actor == CLOCK_ACTOR else Seat(self.actor)


class Log(msgspec.Struct, frozen=True):
    """A whole game as a value: what a file holds, what `replay` reads."""

    game: str
    version: int
    seats: int
    options: msgspec.Raw
    records: tuple[Record, ...]


class Codec:
    """Text for a game's values, and back: one set of encoders and decoders per game."""

    def __init__(self, game: AnyGame) -> None:
        self._encoder = msgspec.json.Encoder()
        self.encode = self._encoder.encode
        self.state = msgspec.json.Decoder(game.kinds.state).decode
        self.move = msgspec.json.Decoder(game.kinds.move).decode
        self.event = msgspec.json.Decoder(game.kinds.event).decode
        self.view = msgspec.json.Decoder(game.kinds.view).decode
        self.options = msgspec.json.Decoder(game.options).decode


@cache
def codec(game: AnyGame) -> Codec:
    """The codec of a game; games are few and live as long as the process."""
    return Codec(game)


def read_options(game: AnyGame, text: bytes) -> Options:
    options: Options = codec(game).options(text)
    return options


def fold(game: AnyGame, events: Iterable[Any], state: Any = None) -> Any:
    """The state that these events lead to, from the given one on."""
    for event in events:
        state = game.evolve(state, event)
    return state


def replay(game: AnyGame, records: Iterable[Record]) -> Iterator[tuple[Record, Any]]:
    """Each record with the state after it."""
    read = codec(game).event
    state: Any = None
    for record in records:
        state = game.evolve(state, read(record.event))
        yield record, state
