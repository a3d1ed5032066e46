"""Two simulated players who play Rukuni, game after game."""

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from random import Random

from benchmarks.players.choosing import rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.player import RETRY_SECONDS, Player
from ukumbi.core import Refused


class Pair:
    """Each has their own address, as real people do: an address's clients share its limits."""

    def __init__(self, port: int, number: int, trust: ssl.SSLContext | None = None) -> None:
        self.rng = Random(number)
        addresses = [f"127.{1 + place}.{number >> 8}.{number & 255}" for place in range(2)]
        guests = [Guest(port, address, trust=trust) for address in addresses]
        self.players = [Player(guest, rukuni_turn, self.rng) for guest in guests]
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> str:
        return self.players[0].table

    async def sit_down(self, thinks: Callable[[], float] | None = None, **wishes: str) -> None:
        """Sit down at a new table, without saying ready."""
        host, friend = self.players
        form = {"game": "rukuni", "others": ["open"], **wishes}
        table = (await host.guest.ask("POST", "/api/tables", form))["table"]
        await friend.guest.sit(table)
        for player in self.players:
            player.table, player.thinks, player.eager = table, thinks, False
            await player.connect()
        host.on_over = self._go_again

    def start(self) -> None:
        for player in self.players:
            player.eager = True
            player.join(player.table)

    def _go_again(self, player: Player) -> None:
        self._task = asyncio.create_task(self._next_game(player.table))

    async def _next_game(self, over: str) -> None:
        for player in self.players:
            player.join(await self._rematch(player, over))

    async def _rematch(self, player: Player, over: str) -> str:
        while True:
            with suppress(OSError, Refused, IndexError, ValueError):  # refused by a limit: ask again
                return str((await player.guest.ask("POST", f"/api/tables/{over}/rematch"))["table"])
            await asyncio.sleep(RETRY_SECONDS)

    def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
        for player in self.players:
            player.leave()
