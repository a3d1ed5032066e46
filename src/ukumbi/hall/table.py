"""One live table: it puts together what moves, who looks on, who sits there, and what is written down."""

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from ukumbi.core import Instant, Match, Refused, Seat, Step, Timing
from ukumbi.hall.absence import Absence
from ukumbi.hall.appending import SNAPSHOT_EVERY, append_of, row_after
from ukumbi.hall.beginning import Beginning
from ukumbi.hall.coalesced import Coalesced
from ukumbi.hall.fair.lags import LagBoard
from ukumbi.hall.prompter import Prompter
from ukumbi.hall.queue import Accepted, Answer, Known, MoveQueue, Request, move_request, unheard
from ukumbi.hall.refs import REMEMBERED, AcceptedRefs
from ukumbi.hall.seating import Seating, TakeBack
from ukumbi.hall.spectating import Shown, Spectating
from ukumbi.hall.viewers import Viewer, Viewers
from ukumbi.hall.views import Broadcast, Views
from ukumbi.hall.weak import weakly
from ukumbi.ledger import Conflict, KnownRef, NotWritten, SeatChange, Status, TableRow

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
        self.views = Views(match)
        self.viewers = Viewers()
        self.absence = Absence(self, hall.clock, hall.away_after)
        self.changed = asyncio.Event()
        """Set at the next change, and then there is a new one."""
        self._presence = Coalesced(hall.clock, PRESENCE_PAUSE, weakly(self._tell_presence))
        self.lags = LagBoard(
            hall.clock, self.viewers.items, hall.distances, hall.fair_order, weakly(self.tell_presence)
        )
        self._queue = MoveQueue(
            match.game.simultaneous,
            hall.clock,
            self.lags,
            lambda: match.may_act,
            hall.holds,
            weakly(self.go_on),
        )
        self.spectating = Spectating(self)
        self.beginning = Beginning(self)
        self.prompter = Prompter(self)
        self.writing = False
        """Whether a step is on its way to the ledger."""

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
        moving = self._held_up or self.prompter.thinking or not self._queue.empty
        return bool(self.viewers or moving or self.reseating.locked())

    @property
    def _held_up(self) -> bool:
        """Whether nothing can be decided now, because the ledger has to answer first."""
        return self.writing or self.beginning.under_way

    # moves

    def submit(self, request: Request) -> None:
        """Decide this after those that count from before it; its answer tells what came of it."""
        self._queue.add(request)

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

    def go_on(self) -> None:
        """Decide what waits, one after the other; while one is being written, the others wait."""
        while not self._held_up and (waiting := self._queue.next()) is not None:
            request, timing = waiting
            if request.ref is not None and self.refs.knows(request.actor, request.ref):
                request.answer(Known())
                continue
            try:
                step = self._decide(request, timing)
            except Refused as refusal:
                # Where it came about leads to this table, and an answer may be kept.
                self._refuse(request, refusal.with_traceback(None))
            except Exception:
                self._rule_failed(request)
            else:
                self.write(step, request)

    def _refuse(self, request: Request, refusal: Refused) -> None:
        """Tell why not; but what was accepted long ago, and cannot be done again, was accepted."""
        if request.ref is None or self.match.seq <= REMEMBERED or not isinstance(request.actor, int):
            request.answer(refusal)
        else:
            asked = self.hall.ledger.knows_ref(self.row.number, request.actor, request.ref)
            self.hall.in_background(self._refuse_unless(asked, request, refusal))

    async def _refuse_unless(self, known: Awaitable[bool], request: Request, refusal: Refused) -> None:
        request.answer(Known() if await known else refusal)

    def _rule_failed(self, request: Request | None) -> None:
        self.stop("a rule failed")
        if request is not None:
            request.answer(Refused("table_stopped"))

    def _decide(self, request: Request, timing: Timing | None) -> Step:
        if self.status in ("stopped", "cancelled"):
            raise Refused(f"table_{self.status}")
        if self.match.seq == 0:
            raise Refused("not_playing")
        if request.is_stale(self.match):
            raise Refused("stale", seq=self.match.seq)
        now = self.hall.clock.now() if timing is None else max(timing.at, self._latest())
        return request.decide(self.match, now, timing)

    def _latest(self) -> Instant:
        """When the last event happened, as far as it is remembered."""
        return self.match.history[-1][0].at if self.match.history else Instant(0)

    # writing

    def write(self, step: Step, request: Request | None) -> None:
        """Write the step down; nothing else is decided before it is on disk."""
        try:
            written = append_of(self, step)
        except Exception:  # rules say what a player takes along, too
            self._rule_failed(request)
            return
        self.writing = True
        self.hall.ledger.append(written, partial(self._written, step, request))

    def _written(self, step: Step, request: Request | None, fault: Exception | None) -> None:
        self.writing = False
        if fault is None:
            began = self.match.seq == 0
            awaited = self.match.awaited
            self.spectating.before_step()
            self.row = row_after(self, step)
            self.match.adopt(step)
            for record in step.records:
                self.refs.remember(record)
            self._note_change()
            self._publish(step, request, began)
            # While everyone moves at once a start page has nothing new to show.
            if began or step.outcome is not None or step.awaited != awaited:
                self.hall.news.tell(self)
        elif isinstance(fault, NotWritten):
            self._not_written(request, fault)
        elif isinstance(fault, Conflict):
            LOGGER.error("table %s was written by somebody else: %s", self.id, fault)
            self.hall.reopen(self)
            self._not_written(request, Refused("stale", seq=self.match.seq))
        else:
            assert isinstance(fault, KnownRef), fault
            assert request is not None
            request.answer(Known())
        self._queue.look_again()
        self.go_on()

    def _note_change(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def _not_written(self, request: Request | None, refusal: Refused) -> None:
        if request is not None:
            request.answer(refusal)
        else:
            self.prompter.try_again(self.beginning.if_ready)

    def _publish(self, step: Step, request: Request | None, began: bool) -> None:
        """Tell everybody; whoever moved gets it as the answer to the move."""
        broadcast = Broadcast(step)
        mover = request.viewer if request else None
        try:
            all_now = self.spectating.after_step(broadcast)
            for viewer, seat in self.viewers.items():
                if viewer is not mover and (seat is not None or all_now):
                    viewer.tell_step(self, broadcast, seat)
            if request is not None:
                request.answer(Accepted(broadcast))
        except Exception:
            self.stop("a view failed")
            return
        if began:
            self.absence.look()
            self.tell_presence()
        self.prompter.prompt()
        self.hall.moved()

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
        self._note_change()
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
        return Shown(self.match.seq, view, self.match.awaited, self.match.outcome)

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
        if self.viewers.leave(viewer):
            self._queue.look_again()
            self.absence.look()
            self.tell_presence()
            self.hall.idle(self)

    def tell_presence(self) -> None:
        """Tell everybody who is here; those who come and go fast are told of together."""
        self._presence.ask()

    def _tell_presence(self) -> None:
        self.lags.note_announced()
        encoded: dict[Seat | None, bytes] = {}
        for viewer in self.viewers:
            viewer.tell_presence(self, encoded)

    def lag_measured(self) -> None:
        """The round trip to a player is known, or has changed."""
        if self.races:
            self._queue.look_again()
            self.lags.measured()

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
        self._presence.close()
        self.lags.close()
        self.absence.close()
        self.spectating.close()
        return self._queue.close()
