"""Moves and their notation."""

from typing import Final

import msgspec

from ukumbi.core import Unreadable
from ukumbi.core.shared_rules import Ready, not_a_move
from ukumbi.games.ukuma.cards import FACE_NAMES, FACES, Face
from ukumbi.games.ukuma.grid import CELL_NAMES, CELLS, Cell


class Start(msgspec.Struct, frozen=True, tag="start", gc=False):
    """Choose Black's first card, this way up."""

    face: Face

    def __str__(self) -> str:
        return format_move(self)


class Lay(msgspec.Struct, frozen=True, tag="lay", gc=False):
    """Lay a card in this cell, this way up."""

    face: Face
    cell: Cell

    def __str__(self) -> str:
        return format_move(self)


class Discard(msgspec.Struct, frozen=True, tag="discard", gc=False):
    """Discard the hand and draw a new one."""

    def __str__(self) -> str:
        return format_move(self)


class Draw(msgspec.Struct, frozen=True, tag="draw", gc=False):
    """Offer a draw, or accept one."""

    def __str__(self) -> str:
        return format_move(self)


class Resign(msgspec.Struct, frozen=True, tag="resign", gc=False):
    """Resign this game."""

    def __str__(self) -> str:
        return format_move(self)


Move = Start | Ready | Lay | Discard | Draw | Resign

_WORDS: Final[dict[str, Move]] = {"ready": Ready(), "discard": Discard(), "draw": Draw(), "resign": Resign()}
_SAID: Final = {move: word for word, move in _WORDS.items()}


def format_move(move: Move) -> str:
    match move:
        case Start():
            return f"start {FACE_NAMES[move.face]}"
        case Lay():
            return f"lay {format_laid(move.face, move.cell)}"
    return _SAID[move]


def format_laid(face: Face, cell: Cell) -> str:
    return f"{FACE_NAMES[face]}@{CELL_NAMES[cell]}"


def parse_move(text: str) -> Move:
    match text.split(" "):
        case ["start", card]:
            return Start(parse_face(card))
        case ["lay", laid]:
            return Lay(*parse_laid(laid))
        case [word] if word in _WORDS:
            return _WORDS[word]
    raise not_a_move(text)


def parse_laid(text: str) -> tuple[Face, Cell]:
    card, _, cell = text.partition("@")
    return parse_face(card), parse_cell(cell)


def parse_face(name: str) -> Face:
    try:
        return FACES[name]
    except KeyError:
        raise Unreadable("no_such_card", card=name[:10]) from None


def parse_cell(name: str) -> Cell:
    try:
        return CELLS[name]
    except KeyError:
        raise Unreadable("no_such_cell", cell=name[:10]) from None
