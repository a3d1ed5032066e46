"""The figures of Rukuni's rules: the booklet's examples."""

from collections.abc import Mapping
from typing import Final

from ukumbi.core import Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import Scene, Sheet, at_position, play_on
from ukumbi.games.rukuni.board import BESIDE, CORNERS, NAMED, names
from ukumbi.games.rukuni.moves import Turn, format_move
from ukumbi.games.rukuni.position import PEGS
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.games.rukuni.view import SideView

GAME: Final = Rukuni()
OPENING: Final = "T3T/6/7/8/T7T/8/7/6/T3T w"
COUNTED: Final = "5/1g3g/2g2wT/2g3wg/wwgg2gw1/wwTg2w1/TTgg1w1/Tgg1ww/Twww1 g"
"""The end of a game, with the groups of the booklet's scoring example."""
TURNS: Final = ("a1-c3/d4", "c3-c6/d6", "e1-e3/e4")
"""The example's first three turns: the second one moves the same tower, the third another one."""
WHITE: Final = Seat(0)

NUMBERS: Final[Mapping[str, Fact]] = {
    "towers": CORNERS.bit_count(),
    "pegs": PEGS,
}


def stands(position: str) -> Match:
    return at_position(GAME, 2, GAME.from_position(position))


def after(turns: int) -> Match:
    """The opening, and so many turns of the example."""
    script = (f"{number % 2} {turn}" for number, turn in enumerate(TURNS[:turns]))
    return play_on(stands(OPENING), script)


def peg_places(turns: int) -> tuple[str, ...]:
    """Where else the last of so many turns could have placed its peg."""
    before, turn = after(turns - 1).state.position, GAME.parse_move(TURNS[turns - 1])
    assert isinstance(turn, Turn)
    free = before.empty() | 1 << turn.tower
    return tuple(place for place in names(BESIDE[turn.to] & free) if NAMED[place] != turn.peg)


def groups(match: Match) -> dict[str, Fact]:
    """Both results, and how the largest groups make them."""
    view = match.view(None)
    facts: dict[str, Fact] = {}
    for colour, side in (("white", view.white), ("grey", view.grey)):
        best = max(side.groups, key=lambda group: group.points)
        facts |= {
            colour: side.points,
            f"{colour}_pegs": len(best.pegs),
            f"{colour}_towers": len(best.towers),
            f"{colour}_best": best.points,
        }
    return facts | {"alone": sum(map(_alone, (view.white, view.grey)))}


def _alone(side: SideView) -> int:
    return sum(not group.towers for group in side.groups)


def _turned(turns: int) -> Scene:
    places = peg_places(turns)
    return Scene(
        ("first", "second", "third")[turns - 1],
        lambda: after(turns),
        Seat(turns % 2),
        marks=tuple(f"hollow:{place}" for place in places),
        facts=lambda _: {"turn": format_move(GAME.parse_move(TURNS[turns - 1])), "n": len(places)},
    )


FIGURES: Final = (
    Scene("start", lambda: stands(OPENING), WHITE),
    _turned(1),
    _turned(2),
    _turned(3),
    Scene("count", lambda: stands(COUNTED), WHITE, facts=groups),
)

SHEET: Final = Sheet(FIGURES, NUMBERS)
