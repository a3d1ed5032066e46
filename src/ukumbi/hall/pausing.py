"""Pauses: who plays alone, or against bots, may stop the time; when they are gone it stops by itself."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from ukumbi.core import Instant, Match, Refused, Seat, Step, Timing
from ukumbi.hall import seating
from ukumbi.hall.alarm import Alarm
from ukumbi.hall.queue import Answer, Request
from ukumbi.hall.weak import PartOfTable
from ukumbi.ledger import NotWritten

if TYPE_CHECKING:
    from ukumbi.hall.table import Table
    from ukumbi.hall.viewers import Viewer

COUNTDOWN: Final = 3_000
"""Milliseconds from asking to go on until the time does: 3, 2, 1."""
RETRY: Final = 1_000
"""Milliseconds after which it is tried again when the ledger had no room."""


class Pausing(PartOfTable):
    """The pauses of one table's game."""

    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        self._alarm = Alarm(table.hall.clock)
        self.under_way = False
        """Whether the hall is about to pause the game by itself: nobody is asked for a move."""

    def person(self) -> Seat | None:
        """Who may pause: the only person that has ever played this game, where the time matters."""
        table = self._table
        before = [change for change in table.changes if change.after == 0]
        players = seating.fold(table.row.occupants, before).people()
        alone = players[0] if len(players) == 1 else None
        return alone if table.match.pausable and alone in table.seating.people() else None

    # what the person asks for

    def pause(self, seat: Seat, answer: Callable[[Answer], None], viewer: "Viewer") -> None:
        self._check(seat)

        def decide(match: Match, now: Instant, _: Timing | None) -> Step:
            return match.decide_pause(seat, now)

        self._table.submit(Request(seat, decide, answer, viewer=viewer, in_pause=True))

    def resume(self, seat: Seat, answer: Callable[[Answer], None], viewer: "Viewer") -> None:
        """Go on after the countdown."""
        self._check(seat)
        clock = self._table.hall.clock

        def decide(match: Match, _: Instant, __: Timing | None) -> Step:
            return match.decide_resumption(seat, clock.now() + COUNTDOWN - match.clock.stood)

        self._table.submit(Request(seat, decide, answer, viewer=viewer, in_pause=True))

    def _check(self, seat: Seat) -> None:
        if self.person() != seat:
            raise Refused("not_pausable")

    # what the hall does by itself

    def opened(self) -> None:
        """Nobody was here, so the time has stood still since the last event."""
        self.look(as_of_last=True)

    def look(self, as_of_last: bool = False) -> None:
        """Pause if the person is gone."""
        table = self._table
        running = table.status == "playing" and table.match.seq > 0 and not table.match.paused
        if self.under_way or not running:
            return
        seat = self.person()
        if seat is not None and not table.viewers.here(seat):
            self.under_way = True
            decide = partial(self._decide, seat, as_of_last)
            table.submit(Request(seat, decide, partial(self._answered, as_of_last), in_pause=True))

    def _decide(self, seat: Seat, as_of_last: bool, match: Match, now: Instant, _: Timing | None) -> Step:
        if not as_of_last and self._table.viewers.here(seat):  # they have come back meanwhile
            raise Refused("not_away")
        # What is remembered may begin after the last event.
        at = match.history[-1][0].at if as_of_last and match.history else now
        return match.decide_pause(seat, at)

    def _answered(self, as_of_last: bool, answer: Answer) -> None:
        self.under_way = False
        if isinstance(answer, Refused):
            self._table.prompter.prompt()
        if isinstance(answer, NotWritten):
            self._alarm.set(Instant(self._table.hall.clock.now() + RETRY), partial(self.look, as_of_last))

    def close(self) -> None:
        self._alarm.cancel()
