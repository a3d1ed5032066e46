"""Seats as a small game of their own: `decide` gives events, `evolve` folds them. No clock, no I/O."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ukumbi.core import Refused, Seat
from ukumbi.core.shared_rules import no_such_seat
from ukumbi.hall.requests import (
    AnswerTakeBack,
    AskTakeBack,
    Cancel,
    FreeSeat,
    GetReady,
    Leave,
    SeatBot,
    SeatRequest,
    Sit,
    StandIn,
)
from ukumbi.ledger import Occupant, SeatChange, Status


class _SeatEvent(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Something that happened at a seat."""


class SetUp(_SeatEvent, tag="set_up", frozen=True):
    """The first occupants."""

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
    """A bot plays for a player who is away."""

    seat: Seat
    level: str
    by: Seat | None = None
    """The seat that asked for it; None if the hall did it by itself."""


class CameBack(_SeatEvent, tag="came_back", frozen=True):
    """The person plays again, and the bot goes."""

    seat: Seat


class AskedBack(_SeatEvent, tag="asked_back", frozen=True):
    """A player would like to take back what happened after event `to`."""

    seat: Seat
    to: int


class Answered(_SeatEvent, tag="answered", frozen=True):
    """A player agrees to that, or does not."""

    seat: Seat
    agrees: bool


class Cancelled(_SeatEvent, tag="cancelled", frozen=True):
    """The table is given up, by its host or because no person is left."""


SeatEvent = (
    SetUp | SatDown | StoodUp | SaidReady | BotSat | StoodIn | CameBack | AskedBack | Answered | Cancelled
)

_decode: Final = msgspec.json.Decoder(SeatEvent).decode
encode: Final = msgspec.json.Encoder().encode


class TakeBack(msgspec.Struct, frozen=True):
    """A wish that stands until a player declines it or the game goes on."""

    by: Seat
    to: int
    asked_after: int
    """The latest event when it was asked: after another one the wish is void."""
    agreed: tuple[Seat, ...] = ()


class Seating(msgspec.Struct, frozen=True):
    occupants: tuple[Occupant, ...]
    take_back: TakeBack | None = None

    def people(self) -> list[Seat]:
        return [Seat(number) for number, who in enumerate(self.occupants) if who.person is not None]

    def seat_of(self, person: str) -> Seat | None:
        return next((seat for seat in self.people() if self.occupants[seat].person == person), None)

    def free_seat(self) -> Seat | None:
        return next((Seat(number) for number, who in enumerate(self.occupants) if who.free), None)

    def wish(self, seq: int) -> TakeBack | None:
        """The wish to take back, unless the game has gone on since."""
        wish = self.take_back
        return wish if wish is not None and wish.asked_after == seq else None

    def all_agree(self, wish: TakeBack) -> bool:
        return {*self.people()} <= {wish.by, *wish.agreed}


class Circumstances(msgspec.Struct, frozen=True):
    """What the seats depend on besides themselves."""

    status: Status
    host: str
    seat_key: str | None
    seq: int
    """Of the game's latest event."""
    away: frozenset[Seat]
    substitute: str | None
    """The level of bots that take over or stand in; None where the game has no bots."""
    game: str
    can_take_back: bool = False
    take_back_to: int | None = None
    """The event before the asking seat's latest move."""


# deciding


def decide(seating: Seating, request: SeatRequest, at: Circumstances) -> tuple[SeatEvent, ...]:
    """What follows; nothing, where it has happened already. Raises Refused."""
    match request:
        case Sit():
            return _sit(seating, request, at)
        case FreeSeat() | SeatBot() | Cancel():
            return _decide_as_host(seating, request, at)
    seat = seating.seat_of(request.person)
    if seat is None:
        raise Refused("not_seated")
    match request:
        case GetReady():
            nothing_new = at.status != "open" or seating.occupants[seat].ready
            return () if nothing_new else (SaidReady(seat),)
        case Leave():
            return _leave(seating, seat, request.person, at)
        case StandIn():
            return _stand_in(seating, seat, request.seat, at)
        case AskTakeBack():
            return _ask_take_back(seating, seat, at)
        case AnswerTakeBack():
            wish = seating.wish(at.seq)
            if wish is None or wish.by == seat or seat in wish.agreed:
                return ()
            return (Answered(seat, request.agrees),)


