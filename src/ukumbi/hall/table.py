"""One live table: an actor that handles one request after the other."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ukumbi.core import Instant, Refused, Resigned, Seat, Step, Timing
from ukumbi.core import Tick as ClockMove
from ukumbi.core.seats import CLOCK
from ukumbi.hall import seats
from ukumbi.hall.absence import Absence
from ukumbi.hall.allowance import Allowance, AllowanceBoard
from ukumbi.hall.appending import append_of, read_memories, row_after, wake_after, written
from ukumbi.hall.bots_and_clock import BotsAndClock
from ukumbi.hall.cards import Names, names_at
from ukumbi.hall.history import REMEMBERED, Recorded, before_latest, is_stale
from ukumbi.hall.move_queue import MoveQueue
from ukumbi.hall.publish import Publisher, Viewer
from ukumbi.hall.requests import (
    Accepted,
    AlreadyAccepted,
    AskTakeBack,
    EndGame,
    Expire,
    GameRequest,
    Item,
    Leave,
    LinkRematch,
    LookAround,
    Move,
    Pause,
    PauseIfGone,
    PutAway,
    Reply,
    Request,
    Resign,
    Resume,
    SeatBot,
    SeatRequest,
    Sit,
    Tick,
    nobody_waits,
)
from ukumbi.ledger import Conflict, KnownRef, NotWritten, SeatChange, Status, TableRow

if TYPE_CHECKING:
    from ukumbi.hall.hall import Folded, Hall

LOGGER = logging.getLogger(__name__)
RESIGNING: Final = 2
"""With up to so many seats, leaving ends the game; with more, a bot takes the seat and the others play on."""
COUNTDOWN_MILLISECONDS: Final = 3_000
"""From asking to go on until the time does: 3, 2, 1."""


class Table:
    def __init__(
        self, hall: "Hall", row: TableRow, folded: "Folded", changes: list[SeatChange], names: dict[str, str]
    ) -> None:
        self.hall = hall
        self.row = row
        self.match, self.refs = folded
        self.changes = changes
        """Everything that happened at the seats."""
        self.seating = seats.fold(row.occupants, changes)
        self.names = names
        """Of everybody who ever had a seat here."""
        self.hidden: dict[str, int] = {}
        """Who does not want to see this table any more, and after which event."""
        self.absence = Absence(hall.clock, hall.away_after)
        self.publisher = Publisher(self)
        self.allowances = AllowanceBoard(
            hall.clock, self.publisher.items, hall.fair_order, self.tell_presence
        )
        self.queue = MoveQueue(hall.clock, self.races, self._widest, hall.hold_seconds.observe)
        self.bots_and_clock = BotsAndClock(self)

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
            await self._handle(PauseIfGone(since_last_event=True), None)
        await self._handle(LookAround(), None)
        self.bots_and_clock.prompt(self)
        while (item := await self.queue.next()) is not None:
            reply = await self._handle(item.request, item.timing)
            if isinstance(reply, Refused) and self._may_be_accepted_long_ago(item.request):
                self.hall.in_background(self._reply_unless_known(item, reply))
            else:
                item.reply(reply)

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
                    await self._look_around()
                case PauseIfGone():
                    await self._pause_if_gone(request)
                case Pause() | Resume():
                    await self._pause_or_resume(request)
                case Resign() | EndGame():
                    await self._resign(request)
                case LinkRematch(table=rematch):
                    self.row = msgspec.structs.replace(self.row, rematch=rematch)
                    self.tell_presence()
                case Expire():
                    self.row = msgspec.structs.replace(self.row, status="cancelled", wake=None)
                    self.tell_presence()
                    self.hall.forget(self)
                case PutAway():
                    self._put_away()
                case _:
                    await self._change_seats(request)
        except Refused as refusal:
            return refusal.with_traceback(None)  # where it came about leads to this table
        except KnownRef:
            return AlreadyAccepted()
        except Conflict as conflict:
            return await self._reopen(conflict)
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
        step = self.match.decide(move.seat, self.match.game.parse_move(move.notation), now, move.ref, timing)
        await self._write(step)
        return Accepted(step.seq)

    async def _tick(self, timing: Timing | None) -> Reply:
        self._check_playing()
        now, timing = self._time_of(timing)
        step = self.match.decide(CLOCK, ClockMove(), now, None, timing)
        await self._write(step)
        return Accepted(step.seq)

    def _check_playing(self) -> None:
        self._check_alive()
        clock = self.match.clock
        if clock.paused or self.hall.clock.now() < clock.starts:
            raise Refused("paused")

    def _check_alive(self) -> None:
        if self.status in ("stopped", "cancelled"):
            raise Refused(f"table_{self.status}")
        if self.match.seq == 0:
            raise Refused("not_playing")

    def _time_of(self, timing: Timing | None) -> tuple[Instant, Timing | None]:
        """When a move counts from, in the match's time; time never runs backwards."""
        clock = self.match.clock
        if timing is None:
            return clock.at(self.hall.clock.now()), None
        timing = Timing(clock.at(timing.at), clock.at(timing.arrival), timing.allowance)
        history = self.match.history
        return max(timing.at, history[-1][0].at if history else Instant(0)), timing

    def _may_be_accepted_long_ago(self, request: Request) -> bool:
        return isinstance(request, Move) and request.ref is not None and self.match.seq > REMEMBERED

    async def _reply_unless_known(self, item: Item, refusal: Refused) -> None:
        """What was accepted long ago, and cannot be done again, was accepted."""
        move = item.request
        assert isinstance(move, Move)
        assert move.ref is not None
        try:
            known = await self.hall.ledger.knows_ref(self.row.number, move.seat, move.ref)
        except Exception:  # the ledger cannot be read, and the player still waits
            LOGGER.exception("could not look for a ref")
            known = False
        item.reply(AlreadyAccepted() if known else refusal)

    # writing and telling

    async def _write(self, step: Step) -> None:
        """Write the step down; once it is on disk it has happened, and everybody is told."""
        row = row_after(self, step)
        await written(self.hall.ledger, append_of(self, step, row))
        self._adopt(step, row)

    def _adopt(self, step: Step, row: TableRow) -> None:
        """It is on disk, so it has happened: a fault in telling stops the table, and takes nothing back."""
        began, awaited = self.match.seq == 0, self.match.awaited
        try:
            before = self.publisher.before_step(self)
        except Exception:
            self._happen(step, row)
            self._stop("a view failed")
            return
        self._happen(step, row)
        try:
            self.publisher.step(self, step, before)
            if began:
                self._note_absence()
                self.tell_presence()
            # While everyone moves at once a start page has nothing new to show.
            if began or step.outcome is not None or step.awaited != awaited:
                self.hall.news.tell(self)
            self.bots_and_clock.prompt(self)
        except Exception:
            self._stop("a view failed")

    def _happen(self, step: Step, row: TableRow) -> None:
        self.row = row
        self.match.adopt(step)
        for record in step.records:
            self.refs.remember(record)
        self.bots_and_clock.note_change()
        self.queue.look_again()
        self.hall.moves += 1

    def tell_presence(self) -> None:
        """Tell everybody who is here."""
        self.publisher.presence(self)

    # what follows from who is here

    async def _look_around(self) -> None:
        """Begin if everybody is ready; seats go back to those who are here again, and to bots for others."""
        here = self.publisher.here
        for seat in self.seating.people():
            if self.seating.occupants[seat].stand_in is not None and here(seat):
                await self._reseat(seats.CameBack(seat))
        for seat in self._missed():
            if self.absence.for_longer(seat):
                await self._reseat(seats.stand_in(seat, None, self._circumstances()))
        await self._take_back_if_agreed()
        await self._begin_if_ready()

    async def _begin_if_ready(self) -> None:
        if not self._is_ready():
            return
        brought = await read_memories(self) if self.match.game.remembers else {}
        if self._is_ready():  # else a player has gone meanwhile
            known = {
                Seat(number): brought[who.person]
                for number, who in enumerate(self.seating.occupants)
                if who.person is not None and who.person in brought
            }
            await self._write_or_retry(self.match.decide_setup(self.hall.clock.now(), known), LookAround())

    def _is_ready(self) -> bool:
        """A game of people begins when all seats are taken, and all are present and have said so."""
        if self.match.seq or self.status != "open" or self.row.free_seat() is not None:
            return False
        people, occupants = self.seating.people(), self.seating.occupants
        agreed = all(occupants[seat].ready and self.publisher.here(seat) for seat in people)
        return len(people) <= 1 or agreed

    async def _pause_if_gone(self, request: PauseIfGone) -> None:
        match, seat = self.match, self.pausing_seat()
        if self.status != "playing" or match.paused or seat is None or self.publisher.here(seat):
            return
        # What is remembered may begin after the last event.
        since_last = request.since_last_event and match.history
        at = match.history[-1][0].at if since_last else match.clock.at(self.hall.clock.now())
        await self._write_or_retry(match.decide_pause(seat, at), request)

    async def _write_or_retry(self, step: Step, request: Request) -> None:
        try:
            await self._write(step)
        except NotWritten:
            self.bots_and_clock.retry(self, request)

    def pausing_seat(self) -> Seat | None:
        """Who may pause: the only person that has ever played this game, where the time matters."""
        if not self.match.pausable:
            return None
        before = [change for change in self.changes if change.after == 0]
        players = seats.fold(self.row.occupants, before).people()
        return players[0] if len(players) == 1 and players[0] in self.seating.people() else None

    async def _pause_or_resume(self, request: Pause | Resume) -> None:
        if self.pausing_seat() != request.seat:
            raise Refused("not_pausable")
        self._check_alive()
        match, now = self.match, self.hall.clock.now()
        if isinstance(request, Pause):
            await self._write(match.decide_pause(request.seat, match.clock.at(now)))
            return
        await self._write(
            match.decide_resumption(request.seat, now + COUNTDOWN_MILLISECONDS - match.clock.stood)
        )
        await self._pause_if_gone(PauseIfGone())  # they may have gone before that was written

    # seats

    async def _change_seats(self, request: SeatRequest) -> None:
        if isinstance(request, Leave) and self.status == "playing" and self.match.seats <= RESIGNING:
            await self._resign(Resign(request.person))
            return
        if isinstance(request, SeatBot):
            self.hall.registry[self.row.game].level(request.level)
        elif isinstance(request, Sit):
            self.names[request.person] = await self.hall.people.name(request.person)
        at = self._circumstances()
        seat = self.seating.seat_of(request.person)
        if isinstance(request, AskTakeBack) and seat is not None:
            at = msgspec.structs.replace(at, take_back_to=await before_latest(self.hall.ledger, self, seat))
        for event in seats.decide(self.seating, request, at):
            await self._reseat(event)
            if isinstance(event, seats.SatDown | seats.SaidReady):
                self.hall.call_others(self, request.person)
            elif isinstance(event, seats.AskedBack):
                self.hall.news.need_others(self, request.person)
        await self._take_back_if_agreed()
        await self._begin_if_ready()

    def _circumstances(self) -> seats.Circumstances:
        row, match = self.row, self.match
        return seats.Circumstances(
            status=row.status,
            host=row.host,
            seat_key=row.seat_key,
            seq=match.seq,
            away=self.absence.away(),
            substitute=self.hall.registry[row.game].usual,
            game=row.game,
            can_take_back=match.game.can_take_back,
        )

    async def _reseat(self, event: seats.SeatEvent) -> None:
        """Write that a seat changed hands, then let everybody know."""
        after, row = self.match.seq, self.row
        seating = seats.evolve(self.seating, event, after)
        change = SeatChange(len(self.changes) + 1, after, self.hall.clock.now(), seats.encode(event))
        status: Status = "cancelled" if isinstance(event, seats.Cancelled) else row.status
        wake = wake_after(self.match, seating.occupants) if status == "playing" else None
        await self.hall.ledger.change_seats(row.number, change, seating.occupants, status, wake)
        self.row = msgspec.structs.replace(self.row, occupants=seating.occupants, status=status, wake=wake)
        self.seating = seating
        self.changes.append(change)
        self.publisher.reseat(self)
        self.bots_and_clock.reseated(self)
        self._note_absence()
        self.tell_presence()
        self.hall.news.tell(self, *seats.people_of(row.occupants))
        self.bots_and_clock.prompt(self)

    async def _resign(self, request: Resign | EndGame) -> None:
        """A player gives the game up, or ends it because the other one has been away for longer."""
        seat = self.seating.seat_of(request.person)
        if seat is None:
            raise Refused("not_seated")
        if isinstance(request, EndGame):
            seats.check_other(self.seating, seat, request.seat)
            seat = request.seat
            if self.status == "playing" and not self.absence.for_longer(seat):
                raise Refused("not_away")
        latest: Any = self.match.history[-1][1] if self.match.history else None
        if isinstance(latest, Resigned) and latest.seat == seat:
            return  # asked twice
        self._check_alive()
        now = self.match.clock.at(self.hall.clock.now())
        await self._write(self.match.decide_resignation(seat, now, isinstance(request, EndGame)))

    # taking back

    async def _take_back_if_agreed(self) -> None:
        wish = self.seating.wish(self.match.seq)
        if wish is None or self.status != "playing" or not self.seating.all_agree(wish):
            return
        then = (await self.hall.folded(self.row, wish.to)).match.state
        now = self.match.clock.at(self.hall.clock.now())
        await self._write(self.match.decide_taking_back(wish.by, wish.to, then, now))

    # viewers

    def join(self, viewer: Viewer, seat: Seat | None, missed: list[Recorded] | None) -> None:
        """A viewer looks on, from their seat or as a spectator, and is told how it stands."""
        news = self.publisher.join(viewer, seat)
        self.publisher.send_sync(self, viewer, missed)
        if news:
            self._note_absence()
            self.tell_presence()
            self.put(LookAround())

    def leave(self, viewer: Viewer) -> None:
        seat = self.publisher.seat(viewer)
        if self.publisher.leave(viewer):
            if seat is not None:
                self.allowances.left(viewer)
            self.queue.look_again()
            self._note_absence()
            self.tell_presence()
            self.put(PauseIfGone())
            self.hall.idle(self)

    def latency_measured(self) -> None:
        """The round trip to a player is known, or has changed."""
        if self.races:
            self.queue.look_again()
            self.allowances.measured()

    def names_here(self) -> Names:
        """What those who sit at this table, or did, are called here."""
        return names_at(self.row, self.changes, self.names)

    def _note_absence(self) -> None:
        """Note who is away, and see when a bot has to sit in."""
        self.absence.note(seat for seat in self.seating.people() if not self.publisher.here(seat))
        due = [longer for seat in self._missed() if (longer := self.absence.longer_from(seat)) is not None]
        self.bots_and_clock.look_around_at(self, min(due, default=None))

    def _missed(self) -> list[Seat]:
        """Those for whom a bot will sit in: in real time, while another player is there to play with."""
        people, occupants = self.seating.people(), self.seating.occupants
        company = any(self.publisher.here(seat) for seat in people)
        if not (self.status == "playing" and self.races and company):
            return []
        away = self.absence.away()
        return [seat for seat in people if seat in away and occupants[seat].stand_in is None]

    # the end

    def _put_away(self) -> None:
        if self.queue.empty and not self.needed:
            self.hall.forget(self)
        else:
            self.hall.put_away_later(self)

    def _stop(self, why: str) -> Refused:
        """A rule failed: this table stops, its log stays, and nobody else notices."""
        LOGGER.exception("table %s stopped: %s", self.id, why)
        refusal = Refused("table_stopped")
        self.row = msgspec.structs.replace(self.row, status="stopped", wake=None)
        self.bots_and_clock.close()
        self.hall.stopped(self)
        self.publisher.stopped(self)
        self.queue.refuse_all(refusal)
        try:
            self.hall.news.tell(self)
        except Exception:
            LOGGER.exception("table %s: nobody elsewhere was told", self.id)
        return refusal

    async def _reopen(self, conflict: Conflict) -> Refused:
        """Another writer has written to this table: fold it again."""
        LOGGER.error("table %s was written by another process: %s", self.id, conflict)
        stale = Refused("stale", seq=self.match.seq)
        self.queue.refuse_all(stale)
        try:
            row, folded, changes = await self.hall.read(self.id)
        except Refused:
            self.publisher.stopped(self)
            self.hall.forget(self)
            return stale
        self.row, (self.match, self.refs), self.changes = row, folded, changes
        self.seating = seats.fold(row.occupants, changes)
        self.publisher.reseat(self)
        self.publisher.replaced(self)
        self.bots_and_clock.reseated(self)
        self.bots_and_clock.prompt(self)
        return stale

    def close(self) -> None:
        """Do nothing more; what still waits is answered."""
        self.queue.close(Refused("stale", seq=self.match.seq))
        self.bots_and_clock.close()
        self.publisher.close()
        self.allowances.close()
