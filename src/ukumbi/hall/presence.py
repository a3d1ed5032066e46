"""Absence of a table's players, and pauses of people who play alone."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ukumbi.core import Instant, Refused, Seat
from ukumbi.hall import seats
from ukumbi.hall.clock import HallClock
from ukumbi.hall.requests import Pause, PauseIfGone, Resume

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

COUNTDOWN_MILLISECONDS: Final = 3_000
"""From asking to go on until the time does: 3, 2, 1."""


class Absence:
    """The absent people of one table."""

    def __init__(self, clock: HallClock, longer: int) -> None:
        self._clock = clock
        self._longer = longer
        """Milliseconds after which an absent player counts as away for longer."""
        self._since: dict[Seat, Instant] = {}

    def note(self, away: Iterable[Seat]) -> None:
        """These are away now."""
        now = self._clock.now()
        self._since = {seat: self._since.get(seat, now) for seat in away}

    def since(self, seat: Seat) -> Instant | None:
        """Since when this seat's person has been away; None if they are here, or no person has it."""
        return self._since.get(seat)

    def away(self) -> frozenset[Seat]:
        return frozenset(self._since)

    def longer_from(self, seat: Seat) -> Instant | None:
        """From when on this seat's person counts as away for longer."""
        since = self._since.get(seat)
        return None if since is None else Instant(since + self._longer)

    def for_longer(self, seat: Seat) -> bool:
        longer_from = self.longer_from(seat)
        return longer_from is not None and self._clock.now() >= longer_from


def note_absence(table: "Table") -> None:
    """Note the absent players, and set the alarm for a stand-in."""
    table.absence.note(seat for seat in table.seating.people() if not table.publisher.here(seat))
    due = [longer for seat in missed(table) if (longer := table.absence.longer_from(seat)) is not None]
    table.bots_and_clock.look_around_at(table, min(due, default=None))


def missed(table: "Table") -> list[Seat]:
    """Absent players for whom a bot will stand in: in real time, while another player is here."""
    people, occupants = table.seating.people(), table.seating.occupants
    company = any(table.publisher.here(seat) for seat in people)
    if not (table.status == "playing" and table.races and company):
        return []
    away = table.absence.away()
    return [seat for seat in people if seat in away and occupants[seat].stand_in is None]


# pauses


def pausing_seat(table: "Table") -> Seat | None:
    """Who may pause: the only person that has ever played this game, where the time matters."""
    if not table.match.pausable:
        return None
    before = [change for change in table.changes if change.after == 0]
    players = seats.fold(table.row.occupants, before).people()
    return players[0] if len(players) == 1 and players[0] in table.seating.people() else None


async def pause_if_gone(table: "Table", request: PauseIfGone) -> None:
    match, seat = table.match, pausing_seat(table)
    if table.status != "playing" or match.paused or seat is None or table.publisher.here(seat):
        return
    # What is remembered may begin after the last event.
    since_last = request.since_last_event and match.history
    at = match.history[-1][0].at if since_last else table.now()
    await table.write_or_retry(match.decide_pause(seat, at), request)


async def pause_or_resume(table: "Table", request: Pause | Resume) -> None:
    if pausing_seat(table) != request.seat:
        raise Refused("not_pausable")
    table.check_alive()
    match = table.match
    if isinstance(request, Pause):
        await table.write(match.decide_pause(request.seat, table.now()))
        return
    starts = table.hall.clock.now() + COUNTDOWN_MILLISECONDS
    await table.write(match.decide_resumption(request.seat, starts - match.clock.stood))
    await pause_if_gone(table, PauseIfGone())  # they may have gone before that was written
