"""What can be asked of a table, and what it replies: plain data, in one queue for each table."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ukumbi.core import CLOCK, Actor, Instant, Refused, Seat, Timing


class _Request(msgspec.Struct, frozen=True, tag_field="type"):
    """A request to one table."""


# in the game


class Move(_Request, frozen=True):
    seat: Seat
    notation: str
    ref: str | None = None
    """The client's name for this move: sent again, it counts once."""
    answers: int | None = None
    """The event that it is made in answer to."""


class Tick(_Request, frozen=True):
    """The clock's move at a deadline, given in the hall's time."""

    due: Instant


class Pause(_Request, frozen=True):
    seat: Seat


class Resume(_Request, frozen=True):
    seat: Seat


class _ByPerson(_Request, frozen=True):
    """A request of a person who sits at the table, or wants to."""

    person: str


class _AboutSeat(_ByPerson, frozen=True):
    """A request about another seat."""

    seat: Seat


class Resign(_ByPerson, frozen=True): ...


class EndGame(_AboutSeat, frozen=True):
    """End a game for two, because the other player has been away for longer."""


class AskTakeBack(_ByPerson, frozen=True):
    """Ask the others to let the own latest move be taken back."""


class AnswerTakeBack(_ByPerson, frozen=True):
    agrees: bool


# at the seats


class Sit(_ByPerson, frozen=True):
    """Take the first free seat, with the key of an invitation."""

    key: str | None = None


class GetReady(_ByPerson, frozen=True): ...


class FreeSeat(_AboutSeat, frozen=True):
    """The host frees a seat before the game."""


class SeatBot(_AboutSeat, frozen=True):
    """The host gives a free seat to a bot."""

    level: str


class Cancel(_ByPerson, frozen=True):
    """The host gives the table up before the game."""


class Leave(_ByPerson, frozen=True):
    """Before the game the seat is free again; a game for two is given up; in others a bot takes over."""


class StandIn(_AboutSeat, frozen=True):
    """A bot shall play for a player who is away."""


# from the hall itself


class LookAround(_Request, frozen=True):
    """A viewer came, or has been away for long: check stand-ins and readiness."""


class PauseIfGone(_Request, frozen=True):
    """A viewer went: a game of one person pauses."""

    since_last_event: bool = False
    """The table was closed: no time has passed since its last event."""


class LinkRematch(_Request, frozen=True):
    """The next game of these players has this table; or it is gone."""

    table: str | None


class Expire(_Request, frozen=True):
    """The ledger no longer has this table: its game never began."""


class PutAway(_Request, frozen=True):
    """Leave memory, if no viewer or bot needs the table."""


class HandOver(_Request, frozen=True):
    """Another node will have the table: handle nothing more."""


SeatRequest = Sit | GetReady | FreeSeat | SeatBot | Cancel | Leave | StandIn | AskTakeBack | AnswerTakeBack
GameRequest = Move | Tick | Pause | Resume
Request = (
    GameRequest
    | Resign
    | EndGame
    | SeatRequest
    | LookAround
    | PauseIfGone
    | LinkRematch
    | Expire
    | PutAway
    | HandOver
)


class Accepted(msgspec.Struct, frozen=True):
    """It has happened and is on disk, up to this event."""

    seq: int


class AlreadyAccepted(msgspec.Struct, frozen=True):
    """The same move was accepted before: it counts once."""


class Moved(msgspec.Struct, frozen=True):
    """Another node has the table: ask there. Who asked under a ref asks again under it."""

    node: str


Reply = Accepted | AlreadyAccepted | Moved | Refused
"""Each request gets exactly one."""


class Item(NamedTuple):
    """A request in a table's queue, with the callback for its reply."""

    request: Request
    reply: Callable[[Reply], None]
    timing: Timing | None = None
    """Where everyone moves at once: its place in fair order."""


def actor_of(request: GameRequest) -> Actor:
    return CLOCK if isinstance(request, Tick) else request.seat


def nobody_waits(_: Reply) -> None:
    """For requests of the hall itself."""
