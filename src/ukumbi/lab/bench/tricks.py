"""What somebody could try who wants more than lag takes from them: each trick is a racer."""

import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

import msgspec

from ukumbi.lab.bench.heat import CALM
from ukumbi.lab.bench.relay import Relay
from ukumbi.lab.bench.sports import Sport
from ukumbi.lab.people.guest import Guest
from ukumbi.lab.people.line import THROUGH_PROXY, Line
from ukumbi.lab.people.racer import Racer

HELD: Final = 0.15
"""Seconds for which pongs are held back, and by which the far line is longer."""
PUT_OFF: Final = 0.038
"""Seconds: as long as kernels put off acknowledgements, or a little less."""
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


def _told(lag_ms: float) -> dict[str, str]:
    """The headers of a proxy whose kernel has measured this."""
    return {**THROUGH_PROXY, "X-Round-Trip": f"{round(lag_ms * 1000)}"}


def _hold(line: Line, ping: bytes) -> None:
    line.pong(ping, HELD)


def _hold_after_the_first(line: Line, ping: bytes) -> None:
    line.pong(ping, HELD if line.pings > 1 else 0.0)


def _hold_with_acknowledgements(line: Line, ping: bytes) -> None:
    """A kernel puts off acknowledgements where an answer used to come soon, so that it can go along."""
    with suppress(OSError, AttributeError):
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)
    line.pong(ping, PUT_OFF)


def _talk_instead(line: Line, _: bytes) -> None:
    """Never answer; but a line over which nothing comes at all would be cut."""
    line.say("ping", ref="talk")


def nothing(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    relay = _relay(port, lag_ms, rng)
    return Racer(sport, Line(Guest(port), lambda: relay.port), rng, (relay,))


def nothing_direct(sport: Sport, port: int, _: int, rng: Random) -> Racer:
    return Racer(sport, Line(Guest(port), lambda: port, {}), rng)


def held_pongs(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    relay = _relay(port, lag_ms, rng)
    line = Line(Guest(port), lambda: relay.port, _told(lag_ms), _hold)
    return Racer(sport, line, rng, (relay,))


def held_acknowledgements(sport: Sport, port: int, _: int, rng: Random) -> Racer:
    return Racer(sport, Line(Guest(port), lambda: port, {}, _hold_with_acknowledgements), rng)


def late_handshake(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """The proxy has measured a handshake that was held back; later only the pongs are."""
    relay = _relay(port, lag_ms, rng)
    line = Line(Guest(port), lambda: relay.port, _told(lag_ms + 1000 * HELD), _hold_after_the_first)
    return Racer(sport, line, rng, (relay,))


def two_lines(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """Hears over the near one, and moves over the far one."""
    guest, near = Guest(port), _relay(port, lag_ms, rng)
    far = _relay(port, lag_ms + 1000 * HELD, rng)
    hand, ears = Line(guest, lambda: far.port), Line(guest, lambda: near.port)
    return Racer(sport, hand, rng, (far, near), ears)


def silent_ears(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """The same, but the near line never answers a ping, so that nobody can tell how near it is."""
    guest, near = Guest(port), _relay(port, lag_ms, rng)
    far = _relay(port, lag_ms + 1000 * HELD, rng)
    hand, ears = Line(guest, lambda: far.port), Line(guest, lambda: near.port, answer=_talk_instead)
    return Racer(sport, hand, rng, (far, near), ears)


def friend_who_watches(sport: Sport, port: int, lag_ms: int, rng: Random) -> Racer:
    """Somebody else, with a short line, looks on and calls out what there is to see."""
    relay, near = _relay(port, lag_ms, rng), _relay(port, FRIEND, rng)
    hand, ears = Line(Guest(port), lambda: relay.port), Line(Guest(port), lambda: near.port)
    return Racer(sport, hand, rng, (relay, near), ears)


HONEST: Final = (
    Trick("no trick", nothing),
    Trick("no trick, beside the hall", nothing_direct, direct=True),
)
TRICKS: Final = (
    Trick("pongs held back", held_pongs),
    Trick("pongs and acknowledgements held back", held_acknowledgements, direct=True),
    Trick("handshake and pongs held back", late_handshake),
    Trick("two lines", two_lines),
    Trick("two lines, the near one silent", silent_ears),
    Trick("a spectator's near line", friend_who_watches),
)
