"""The lesson of Unikato, on small racks."""

from collections.abc import Callable
from typing import Final

from ukumbi.core import Match, Seat
from ukumbi.core.lessons import OTHER, Act, Lesson, Scene, Task, from_events
from ukumbi.games.unikato.events import Laid, RoundBegan
from ukumbi.games.unikato.rules import Unikato
from ukumbi.games.unikato.state import DISPLAY, RACK
from ukumbi.games.unikato.tiles import NAMES

GAME: Final = Unikato()


def table(rack: str, laid: str = "co2w@0,0", display: str = "xp3g xp2k sp3k") -> Callable[[], Match]:
    """The learner's rack, and a chain of tiles on the table, which the other player has laid."""
    start, *chain = laid.split()
    others = tuple(name for name in NAMES if name not in f"{rack} {laid} {display}")[-RACK:]
    began = RoundBegan(
        rounds=1,
        patience=10,
        second="anywhere",
        starter=Seat(1) if chain else Seat(0),
        racks=(tuple(rack.split()), (*others, *(placed.partition("@")[0] for placed in chain))),
        display=tuple(display.split()),
        start=start.partition("@")[0],
    )
    assert len(began.display) == DISPLAY
    return lambda: from_events(GAME, 2, [began, *([Laid(Seat(1), tuple(chain))] if chain else [])])


CORNER: Final = "co2w@0,0 so2w@1,0 so3w@1,1"
"""Around its fourth place, 0,1, lie two tiles."""

ONE: Final = Task(
    Scene("one", table("xp1k sb2g co3w sp1w")),
    (
        Act(
            right=("lay *",),
            show="lay co3w@1,0",
            wrong=(
                ("lay sp1w@1,0", "does_not_fit"),
                ("lay sb2g@0,1", "does_not_fit"),
                ("lay co3w@2,0", "touches_nothing"),
                ("lay co1w@1,0", "not_on_your_rack"),
                ("swap xp1k xp3g", OTHER),
            ),
        ),
    ),
)

TWO: Final = Task(
    Scene("two", table("cp2w so3g co3w xb1k", CORNER), marks=("tile:co2w", "tile:so3w")),
    (
        Act(
            show="lay co3w@0,1",
            right=("lay co3w@0,1",),
            wrong=(
                ("lay cp2w@0,1", "does_not_fit"),
                ("lay so3g@0,1", "does_not_fit"),
                ("lay so3g@2,1", OTHER),
                ("lay co3w@0,0", "place_is_taken"),
            ),
        ),
    ),
)

CHAIN: Final = Task(
    Scene("chain", table("co1w sb3k cp1w xp1w")),
    (
        Act(
            show="lay co1w@1,0 cp1w@2,0 xp1w@3,0",
            goal=lambda match: len(match.state.laid) == 3,
            wrong=(
                ("lay co1w@1,0", OTHER),
                ("lay co1w@1,0 cp1w@2,0", OTHER),
                ("lay co1w@1,0 xp1w@2,0", "does_not_fit"),
                ("lay co1w@1,0 cp1w@-1,0", "not_beside_the_last"),
            ),
        ),
    ),
)

DOUBLE: Final = Task(
    Scene("double", table("co3w sb2w xp3k sb3k", CORNER)),
    (
        Act(
            show="lay co3w@0,1",
            right=("lay co3w@0,1*",),
            wrong=(("lay sb2w@2,0", OTHER), ("draw bag", "not_now")),
        ),
        Act(
            show="lay sb2w@2,0",
            right=("lay *",),
            wrong=(("decline", OTHER), ("lay sb3k@0,2", "does_not_fit")),
        ),
        Act(show="draw sp3k", right=("draw *",), wrong=(("decline", "not_now"),)),
    ),
)

FAR: Final = "xb1w xb1g xb1k xb2g xb2k xb3g xb3k sp3g sp1k cb3k"
"""A full rack that fits nothing."""

SWAP: Final = Task(
    Scene("swap", table(FAR, display="co2g xp3k sb1k")),
    (
        Act(
            show="swap xb1w co2g",
            right=("swap * co2g",),
            wrong=(
                ("swap xb1w bag", OTHER),
                ("swap xb1w xp3k", OTHER),
                ("lay xb1w@1,0", "does_not_fit"),
                ("pass", "cannot_pass"),
            ),
            then=("1 swap xp1w bag",),
        ),
        Act(show="lay co2g@1,0", right=("lay co2g@*",), wrong=(("swap xb1g bag", OTHER),)),
    ),
)

LAST: Final = Task(
    Scene("last", table("so3g so1g", CORNER)),
    (
        Act(
            show="lay so3g@2,1 so1g@3,1",
            goal=lambda match: match.outcome is not None,
            wrong=(("lay so3g@2,1", OTHER), ("lay so1g@2,1", "does_not_fit")),
        ),
    ),
)

LESSON: Final = Lesson((ONE, TWO, CHAIN, DOUBLE, SWAP, LAST))
