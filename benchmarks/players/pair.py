"""Two simulated players who play Rukuni with each other, game after game."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random

from benchmarks.players.choosing import rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.player import RETRY, Player
from ukumbi.core import Refused


class Pair:
    """Each from an address of their own, as people come: what comes from one address shares what the hall has
    for it."""

    def __init__(self, port: int, number: int) -> None:
        self.rng = Random(number)
        addresses = [f"127.{1 + place}.{number >> 8}.{number & 255}" for place in range(2)]
        self.players = [Player(Guest(port, address), rukuni_turn, self.rng) for address in addresses]
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> str:
        return self.players[0].table

    async def sit_down(self, thinks: Callable[[], float] | None = None, **wishes: str) -> None:
        """At a table of their own; they do not begin yet."""
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
            with suppress(OSError, Refused, IndexError, ValueError):  # crowded out: ask again
                return str((await player.guest.ask("POST", f"/api/tables/{over}/rematch"))["table"])
            await asyncio.sleep(RETRY)

    def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
        for player in self.players:
            player.leave()
