"""The log of a table, and the fold that turns it into a state."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from ukumbi.core.errors import Refused
from ukumbi.core.game import AnyGame, Options
from ukumbi.core.seats import CLOCK, Actor, Instant, Seat

CLOCK_ACTOR = -1
"""How the clock stands in a record, where every other actor is a seat number."""

State = TypeVar("State")
Event = TypeVar("Event")


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """The house writes it into any game's log: a game for one or two ends because somebody gives up."""

    seat: Seat
    away: bool = False
    """Whether they were gone, and the one who stayed has ended it."""


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back"):
    """The house writes it, too: the table is again as it was after event `to`."""

    to: int


HouseEvent = Resigned | TakenBack


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
    version: int | None = None
    """The version of the rules that wrote it, where that is not the log's own."""

    def by(self) -> Actor | None:
        if self.actor is None:
            return None
        return CLOCK if self.actor == CLOCK_ACTOR else Seat(self.actor)

    def __str__(self) -> str:
        actor = self.by()
        who = "setup" if actor is None else "clock" if actor is CLOCK else f"seat {actor}"
        return f"{self.seq}. {who}: {bytes(self.event).decode()}"


class Log(msgspec.Struct, frozen=True):
    """A whole game as a value: what a file holds, what `replay` reads."""

    game: str
    version: int
    seats: int
    options: msgspec.Raw
    records: tuple[Record, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.game}, {self.seats} seats", *map(str, self.records)])


class NewerVersion(Refused):
    """Written by newer rules than these: nothing can be said about it, and nothing may be added to it."""

    def __init__(self, game: AnyGame, version: int) -> None:
        super().__init__("newer_version", game=game.name, version=version, known=game.version)


class Codec:
    """Text for a game's values, and back: one set of encoders and decoders per game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.encode = msgspec.json.Encoder().encode
        self.state = msgspec.json.Decoder(game.kinds.state).decode
        self.move = msgspec.json.Decoder(game.kinds.move).decode
        self._events = Union[game.kinds.event, HouseEvent]  # noqa: UP007, the kind is known only here
        self.event = msgspec.json.Decoder(self._events).decode
        self.view = msgspec.json.Decoder(game.kinds.view).decode
        self.options = msgspec.json.Decoder(game.options).decode

    def read_event(self, text: bytes, version: int) -> Any:
        """An event that this version of the rules wrote, in today's form."""
        if version == self._game.version:
            return self.event(text)
        event = msgspec.json.decode(text)
        for former in self._since(version):
            event = self._game.lift(event, former)
        return msgspec.convert(event, self._events)

    def read_options(self, text: bytes, version: int) -> Options:
        """Options that this version of the rules wrote, in today's form."""
        options = msgspec.json.decode(text)
        for former in self._since(version):
            options = self._game.lift_options(options, former)
        read: Options = msgspec.convert(options, self._game.options)
        return read

    def _since(self, version: int) -> range:
        if version > self._game.version:
            raise NewerVersion(self._game, version)
        return range(version, self._game.version)


@cache
def codec(game: AnyGame) -> Codec:
    """The codec of a game; games are few and live as long as the process."""
    return Codec(game)


def fold(
    evolve: Callable[[State | None, Event], State], events: Iterable[Event], state: State | None = None
) -> State:
    """The state that these events lead to, from the given one on."""
    for event in events:
        state = evolve(state, event)
    assert state is not None, "no state without an event"
    return state


def moments(
    game: AnyGame, records: Iterable[Record], version: int, state: Any = None
) -> Iterator[tuple[Record, Any, Any]]:
    """Each record of a log with its event and the state after it, from the given state on."""
    read = codec(game).read_event
    states: dict[int, Any] = {}
    for record in records:
        event = read(record.event, record.version or version)
        match event:
            case TakenBack():
                state = states[event.to]
            case Resigned():
                pass
            case _:
                state = game.evolve(state, event)
        if game.can_take_back:
            states[record.seq] = state
        yield record, event, state


def replay(
    game: AnyGame, records: Iterable[Record], version: int | None = None
) -> Iterator[tuple[Record, Any]]:
    """Each record with the state after it."""
    for record, _, state in moments(game, records, version or game.version):
        yield record, state
