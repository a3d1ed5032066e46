"""What happens at the seats, and what follows: bots sit in, moves are taken back, games begin and end."""

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from ukumbi.core import Refused, Resigned, Seat
from ukumbi.hall import seats
from ukumbi.hall.appending import read_memories, wake_after
from ukumbi.hall.history import before_latest
from ukumbi.hall.presence import missed, note_absence
from ukumbi.hall.requests import AskTakeBack, EndGame, Leave, LookAround, Resign, SeatBot, SeatRequest, Sit
from ukumbi.ledger import SeatChange, Status

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

MAX_RESIGNING_SEATS: Final = 2
"""With up to so many seats, leaving ends the game; with more, a bot takes the seat and the others play on."""


async def change_seats(table: "Table", request: SeatRequest) -> None:
    if isinstance(request, Leave) and table.status == "playing" and table.match.seats <= MAX_RESIGNING_SEATS:
        await resign(table, Resign(request.person))
        return
    if isinstance(request, SeatBot):
        table.hall.registry[table.row.game].level(request.level)
    elif isinstance(request, Sit):
        table.rename(request.person, await table.hall.people.name(request.person))
    at = _circumstances(table)
    seat = table.seating.seat_of(request.person)
    if isinstance(request, AskTakeBack) and seat is not None:
        at = replace(at, take_back_to=await before_latest(table.hall.ledger, table, seat))
    for event in seats.decide(table.seating, request, at):
        await _write(table, event)
    await _take_back_if_agreed(table)
    await _begin_if_ready(table)


def _circumstances(table: "Table") -> seats.Circumstances:
    row, match = table.row, table.match
    return seats.Circumstances(
        status=row.status,
        host=row.host,
        seat_key=row.seat_key,
        seq=match.seq,
        away=table.absence.away(),
        substitute=table.hall.registry[row.game].usual,
        game=row.game,
        can_take_back=match.game.can_take_back,
    )


async def _write(table: "Table", event: seats.SeatEvent) -> None:
    """Write a seat event to disk, then adopt and publish it."""
    after, row = table.match.seq, table.row
    seating = seats.evolve(table.seating, event, after)
    change = SeatChange(len(table.changes) + 1, after, table.hall.clock.now(), seats.encode(event))
    status: Status = "cancelled" if isinstance(event, seats.Cancelled) else row.status
    wake = wake_after(table.match, seating.occupants) if status == "playing" else None
    await table.hall.ledger.change_seats(row.number, change, seating.occupants, status, wake)
    table.row = replace(row, occupants=seating.occupants, status=status, wake=wake)
    table.seating = seating
    table.changes.append(change)
    table.seats_changed()
    with table.publishing():
        table.publisher.reseat(table)
        table.bots_and_clock.reseated(table)
        note_absence(table)
        table.send_presence()
        table.hall.news.send(table, *seats.people_of(row.occupants))
        table.bots_and_clock.prompt(table)
        match event:
            case seats.SatDown(seat) | seats.SaidReady(seat):
                table.hall.call_others(table, _person(table, seat))
            case seats.AskedBack(seat):
                table.hall.news.need_others(table, _person(table, seat))


def _person(table: "Table", seat: Seat) -> str:
    person = table.seating.occupants[seat].person
    assert person is not None
    return person


async def look_around(table: "Table") -> None:
    """Give seats back to players who returned, let bots stand in, and begin if all are ready."""
    for seat in table.seating.people():
        if table.seating.occupants[seat].stand_in is not None and table.publisher.here(seat):
            await _write(table, seats.CameBack(seat))
    for seat in missed(table):
        if table.absence.for_longer(seat):
            await _write(table, seats.stand_in(seat, None, _circumstances(table)))
    await _take_back_if_agreed(table)
    await _begin_if_ready(table)


async def _begin_if_ready(table: "Table") -> None:
    if not _is_ready(table):
        return
    brought = await read_memories(table) if table.match.game.remembers else {}
    if _is_ready(table):  # else a player has gone meanwhile
        known = {
            Seat(number): brought[who.person]
            for number, who in enumerate(table.seating.occupants)
            if who.person is not None and who.person in brought
        }
        await table.write_or_retry(table.match.decide_setup(table.hall.clock.now(), known), LookAround())


def _is_ready(table: "Table") -> bool:
    """Whether all seats are taken, and all people are present and ready."""
    if table.match.seq or table.status != "open" or table.row.free_seat() is not None:
        return False
    people, occupants = table.seating.people(), table.seating.occupants
    agreed = all(occupants[seat].ready and table.publisher.here(seat) for seat in people)
    return len(people) <= 1 or agreed


async def _take_back_if_agreed(table: "Table") -> None:
    wish = table.seating.wish(table.match.seq)
    if wish is None or table.status != "playing" or not table.seating.all_agree(wish):
        return
    then = (await table.hall.folded(table.row, wish.to)).match.state
    await table.write(table.match.decide_taking_back(wish.by, wish.to, then, table.now()))


async def resign(table: "Table", request: Resign | EndGame) -> None:
    """A player gives the game up, or ends it because the other one has been away for longer."""
    seat = table.seating.seat_of(request.person)
    if seat is None:
        raise Refused("not_seated")
    if isinstance(request, EndGame):
        seats.check_other(table.seating, seat, request.seat)
        seat = request.seat
        if table.status == "playing" and not table.absence.for_longer(seat):
            raise Refused("not_away")
    latest: Any = table.match.history[-1][1] if table.match.history else None
    if isinstance(latest, Resigned) and latest.seat == seat:
        return  # asked twice
    table.check_alive()
    await table.write(table.match.decide_resignation(seat, table.now(), isinstance(request, EndGame)))
