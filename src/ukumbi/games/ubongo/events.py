"""The options and the events of Ubongo."""

from typing import Annotated, Final, Literal

import msgspec

from ukumbi.core import Instant, Options, Seat
from ukumbi.core.shared_rules import Readied
from ukumbi.games.ubongo.boards import Level, Task, tasks
from ukumbi.games.ubongo.met import Met

Gem = Literal["ruby", "sapphire", "emerald", "amber"]
Lying = dict[str, tuple[str, ...]]
"""The cubes of each piece on a board, in notation."""


_ALONE: Final = {"seats": (1, 1)}
_OWN_TASK: Final = {"unless": {"solo": "daily"}}
"""The puzzle of the day is the same for all players."""
_TOGETHER: Final = {"seats": (2, 4)}


class UbongoOptions(Options, frozen=True):
    level: Annotated[Level, msgspec.Meta(extra={"at_the_table": True})] = 2
    """The level of players who do not choose one."""
    hourglass: Annotated[int, msgspec.Meta(ge=5, le=300, examples=[60, 90, 120], extra=_TOGETHER)] = 60
    """Seconds."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9, examples=[3, 6, 9], extra=_TOGETHER)] = 9
    solo: Annotated[Literal["time", "tasks", "daily"], msgspec.Meta(extra=_ALONE)] = "time"
    """The solo variant: most tasks in a time, least time for some tasks, or the puzzle of the day."""
    limit: Annotated[Literal[5, 10, 20], msgspec.Meta(extra=_ALONE | _OWN_TASK)] = 5
    """Minutes or tasks of a solo game."""


class DealtBoard(msgspec.Struct, frozen=True):
    """A board in front of a player."""

    level: Level
    outline: str
    tasks: tuple[str, ...]
    """The pieces for each die number."""
    numbers: tuple[int, ...]
    """Their indexes among the level's tasks."""
    grades: tuple[int, ...]
    """Their hardness within the level, from 1 to 5."""

    def task_at(self, die: int) -> Task:
        """The task for this die number, as in the boards."""
        return tasks(self.level)[self.numbers[die - 1]]


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The game is set up; players choose their level."""

    options: UbongoOptions
    seats: int
    roller: Seat
    until: Instant | None

    def __str__(self) -> str:
        return f"{self.seats} at the table, seat {self.roller} rolls first"


class Remembered(msgspec.Struct, frozen=True, tag="remembered"):
    """What a player has met in earlier games; hidden from all."""

    seat: Seat
    met: Met

    def __str__(self) -> str:
        return f"seat {self.seat} has played before"


class Chose(msgspec.Struct, frozen=True, tag="chose"):
    seat: Seat
    level: Level

    def __str__(self) -> str:
        return f"seat {self.seat} plays on level {self.level}"


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """New boards, and the die's number, which is hidden until the roll."""

    round: int
    boards: tuple[DealtBoard | None, ...]
    die: int | None
    until: Instant | None

    def __str__(self) -> str:
        outlines = "; ".join(board.outline if board else "-" for board in self.boards)
        return f"round {self.round}: {outlines}"


class Rolled(msgspec.Struct, frozen=True, tag="rolled"):
    seat: Seat | None
    """Null if the clock or the game rolled."""
    die: int
    until: Instant | None

    def __str__(self) -> str:
        return f"the die shows {self.die}"


class HourglassTurned(msgspec.Struct, frozen=True, tag="turned"):
    """Time runs: the hourglass is turned, or a solo game begins."""

    seat: Seat | None
    again: bool
    since: Instant
    until: Instant

    def __str__(self) -> str:
        return "a second chance" if self.again else "the time runs"


class Placed(msgspec.Struct, frozen=True, tag="placed"):
    """A piece is placed or moved. Others see only the number of placed pieces."""

    seat: Seat
    piece: str | None
    cubes: tuple[str, ...] | None
    count: int
    helped: bool = False
    """Whether it was laid for the player."""

    def __str__(self) -> str:
        where = "a piece" if self.cubes is None else f"{self.piece} on {' '.join(self.cubes)}"
        helped = ", with help" if self.helped else ""
        return f"seat {self.seat} puts {where}{helped}, {self.count} lie"


class Lifted(msgspec.Struct, frozen=True, tag="lifted"):
    seat: Seat
    piece: str | None
    count: int

    def __str__(self) -> str:
        return f"seat {self.seat} lifts {self.piece or 'a piece'}, {self.count} lie"


class Solved(msgspec.Struct, frozen=True, tag="solved"):
    """A player has solved their task. Playoffs and solo games have no gems."""

    seat: Seat
    after: int
    """Milliseconds since the time began."""
    drawn: Gem | None
    bonus: Gem | None

    def __str__(self) -> str:
        gems = " and ".join(gem for gem in (self.bonus, self.drawn) if gem)
        return f"Ubongo! seat {self.seat} after {self.after / 1000:.1f} s{': ' if gems else ''}{gems}"


class Aside(msgspec.Struct, frozen=True, tag="aside"):
    """A solo player puts the task aside and sees its solutions."""

    seat: Seat
    solutions: tuple[str, ...]

    def __str__(self) -> str:
        return f"seat {self.seat} puts the task aside"


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """A round is over: unclaimed gems, the players' boards, and solutions."""

    unclaimed: tuple[Gem, ...]
    built: tuple[Lying, ...]
    solutions: tuple[tuple[str, ...], ...]
    until: Instant | None
    """The latest beginning of the next round; null after the last."""

    def __str__(self) -> str:
        return f"the round is over, into the bag: {' '.join(self.unclaimed) or 'nothing'}"


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    ending: str
    winner: Seat | None
    """The winner of the playoff."""

    def __str__(self) -> str:
        return self.ending


Event = (
    Opened
    | Remembered
    | Chose
    | Dealt
    | Rolled
    | HourglassTurned
    | Placed
    | Lifted
    | Solved
    | Aside
    | Closed
    | Readied
    | Finished
)
