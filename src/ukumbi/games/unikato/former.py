"""Events as earlier versions wrote them, each brought one version further.

Version 1 wrote tiles and places as numbers, and a round always ended after ten times around the table.
Up to version 2 a second action could begin anywhere.
"""

from collections.abc import Callable
from typing import Any, Final

from ukumbi.games.unikato.layout import place
from ukumbi.games.unikato.moves import format_laid
from ukumbi.games.unikato.tiles import NAMES, Tile

_REACH: Final = 90
"""By which places were numbered then, however far the table reaches today."""
_PATIENCE: Final = 10


def _tile(number: int | None) -> str | None:
    return None if number is None else NAMES[number]


def _row(numbers: list[int] | None) -> list[str] | None:
    return None if numbers is None else [NAMES[number] for number in numbers]


def _laid(number: int, at: int) -> str:
    y, x = divmod(at, 2 * _REACH + 1)
    return format_laid((Tile(number), place(x - _REACH, y - _REACH)))


_NAMED: Final[dict[str, Callable[[Any], Any]]] = {
    "start": _tile,
    "gave": _tile,
    "took": _tile,
    "display": _row,
    "racks": lambda racks: [_row(rack) for rack in racks],
    "chain": lambda chain: [_laid(number, at) for number, at in chain],
}
"""How each field that held numbers is read."""


def lifted(event: dict[str, Any], version: int) -> dict[str, Any]:
    """The event as the next version writes it; how a round ended stays as it was told then."""
    began = event["type"] == "round_began"
    match version:
        case 1:
            names = {field: _NAMED[field](value) for field, value in event.items() if field in _NAMED}
            return {**event, **({"patience": _PATIENCE} if began else {}), **names}
        case 2 if began:
            return {**event, "second": "anywhere"}
    return event
