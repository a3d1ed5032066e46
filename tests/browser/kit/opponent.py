"""The opponent at a table, without a window, over a connection of its own."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from threading import Thread
from typing import Any, Final, TypeVar

from benchmarks.players.guest import Guest
from tests.browser.kit.window import Window
from tests.kit.actions import send
from tests.kit.client import Client, Heard

T = TypeVar("T")
View = dict[str, Any]
PAUSE: Final = 0.05
"""Seconds between two looks at the browser while the hall is waited for."""


def quiet(view: View) -> list[list[str]]:
    """For each card of the hand: the ways to lay it that do not end the game."""
    own, back = view["you"], -1 if view["you"] == view["white"] else 1
    taken = {laid["cell"] for laid in view["table"] if laid["seat"] != own}

    def wins(lay: str) -> bool:
        cell = lay.partition("@")[2]
        rank = int(cell[1:])
        return f"{cell[0]}{rank + back}" in taken or rank == (view["ranks"] if back < 0 else 1)

    return [[lay for lay in lays if not wins(lay)] for lays in view["fits"]]


class Opponent:
    """Takes the free seat, leaves when the window across the table closes, and moves as the test says."""

    def __init__(self, across: Window, table: str, address: str | None = None) -> None:
        self.table, self._across = table, across
        # The browser's own event loop runs in the thread of the tests.
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._client = self._wait(self._sit(Guest(int((address or across.address).rpartition(":")[2]))))
        across.page.once("close", lambda _: self._leave())

    def _begin(self, doing: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(doing, self._loop)

    def _wait(self, doing: Coroutine[Any, Any, T]) -> T:
        future = self._begin(doing)
        while not wait([future], PAUSE).done:
            self._across.page.evaluate("0")  # whoever stands between page and hall is heard meanwhile
        return future.result()

    async def _sit(self, guest: Guest) -> Client:
        await guest.sit(self.table)
        await guest.ask("POST", f"/api/tables/{self.table}/ready")
        client = await Client.at(guest)
        client.say("join", table=self.table, since=0)
        return client

    async def _hang_up(self) -> None:
        self._client.hang_up()
        await self._client.closed()

    def _leave(self) -> None:
        self._begin(self._hang_up()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # what there is to see

    @property
    def view(self) -> View:
        if not self._views():
            self._wait(self._client.until(self._views))
        view: View = self._latest["view"]
        return view

    def sees(self, phase: str) -> View:
        """The view as soon as the game is that far."""
        self._wait(self._client.until(lambda: self._views() and self.view["phase"] == phase))
        return self.view

    def sees_card(self, cell: str) -> None:
        """Wait until a card lies there."""
        self._wait(self._client.until(lambda: self._views() and self._lies(cell)))

    def _lies(self, cell: str) -> bool:
        return any(laid["cell"] == cell for laid in self.view["table"])

    @property
    def _latest(self) -> Heard:
        return self._views()[-1]

    def _views(self) -> list[Heard]:
        return [heard for heard in self._client.heard if heard.get("view")]

    # playing ukuma, or whatever is played

    def make(self, move: str) -> None:
        """A move, until the hall has said that it is made."""
        self._wait(self._make(move))

    async def _make(self, move: str) -> None:
        client, ref = self._client, send(self._client, self.table, move, self._latest["seq"])
        await client.until(lambda: any(heard.get("ref") == ref for heard in client.heard))
        assert not list(client.of_kind("refused"))

    def begin(self) -> None:
        """Black chooses the first card that fits, White is ready for it."""
        starts = self.sees("setup")["starts"]
        self.make(f"start {starts[0]}" if starts else "ready")

    def fitting(self) -> str:
        """A card and a cell in notation that fit and end nothing; a hand without any is thrown away."""
        while not (lays := [lay for lays in quiet(self.view) for lay in lays]):
            self.make("discard")
        return lays[0]
