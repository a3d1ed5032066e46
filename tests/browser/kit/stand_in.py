"""Plays for people for a while, as fast as the hall allows; their pages look on."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

import msgspec
from playwright.sync_api import expect

from benchmarks.players.choosing import rukuni_turn
from benchmarks.players.guest import Guest
from benchmarks.players.player import Choose, Player
from tests.browser.kit.window import Window
from ukumbi.core import Seat, codec
from ukumbi.games import unikato
from ukumbi.games.unikato.state import Phase

ALL = 100
"""More turns than a game has."""


class _Rukuni(msgspec.Struct):
    turn_number: int


Enough = Callable[[msgspec.Raw], bool]


class StandIn:
    """Plays on one seat until what is seen there is enough."""

    def __init__(self, guest: Guest, table: str, choose: Choose, enough: Enough, seed: int) -> None:
        self._player = Player(guest, self._choose, Random(seed))
        self._player.table = table
        self._choose_move = choose
        self._is_enough = enough
        self._enough = asyncio.Event()
        self._player.on_over = lambda _: self._enough.set()

    async def play(self) -> None:
        await self._player.connect()
        await self._enough.wait()
        self._player.leave()

    def _choose(self, view: msgspec.Raw, seat: Seat, rng: Random) -> str | None:
        if not self._is_enough(view):
            return self._choose_move(view, seat, rng)
        self._enough.set()
        return None


def play_turns(*windows: Window, turns: int, seed: int = 1, table: str = "") -> None:
    """Play Rukuni for these people until so many turns have been played, or the game is over.

    Pages that look on draw every turn: with the name of the table none is needed.
    """

    def enough(view: msgspec.Raw) -> bool:
        return msgspec.json.decode(view, type=_Rukuni).turn_number >= turns

    _stand_in(windows, rukuni_turn, enough, seed, table)


def play_the_round(*windows: Window, seed: int = 1) -> None:
    """Play Unikato for these people, eagerly, until the round is over."""
    read, game, bot = codec(unikato.ENTRY.game).view, unikato.ENTRY.game, unikato.ENTRY.bots["8"]

    def choose(view: msgspec.Raw, seat: Seat, rng: Random) -> str | None:
        seen = read(view)
        return game.format_move(bot.choose(game, seen, seat, rng)) if seen.turn == seat else None

    _stand_in(windows, choose, lambda view: read(view).phase is Phase.BETWEEN, seed)


def _stand_in(windows: Sequence[Window], choose: Choose, enough: Enough, seed: int, table: str = "") -> None:
    guests, table = [_guest(window) for window in windows], table or windows[0].table
    stand_ins = [StandIn(guest, table, choose, enough, seed + number) for number, guest in enumerate(guests)]
    # The browser's own event loop runs in this thread.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, _play(stand_ins)).result()


def play_to_the_end(*windows: Window, seed: int = 1) -> None:
    play_turns(*windows, turns=ALL, seed=seed)
    for window in windows:
        expect(window.ending).to_be_visible()


def _guest(window: Window) -> Guest:
    guest = Guest(int(window.address.rpartition(":")[2]))
    (cookie,) = (it for it in window.context.cookies() if it.get("name") == "ukumbi")
    guest.cookie = f"ukumbi={cookie.get('value')}"
    return guest


async def _play(stand_ins: Sequence[StandIn]) -> None:
    await asyncio.gather(*(stand_in.play() for stand_in in stand_ins))
