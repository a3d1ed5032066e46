"""Bots at tables: ask the pool for a move, wait as long as a person would, and make it."""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from ukumbi.bots.pool import Faint, Pool
from ukumbi.bots.worker import STAND_IN
from ukumbi.core import Refused, Registry, Seat
from ukumbi.hall.ledger import NoRoom

if TYPE_CHECKING:
    from ukumbi.hall.table import Table

LOGGER = logging.getLogger(__name__)
PAUSE: Final = 1.0
"""Seconds before trying again when the ledger had no room or no worker would start."""


class BotSeats:
    def __init__(self, shelf: Registry, pool: Pool, pace: float) -> None:
        self._shelf = shelf
        self._pool = pool
        self._pace = pace
        """How much of a person's time bots take; 0 lets them move at once."""

    async def play(self, table: "Table", seat: Seat) -> None:
        """Move for this seat until it has moved, or need not any more."""
        level = table.row.sitters[seat].bot
        assert level is not None
        while table.status == "playing" and seat in table.journal.to_act:
            seen = table.journal.seq
            try:
                refusal = await self._move(table, seat, level)
            except Exception as fault:  # whatever it is, the seat must go on
                LOGGER.error("table %s: %s", table.id, fault, exc_info=not isinstance(fault, Faint))
                await asyncio.sleep(PAUSE)
                continue
            if refusal is None:
                return
            if isinstance(refusal, NoRoom):
                await asyncio.sleep(PAUSE)
            elif table.journal.seq == seen:
                LOGGER.warning("table %s: %s made a move that is refused: %s", table.id, level, refusal)
                level = STAND_IN

    async def _move(self, table: "Table", seat: Seat, level: str) -> Refused | None:
        loop = asyncio.get_running_loop()
        started = loop.time()
        game = table.row.game
        move = await self._pool.ask(game, level, seat, bytes(table.journal.view(seat)))
        bot = self._shelf[game].bots.get(level)  # None for a stand-in, or a level that is no more
        pace = bot.pace * self._pace if bot else 0.0
        await asyncio.sleep(max(0.0, started + pace - loop.time()))
        return await table.act(seat, move)

    async def close(self) -> None:
        await self._pool.close()
