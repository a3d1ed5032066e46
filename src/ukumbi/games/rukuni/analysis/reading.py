"""Reads the input of the analysis: a position in notation, or a file with a game."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from ukumbi.core import Log, Record, Refused, TakenBack
from ukumbi.core.log import moments
from ukumbi.games.rukuni.events import Turned
from ukumbi.games.rukuni.moves import Turn, format_move, parse_move
from ukumbi.games.rukuni.position import Position, parse_position
from ukumbi.games.rukuni.rules import Rukuni

GAME: Final = Rukuni()


class InputError(ValueError):
    """An error with a sentence for the user."""


class Played(NamedTuple):
    """A turn of a game, with the position before it."""

    position: Position
    turn: Turn


def need_analyst() -> None:
    if find_spec("numba") is None:
        raise InputError("analysis needs Numba: pip install 'ukumbi[engine]'")


def read(text: str) -> Position | list[Played]:
    """The game in this file, or this position."""
    path = Path(text)
    try:
        there = path.is_file()
    except (OSError, ValueError):  # too long, or invalid as a file name
        there = False
    if there:
        return read_game(path)
    try:
        return parse_position(text)
    except Refused as refusal:
        raise InputError(
            f"there is no file {text!r}, and it is no position of Rukuni: {refusal}"
        ) from refusal


def read_game(path: Path) -> list[Played]:
    """A game as JSON of the library or the hall, or as turns in notation."""
    try:
        text = path.read_bytes()
        game = _from_json(text) if text.lstrip()[:1] in (b"{", b"[") else _from_turns(text.decode())
    except (msgspec.MsgspecError, UnicodeDecodeError, OSError) as fault:
        raise InputError(f"{path} is no game of Rukuni: {fault}") from fault
    except Refused as refusal:
        raise InputError(f"{path} is no game of Rukuni: {refusal}") from refusal
    if not game:
        raise InputError(f"nothing has been played in {path}")
    return game


def _from_json(text: bytes) -> list[Played]:
    if text.lstrip()[:1] == b"[":  # as from /api/tables/{table}/log
        return _from_records(tuple(msgspec.json.decode(text, type=list[Record])), GAME.version)
    log = msgspec.json.decode(text, type=Log)
    if log.game != GAME.name:
        raise InputError(f"this is a game of {log.game}, not of {GAME.name}")
    return _from_records(log.records, log.version)


def _from_records(records: tuple[Record, ...], version: int) -> list[Played]:
    """The turns that were not taken back."""
    standing: list[tuple[int, Played]] = []
    position = Position.opening()
    for record, event, state in moments(GAME, records, version):
        if isinstance(event, Turned):
            standing.append((record.seq, Played(position, parse_move(event.turn))))
        elif isinstance(event, TakenBack):
            standing = [(seq, played) for seq, played in standing if seq <= event.to]
        position = state.position
    return [played for _, played in standing]


def _from_turns(text: str) -> list[Played]:
    """Legal turns in sequence; words that end in a dot are their numbers."""
    game, position = list[Played](), Position.opening()
    for word in text.split():
        if word.endswith("."):
            continue
        turn = parse_move(word)
        if position.is_over() or turn not in set(position.turns()):
            raise InputError(f"turn {len(game) + 1}, {format_move(turn)}, is not allowed there")
        game.append(Played(position, turn))
        position = position.after(turn)
    return game
