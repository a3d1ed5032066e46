"""Asks the bots that may act, and lets the clock move at each deadline."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from ukumbi.bots.coach import Advice
from ukumbi.bots.plans import refusal
from ukumbi.bots.pool import Pool, WorkerFailed
from ukumbi.bots.slots import Asker
from ukumbi.bots.worker import SUBSTITUTE
from ukumbi.core import Instant, Refused, Seat, Unreadable
from ukumbi.hall.clock import Alarm
from ukumbi.hall.requests import LookAround, Move, Reply, Request, Tick
from ukumbi.ledger import NotWritten

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
RETRY_MILLISECONDS: Final = 1000
"""Until a request that found no room in the ledger is tried again."""
RETRY_SECONDS: Final = 1.0
"""The same for bots: also when no worker would start, or nothing is allowed."""


class BotsAndClock:
    """Asks the bots of one table, and keeps its alarms."""

    def __init__(self, table: "Table") -> None:
        self._clock = table.hall.clock
        self._alarm = Alarm(self._clock)
        """For the next deadline, or the end of a countdown."""
        self._absence_alarm = Alarm(self._clock)
        self._closed = False
        self._ticking = False
        """Whether the clock's move is in the queue."""
        self.thinking: dict[Seat, asyncio.Task[None]] = {}
        """The bots that have been asked."""
        self._idle: dict[Seat, int] = {}
        """Bots that had nothing to do after an event; they are asked again after the next."""
        self._changed: asyncio.Event | None = None
        """Set at the next step; made when a bot waits for it."""

    def prompt(self, table: "Table") -> None:
        """Set the alarm for the next deadline and ask the bots who may act."""
        match = table.match
        self._alarm.cancel()
        if self._closed or table.status != "playing":
            return
        if match.paused:
            self._drop(list(self.thinking))
        if self._clock.now() < match.clock.starts:  # the player counts down
            self._alarm.set(match.clock.starts, self.prompt, table)
            return
        if (due := _due(table)) is not None:
            self._alarm.set(due, self._ring, table)
        for seat in match.may_act:
            if table.row.occupants[seat].played_by_bot is None:
                continue
            if seat not in self.thinking and self._idle.get(seat) != match.seq:
                self.thinking[seat] = asyncio.create_task(self._play_bot(table, seat))

    def note_change(self) -> None:
        """Let waiting bots check whether their move is still possible."""
        if self._changed is not None:
            self._changed.set()
            self._changed = None

    async def changed(self) -> None:
        self._changed = self._changed or asyncio.Event()
        await self._changed.wait()

    def reseated(self, table: "Table") -> None:
        """Seats have changed hands: cancel bots that lost their seat, and let the others look again."""
        occupants = table.row.occupants
        self._drop([seat for seat in self.thinking if not occupants[seat].played_by_bot])
        self._idle.clear()
        self.note_change()

    def _drop(self, seats: list[Seat]) -> None:
        """Cancel the bots of these seats."""
        for seat in seats:
            self.thinking.pop(seat).cancel()

    def close(self) -> None:
        """Cancel all bots and alarms for good."""
        self._closed = True
        self._alarm.cancel()
        self._absence_alarm.cancel()
        self._drop(list(self.thinking))

    # alarms

    def retry(self, table: "Table", request: Request) -> None:
        """The ledger had no room: repeat the request a little later."""
        if not self._closed:
            self._alarm.set(Instant(self._clock.now() + RETRY_MILLISECONDS), self._try_again, table, request)

    def _try_again(self, table: "Table", request: Request) -> None:
        self.prompt(table)
        table.put(request)

    def look_around_at(self, table: "Table", due: Instant | None) -> None:
        """A bot may have to stand in then."""
        self._absence_alarm.cancel()
        if due is not None and not self._closed:
            self._absence_alarm.set(due, table.put, LookAround())

    def _ring(self, table: "Table") -> None:
        due = _due(table)
        if due is None or table.status != "playing" or self._ticking:
            return
        if self._clock.now() < due:
            self._alarm.set(due, self._ring, table)
        else:
            self._ticking = True
            table.put(Tick(due), partial(self._ticked, table, due))

    def _ticked(self, table: "Table", due: Instant, reply: Reply) -> None:
        self._ticking = False
        if isinstance(reply, NotWritten):
            self._alarm.set(Instant(self._clock.now() + RETRY_MILLISECONDS), self._ring, table)
        elif isinstance(reply, Refused):
            if _due(table) != due:  # a move or a pause came just before the alarm
                self.prompt(table)
            elif table.status == "playing" and not self._closed:
                LOGGER.error("table %s: the clock was refused: %s", table.id, reply)

    async def _play_bot(self, table: "Table", seat: Seat) -> None:
        looked_at = table.match.seq
        task = self.thinking[seat]
        try:
            if not await table.hall.bots.play(table, seat):
                self._idle[seat] = looked_at
        finally:
            if self.thinking.get(seat) is task:
                del self.thinking[seat]
        self.prompt(table)
        table.hall.idle(table)


