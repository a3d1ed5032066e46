"""What messages and requests cost, in moves: what makes the hall read and fold much costs more."""

from typing import Final

from ukumbi.hall.messages import ClientIn, Join, Look

JOIN: Final = 2
WHOLE: Final = 5
"""To join from the beginning: everything that has happened is read and told."""
LOOK: Final = 3
"""A past moment is folded from the snapshot before it."""
RECORDS: Final = 16
"""Records of what has happened that take as long as a move."""
NONSENSE: Final = 5
"""What cannot be read: no page says such things."""
IMPOSSIBLE: Final = 5
"""A move that is refused: pages offer none, but somebody else may be first."""
REQUESTS: Final = {"replay": 5, "log": 3}
"""By the last part of the path."""


REQUEST: Final = 0.0006
SECONDS: Final = {
    "replay": 0.002,
    "log": 0.001,
    "tables": 0.004,
    "metrics": 0.001,
    "sit": 0.001,
    "rematch": 0.004,
    "analysis": 0.001,
    "hint": 0.001,
}


BYTE: Final = 4e-8
"""Seconds for each byte of what is told by request: it is put together for each anew."""

KEPT: Final = {
    ("POST", "tables"),
    ("PUT", "me"),
    ("POST", "pass"),
    ("POST", "device"),
    ("POST", "signout"),
    ("POST", "rematch"),
    ("POST", "level"),
}
"""Requests for something that the hall keeps for longer, by the last part of the path."""


def message_cost(said: ClientIn) -> int:
    match said:
        case Join():
            return JOIN if said.since else WHOLE
        case Look():
            return LOOK
    return 1


def request_cost(path: str) -> int:
    return REQUESTS.get(path.rpartition("/")[2], 1)


def seconds_for(path: str) -> float:
    """How long the loop is busy with a request, about, with all that it sets off."""
    return SECONDS.get(path.rpartition("/")[2], REQUEST)


def is_kept(method: str, path: str) -> bool:
    return (method, path.rpartition("/")[2]) in KEPT
