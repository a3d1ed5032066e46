"""One live table: moves are decided here one after the other, and told once they are safe."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from ukumbi.core import CLOCK, Actor, Instant, Outcome, Record, Refused, Seat
from ukumbi.hall.gate import Gate, Timing
from ukumbi.hall.journal import Journal, Step
from ukumbi.hall.lags import Distant, LagBoard
from ukumbi.hall.ledger import Conflict, Entry, NoRoom, Status, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.hall import Hall

LOGGER = logging.getLogger(__name__)
RETRY = 1000
"""Milliseconds after which the clock or a bot tries again when the ledger had no room."""


class Viewer(Distant, Protocol):
    """Somebody connected who looks at tables."""

    person: str

    def tell_change(self, table: "Table", change: "Change", seat: Seat | None, ref: str | None) -> None: ...
    def tell_company(self, table: "Table") -> None: ...
    def tell_stopped(self, table: "Table") -> None: ...
    def tell_known(self, table: "Table") -> None: ...


class Change:
    """What a move changed. `told` keeps the message for each kind of viewer, made once."""

    __slots__ = ("events", "outcome", "records", "seq", "told")

    def __init__(self, seq: int, step: Step) -> None:
        self.seq = seq
        self.records: tuple[Record, ...] = step.records
        self.events: tuple[Any, ...] = step.events
        self.outcome: Outcome | None = step.outcome
        self.told: dict[Hashable, bytes] = {}


class Request(msgspec.Struct, frozen=True):
    """A move on its way."""

    actor: Actor
    move: str | None
    """In notation; None is the tick of the clock."""
    refused: Callable[[Refused], None]
    done: Callable[[], None] | None = None
    ref: str | None = None
    answers: int | None = None
    viewer: Viewer | None = None
    due: Instant | None = None
    """The deadline that the tick is about."""


class Table:
    def __init__(self, hall: "Hall", row: TableRow, journal: Journal) -> None:
        self.hall = hall
        self.row = row
        self.journal = journal
        self.viewers: dict[Viewer, Seat | None] = {}
        self.changed = asyncio.Event()
        """Set at the next change, and then there is a new one."""
        self._waiting: deque[tuple[Request, Timing | None]] = deque()
        self.lags = LagBoard(hall.clock, self.viewers.items, hall.fair_order, self.tell_company)
        self._gate: Gate[Request] | None = None
        """Where moves wait if everyone moves at once; in turns there is no race."""
        if journal.game.simultaneous:
            self._gate = Gate(hall.clock, self._patience, self._let_in, hall.holds)
        self._writing = False
        self._closed = False
        self._alarm: asyncio.TimerHandle | None = None
        self._ticking = False
        """Whether the clock's move is on its way."""
        self._thinking: dict[Seat, asyncio.Task[None]] = {}

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def races(self) -> bool:
        """Whether moves of several people may compete, so that lag matters."""
        return self._gate is not None

    @property
    def busy(self) -> bool:
        """Whether something is under way that needs the table in memory."""
        held = self._gate is not None and self._gate.holding
        return bool(self.viewers or self._writing or self._waiting or self._thinking or held)

    # moves

    def submit(self, request: Request) -> None:
        """Decide this move after those that count from before it."""
        if self._gate is None:
            self._let_in(request, None)
        elif request.due is not None:
            self._gate.strike(request.actor, request, request.due)
        else:
            lag = None if request.viewer is None else request.viewer.lag
            self._gate.arrive(request.actor, request, self.lags.allowance(lag))

    def _let_in(self, request: Request, timing: Timing | None) -> None:
        self._waiting.append((request, timing))
        self._next()

    async def act(self, seat: Seat, move: str) -> Refused | None:
        """Make a move for a seat and wait for what comes of it."""
        answer: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()

        def tell(refusal: Refused | None) -> None:
            if not answer.done():  # whoever waited may have gone
                answer.set_result(refusal)

        self.submit(Request(seat, move, refused=tell, done=lambda: tell(None)))
        return await answer

    def _next(self) -> None:
        while self._waiting and not self._writing:
            request, timing = self._waiting.popleft()
            if self._known(request):
                continue
            try:
                self._check(request)
                now = self.hall.clock.now() if timing is None else max(timing.at, self.journal.latest)
                step = self.journal.work_out(request.actor, request.move, now, request.ref, timing)
            except Refused as refusal:
                request.refused(refusal)
            except Exception:
                self._stop("a rule failed")
                request.refused(Refused("table_stopped"))
            else:
                self._write(step, request)

    def _check(self, request: Request) -> None:
        if self.status == "stopped":
            raise Refused("table_stopped")
        if self.journal.seq == 0:
            raise Refused("not_playing")
        if request.answers is not None and self.journal.is_stale(request.actor, request.answers):
            raise Refused("stale", seq=self.journal.seq)

    def _known(self, request: Request) -> bool:
        """Whether this very move was accepted before: then it counts once, and is confirmed again."""
        if (
            request.ref is None
            or request.viewer is None
            or not self.journal.knows(request.actor, request.ref)
        ):
            return False
        request.viewer.tell_known(self)
        return True

    def begin(self) -> None:
        """Everybody is seated: lay out the game."""
        if self._writing or self.journal.seq:
            return
        try:
            step = self.journal.setup(
                len(self.row.sitters), self.hall.options(self.row), self.hall.clock.now()
            )
        except Exception:
            self._stop("the setup failed")
        else:
            self._write(step, None)

    def _write(self, step: Step, request: Request | None) -> None:
        self._writing = True
        row = msgspec.structs.replace(
            self.row, status="over" if step.outcome else "playing", wake=self._wake_after(step)
        )
        entry = Entry(
            table=self.row.number,
            records=step.records,
            status=row.status,
            wake=row.wake,
            row_changed=row != self.row,
            snapshot=self.journal.snapshot_after(step),
        )
        self.hall.ledger.append(entry, partial(self._written, step, row, request))

    def _wake_after(self, step: Step) -> Instant | None:
        if any(self.row.sitters[seat].bot for seat in step.may_act):
            return step.records[0].at
        return step.deadline

    def _written(self, step: Step, row: TableRow, request: Request | None, fault: Exception | None) -> None:
        self._writing = False
        if fault is None:
            began = self.journal.seq == 0
            self.row = row
            self.journal.adopt(step)
            self.changed.set()
            self.changed = asyncio.Event()
            self._publish(step, request, began)
        elif isinstance(fault, NoRoom):
            self._not_written(request, fault)
        elif isinstance(fault, Conflict):
            LOGGER.error("table %s was written by somebody else: %s", self.id, fault)
            self.hall.reopen(self)
            self._not_written(request, Refused("stale", seq=self.journal.seq))
        else:
            LOGGER.error("table %s", self.id, exc_info=fault)
            self._stop("the ledger failed")
        if self._gate is not None:  # others may act now: nobody has to be waited for any more, perhaps
            self._gate.look_again()
        self._next()

    def _not_written(self, request: Request | None, refusal: Refused) -> None:
        if request is not None:
            request.refused(refusal)
        else:
            self._alarm = self.hall.clock.alarm(Instant(self.hall.clock.now() + RETRY), self.begin)

    def _publish(self, step: Step, request: Request | None, began: bool) -> None:
        change = Change(self.journal.seq, step)
        mover = request.viewer if request else None
        try:
            for viewer, seat in list(self.viewers.items()):
                ref = request.ref if request and viewer is mover else None
                viewer.tell_change(self, change, seat, ref)
        except Exception:
            self._stop("a view failed")
            return
        if began:
            self.tell_company()
        if request is not None and request.done is not None:
            request.done()
        self.attend()
        self.hall.moved()

    # clock and bots

    def attend(self) -> None:
        """Set the alarm for the next deadline and ask the bots whose turn it is."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        # What was still being written when the table was closed must not wake its bots again.
        if self._closed or self.status != "playing":
            return
        if self.journal.deadline is not None:
            self._alarm = self.hall.clock.alarm(self.journal.deadline, self._ring)
        for seat in self.journal.may_act:
            if self.row.sitters[seat].bot and seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._play_bot(seat))

    def _ring(self) -> None:
        deadline, now = self.journal.deadline, self.hall.clock.now()
        if deadline is None or self.status != "playing" or self._ticking:
            return
        if now < deadline:
            self._alarm = self.hall.clock.alarm(deadline, self._ring)
        else:
            self._ticking = True
            self.submit(
                Request(
                    CLOCK, None, partial(self._tick_refused, deadline), done=self._tick_done, due=deadline
                )
            )

    def _tick_done(self) -> None:
        self._ticking = False

    def _tick_refused(self, due: Instant, refusal: Refused) -> None:
        self._ticking = False
        if isinstance(refusal, NoRoom):
            self._alarm = self.hall.clock.alarm(Instant(self.hall.clock.now() + RETRY), self._ring)
        elif self.journal.deadline != due:  # somebody moved just before it rang
            self.attend()
        elif self.status == "playing":
            LOGGER.error("table %s: the clock was refused: %s", self.id, refusal)

    async def _play_bot(self, seat: Seat) -> None:
        try:
            await self.hall.bots.play(self, seat)
        finally:
            self._thinking.pop(seat, None)
        self.attend()
        self.hall.idle(self)

    # viewers

    def join(self, viewer: Viewer, seat: Seat | None) -> None:
        self.viewers[viewer] = seat

    def leave(self, viewer: Viewer) -> None:
        if self.viewers.pop(viewer, self) is not self:
            if self._gate is not None:
                self._gate.look_again()
            self.tell_company()
            self.hall.idle(self)

    def tell_company(self) -> None:
        self.lags.told()
        for viewer in list(self.viewers):
            viewer.tell_company(self)

    def here(self, seat: Seat) -> bool:
        return seat in self.viewers.values()

    def watching(self) -> int:
        return sum(seat is None for seat in self.viewers.values())

    def lag_measured(self) -> None:
        """The round trip to a player is known, or has changed."""
        if self._gate is not None:
            self._gate.look_again()
            self.lags.measured()

    def _patience(self) -> int:
        return self.lags.widest(self.journal.may_act)

    # the end

    def _stop(self, why: str) -> None:
        """A rule failed: this table stops, its log stays, and nobody else notices."""
        LOGGER.exception("table %s stopped: %s", self.id, why)
        self.row = msgspec.structs.replace(self.row, status="stopped", wake=None)
        self.hall.stopped(self)
        for request in self.close():
            request.refused(Refused("table_stopped"))
        for viewer in list(self.viewers):
            viewer.tell_stopped(self)

    def close(self) -> list[Request]:
        """Do nothing more; the moves that were still held, which will not be decided."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._thinking.values():
            task.cancel()
        self.lags.close()
        return [] if self._gate is None else self._gate.close()
