"""One live table: it puts together what moves, who looks on, who sits there, and what is written down."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec

from ukumbi.core import Match, Refused, Seat
from ukumbi.hall.absence import Absence
from ukumbi.hall.allowance import AllowanceBoard
from ukumbi.hall.appending import SNAPSHOT_EVERY
from ukumbi.hall.beginning import Beginning
from ukumbi.hall.coalesced import Coalesced
from ukumbi.hall.pausing import Pausing
from ukumbi.hall.prompter import Prompter
from ukumbi.hall.queue import Answer, Request, move_request, unheard
from ukumbi.hall.refs import AcceptedRefs
from ukumbi.hall.seating import Seating, TakeBack
from ukumbi.hall.spectating import Shown, Spectating
from ukumbi.hall.stepping import Stepping
from ukumbi.hall.viewers import Viewer, Viewers
from ukumbi.hall.views import Views
from ukumbi.hall.weak import weakly
from ukumbi.ledger import SeatChange, Status, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall

LOGGER = logging.getLogger(__name__)
PRESENCE_PAUSE: Final = 0.05
"""Seconds between two messages about who is here."""
KEPT: Final = 2 * SNAPSHOT_EVERY
"""Records kept in memory for those who come back."""


class Table:
    def __init__(
        self,
        hall: "Hall",
        row: TableRow,
        match: Match,
        refs: AcceptedRefs,
        seating: Seating,
        changes: list[SeatChange],
    ) -> None:
        self.hall = hall
        self.row = row
        self.match = match
        self.refs = refs
        self.seating = seating
        self.changes = changes
        """Everything that happened at the seats."""
        self.hidden: dict[str, int] = {}
        """Who does not want to see this table any more, and after which event."""
        self.reseating = asyncio.Lock()
        """Held while a seat changes hands: one after the other."""
        self.cancelling = False
        """Whether it is on its way to the ledger that the table is given up."""
        self.views = Views(match)
        self.viewers = Viewers()
        self.absence = Absence(self, hall.clock, hall.away_after)
        self.changed = asyncio.Event()
        """Set at the next change, and then there is a new one."""
        self._presence = Coalesced(hall.clock, PRESENCE_PAUSE, weakly(self._tell_presence))
        self.allowances = AllowanceBoard(hall.clock, self.viewers.items, hall.fair_order, self.tell_presence)
        self.stepping = Stepping(self)
        self.spectating = Spectating(self)
        self.beginning = Beginning(self)
        self.pausing = Pausing(self)
        self.prompter = Prompter(self)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def races(self) -> bool:
        """Whether moves of several people may compete, so that lag matters."""
        return self.match.game.simultaneous

    @property
    def busy(self) -> bool:
        """Whether something is under way that needs the table in memory."""
        moving = self.stepping.held_up or self.prompter.thinking or not self.stepping.queue.empty
        return bool(self.viewers or moving or self.reseating.locked())

    @property
    def writing(self) -> bool:
        """Whether a step is on its way to the ledger."""
        return self.stepping.writing

    # moves

    def submit(self, request: Request) -> None:
        """Decide this after those that count from before it; its answer tells what came of it."""
        self.stepping.queue.add(request)

    async def settle(self, request: Request) -> Answer:
        """Submit this and wait for its answer, which goes here as well."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

        def tell(answer: Answer) -> None:
            request.answer(answer)
            if not answered.done():  # whoever waited may have gone
                answered.set_result(answer)

        self.submit(msgspec.structs.replace(request, answer=tell))
        return await answered

    async def act(self, seat: Seat, move: str) -> Refused | None:
        """Make a move for a seat and wait for what comes of it."""
        answer = await self.settle(move_request(seat, move, unheard))
        return answer if isinstance(answer, Refused) else None

    def note_change(self) -> None:
        """Let those go on who wait for a change."""
        self.changed.set()
        self.changed = asyncio.Event()

    # seats

    @property
    def take_back(self) -> TakeBack | None:
        """The wish to take a move back that stands; the next event makes it void."""
        wish = self.seating.take_back
        return wish if wish is not None and wish.asked_after == self.match.seq else None

    def reseated(self, seating: Seating, change: SeatChange, status: Status | None) -> None:
        """A seat has changed hands, and that is on disk."""
        self.seating = seating
        self.changes.append(change)
        former = [who.person for who in self.row.occupants if who.person is not None]
        self.row = msgspec.structs.replace(
            self.row,
            occupants=seating.occupants,
            status=status or self.row.status,
            wake=None if status else self.row.wake,
        )
        self.viewers.reseat(self.row.seat_of)
        self.prompter.reseated()
        self.note_change()
        self.absence.look()
        self.beginning.if_ready()
        self.tell_presence()
        self.hall.news.tell(self, *former)
        self.prompter.prompt()

    # viewers

    def told(self, seat: Seat | None) -> Shown:
        """How far this seat, or a spectator, has been told how it goes."""
        if seat is None and self.spectating.late:
            return self.spectating.shown()
        view = self.views.view(seat) if self.match.seq else None
        return Shown(self.match.seq, view, self.match.awaited, self.match.clock, self.match.outcome)

    def told_status(self, seat: Seat | None) -> Status:
        """A game that has begun waits for players still, for those who have not been told."""
        unknown = seat is None and self.status == "playing" and self.told(None).seq == 0
        return "open" if unknown else self.status

    def join(self, viewer: Viewer, seat: Seat | None) -> bool:
        """Somebody looks on, from their seat or as a spectator; whether that is news."""
        return self.viewers.join(viewer, seat)

    def arrived(self, seat: Seat | None) -> None:
        """Somebody has come and knows how it stands: tell the others, and begin if they were waited for."""
        self.beginning.if_ready()
        self.absence.look()
        self.tell_presence()
        if seat is not None and self.seating.occupants[seat].stand_in is not None:
            self.hall.came_back(self, seat)

    def leave(self, viewer: Viewer) -> None:
        seat = self.viewers.seat(viewer)
        if self.viewers.leave(viewer):
            if seat is not None:
                self.allowances.left(viewer)
            self.stepping.queue.look_again()
            self.absence.look()
            self.pausing.look()
            self.tell_presence()
            self.hall.idle(self)

    def tell_presence(self) -> None:
        """Tell everybody who is here; those who come and go fast are told of together."""
        self._presence.ask()

    def _tell_presence(self) -> None:
        self.allowances.note_announced()
        encoded: dict[Seat | None, bytes] = {}
        for viewer in self.viewers:
            viewer.tell_presence(self, encoded)

    def lag_measured(self) -> None:
        """The round trip to a player is known, or has changed."""
        if self.races:
            self.stepping.queue.look_again()
            self.allowances.measured()

    # the end

    def stop(self, why: str) -> None:
        """A rule failed: this table stops, its log stays, and nobody else notices."""
        LOGGER.exception("table %s stopped: %s", self.id, why)
        self.row = msgspec.structs.replace(self.row, status="stopped", wake=None)
        self.hall.stopped(self)
        self.hall.news.tell(self)
        for request in self.close():
            request.answer(Refused("table_stopped"))
        for viewer in self.viewers:
            viewer.tell_stopped(self)

    def close(self) -> list[Request]:
        """Do nothing more; the requests that were still held, which will not be decided."""
        self.prompter.close()
        self.pausing.close()
        self._presence.close()
        self.allowances.close()
        self.absence.close()
        self.spectating.close()
        return self.stepping.queue.close()
