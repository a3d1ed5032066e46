"""The log of a table, and the fold that turns it into a state."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from typing import Any, TypeVar, Union

import msgspec

from ukumbi.core.errors import Refused
from ukumbi.core.game import AnyGame, Options
from ukumbi.core.inputs import CLOCK, Actor, Instant, PlayClock, Seat
from ukumbi.core.wording import in_plain_words

CLOCK_ACTOR = -1
"""How the clock stands in a record, where every other actor is a seat number."""

State = TypeVar("State")
Event = TypeVar("Event")


class Resigned(msgspec.Struct, frozen=True, tag="resigned"):
    """The house writes it into any game's log: a game for one or two ends because a player resigns."""

    seat: Seat
    away: bool = False
    """Whether they were gone, and the one who stayed has ended it."""

    def __str__(self) -> str:
        return (
            f"seat {self.seat} is away, and the game is ended" if self.away else f"seat {self.seat} gives up"
        )


class TakenBack(msgspec.Struct, frozen=True, tag="taken_back"):
    """The house writes it, too: the table is again as it was after event `to`."""

    to: int

    def __str__(self) -> str:
        return f"back to how it was after event {self.to}"


class Paused(msgspec.Struct, frozen=True, tag="paused"):
    """The house writes it, too: the match's time stands still, because its only person is not looking."""

    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} pauses"


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """After a pause the match's time goes on, so many milliseconds behind the hall's."""

    seat: Seat
    behind: int

    def __str__(self) -> str:
        return f"seat {self.seat} goes on"


HouseEvent = Resigned | TakenBack | Paused | Resumed


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

    def rules(self, version: int) -> int:
        """The version of the rules that wrote it, in a log that was begun with this one."""
        return version if self.version is None else self.version

    def line(self, text: str) -> str:
        """What happened, with its number and who did it."""
        actor = self.by()
        who = "setup" if actor is None else "clock" if actor is CLOCK else f"seat {actor}"
        return f"{self.seq}. {who}: {text.removeprefix(f'{who} ')}"

    def __str__(self) -> str:
        return self.line(in_plain_words(self.event))


class Log(msgspec.Struct, frozen=True):
    """A whole game as a value: what a file holds, what `replay` reads."""

    game: str
    version: int
    seats: int
    options: msgspec.Raw
    records: tuple[Record, ...]

    def to_json(self) -> bytes:
        """All of it, for a file."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, text: bytes | str) -> "Log":
        """What `to_json` has written."""
        try:
            return msgspec.json.decode(text, type=Log)
        except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as fault:
            raise NotALog(text, fault) from fault

    def __str__(self) -> str:
        return "\n".join([f"{self.game}, {self.seats} seats", *map(str, self.records)])


class NotALog(Refused):
    """Something else was handed in."""

    def __init__(self, what: object, why: object) -> None:
        super().__init__("not_a_log", what=repr(what)[:40], reason=str(why))


class NewerVersion(Refused):
    """Written by newer rules than these: nothing can be said about it, and nothing may be added to it."""

    def __init__(self, game: AnyGame, version: int) -> None:
        super().__init__("newer_version", game=game.name, version=version, known=game.version)


class DamagedLog(Refused):
    """No game was ever written down like this."""

    def __init__(self, game: AnyGame, where: str, fault: object) -> None:
        super().__init__("damaged_log", game=game.name, where=where, reason=str(fault)[:200])


def check_version(game: AnyGame, version: int) -> None:
    """That these rules can read what this version of them wrote."""
    if not isinstance(version, int) or version < 1:
        raise DamagedLog(game, "version", f"{version!r} is none; there are 1 to {game.version}")
    if version > game.version:
        raise NewerVersion(game, version)


class Codec:
    """Text for a game's values, and back: one set of encoders and decoders per game."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.encode = msgspec.json.Encoder().encode
        self.state = msgspec.json.Decoder(game.structs.state).decode
        self.move = msgspec.json.Decoder(game.structs.move).decode
        self._events = Union[game.structs.event, HouseEvent]  # noqa: UP007, the kind is known only here
        self.event = msgspec.json.Decoder(self._events).decode
        self.view = msgspec.json.Decoder(game.structs.view).decode
        self.options = msgspec.json.Decoder(game.options).decode

    def read_event(self, text: bytes, version: int) -> Any:
        """An event that this version of the rules wrote, in today's form."""
        if version == self._game.version:
            return self.event(text)
        event = msgspec.json.decode(text)
        for earlier in self._since(version):
            event = self._game.upgrade_event(event, earlier)
        return msgspec.convert(event, self._events)

    def read_options(self, text: bytes, version: int) -> Options:
        """Options that this version of the rules wrote, in today's form."""
        options = msgspec.json.decode(text)
        for earlier in self._since(version):
            options = self._game.upgrade_options(options, earlier)
        read: Options = msgspec.convert(options, self._game.options)
        return read

    def _since(self, version: int) -> range:
        check_version(self._game, version)
        return range(version, self._game.version)


def log_options(game: AnyGame, log: Log) -> Options:
    """The options that a log was begun with."""
    check_version(game, log.version)
    try:
        return codec(game).read_options(log.options, log.version)
    except msgspec.MsgspecError as fault:
        raise DamagedLog(game, "options", fault) from fault


@cache
def codec(game: AnyGame) -> Codec:
    """The codec of a game; games are few and live as long as the process."""
    return Codec(game)


def fold(
    evolve: Callable[[State | None, Event], State], events: Iterable[Event], state: State | None = None
) -> State:
    """The state that these events lead to, from the given one on."""
    state = reduce(evolve, events, state)
    assert state is not None, "no state without an event"
    return state


def moments(
    game: AnyGame, records: Iterable[Record], version: int, state: Any = None
) -> Iterator[tuple[Record, Any, Any]]:
    """Each record of a log with its event and the state after it, from the given state on."""
    read = codec(game).read_event
    states: dict[int, Any] = {}
    for record in records:
        try:
            event = read(record.event, record.rules(version))
            match event:
                case TakenBack():
                    state = states[event.to]
                case Resigned() | Paused() | Resumed():
                    pass
                case _:
                    state = game.evolve(state, event)
        except (NewerVersion, DamagedLog):
            raise
        except Exception as fault:  # a rule may fail in any way on an event that was never decided
            raise DamagedLog(game, f"event {record.seq}", _reason(fault)) from fault
        if game.can_take_back:
            states[record.seq] = state
        yield record, event, state


def clock_after(clock: PlayClock, record: Record, event: Any) -> PlayClock:
    """What this event makes of the match's time."""
    match event:
        case Paused():
            return clock.stopped(record.at)
        case Resumed():
            return clock.started(event.behind)
    return clock


def _reason(fault: Exception) -> str:
    return str(fault) if isinstance(fault, msgspec.MsgspecError | Refused) else repr(fault)


def replay(
    game: AnyGame, records: Iterable[Record], version: int | None = None
) -> Iterator[tuple[Record, Any]]:
    """Each record with the state after it. What cannot be read is refused before the first."""
    since, known = game.version if version is None else version, tuple(records)
    check_version(game, since)
    for record in known:
        check_version(game, record.rules(since))
    return ((record, state) for record, _, state in moments(game, known, since))
