"""The lesson of Rukuni. White is the learner."""

from collections.abc import Callable, Mapping
from typing import Final

from ukumbi.core import Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import OTHER, Act, Lesson, Question, Scene, Task, at_position, play_on
from ukumbi.games.rukuni.board import NAMED, Hollows
from ukumbi.games.rukuni.position import Colour, Position, Side
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.games.rukuni.state import State
from ukumbi.games.rukuni.view import GroupView, RukuniView

GAME: Final = Rukuni()
CORNERS: Final = "a1 a5 e1 e9 i5 i9"

BOOKLET: Final = (
    "a5-b5/c6 b5-g5/h5 g5-a5/b6 e9-g9/h9 g9-e7/d7 e7-e9/f9 a1-a2/a3 a2-b2/b3 b2-a1/a2 e1-e3/f4 "
    "e3-e1/d1 a5-c5/c4 c5-a5/a4 e9-e8/e7 i9-h8/g8 h8-c3/d4 e8-f8/e8 e1-e4/e3 f8-g9/f8 e4-b1/b2 "
    "a5-c5/b5 c5-f5/g5 i5-f2/e1 f5-d3/e4 f2-d2/e2 c3-c2/c3 d2-c1/d2"
)
"""A whole game that ends with the booklet's example of counting."""
TURNS: Final = BOOKLET.split(" ")


def _hollows(names: str) -> Hollows:
    return sum(1 << NAMED[name] for name in names.split())


def stands(towers: str, white: str = "", grey: str = "") -> Callable[[], Match]:
    """A position by its hollows, with White to move."""
    position = Position(_hollows(towers), Side.of(_hollows(white)), Side.of(_hollows(grey)), Colour.WHITE)
    return lambda: at_position(GAME, 2, State(position, Seat(0)))


def booklet(turns: int) -> Match:
    """The example's game after so many turns."""
    script = [f"{number % 2} {turn}" for number, turn in enumerate(TURNS[:turns])]
    return play_on(stands(CORNERS)(), script)


def _seen(match: Match) -> RukuniView:
    view: RukuniView = match.view(Seat(0))
    return view


def _largest(match: Match) -> GroupView:
    """Grey's best group."""
    return max(_seen(match).grey.groups, key=lambda group: group.points)


def _points(match: Match) -> Mapping[str, Fact]:
    view = _seen(match)
    return {"white": view.white.points, "grey": view.grey.points}


MOVE: Final = Task(
    Scene("move", stands(CORNERS)),
    (
        Act(
            show="a1-d4/e5",
            wrong=(
                ("b1-b2/b3", "no_tower_there"),
                ("a1-c2/c3", "not_in_line"),
                ("a1-b2/d4", "peg_not_beside_tower"),
            ),
            then=("1 e9-e7/d6",),
        ),
    ),
)

GROUP_TOWERS: Final = "d3 a5 e1 e9 i5 i9"
PLANT: Final = Task(
    Scene("plant", stands(GROUP_TOWERS, "c3", "e6"), marks=("hollow:c3",)),
    (
        Act(
            show="d3-c2/b2",
            goal=lambda match: _seen(match).white.largest > 1,
            wrong=(("i9-i8/h7", OTHER), ("d3-c3/c2", "hollow_is_taken"), ("d3-b1/a1", "way_is_blocked")),
        ),
    ),
)


def _group(match: Match) -> Mapping[str, Fact]:
    (group,) = _seen(match).white.groups
    return {"pegs": len(group.pegs), "towers": len(group.towers), "points": group.points}


COUNT: Final = Task(
    Scene("count", stands("d4 d5 a5 e1 i5 i9", "c4 c5 d6", "g6 g7"), facts=_group),
    (Question(("5", "6", "9"), lambda match: str(_seen(match).white.points), ("hollow:d4", "hollow:d5")),),
)


def _booklet_facts(match: Match) -> Mapping[str, Fact]:
    group = _largest(match)
    own = sorted(_seen(match).white.groups, key=lambda group: group.points)
    facts: dict[str, Fact] = {"pegs": len(group.pegs), "towers": len(group.towers), "points": group.points}
    for name, mine in zip(("first", "second"), own, strict=True):
        facts[name] = f"{len(mine.pegs)} × {len(mine.towers)}"
    return {**facts, **_points(match)}


TEN: Final = Task(
    Scene("ten", lambda: booklet(len(TURNS)), facts=_booklet_facts),
    (
        Question(
            ("14", "40", "50"),
            lambda match: str(_largest(match).points),
            tuple(f"hollow:{tower}" for tower in ("a1", "b1", "c2", "d3")),
        ),
    ),
)

WHOLE: Final = Task(
    Scene("whole", lambda: booklet(len(TURNS) - 1), facts=_booklet_facts),
    (
        Act(show=TURNS[-1], right=(TURNS[-1],), wrong=(("b1-c1/b1", OTHER), ("c2-c1/c2", OTHER))),
        Question(("24", "32", "42"), lambda match: str(_seen(match).white.points)),
    ),
)

STEAL: Final = Task(
    Scene(
        "steal",
        stands("b5 h7 g8 e1 i5 a1", "c5 c6 d6 d7", "f5 f6 f7 g6 g7"),
        marks=("hollow:g8",),
        facts=_points,
    ),
    (
        Act(
            show="g8-e8/e7",
            goal=lambda match: _seen(match).white.points == 10,
            wrong=(("h7-i8/h8", OTHER), ("g8-e8/f9", OTHER)),
        ),
    ),
)


def _joined(match: Match) -> Mapping[str, Fact]:
    """What Grey's two groups count, and what they would count as one."""
    position: Position = match.state.position
    as_one = position.grey.with_peg(NAMED["e5"])
    return {"apart": position.points(Colour.GREY), "joined": as_one.points(position.towers)}


CUT: Final = Task(
    Scene(
        "cut",
        stands("d3 g8 c6 i5 e1 a1", "d6 c5", "e3 e4 f4 e6 e7 f7"),
        marks=("hollow:e5",),
        facts=_joined,
    ),
    (
        Act(
            show="d3-d5/e5",
            right=("*/e5",),
            wrong=(("c6-b6/c6", OTHER), ("g8-f8/e5", "peg_not_beside_tower")),
        ),
    ),
)

LESSON: Final = Lesson((MOVE, PLANT, COUNT, TEN, WHOLE, STEAL, CUT))
