"""The lesson of Ubongo 3-D: first without sand, then with it."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from ukumbi.core import Instant, Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import (
    START,
    Act,
    Lesson,
    Question,
    Scene,
    Task,
    at_position,
    from_events,
    play_on,
)
from ukumbi.games.ubongo import boards
from ukumbi.games.ubongo.boards import Filling, Level, write_outline
from ukumbi.games.ubongo.events import (
    Chose,
    Dealt,
    DealtBoard,
    Gem,
    HourglassTurned,
    Opened,
    Rolled,
    UbongoOptions,
)
from ukumbi.games.ubongo.gems import VALUES, GemCounts, points, with_gems
from ukumbi.games.ubongo.grid import name_cubes
from ukumbi.games.ubongo.outlines import Outline
from ukumbi.games.ubongo.rules import Ubongo
from ukumbi.games.ubongo.state import State

GAME: Final = Ubongo()
ME, OTHER_SEAT = Seat(0), Seat(1)
LEVEL: Final[Level] = 1
DIE: Final = 6
SAND_SECONDS: Final = 120

SMALL: Final[Outline] = frozenset({(1, 1), (2, 1), (3, 1)})
SMALL_FILLING: Final[Filling] = {
    "A": frozenset({(2, 1, 1), (3, 1, 1)}),
    "E": frozenset({(1, 1, 0), (2, 1, 0), (3, 1, 0), (1, 1, 1)}),
}


class Puzzle:
    """An outline with the pieces for it, and one way to fill it."""

    def __init__(self, outline: Outline, filling: Filling, number: int = 0) -> None:
        self.outline = outline
        self.filling = filling
        self.number = number

    @property
    def board(self) -> DealtBoard:
        pieces = "".join(sorted(self.filling))
        return DealtBoard(
            LEVEL, write_outline(self.outline), (pieces,) * DIE, (self.number,) * DIE, (1,) * DIE
        )

    def put(self, piece: str) -> str:
        return f"put 1 {piece} {' '.join(name_cubes(self.filling[piece]))}"

    def next_move(self, match: Match) -> str:
        """The next piece to its place; what is in its way is lifted first."""
        lying = match.state.sides[ME].lying
        for piece in sorted(self.filling, key=self._height):
            cubes = self.filling[piece]
            names = set(name_cubes(cubes))
            if set(lying.get(piece, ())) == names:
                continue
            in_the_way = [other for other in lying if other != piece and names & set(lying[other])]
            return f"lift 1 {in_the_way[0]}" if in_the_way else self.put(piece)
        raise AssertionError("it is solved")

    def _height(self, piece: str) -> int:
        """Pieces are laid from the ground up."""
        return sum(z for _, _, z in self.filling[piece])


def of_level(number: int) -> Puzzle:
    task = boards.tasks(LEVEL)[number]
    return Puzzle(task.outline, task.solution, number)


TWO_PIECES: Final = Puzzle(SMALL, SMALL_FILLING)
EASY: Final = 8
EASY_TOO: Final = 7
"""Tasks of the first level in which no piece has to stand up."""


def building(puzzle: Callable[[], Puzzle], seconds: int = 60) -> Callable[[], Match]:
    """Two at the table, and the hourglass has just been turned."""

    def start() -> Match:
        options = UbongoOptions(level=LEVEL, hourglass=seconds)
        board, until = puzzle().board, Instant(START + 1000 * seconds)
        events = [
            Opened(options, 2, OTHER_SEAT, START),
            Chose(ME, LEVEL),
            Chose(OTHER_SEAT, LEVEL),
            Dealt(1, (board, of_level(0).board), 1, START),
            Rolled(OTHER_SEAT, 1, START),
            HourglassTurned(ME, again=False, since=START, until=until),
        ]
        return from_events(GAME, 2, events, options)

    return start


def _is_solved(match: Match) -> bool:
    return ME in match.state.solved


def build(puzzle: Callable[[], Puzzle], *wrong: tuple[str, str]) -> Act:
    """Fill the outline in any way, piece by piece."""
    return Act(
        show=lambda match: puzzle().next_move(match),
        right=("put *", "lift *"),
        wrong=wrong,
        until=_is_solved,
    )


TWO: Final = Task(
    Scene("two", building(lambda: TWO_PIECES)),
    (
        build(
            lambda: TWO_PIECES,
            ("put 1 A c4 d4", "sticks_out"),
            ("put 1 A d4 f4", "not_that_shape"),
            ("put 1 B d4 e4 d4+ e4+", "not_of_this_task"),
            ("lift 1 A", "not_lying"),
            ("roll 1", "not_now"),
        ),
    ),
)

THREE: Final = Task(
    Scene("three", building(lambda: of_level(EASY))),
    (build(lambda: of_level(EASY), ("put 1 A d4 e4", "not_of_this_task")),),
)

SAND: Final = Task(
    Scene("sand", building(lambda: of_level(EASY_TOO), SAND_SECONDS), facts=lambda _: {"n": SAND_SECONDS}),
    (build(lambda: of_level(EASY_TOO), ("put 2 C d4 e4 d5", "not_this_round")),),
    runs=True,
)


def _nearly_done() -> Match:
    """Amani has solved her task, and the learner lacks one piece."""
    puzzle = of_level(EASY)
    others = of_level(0)
    *first, _ = puzzle.filling
    script = [
        *(f"1 {others.put(piece)}" for piece in others.filling),
        *(f"0 {puzzle.put(piece)}" for piece in first),
    ]
    return play_on(building(lambda: puzzle)(), script)


def _bonus(match: Match) -> str:
    """What the learner has taken from the display."""
    gems = next(event.bonus for _, event in reversed(match.history) if getattr(event, "seat", None) == ME)
    return str(gems)


REWARDS: Final = Task(
    Scene("rewards", _nearly_done),
    (
        build(lambda: of_level(EASY), ("roll 1", "not_now")),
        Question(("sapphire", "amber", "none"), _bonus),
    ),
)

BEFORE: Final[tuple[Gem, ...]] = ("sapphire", "emerald", "emerald", "emerald", "amber", "amber", "amber")
"""The booklet's example, without its ruby."""


def _with_ruby(match: Match) -> int:
    return points(with_gems(match.state.sides[ME].gems, "ruby"))


def _gem_facts(match: Match) -> Mapping[str, Fact]:
    """The learner's gems, and what they are worth."""
    gems: GemCounts = match.state.sides[ME].gems
    facts: dict[str, Fact] = {"points": points(gems), "sum": _with_ruby(match)}
    for gem, count in gems.items():
        facts |= {str(gem): count, f"{gem}_value": VALUES[gem]}
    return facts


def _before_the_ruby() -> Match:
    state: State = building(lambda: of_level(EASY))().state
    mine, *others = state.sides
    sides = (replace(mine, gems=with_gems(mine.gems, *BEFORE)), *others)
    return at_position(GAME, 2, replace(state, sides=sides), state.options)


POINTS: Final = Task(
    Scene("points", _before_the_ruby, facts=_gem_facts),
    (Question(("13", "14", "16"), lambda match: str(_with_ruby(match))),),
)

LESSON: Final = Lesson((TWO, THREE, SAND, REWARDS, POINTS))
