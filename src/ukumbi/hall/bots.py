"""Bots at tables: ask the pool for a move, wait as long as a person would, and make it."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ukumbi.bots.plans import refusal
from ukumbi.bots.pool import Pool, WorkerFailed
from ukumbi.bots.slots import Asker
from ukumbi.bots.worker import SUBSTITUTE
from ukumbi.core import Instant, Refused, Seat, Unreadable
from ukumbi.ledger import NotWritten

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
RETRY: Final = 1.0
"""Seconds before trying again when the ledger had no room, no worker would start, or nothing is allowed."""


class BotPlayers:
    def __init__(self, pool: Pool, pace: float) -> None:
        self._pool = pool
        self._pace = pace
        """How much of a person's time bots take; 0 lets them move at once."""

    async def play(self, table: "Table", seat: Seat) -> bool:
        """Move for this seat until it has moved, or need not any more; False if its bot has nothing to do."""
        level = table.seating.occupants[seat].played_by_bot
        assert level is not None
        while table.status == "playing" and seat in table.match.may_act:
            try:
                if (moved := await self._try(table, seat, level)) is not None:
                    return moved
            except _Fault as fault:
                LOGGER.warning("table %s: %s made a move that is refused: %s", table.id, level, fault)
                if level == SUBSTITUTE:  # nobody can do better now, perhaps later
                    await asyncio.sleep(RETRY)
                level = SUBSTITUTE
            except Exception as fault:  # whatever it is, the seat must go on
                LOGGER.error("table %s: %s", table.id, fault, exc_info=not isinstance(fault, WorkerFailed))
                await asyncio.sleep(RETRY)
        return True

    async def _try(self, table: "Table", seat: Seat, level: str) -> bool | None:
        """Make a move; False when there is none to make, None when somebody else was first.

        Then the bot has to look again.
        """
        looked, seen = asyncio.get_running_loop().time(), table.match.state
        host = table.row.host
        asker = Asker(host, table.id, table.hall.homes.get(host, ""))
        answer = await self._pool.ask(asker, table.row.game, level, seat, bytes(table.views.view(seat)))
        if answer.move is None:
            return False if table.match.state is seen else None
        plan = _Plan(table, seat, answer.move, looked + answer.seconds * self._pace)
        refused = await plan.carry_out()
        if table.status != "playing":  # somebody has ended the game meanwhile
            return None
        if isinstance(refused, NotWritten):
            await asyncio.sleep(RETRY)
        # Judged by what the bot saw: between the refusal and here the table may have changed.
        elif refused is not None and (table.match.state is seen or plan.refusal_in(seen)):
            raise _Fault(refused)
        return True if refused is None else None

    async def close(self) -> None:
        await self._pool.close()


class _Fault(Exception):
    """A move that was forbidden already when the bot looked."""


class _Plan:
    """A move that is made when its time has come, unless somebody makes it impossible before."""

    def __init__(self, table: "Table", seat: Seat, move: str, due: float) -> None:
        self._table = table
        self._seat = seat
        self._move = move
        self._due = due
        self._loop = asyncio.get_running_loop()

    async def carry_out(self) -> Refused | None:
        """What it was refused for, if it was."""
        while self._time_left() > 0:
            changed = self._table.changed
            if forbidden := self.refusal_in(self._table.match.state):
                return forbidden
            with suppress(TimeoutError):
                async with asyncio.timeout_at(self._due):
                    await changed.wait()
        return await self._table.act(self._seat, self._move)

    def refusal_in(self, state: Any) -> Refused | None:
        """Why the rules would forbid the move in this state, when its time has come."""
        game, clock = self._table.match.game, self._table.hall.clock
        due = self._table.match.clock.at(Instant(clock.now() + round(1000 * self._time_left())))
        try:
            return refusal(game, state, self._seat, game.parse_move(self._move), due)
        except Unreadable as unreadable:
            return unreadable
        except Exception:  # a mistake in the rules: the table will meet it as well, and stop
            return None

    def _time_left(self) -> float:
        return max(0.0, self._due - self._loop.time())
