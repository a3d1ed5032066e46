"""One live table: an actor that handles one request after the other."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ukumbi.core import Instant, Refused, Seat, Step, Timing
from ukumbi.core import Tick as ClockMove
from ukumbi.core.inputs import CLOCK
from ukumbi.hall import seats
from ukumbi.hall.allowance import Allowance, AllowanceBoard
from ukumbi.hall.appending import append_of, row_after, written
from ukumbi.hall.bots_and_clock import BotsAndClock
from ukumbi.hall.cards import Names, names_at, seat_news
from ukumbi.hall.coaching import Coaching, check_help
from ukumbi.hall.history import KEPT_REFS, Recorded, is_stale, reply_unless_known
from ukumbi.hall.messages import Elsewhere, SeatNews
from ukumbi.hall.move_queue import MoveQueue
from ukumbi.hall.presence import Absence, note_absence, pause_if_gone, pause_or_resume
from ukumbi.hall.publish import Publisher, Viewer, encode
from ukumbi.hall.requests import (
    Accepted,
    AlreadyAccepted,
    EndGame,
    Expire,
    GameRequest,
    HandOver,
    Item,
    LinkRematch,
    LookAround,
    Move,
    Moved,
    Pause,
    PauseIfGone,
    PutAway,
    Reply,
    Request,
    Resign,
    Resume,
    Tick,
    nobody_waits,
)
from ukumbi.hall.seat_changes import change_seats, look_around, resign
from ukumbi.hall.surprises import explain
from ukumbi.ledger import Conflict, InDoubt, KnownRef, NotWritten, SeatChange, Status, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.hall import Folded, Hall

LOGGER = logging.getLogger(__name__)


class Table:
    def __init__(
        self, hall: "Hall", row: TableRow, folded: "Folded", changes: list[SeatChange], names: dict[str, str]
    ) -> None:
        self.hall = hall
        self.row = row
        self.match, self.refs = folded
        self.changes = changes
        """All seat changes so far."""
        self.seating = seats.fold(row.occupants, changes)
        self._names = names
        """The names of all people who ever had a seat here."""
        self._shown_names: Names | None = None
        self._shown_news: tuple[SeatNews, ...] | None = None
        """Names and seat news as clients see them, cached until a seat changes."""
        self.hidden: dict[str, int] = {}
        """People who hid this table, each with the latest event then."""
        self.absence = Absence(hall.clock, hall.away_after)
        self.publisher = Publisher(self)
        self.allowances = AllowanceBoard(
            hall.clock, self.publisher.items, hall.fair_order, self.send_presence, hall.nodes.latency
        )
        self.queue = MoveQueue(hall.clock, self.races, self._widest, hall.hold_seconds.observe)
        self.bots_and_clock = BotsAndClock(self)
        self.coaching = Coaching()

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def status(self) -> Status:
        return self.row.status

    @property
    def races(self) -> bool:
        """Whether moves of several people may compete, so that latency matters."""
        return self.match.game.simultaneous

    @property
    def needed(self) -> bool:
        """Whether a viewer or a bot needs the table in memory."""
        return bool(self.publisher) or bool(self.bots_and_clock.thinking)

    # asking

    def put(
        self,
        request: Request,
        reply: Callable[[Reply], None] = nobody_waits,
        viewer: Viewer | None = None,
        waited: int = 0,
    ) -> None:
        """Handle this in its turn. `waited`: nanoseconds since it arrived over the viewer's connection."""
        item = Item(request, reply)
        if not isinstance(request, GameRequest):
            self.queue.put(item)
        elif viewer is None or isinstance(request, Tick):
            self.queue.put_in_order(item)
        else:
            allowance = self.allowances.allowance(request.seat) if self.races else Allowance()
            spend = partial(self.allowances.spend, request.seat, allowance.from_quota)
            self.queue.put_in_order(item, allowance.total, waited, spend)

    async def ask(self, request: Request) -> Reply:
        """Put this into the queue and wait for the reply."""
        answered: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

        def reply(reply: Reply) -> None:
            if not answered.done():  # the caller may have gone
                answered.set_result(reply)

        self.put(request, reply)
        return await answered

    # handling

    async def run(self) -> None:
        """Handle one request after the other until the table is put away."""
        if self.match.seq:
            await self._pause_if_gone()
        await self._handle(LookAround(), None)
        self.bots_and_clock.prompt(self)
        while (item := await self.queue.next()) is not None:
            reply = await self._handle(item.request, item.timing)
            if isinstance(reply, Refused) and self._may_be_accepted_long_ago(item.request):
                self.hall.in_background(reply_unless_known(self, item, reply))
            else:
                item.reply(reply)

    async def _pause_if_gone(self) -> None:
        gone, clock = PauseIfGone(since_last_event=True), self.hall.clock
        if self.hall.nodes.grace_ms:
            clock.alarm(Instant(clock.now() + self.hall.nodes.grace_ms), self.put, gone)
        else:
            await self._handle(gone, None)

    def _widest(self) -> int:
        return self.allowances.widest(self.match.may_act)

    async def _handle(self, request: Request, timing: Timing | None) -> Reply:
        try:
            match request:
                case Move():
                    return await self._move(request, timing)
                case Tick():
                    return await self._tick(timing)
                case LookAround():
                    await look_around(self)
                case PauseIfGone():
                    await pause_if_gone(self, request)
                case Pause() | Resume():
                    await pause_or_resume(self, request)
                case Resign() | EndGame():
                    await resign(self, request)
                case LinkRematch(table=rematch):
                    self.row = msgspec.structs.replace(self.row, rematch=rematch)
                    self.send_presence()
                case Expire():
                    self.row = msgspec.structs.replace(self.row, status="cancelled", wake=None)
                    self.send_presence()
                    self.hall.forget(self)
                case PutAway():
                    self._put_away()
                case HandOver():
                    self.queue.freeze()
                case _:
                    await change_seats(self, request)
        except Refused as refusal:
            return refusal.with_traceback(None)  # where it came about leads to this table
        except (KnownRef, Conflict, InDoubt) as surprise:
            return await explain(self, surprise, partial(self._handle, request, timing))
        except Exception:
            return self._stop("a rule failed")
        return Accepted(self.match.seq)

    # moves

    async def _move(self, move: Move, timing: Timing | None) -> Reply:
        if move.ref is not None and self.refs.knows(move.seat, move.ref):
            return AlreadyAccepted()
        self._check_playing()
        if is_stale(self.match, move):
            raise Refused("stale", seq=self.match.seq)
        now, timing = self._time_of(timing)
        read = self.match.game.parse_move(move.notation)
        check_help(self, read)
        step = self.match.decide(move.seat, read, now, move.ref, timing)
        await self.write(step)
        self.coaching.moved(self, move.seat, move.notation)
        return Accepted(step.seq)

    async def _tick(self, timing: Timing | None) -> Reply:
        self._check_playing()
        now, timing = self._time_of(timing)
        step = self.match.decide(CLOCK, ClockMove(), now, None, timing)
        await self.write(step)
        return Accepted(step.seq)

    def _check_playing(self) -> None:
        self.check_alive()
        clock = self.match.clock
        if clock.paused or self.hall.clock.now() < clock.starts:
            raise Refused("paused")

    def check_alive(self) -> None:
        if self.status in ("stopped", "cancelled"):
            raise Refused(f"table_{self.status}")
        if self.match.seq == 0:
            raise Refused("not_playing")

    def now(self) -> Instant:
        """In the match's time, which never runs backwards."""
        history = self.match.history
        return max(self.match.clock.at(self.hall.clock.now()), history[-1][0].at if history else Instant(0))

    def _time_of(self, timing: Timing | None) -> tuple[Instant, Timing | None]:
        """When a move counts from, in the match's time."""
        if timing is None:
            return self.now(), None
        clock = self.match.clock
        timing = Timing(clock.at(timing.at), clock.at(timing.arrival), timing.allowance)
        history = self.match.history
        return max(timing.at, history[-1][0].at if history else Instant(0)), timing

    def _may_be_accepted_long_ago(self, request: Request) -> bool:
        return isinstance(request, Move) and request.ref is not None and self.match.seq > KEPT_REFS

    # writing and publishing

    async def write(self, step: Step) -> None:
        """Write the step to disk, then adopt and publish it."""
        row = row_after(self, step)
        await written(self.hall.ledger, append_of(self, step, row))
        began, awaited = self.match.seq == 0, self.match.awaited
        prompted = (self.row.wake, row.wake) != (None, None)  # else no deadline comes, and no bot's turn
        with self.publishing():
            try:
                before = self.publisher.before_step(self)
            finally:
                self._adopt(step, row)
                if prompted:
                    self.bots_and_clock.note_change()
            self.publisher.step(self, step, before)
            if began:
                note_absence(self)
                self.send_presence()
            # While everyone moves at once a start page has nothing new to show.
            if began or step.outcome is not None or step.awaited != awaited:
                self._update_start_pages()
            if prompted:
                self.bots_and_clock.prompt(self)
            self.coaching.look(self)

    async def write_or_retry(self, step: Step, request: Request) -> None:
        """Write a step that no player asked for; if there is no room, repeat the request later."""
        try:
            await self.write(step)
        except NotWritten:
            self.bots_and_clock.retry(self, request)

    @contextmanager
    def publishing(self) -> Iterator[None]:
        """Publish what is on disk: a fault here stops the table, and takes nothing back."""
        try:
            yield
        except Exception:
            self._stop("publishing failed")

    def _adopt(self, step: Step, row: TableRow) -> None:
        self.row = row
        self.match.adopt(step)
        for record in step.records:
            self.refs.remember(record)
        self.queue.look_again()
        self.hall.moves += 1

    def _update_start_pages(self) -> None:
        """Only if a player also looks elsewhere, which is rare."""
        here, connected = self.publisher.viewers(), self.hall.connected
        if self.hall.nodes.shared:
            self.hall.news.send(self)
            return
        for who in self.row.occupants:
            for viewer in connected.get(who.person or "", ()):
                if viewer not in here:
                    self.hall.news.send(self)
                    return

    def send_presence(self) -> None:
        self.publisher.presence(self)

    # viewers

    def join(self, viewer: Viewer, seat: Seat | None, missed: list[Recorded] | None) -> None:
        """A viewer joins, on their seat or as a spectator, and gets the whole table."""
        news = self.publisher.join(viewer, seat)
        self.publisher.send_sync(self, viewer, missed)
        self.coaching.joined(self, viewer)
        if news:
            note_absence(self)
            self.send_presence()
            self.put(LookAround())

    def leave(self, viewer: Viewer, *, sent_away: bool = False) -> None:
        seat = self.publisher.seat(viewer)
        if self.publisher.leave(viewer):
            if seat is not None:
                self.allowances.left(viewer)
            self.queue.look_again()
            note_absence(self)
            self.send_presence()
            if sent_away:  # they come back soon, if this node lives
                clock = self.hall.clock
                clock.alarm(Instant(clock.now() + self.hall.nodes.grace_ms), self.put, PauseIfGone())
            else:
                self.put(PauseIfGone())
            self.hall.idle(self)

    def latency_measured(self) -> None:
        """The round trip to a player is known, or has changed."""
        if self.races:
            self.queue.look_again()
            self.allowances.measured()

    def names_here(self) -> Names:
        """The names of present and former players, as this table shows them."""
        if self._shown_names is None:
            self._shown_names = names_at(self.row, self.changes, self._names)
        return self._shown_names

    def seat_news(self) -> tuple[SeatNews, ...]:
        if self._shown_news is None:
            self._shown_news = seat_news(self.row, self.changes, self.names_here())
        return self._shown_news

    def knows(self, person: str) -> bool:
        """Whether this person ever had a seat here."""
        return person in self._names

    def people(self) -> list[str]:
        """All who ever had a seat here."""
        return list(self._names)

    def rename(self, person: str, name: str) -> None:
        self._names[person] = name
        self.seats_changed()

    def seats_changed(self) -> None:
        self._shown_names = self._shown_news = None

    # the end

    def _put_away(self) -> None:
        if self.queue.empty and not self.needed:
            self.hall.forget(self)
        else:
            self.hall.put_away_later(self)

    def _stop(self, why: str) -> Refused:
        """A rule failed: stop this table, keep its log, and touch no other."""
        LOGGER.exception("table %s stopped: %s", self.id, why)
        refusal = Refused("table_stopped")
        self.row = msgspec.structs.replace(self.row, status="stopped", wake=None)
        self.bots_and_clock.close()
        self.coaching.close()
        self.hall.stopped(self)
        self.publisher.stopped(self)
        self.queue.refuse_all(refusal)
        try:
            self.hall.news.send(self)
        except Exception:
            LOGGER.exception("table %s: start pages were not updated", self.id)
        return refusal

    def send_away(self, node: str) -> None:
        """Tell all viewers that another node has the table, or will soon."""
        self.publisher.send(encode(Elsewhere(self.id, node)))
        for viewer in self.publisher:
            self.leave(viewer, sent_away=True)

    def moved(self, node: str) -> None:
        """Another node has the table now."""
        self.hall.tables.pop(self.id, None)
        self.publisher.send(encode(Elsewhere(self.id, node)))
        self.publisher.empty()
        self.close(Moved(node))

    def close(self, reply: Reply | None = None) -> None:
        """Do nothing more; what still waits is answered."""
        self.queue.close(reply or Refused("stale", seq=self.match.seq))
        self.bots_and_clock.close()
        self.coaching.close()
        self.publisher.close()
        self.allowances.close()
