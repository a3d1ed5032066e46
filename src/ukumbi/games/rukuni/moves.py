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
    try:
        turn = Turn(NAMED[text[:2]], NAMED[text[3:5]], NAMED[text[6:]])
    except KeyError:
        raise _unreadable(text) from None
    if text[2] != "-" or text[5] != "/":
        raise _unreadable(text)
    return turn


def _unreadable(text: str) -> Unreadable:
    match = _TURN.fullmatch(text)
    if match is None:
        return Unreadable("not_a_turn", text=text[:40])
    return Unreadable("no_such_hollow", hollow=next(name for name in match.groups() if name not in NAMED))
