"""Moves and their notation."""

from typing import Final

import msgspec

from ukumbi.core import Unreadable
from ukumbi.core.shared_rules import Ready, not_a_move
from ukumbi.games.ubongo.boards import LEVELS, Level
from ukumbi.games.ubongo.grid import in_order, is_piece, name_cubes, read_cube
from ukumbi.games.ubongo.pieces import Cube


class Choose(msgspec.Struct, frozen=True, tag="level", gc=False):
    """Play on this level."""

    level: Level

    def __str__(self) -> str:
        return format_move(self)


class Roll(msgspec.Struct, frozen=True, tag="roll", gc=False):
    round: int

    def __str__(self) -> str:
        return format_move(self)


class TurnHourglass(msgspec.Struct, frozen=True, tag="turn", gc=False):
    """Turn the hourglass over."""

    round: int

    def __str__(self) -> str:
        return format_move(self)


class Put(msgspec.Struct, frozen=True, tag="put"):
    """Place a piece, or move a placed one."""

    round: int
    piece: str
    cubes: tuple[Cube, ...]

    def __str__(self) -> str:
        return format_move(self)


class Lift(msgspec.Struct, frozen=True, tag="lift", gc=False):
    round: int
    piece: str

    def __str__(self) -> str:
        return format_move(self)


class Help(msgspec.Struct, frozen=True, tag="help", gc=False):
    """Have one piece laid. The log notes it, and a game alone brings no record then."""

    round: int

    def __str__(self) -> str:
        return format_move(self)


class SetAside(msgspec.Struct, frozen=True, tag="aside", gc=False):
    """In a solo game: put the task aside for a new one."""

    round: int

    def __str__(self) -> str:
        return format_move(self)


Move = Choose | Ready | Roll | TurnHourglass | Put | Lift | Help | SetAside


def put(round_: int, piece: str, cubes: frozenset[Cube]) -> Put:
    """The move with its cubes in the order of notation."""
    return Put(round_, piece, in_order(cubes))


_OF_ROUND: Final[dict[str, type[Roll | TurnHourglass | Help | SetAside]]] = {
    "roll": Roll,
    "turn": TurnHourglass,
    "help": Help,
    "aside": SetAside,
}
"""Moves with only a round."""
_SAID: Final = {kind: word for word, kind in _OF_ROUND.items()}


def format_move(move: Move) -> str:
    match move:
        case Choose():
            return f"level {move.level}"
        case Ready():
            return "ready"
        case Put():
            return f"put {move.round} {move.piece} {' '.join(name_cubes(move.cubes))}"
        case Lift():
            return f"lift {move.round} {move.piece}"
    return f"{_SAID[type(move)]} {move.round}"


def parse_move(text: str) -> Move:
    match text.split(" "):
        case ["ready"]:
            return Ready()
        case ["level", level] if level in map(str, LEVELS):
            return Choose(LEVELS[int(level) - 1])
        case [word, number] if word in _OF_ROUND:
            return _OF_ROUND[word](_round(number, text))
        case ["lift", number, piece]:
            return Lift(_round(number, text), _piece(piece))
        case ["put", number, piece, *cubes] if 2 <= len(cubes) <= 5:
            return put(_round(number, text), _piece(piece), _cubes(cubes, text))
    raise not_a_move(text)


def _round(number: str, text: str) -> int:
    if not number.isascii() or not number.isdigit() or number[0] == "0" or len(number) > 4:
        raise not_a_move(text)
    return int(number)


def _piece(letter: str) -> str:
    if not is_piece(letter):
        raise Unreadable("no_such_piece", piece=letter[:10])
    return letter


def _cubes(names: list[str], text: str) -> frozenset[Cube]:
    cubes = frozenset(map(read_cube, names))
    if len(cubes) < len(names):
        raise not_a_move(text)
    return cubes