def _sit(seating: Seating, request: Sit, at: Circumstances) -> tuple[SeatEvent, ...]:
    if seating.seat_of(request.person) is not None:
        return ()
    _check_open(at)
    if request.key != at.seat_key:
        raise Refused("invitation_needed")
    seat = seating.free_seat()
    if seat is None:
        raise Refused("table_is_full")
    return (SatDown(seat, request.person),)


def _decide_as_host(
    seating: Seating, request: FreeSeat | SeatBot | Cancel, at: Circumstances
) -> tuple[SeatEvent, ...]:
    if request.person != at.host:
        raise Refused("not_the_host")
    if isinstance(request, Cancel) and at.status == "cancelled":
        return ()
    _check_open(at)
    if isinstance(request, Cancel):
        return (Cancelled(),)
    occupant = seating.occupants[check_seat(seating, request.seat)]
    if isinstance(request, FreeSeat):
        if occupant.person == request.person:
            raise Refused("your_own_seat")
        return () if occupant.free else (StoodUp(request.seat, freed=True),)
    if occupant.person is not None:
        raise Refused("seat_is_taken")
    return () if occupant.bot == request.level else (BotSat(request.seat, request.level),)


def _leave(seating: Seating, seat: Seat, person: str, at: Circumstances) -> tuple[SeatEvent, ...]:
    if at.status == "open":
        return (Cancelled(),) if person == at.host else (StoodUp(seat),)
    if at.status != "playing":
        return ()
    if at.substitute is None:
        raise Refused("no_bots_here", game=at.game)
    taken_over = BotSat(seat, at.substitute, left=True)
    return (taken_over, Cancelled()) if seating.people() == [seat] else (taken_over,)


def _stand_in(seating: Seating, own: Seat, seat: Seat, at: Circumstances) -> tuple[SeatEvent, ...]:
    check_other(seating, own, seat)
    _check_playing(at)
    if seating.occupants[seat].stand_in is not None:
        return ()
    if seat not in at.away:
        raise Refused("not_away")
    return (stand_in(seat, own, at),)


def stand_in(seat: Seat, by: Seat | None, at: Circumstances) -> StoodIn:
    """A bot stands in: another player asked for it, or in real time the hall decided."""
    if at.substitute is None:
        raise Refused("no_bots_here", game=at.game)
    return StoodIn(seat, at.substitute, by)


def _ask_take_back(seating: Seating, seat: Seat, at: Circumstances) -> tuple[SeatEvent, ...]:
    _check_playing(at)
    if not at.can_take_back:
        raise Refused("no_taking_back")
    wish = seating.wish(at.seq)
    if wish is not None:
        if wish.by != seat:
            raise Refused("already_asked")
        return ()
    if at.take_back_to is None:
        raise Refused("nothing_to_take_back")
    return (AskedBack(seat, at.take_back_to),)


def _check_open(at: Circumstances) -> None:
    if at.status == "cancelled":
        raise Refused("table_cancelled")
    if at.status != "open":
        raise Refused("already_playing")


def _check_playing(at: Circumstances) -> None:
    if at.status != "playing":
        raise Refused("not_playing")


def check_seat(seating: Seating, seat: Seat) -> Seat:
    if not 0 <= seat < len(seating.occupants):
        raise no_such_seat(seat, len(seating.occupants))
    return seat


def check_other(seating: Seating, own: Seat, seat: Seat) -> None:
    if check_seat(seating, seat) == own or seating.occupants[seat].person is None:
        raise Refused("not_away")


# folding


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
            return seating
    before = seating.occupants[event.seat]
    return _with(seating, event.seat, _occupant(event, before))


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


def fold(occupants: tuple[Occupant, ...], changes: Iterable[SeatChange]) -> Seating:
    """The seating that these changes lead to."""
    seating = Seating(occupants)
    for change in changes:
        seating = evolve(seating, read(change), change.after)
    return seating


def seated(changes: Sequence[SeatChange]) -> list[str]:
    """All people who ever had a seat here, in order; those who stood up before the game come last."""
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
