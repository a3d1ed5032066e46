"""Who sits where, as a fold over what happened at the seats. The rules of a game never notice any of it.

A value and the events that change it, without clock or I/O: `seats.py` decides what may happen, and the
ledger keeps it.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from ukumbi.core import Seat
from ukumbi.ledger import Occupant, SeatChange


class _SeatEvent(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that happened at a seat."""


class SetUp(_SeatEvent, tag="set_up", frozen=True):
    """The table, and who has a seat from the start."""

    occupants: tuple[Occupant, ...]


class SatDown(_SeatEvent, tag="sat_down", frozen=True):
    seat: Seat
    person: str


class StoodUp(_SeatEvent, tag="stood_up", frozen=True):
    """The seat is free again, before the game: its person left, or the host freed it."""

    seat: Seat
    freed: bool = False


class SaidReady(_SeatEvent, tag="said_ready", frozen=True):
    seat: Seat


class BotSat(_SeatEvent, tag="bot_sat", frozen=True):
    """A bot has the seat for good: by the host's choice, or because its person left the game."""

    seat: Seat
    level: str
    left: bool = False


class StoodIn(_SeatEvent, tag="stood_in", frozen=True):
    """A bot plays for somebody who is away."""

    seat: Seat
    level: str
    by: Seat | None = None
    """Who asked for it; nobody, where the house did it by itself."""


class CameBack(_SeatEvent, tag="came_back", frozen=True):
    """The person plays again, and the bot goes."""

    seat: Seat


class AskedBack(_SeatEvent, tag="asked_back", frozen=True):
    """Somebody would like to take back what happened after event `to`."""

    seat: Seat
    to: int


class Answered(_SeatEvent, tag="answered", frozen=True):
    """Somebody agrees to that, or does not."""

    seat: Seat
    agrees: bool


class Cancelled(_SeatEvent, tag="cancelled", frozen=True):
    """The table is given up, by its host or because nobody is left."""


SeatEvent = (
    SetUp | SatDown | StoodUp | SaidReady | BotSat | StoodIn | CameBack | AskedBack | Answered | Cancelled
)

_decode: Final = msgspec.json.Decoder(SeatEvent).decode
encode: Final = msgspec.json.Encoder().encode


class TakeBack(msgspec.Struct, frozen=True):
    """A wish that stands until somebody declines it or the game goes on."""

    by: Seat
    to: int
    asked_after: int
    """The latest event when it was asked: after another one the wish is void."""
    agreed: tuple[Seat, ...] = ()


class Seating(msgspec.Struct, frozen=True):
    occupants: tuple[Occupant, ...]
    take_back: TakeBack | None = None
    cancelled: bool = False

    def people(self) -> list[Seat]:
        return [Seat(number) for number, who in enumerate(self.occupants) if who.person is not None]


def evolve(seating: Seating, event: SeatEvent, after: int) -> Seating:
    """The seating after the event, which happened after this event of the game."""
    match event:
        case SetUp():
            return Seating(event.occupants)
        case AskedBack():
            return replace(seating, take_back=TakeBack(event.seat, event.to, after))
        case Answered():
            return replace(seating, take_back=_answered(seating.take_back, event))
        case Cancelled():
            return replace(seating, cancelled=True)
    return _with(seating, event.seat, _occupant(event, seating.occupants[event.seat]))


def _occupant(
    event: SatDown | StoodUp | SaidReady | BotSat | StoodIn | CameBack, before: Occupant
) -> Occupant:
    match event:
        case SatDown():
            return Occupant(event.person)
        case StoodUp():
            return Occupant()
        case SaidReady():
            return replace(before, ready=True)
        case BotSat():
            return Occupant(bot=event.level)
        case StoodIn():
            return replace(before, stand_in=event.level)
        case CameBack():
            return replace(before, stand_in=None)


def _with(seating: Seating, seat: Seat, occupant: Occupant) -> Seating:
    seats = (*seating.occupants[:seat], occupant, *seating.occupants[seat + 1 :])
    return replace(seating, occupants=seats)


def _answered(wish: TakeBack | None, event: Answered) -> TakeBack | None:
    if wish is None or not event.agrees:
        return None
    return replace(wish, agreed=(*wish.agreed, event.seat))


def read(change: SeatChange) -> SeatEvent:
    event: SeatEvent = _decode(change.event)
    return event


def seated(changes: Iterable[SeatChange]) -> list[str]:
    """Everybody who ever had a seat here, in that order; who stood up before the game comes last."""
    at, people, gone = dict[Seat, str](), dict[str, None](), dict[str, None]()
    for change in changes:
        match read(change):
            case SetUp(occupants):
                at = {Seat(seat): who.person for seat, who in enumerate(occupants) if who.person is not None}
                people = dict.fromkeys(at.values())
            case SatDown(seat, person):
                at[seat] = person
                people[person] = None
            case StoodUp(seat) if seat in at:
                gone[at[seat]] = people.pop(at[seat], None)
    return [*people, *(person for person in gone if person not in people)]


def people_of(occupants: Iterable[Occupant]) -> list[str]:
    return [who.person for who in occupants if who.person is not None]


def fold(occupants: tuple[Occupant, ...], changes: Iterable[SeatChange]) -> Seating:
    """The seating that these changes lead to; a table of former times has none, only its occupants."""
    seating = Seating(occupants)
    for change in changes:
        seating = evolve(seating, read(change), change.after)
    return seating
