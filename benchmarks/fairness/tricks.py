"""Tricks of players who want to gain from lag. Each makes a racer."""

import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

import msgspec

from benchmarks.fairness.connection import DIRECT_ADDRESS, Answer, Connection, through_proxy
from benchmarks.fairness.race_games import RaceGame
from benchmarks.fairness.race_table import CALM
from benchmarks.fairness.racer import Racer
from benchmarks.fairness.relay import Relay
from benchmarks.players.guest import Guest, Headers

HELD_SECONDS: Final = 0.15
"""How long pongs are delayed, and the additional lag of a far connection."""
KERNEL_DELAY_SECONDS: Final = 0.038
"""A little less than the time by which kernels delay acknowledgements."""
JITTER_SECONDS: Final = 0.02
"""The mean, each way."""
FRIEND_LAG_MS: Final = 4
"""A spectator's lag."""

MakeRacer = Callable[[RaceGame, int, int, Random], Racer]
"""Makes a cheat at this port, whose best connection has this lag in milliseconds."""


class Trick(msgspec.Struct, frozen=True):
    """A trick, or honest play to compare with."""

    name: str
    make: MakeRacer
    direct: bool = False
    """Whether the cheat is next to the hall; then the honest player has the lag."""


def _relay(port: int, lag_ms: float, rng: Random) -> Relay:
    return Relay(CALM.link(lag_ms, rng.getrandbits(32)), port)


def _relayed(race_game: RaceGame, port: int, lag_ms: int, rng: Random) -> Racer:
    """The relay poses as a proxy: the hall's kernel knows only the way to the relay."""
    relay = _relay(port, lag_ms, rng)
    return Racer(race_game, Connection(Guest(port, headers=through_proxy), lambda: relay.port), rng, (relay,))


def _direct(
    race_game: RaceGame, port: int, rng: Random, answer: Answer | None = None, headers: Headers = dict
) -> Racer:
    """A player next to the hall, without a proxy."""
    return Racer(
        race_game, Connection(Guest(port, DIRECT_ADDRESS, headers), lambda: port, answer=answer), rng
    )


def _hold_pong(connection: Connection, ping: bytes) -> None:
    connection.pong(ping, HELD_SECONDS)


def _imitate_jitter(rng: Random) -> Answer:
    """Delay pongs irregularly, as jitter would."""

    def answer(connection: Connection, ping: bytes) -> None:
        _delay_acknowledgements(connection)
        connection.pong(ping, rng.expovariate(1 / JITTER_SECONDS) + rng.expovariate(1 / JITTER_SECONDS))

    return answer


def _delay_acknowledgements(connection: Connection) -> None:
    """As a kernel does by itself if answers usually follow soon."""
    with suppress(OSError, AttributeError):
        connection.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)


def _hold_pong_and_acknowledgement(connection: Connection, ping: bytes) -> None:
    _delay_acknowledgements(connection)
    connection.pong(ping, KERNEL_DELAY_SECONDS)


def _send_without_pong(connection: Connection, _: bytes) -> None:
    """Send messages instead of pongs: a silent connection would be closed."""
    connection.say("ping", ref="talk")


def _forged() -> dict[str, str]:
    return {**through_proxy(), "X-Round-Trip": f"{round(HELD_SECONDS * 1e6)}"}


def honest_play(race_game: RaceGame, port: int, lag_ms: int, rng: Random) -> Racer:
    return _relayed(race_game, port, lag_ms, rng)


def honest_play_direct(race_game: RaceGame, port: int, _: int, rng: Random) -> Racer:
    return _direct(race_game, port, rng)


def held_pongs(race_game: RaceGame, port: int, _: int, rng: Random) -> Racer:
    return _direct(race_game, port, rng, _hold_pong)


def held_acknowledgements(race_game: RaceGame, port: int, _: int, rng: Random) -> Racer:
    return _direct(race_game, port, rng, _hold_pong_and_acknowledgement)


def imitated_jitter(race_game: RaceGame, port: int, _: int, rng: Random) -> Racer:
    return _direct(race_game, port, rng, _imitate_jitter(rng))


def forged_address(race_game: RaceGame, port: int, _: int, rng: Random) -> Racer:
    """Poses as a proxy for a far client."""
    return _direct(race_game, port, rng, _hold_pong, _forged)


def two_connections(race_game: RaceGame, port: int, lag_ms: int, rng: Random) -> Racer:
    """Listens over a near connection and moves over a far one."""
    return _two_connections(race_game, port, lag_ms, rng)


def two_connections_one_silent(race_game: RaceGame, port: int, lag_ms: int, rng: Random) -> Racer:
    """The same, but the near connection answers no pings, so that its latency is unknown."""
    return _two_connections(race_game, port, lag_ms, rng, _send_without_pong)


def _two_connections(
    race_game: RaceGame, port: int, lag_ms: int, rng: Random, answer: Answer | None = None
) -> Racer:
    near, far = (_relay(port, lag, rng) for lag in (lag_ms, lag_ms + 1000 * HELD_SECONDS))
    guest = Guest(port, headers=through_proxy)
    listener = Connection(guest, lambda: near.port, answer)
    return Racer(race_game, Connection(guest, lambda: far.port), rng, (far, near), listener)


def friend_who_watches(race_game: RaceGame, port: int, lag_ms: int, rng: Random) -> Racer:
    """A near spectator calls out the signal."""
    racer, friend = _relayed(race_game, port, lag_ms, rng), _relayed(race_game, port, FRIEND_LAG_MS, rng)
    return Racer(race_game, racer.sender, rng, (*racer.relays, *friend.relays), friend.sender)


HONEST: Final = (
    Trick("no trick", honest_play),
    Trick("no trick, beside the hall", honest_play_direct, direct=True),
)
TRICKS: Final = (
    Trick("pongs held back", held_pongs, direct=True),
    Trick("pongs and acknowledgements held back", held_acknowledgements, direct=True),
    Trick("pongs held back like jitter", imitated_jitter, direct=True),
    Trick("a forged address", forged_address, direct=True),
    Trick("two connections", two_connections),
    Trick("two connections, the near one silent", two_connections_one_silent),
    Trick("a spectator's near connection", friend_who_watches),
)
