"""What somebody could try who wants more than lag takes from them: each trick is a racer."""

import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

import msgspec

from benchmarks.fairness.heat import CALM
from benchmarks.fairness.line import OUTSIDE, Answer, Line, through_proxy
from benchmarks.fairness.racer import Racer
from benchmarks.fairness.relay import Relay
from benchmarks.fairness.sports import Sport
from benchmarks.players.guest import Guest, Headers

HELD: Final = 0.15
"""Seconds for which pongs are held back, and by which the far line is longer."""
PUT_OFF: Final = 0.038
"""Seconds: as long as kernels put off acknowledgements, or a little less."""
JITTER: Final = 0.02
"""Seconds of it on the average, each way."""
FRIEND: Final = 4
"""Milliseconds of a spectator's lag."""

Make = Callable[[Sport, int, int, Random], Racer]
"""A cheat at this port, whose best line has so many milliseconds of lag."""


class Trick(msgspec.Struct, frozen=True):
    """Something to try. With no trick at all it is what the same line has by playing honestly."""

    name: str
    make: Make
    direct: bool = False
    """Whether the cheat sits beside the hall; then it is the honest player who has the lag."""


def _relay(port: int, lag_ms: float, rng: Random) -> Relay:
    return Relay(CALM.wire(lag_ms, rng.getrandbits(32)), port)


def _relayed(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """The relay passes for a proxy: the hall's kernel would only know the way to it."""
    relay = _relay(port, lag_ms, rng)
    return Racer(sport, Line(Guest(port, headers=through_proxy), lambda: relay.port), rng, (relay,))


def _direct(
    sport: Sport, port: int, rng: Random, answer: Answer | None = None, headers: Headers = dict
) -> Racer:
    """Somebody beside the hall, whom no proxy calls for."""
    return Racer(sport, Line(Guest(port, OUTSIDE, headers), lambda: port, answer=answer), rng)


def _hold(line: Line, ping: bytes) -> None:
    line.pong(ping, HELD)


def _imitate_jitter(rng: Random) -> Answer:
    """Hold back for as long as restless lines take, now more, now less."""

    def answer(line: Line, ping: bytes) -> None:
        _put_off_acknowledgements(line)
        line.pong(ping, rng.expovariate(1 / JITTER) + rng.expovariate(1 / JITTER))

    return answer


def _put_off_acknowledgements(line: Line) -> None:
    """A kernel does where an answer used to come soon, so that it can go along."""
    with suppress(OSError, AttributeError):
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)


def _hold_with_acknowledgements(line: Line, ping: bytes) -> None:
    _put_off_acknowledgements(line)
    line.pong(ping, PUT_OFF)


def _talk_instead(line: Line, _: bytes) -> None:
    """Never answer; but a line over which nothing comes at all would be cut."""
    line.say("ping", ref="talk")


def _forged() -> dict[str, str]:
    return {**through_proxy(), "X-Round-Trip": f"{round(HELD * 1e6)}"}


def nothing(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    return _relayed(sport, port, lag_ms, rng)


def nothing_direct(sport: Sport, port: int, _: int, rng: Random) -> Racer:
    return _direct(sport, port, rng)


def held_pongs(sport: Sport, port: int, _: int, rng: Random) -> Racer:
    return _direct(sport, port, rng, _hold)


def held_acknowledgements(sport: Sport, port: int, _: int, rng: Random) -> Racer:
    return _direct(sport, port, rng, _hold_with_acknowledgements)


def imitated_jitter(sport: Sport, port: int, _: int, rng: Random) -> Racer:
    return _direct(sport, port, rng, _imitate_jitter(rng))


def forged_address(sport: Sport, port: int, _: int, rng: Random) -> Racer:
    """Says that it is a proxy that calls for somebody far away."""
    return _direct(sport, port, rng, _hold, _forged)


def two_lines(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """Hears over the near one, and moves over the far one."""
    return _two_lines(sport, port, lag_ms, rng)


def silent_ears(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """The same, but the near line never answers a ping, so that nobody can tell how near it is."""
    return _two_lines(sport, port, lag_ms, rng, _talk_instead)


def _two_lines(sport: Sport, port: int, lag_ms: int, rng: Random, answer: Answer | None = None) -> Racer:
    near, far = (_relay(port, lag, rng) for lag in (lag_ms, lag_ms + 1000 * HELD))
    guest = Guest(port, headers=through_proxy)
    ears = Line(guest, lambda: near.port, answer)
    return Racer(sport, Line(guest, lambda: far.port), rng, (far, near), ears)


def friend_who_watches(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """Somebody else, with a short line, looks on and calls out what there is to see."""
    racer, friend = _relayed(sport, port, lag_ms, rng), _relayed(sport, port, FRIEND, rng)
    return Racer(sport, racer.hand, rng, (*racer.relays, *friend.relays), friend.hand)


HONEST: Final = (
    Trick("no trick", nothing),
    Trick("no trick, beside the hall", nothing_direct, direct=True),
)
TRICKS: Final = (
    Trick("pongs held back", held_pongs, direct=True),
    Trick("pongs and acknowledgements held back", held_acknowledgements, direct=True),
    Trick("pongs held back like jitter", imitated_jitter, direct=True),
    Trick("a forged address", forged_address, direct=True),
    Trick("two lines", two_lines),
    Trick("two lines, the near one silent", silent_ears),
    Trick("a spectator's near line", friend_who_watches),
)
