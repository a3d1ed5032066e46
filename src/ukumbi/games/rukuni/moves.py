"""What a player can do, and its notation: `a1-a4/b4` is the tower on a1 to a4, the peg into b4."""

import re
from typing import Final

import msgspec

from ukumbi.core import Unreadable
from ukumbi.games.rukuni.board import NAMED, NAMES, Hollow

_TURN: Final = re.compile(r"([a-i][1-9])-([a-i][1-9])/([a-i][1-9])", re.ASCII)


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A whole turn: a tower goes to a hollow, a peg is put beside it."""

    tower: Hollow
    to: Hollow
    peg: Hollow

    def __str__(self) -> str:
        return format_move(self)


def format_move(turn: Turn) -> str:
    return f"{NAMES[turn.tower]}-{NAMES[turn.to]}/{NAMES[turn.peg]}"


def parse_move(text: str) -> Turn:
    match = _TURN.fullmatch(text)
    if match is None:
        raise Unreadable("not_a_turn", text=text[:40])
    tower, to, peg = (_hollow(name) for name in match.groups())
    return Turn(tower, to, peg)


def _hollow(name: str) -> Hollow:
    try:
        return NAMED[name]
    except KeyError:
        raise Unreadable("no_such_hollow", hollow=name) from None
