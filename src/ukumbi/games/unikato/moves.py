"""Moves and their notation."""

import re
from typing import Final

import msgspec

from ukumbi.core import Unreadable
from ukumbi.core.shared_rules import Ready, not_a_move
from ukumbi.games.unikato.layout import REACH, Chain, Place, Placement, place, xy
from ukumbi.games.unikato.tiles import NAMED, NAMES, Tile

BAG: Final = "bag"
MAX_CHAIN: Final = 10
"""The longest chain: no rack has more tiles."""


class Lay(msgspec.Struct, frozen=True, tag="lay", gc=False):
    """Lay a chain of tiles."""

    chain: Chain

    def __str__(self) -> str:
        return format_move(self)


class Swap(msgspec.Struct, frozen=True, tag="swap", gc=False):
    """Put a tile into the display; take another from it, or (None) one from the bag."""

    give: Tile
    take: Tile | None

    def __str__(self) -> str:
        return format_move(self)


class Draw(msgspec.Struct, frozen=True, tag="draw", gc=False):
    """Take a tile from the display, or (None) one from the bag."""

    take: Tile | None

    def __str__(self) -> str:
        return format_move(self)


class Decline(msgspec.Struct, frozen=True, tag="decline", gc=False):
    """Decline the second action."""

    def __str__(self) -> str:
        return format_move(self)


class Pass(msgspec.Struct, frozen=True, tag="pass", gc=False):
    """Pass, which is legal only without another move."""

    def __str__(self) -> str:
        return format_move(self)


Move = Lay | Swap | Draw | Decline | Pass | Ready

_LAID: Final = re.compile(r"([csx][opb][123][wgk])@(-?\d{1,2}),(-?\d{1,2})", re.ASCII)
_WORDS: Final[dict[str, Move]] = {"decline": Decline(), "pass": Pass(), "ready": Ready()}


def format_move(move: Move) -> str:
    match move:
        case Lay():
            return " ".join(["lay", *map(format_placement, move.chain)])
        case Swap():
            return f"swap {NAMES[move.give]} {_source(move.take)}"
        case Draw():
            return f"draw {_source(move.take)}"
    return next(word for word, plain in _WORDS.items() if plain == move)


def format_placement(laid: Placement) -> str:
    tile, at = laid
    return f"{NAMES[tile]}@{format_place(at)}"


def format_place(at: Place) -> str:
    x, y = xy(at)
    return f"{x},{y}"


def _source(take: Tile | None) -> str:
    return BAG if take is None else NAMES[take]


def parse_move(text: str) -> Move:
    """Read a move; only the text that `format_move` writes is valid."""
    match text.split(" "):
        case ["lay", *laid] if 0 < len(laid) <= MAX_CHAIN:
            return Lay(tuple(parse_placement(part) for part in laid))
        case ["swap", give, take]:
            return Swap(parse_tile(give), _parse_source(take))
        case ["draw", take]:
            return Draw(_parse_source(take))
        case [word] if word in _WORDS:
            return _WORDS[word]
    raise not_a_move(text)


def parse_placement(text: str) -> Placement:
    match = _LAID.fullmatch(text)
    if match is None:
        raise not_a_move(text)
    name, x, y = match[1], int(match[2]), int(match[3])
    if max(abs(x), abs(y)) >= REACH:
        raise Unreadable("too_far_out", place=f"{x},{y}")
    laid = NAMED[name], place(x, y)
    if format_placement(laid) != text:
        raise not_a_move(text)
    return laid


def parse_tile(name: str) -> Tile:
    try:
        return NAMED[name]
    except KeyError:
        raise Unreadable("no_such_tile", tile=name[:10]) from None


def _parse_source(text: str) -> Tile | None:
    return None if text == BAG else parse_tile(text)
