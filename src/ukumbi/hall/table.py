"""One live table: it puts together what moves, who looks on, who sits there, and what is written down."""

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ukumbi.core import Instant, Match, Refused, Resigned, Seat, Step, TakenBack, Timing, codec
from ukumbi.hall.absence import Absence
from ukumbi.hall.alarm import Alarm
from ukumbi.hall.fair.lags import LagBoard
from ukumbi.hall.queue import Accepted, Answer, Known, MoveQueue, Request, move_request, tick_request, unheard
from ukumbi.hall.refs import REMEMBERED, AcceptedRefs
from ukumbi.hall.seating import Seating, TakeBack
from ukumbi.hall.takeaways import memories, takeaways
from ukumbi.hall.viewers import Viewer, Viewers
from ukumbi.hall.views import Broadcast, Views
from ukumbi.ledger import Append, Conflict, KnownRef, NotWritten, SeatChange, Snapshot, Status, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall

LOGGER = logging.getLogger(__name__)
RETRY: Final = 1000
"""Milliseconds after which the clock or a bot tries again when the ledger had no room."""
SNAPSHOT_EVERY: Final = 50
"""Events between snapshots: opening a table folds fewer than this."""
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
        self.lags = LagBoard(hall.clock, self.viewers.items, hall.fair_order, self.tell_presence)
        self._queue = MoveQueue(
            match.game.simultaneous, hall.clock, self.lags, lambda: match.may_act, hall.holds, self._next
        )
        self._alarm = Alarm(hall.clock)
        self._writing = False
        self._closed = False
        self._ticking = False
        """Whether the clock's move is on its way."""
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._idle: dict[Seat, int] = {}
        """Bots that had nothing to do after an event; they are asked again after the next."""

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
        moving = self._writing or self._thinking or not self._queue.empty
        return bool(self.viewers or moving or self.reseating.locked())

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

    def _next(self) -> None:
        while not self._writing and (waiting := self._queue.next()) is not None:
            request, timing = waiting
            if request.ref is not None and self.refs.knows(request.actor, request.ref):
                request.answer(Known())
                continue
            try:
                step = self._decide(request, timing)
            except Refused as refusal:
                self._refuse(request, refusal)
            except Exception:
                self._stop("a rule failed")
                request.answer(Refused("table_stopped"))
            else:
                self._write(step, request)

    def _refuse(self, request: Request, refusal: Refused) -> None:
        """Tell why not; but what was accepted long ago, and cannot be done again, was accepted."""
        if request.ref is None or self.match.seq <= REMEMBERED or not isinstance(request.actor, int):
            request.answer(refusal)
        else:
            asked = self.hall.ledger.knows_ref(self.row.number, request.actor, request.ref)
            self.hall.in_background(self._refuse_unless(asked, request, refusal))

    async def _refuse_unless(self, known: Awaitable[bool], request: Request, refusal: Refused) -> None:
        request.answer(Known() if await known else refusal)

    def _decide(self, request: Request, timing: Timing | None) -> Step:
        if self.status in ("stopped", "cancelled"):
            raise Refused(f"table_{self.status}")
        if self.match.seq == 0:
            raise Refused("not_playing")
        if request.answers is not None and self._is_stale(request.actor, request.answers):
            raise Refused("stale", seq=self.match.seq)
        now = self.hall.clock.now() if timing is None else max(timing.at, self._latest())
        return request.decide(self.match, now, timing)

    def _is_stale(self, actor: object, answers: int) -> bool:
        """Whether a move made in answer to event `answers` was meant for another table than this.

        In a game of turns that is so when the seat itself has moved since, from another window, or when
        moves were taken back.
        """
        if answers >= self.match.seq or self.match.game.simultaneous:
            return answers > self.match.seq
        since = [(record, event) for record, event in self.match.history if record.seq > answers]
        return any(record.actor == actor or isinstance(event, TakenBack) for record, event in since)

    def _latest(self) -> Instant:
        """When the last event happened, as far as it is remembered."""
        return self.match.history[-1][0].at if self.match.history else Instant(0)

    def begin(self) -> None:
        """Everybody is seated and ready: lay out the game."""
        if self._writing or self.match.seq or self.status != "open":
            return
        if self.match.game.remembers:
            self._writing = True
            self.hall.in_background(self._begin_with_memories())
        else:
            self._lay_out({})

    async def _begin_with_memories(self) -> None:
        try:
            brought = await memories(self)
        except Exception:  # the game can do without
            LOGGER.exception("table %s: nobody's memory could be read", self.id)
            brought = {}
        self._writing = False
        if self.status == "open":
            self._lay_out(brought)
        self._next()

    def _lay_out(self, brought: dict[Seat, Any]) -> None:
        try:
            step = self.match.decide_setup(self.hall.clock.now(), brought)
        except Exception:
            self._stop("the setup failed")
        else:
            self._write(step, None)

    def begin_if_ready(self) -> None:
        """A game of people begins when all seats are taken, and all are present and have said so."""
        people = self.seating.people()
        if self.row.free_seat() is not None:
            return
        agreed = all(self.seating.occupants[seat].ready and self.viewers.here(seat) for seat in people)
        if len(people) <= 1 or agreed:
            self.begin()

    # writing

    def _write(self, step: Step, request: Request | None) -> None:
        self._writing = True
        row = msgspec.structs.replace(
            self.row, status="over" if step.outcome else "playing", wake=self._wake_after(step)
        )
        move = Append(
            table=self.row.number,
            records=step.records,
            status=row.status,
            wake=row.wake,
            row_changed=row.status != self.row.status or row.wake != self.row.wake,
            snapshot=self._snapshot_after(step),
            takeaways=takeaways(self.match, self.seating.occupants, step),
        )
        self.hall.ledger.append(move, partial(self._written, step, request))

    def _wake_after(self, step: Step) -> Instant | None:
        if any(self.seating.occupants[seat].played_by_bot for seat in step.may_act):
            return step.records[0].at
        return step.deadline

    def _snapshot_after(self, step: Step) -> Snapshot | None:
        """A snapshot, when one is due with this step."""
        # What was taken back cannot be folded from a later state, and that somebody has given up stands
        # in the last event alone.
        if isinstance(step.events[-1], Resigned):
            return None
        due = step.seq // SNAPSHOT_EVERY != self.match.seq // SNAPSHOT_EVERY
        if not due and not isinstance(step.events[-1], TakenBack):
            return None
        game, refs = self.match.game, self.refs.with_records(step.records)
        return Snapshot(step.seq, game.version, codec(game).encode(step.state), refs)

    def _written(self, step: Step, request: Request | None, fault: Exception | None) -> None:
        self._writing = False
        if fault is None:
            began = self.match.seq == 0
            awaited = self.match.awaited
            status: Status = "over" if step.outcome else "playing"
            self.row = msgspec.structs.replace(self.row, status=status, wake=self._wake_after(step))
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
        self._next()

    def _note_change(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    def _not_written(self, request: Request | None, refusal: Refused) -> None:
        if request is not None:
            request.answer(refusal)
        else:
            self._alarm.set(Instant(self.hall.clock.now() + RETRY), self.begin)

    def _publish(self, step: Step, request: Request | None, began: bool) -> None:
        """Tell everybody; whoever moved gets it as the answer to the move."""
        broadcast = Broadcast(step)
        mover = request.viewer if request else None
        try:
            for viewer, seat in self.viewers.items():
                if viewer is not mover:
                    viewer.tell_step(self, broadcast, seat)
            if request is not None:
                request.answer(Accepted(broadcast))
        except Exception:
            self._stop("a view failed")
            return
        if began:
            self.absence.look()
            self.tell_presence()
        self.schedule()
        self.hall.moved()

    # clock and bots

    def schedule(self) -> None:
        """Set the alarm for the next deadline and ask the bots who may act."""
        self._alarm.cancel()
        # What was still being written when the table was closed must not wake its bots again.
        if self._closed or self.status != "playing":
            return
        if self.match.deadline is not None:
            self._alarm.set(self.match.deadline, self._ring)
        for seat in self.match.may_act:
            asked = seat in self._thinking or self._idle.get(seat) == self.match.seq
            if self.seating.occupants[seat].played_by_bot and not asked:
                self._thinking[seat] = asyncio.create_task(self._play_bot(seat))

    def _ring(self) -> None:
        deadline, now = self.match.deadline, self.hall.clock.now()
        if deadline is None or self.status != "playing" or self._ticking:
            return
        if now < deadline:
            self._alarm.set(deadline, self._ring)
        else:
            self._ticking = True
            self.submit(tick_request(deadline, partial(self._ticked, deadline)))

    def _ticked(self, due: Instant, answer: Answer) -> None:
        self._ticking = False
        if isinstance(answer, NotWritten):
            self._alarm.set(Instant(self.hall.clock.now() + RETRY), self._ring)
        elif isinstance(answer, Refused):
            if self.match.deadline != due:  # somebody moved just before it rang
                self.schedule()
            elif self.status == "playing":
                LOGGER.error("table %s: the clock was refused: %s", self.id, answer)

    async def _play_bot(self, seat: Seat) -> None:
        looked_at = self.match.seq
        try:
            if not await self.hall.bots.play(self, seat):
                self._idle[seat] = looked_at
        finally:
            self._thinking.pop(seat, None)
        self.schedule()
        self.hall.idle(self)

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
        for seat in list(self._thinking):
            if not seating.occupants[seat].played_by_bot:
                self._thinking.pop(seat).cancel()
        self._idle.clear()
        self._note_change()
        self.absence.look()
        self.begin_if_ready()
        self.tell_presence()
        self.hall.news.tell(self, *former)
        self.schedule()

    # viewers

    def join(self, viewer: Viewer, seat: Seat | None) -> bool:
        """Somebody looks on, from their seat or as a spectator; whether that is news."""
        return self.viewers.join(viewer, seat)

    def arrived(self, seat: Seat | None) -> None:
        """Somebody has come and knows how it stands: tell the others, and begin if they were waited for."""
        self.begin_if_ready()
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
        self.lags.note_told()
        for viewer in self.viewers:
            viewer.tell_presence(self)

    def lag_measured(self) -> None:
        """The round trip to a player is known, or has changed."""
        if self.races:
            self._queue.look_again()
            self.lags.measured()

    # the end

    def _stop(self, why: str) -> None:
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
        self._closed = True
        self._alarm.cancel()
        for task in self._thinking.values():
            task.cancel()
        self.lags.close()
        self.absence.close()
        return self._queue.close()
