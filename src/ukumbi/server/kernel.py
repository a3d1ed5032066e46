"""What our kernel knows of a connection: how far the other side is, and since when something lies unread."""

import os
import socket
import struct
import sys
from contextlib import suppress
from typing import Any, Final, NamedTuple

_INFO: Final = struct.Struct("=52xI12xII72xI")
"""Where Linux puts, in its `tcp_info`, the milliseconds since data came last, and the smoothed round trip,
its variation and the shortest one, in microseconds."""
_UNKNOWN: Final = 2**32 - 1
_CLOSED: Final = 7
"""The state of a connection that was reset."""
_HUNG_UP: Final = 8
"""Of one on which the other side will say no more; most listen no more either."""
PATIENCE: Final = 1.0
"""Seconds after which whoever says no more is not answered: a program may hang up as soon as it has asked and
still listen, but most have given up by then."""
_DRAIN: Final = bytearray(64 * 1024)
"""Where goes what nobody wants to read."""
_GULPS: Final = 4
"""How often it is filled: who sends more than that at once is not waited for."""
_TICK: Final = 4
"""Milliseconds between two ticks of the kernel's clock, as most are built: it counts ages in these."""


class KernelTrip(NamedTuple):
    """The round trip by the kernel's own count, in seconds."""

    usual: float
    """With room for its variation. The other kernel may put off its answers for a moment while its program
    keeps silent, unless something more comes in the meantime."""
    shortest: float
    """Of the last minutes, from the handshake on, which no kernel puts off."""


def round_trip(connection: Any) -> KernelTrip | None:
    """None if the kernel does not tell."""
    if (figures := _read(connection)) is None:
        return None
    _, smoothed, variation, shortest = figures
    if not smoothed or shortest == _UNKNOWN:
        return None
    # The room is bounded: on a short line a single late acknowledgement varies by more than all of it.
    return KernelTrip((smoothed + min(variation, smoothed // 2)) / 1e6, shortest / 1e6)


def waited(connection: Any) -> int:
    """Nanoseconds since something came in, as far as the kernel tells: what is read now has waited so long at
    least, because there was no time to read it."""
    figures = _read(connection)
    return 0 if figures is None else max(0, figures[0] - _TICK) * 1_000_000


def is_gone(connection: Any, waited: float) -> bool:
    """Whether the other side has broken off, as far as the kernel tells, or hung up and waited for long."""
    state = _state(connection)
    return state == _CLOSED or (state == _HUNG_UP and waited > PATIENCE)


def _state(connection: Any) -> int | None:
    if sys.platform != "linux":
        return None
    try:
        state: int = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    except (OSError, AttributeError, IndexError):
        return None
    return state


def empty(connection: Any) -> None:
    """Take away what lies unread. A connection that is closed with something unread is reset, and the other
    side may never see what it was told last."""
    with suppress(OSError):
        for _ in range(_GULPS):
            if os.readv(connection.fileno(), [_DRAIN]) < len(_DRAIN):
                return


def _read(connection: Any) -> tuple[int, int, int, int] | None:
    if sys.platform != "linux":
        return None
    try:
        figures = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO.size)
        since, smoothed, variation, shortest = _INFO.unpack(figures)
    except (OSError, AttributeError, struct.error):
        return None
    return since, smoothed, variation, shortest
