"""What our kernel knows of a connection: whether the other side is gone."""

import os
import socket
import sys
from contextlib import suppress
from typing import Any, Final

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