def _due(table: "Table") -> Instant | None:
    """The next deadline, in the hall's time."""
    match = table.match
    return None if match.deadline is None else match.clock.in_hall(match.deadline)


class BotPlayers:
    """Plays for the bots at all tables: a worker thinks, and the move is made when a person would make it."""

    def __init__(self, pool: Pool, pace: float) -> None:
        self._pool = pool
        self.pace = pace
        """How much of a person's time bots take, and the coach waits; 0 is at once."""

    async def play(self, table: "Table", seat: Seat) -> bool:
        """Move for this seat until it has moved, or need not any more; False if its bot has nothing to do."""
        level = table.row.occupants[seat].played_by_bot
        assert level is not None
        while table.status == "playing" and seat in table.match.may_act:
            try:
                if (moved := await self._try(table, seat, level)) is not None:
                    return moved
            except _Fault as fault:
                LOGGER.warning("table %s: %s made a move that is refused: %s", table.id, level, fault)
                if level == SUBSTITUTE:  # the substitute failed, too: later it may not
                    await asyncio.sleep(RETRY_SECONDS)
                level = SUBSTITUTE
            except Exception as fault:  # whatever it is, the seat must go on
                LOGGER.error("table %s: %s", table.id, fault, exc_info=not isinstance(fault, WorkerFailed))
                await asyncio.sleep(RETRY_SECONDS)
        return True

    async def _try(self, table: "Table", seat: Seat, level: str) -> bool | None:
        """Make a move; False when there is none to make, None when another player was first.

        Then the bot has to look again.
        """
        looked, seen = asyncio.get_running_loop().time(), table.match.state
        view = bytes(table.publisher.view(seat))
        answer = await self._pool.ask(_asker(table), table.row.game, level, seat, view)
        if answer.move is None:
            return False if table.match.state is seen else None
        plan = _Plan(table, seat, answer.move, looked + answer.seconds * self.pace)
        refused = await plan.carry_out()
        if table.status != "playing":  # the game has ended meanwhile
            return None
        if isinstance(refused, NotWritten):
            await asyncio.sleep(RETRY_SECONDS)
        # Judged by what the bot saw: between the refusal and here the table may have changed.
        elif refused is not None and (table.match.state is seen or plan.refusal_in(seen)):
            raise _Fault(refused)
        return True if refused is None else None

    async def advise(self, table: "Table", seat: Seat) -> Advice | None:
        """The coach's advice to this seat: the worker gets its view, and nothing else."""
        view = bytes(table.publisher.view(seat))
        return await self._pool.advise(_asker(table), table.row.game, seat, view)

    async def close(self) -> None:
        await self._pool.close()


def _asker(table: "Table") -> Asker:
    host = table.row.host
    return Asker(host, table.id, table.hall.addresses.get(host, ""))


class _Fault(Exception):
    """A move that was forbidden already when the bot looked."""


class _Plan:
    """A move that is made when its time has come, unless it becomes impossible before."""

    def __init__(self, table: "Table", seat: Seat, move: str, due: float) -> None:
        self._table = table
        self._seat = seat
        self._move = move
        self._due = due
        self._loop = asyncio.get_running_loop()

    async def carry_out(self) -> Refused | None:
        """What it was refused for, if it was."""
        while self._time_left() > 0:
            if forbidden := self.refusal_in(self._table.match.state):
                return forbidden
            with suppress(TimeoutError):
                async with asyncio.timeout_at(self._due):
                    await self._table.bots_and_clock.changed()
        reply = await self._table.ask(Move(self._seat, self._move))
        return reply if isinstance(reply, Refused) else None

    def refusal_in(self, state: Any) -> Refused | None:
        """Why the rules would forbid the move in this state, when its time has come."""
        game, match = self._table.match.game, self._table.match
        due = match.clock.at(Instant(self._table.hall.clock.now() + round(1000 * self._time_left())))
        try:
            return refusal(game, state, self._seat, game.parse_move(self._move), due)
        except Unreadable as unreadable:
            return unreadable
        except Exception:  # a mistake in the rules: the table will meet it as well, and stop
            return None

    def _time_left(self) -> float:
        return max(0.0, self._due - self._loop.time())
