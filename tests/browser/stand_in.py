"""Somebody who takes over seats for a while, as fast as the hall allows; the pages look on."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random

import msgspec
from playwright.sync_api import expect

from tests.browser.window import Window
from ukumbi.core import Seat
from ukumbi.lab.choosing import rukuni_turn
from ukumbi.lab.guest import Guest
from ukumbi.lab.player import Player

ALL = 100
"""More turns than a game has."""


class _View(msgspec.Struct):
    turn_number: int


class StandIn:
    """Plays any legal turns on one seat until so many have been played at the table."""

    def __init__(self, guest: Guest, table: str, turns: int, seed: int) -> None:
        self._player = Player(guest, self._choose, Random(seed))
        self._player.table = table
        self._turns = turns
        self._enough = asyncio.Event()
        self._player.on_over = lambda _: self._enough.set()

    async def play(self) -> None:
        await self._player.connect()
        await self._enough.wait()
        self._player.leave()

    def _choose(self, view: msgspec.Raw, seat: Seat, rng: Random) -> str | None:
        if msgspec.json.decode(view, type=_View).turn_number < self._turns:
            return rukuni_turn(view, seat, rng)
        self._enough.set()
        return None


def play_turns(*windows: Window, turns: int, seed: int = 1) -> None:
    """Play for these people until so many turns have been played, or the game is over."""
    guests, table = [_guest(window) for window in windows], windows[0].table
    # The browser's own event loop runs in this thread.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, _play(guests, table, turns, seed)).result()


def play_to_the_end(*windows: Window, seed: int = 1) -> None:
    play_turns(*windows, turns=ALL, seed=seed)
    for window in windows:
        expect(window.ending).to_be_visible()


def _guest(window: Window) -> Guest:
    guest = Guest(int(window.address.rpartition(":")[2]))
    (cookie,) = (it for it in window.context.cookies() if it.get("name") == "ukumbi")
    guest.cookie = f"ukumbi={cookie.get('value')}"
    return guest


async def _play(guests: list[Guest], table: str, turns: int, seed: int) -> None:
    stand_ins = [StandIn(guest, table, turns, seed + number) for number, guest in enumerate(guests)]
    await asyncio.gather(*(stand_in.play() for stand_in in stand_ins))
