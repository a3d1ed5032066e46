"""Moves and their notation. Every move names its round, so that a late one is only late."""

import re
from typing import Final

import msgspec

from ukumbi.core import Unreadable
from ukumbi.core.shared_rules import not_a_move
from ukumbi.games.zuma.cards import Card
from ukumbi.games.zuma.poles import Pole


class Ready(msgspec.Struct, frozen=True, tag="ready", gc=False):
    """Ready for the call, or for the next round."""

    round: int

    def __str__(self) -> str:
        return format_move(self)


class TurnBoard(msgspec.Struct, frozen=True, tag="turn", gc=False):
    """Turn the board so that this pole is in front; only for the master."""

    round: int
    pole: Pole

    def __str__(self) -> str:
        return format_move(self)


class PassCard(msgspec.Struct, frozen=True, tag="pass", gc=False):
    """Choose a card to pass on at this beat."""

    round: int
    beat: int
    card: Card

    def __str__(self) -> str:
        return format_move(self)


class Grab(msgspec.Struct, frozen=True, tag="grab", gc=False):
    """Reach out for a pole."""

    round: int
    pole: Pole

    def __str__(self) -> str:
        return format_move(self)


Move = Ready | TurnBoard | PassCard | Grab

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
_ON_POLES: Final[dict[str, type[TurnBoard | Grab]]] = {"turn": TurnBoard, "grab": Grab}


def format_move(move: Move) -> str:
    match move:
        case Ready():
            return f"ready {move.round}"
        case TurnBoard():
            return f"turn {move.round} {move.pole.value}"
        case PassCard():
            return f"pass {move.round}.{move.beat} {move.card.value}"
        case Grab():
            return f"grab {move.round} {move.pole.value}"


def parse_move(text: str) -> Move:
    match text.split(" "):
        case ["ready", number]:
            return Ready(_number(number, text))
        case ["pass", moment, card] if moment.count(".") == 1:
            number, beat = moment.split(".")
            return PassCard(_number(number, text), _number(beat, text), _card(card))
        case [word, number, pole] if word in _ON_POLES:
            return _ON_POLES[word](_number(number, text), _pole(pole))
    raise not_a_move(text)


def _number(digits: str, text: str) -> int:
    if _NUMBER.fullmatch(digits) is None:
        raise not_a_move(text)
    return int(digits)


def _card(name: str) -> Card:
    try:
        return Card(name)
    except ValueError:
        raise Unreadable("no_such_card", card=name[:10]) from None


def _pole(name: str) -> Pole:
    try:
        return Pole(name)
    except ValueError:
        raise Unreadable("no_such_pole", pole=name[:10]) from None
