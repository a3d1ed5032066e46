"""The figures of Ubongo's rules: a task, its solution, and the booklet's gems."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from ukumbi.core import Instant, Match, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.lessons import START, Scene, Sheet, at_position, from_events, play_on
from ukumbi.games.ubongo.boards import Task, tasks
from ukumbi.games.ubongo.dealing import with_number
from ukumbi.games.ubongo.events import Chose, Dealt, Gem, HourglassTurned, Opened, Rolled, UbongoOptions
from ukumbi.games.ubongo.gems import VALUES, gem_counts, points
from ukumbi.games.ubongo.moves import format_move, put
from ukumbi.games.ubongo.outlines import HIGH
from ukumbi.games.ubongo.pieces import PIECES
from ukumbi.games.ubongo.rules import Ubongo
from ukumbi.games.ubongo.state import Phase, State

GAME: Final = Ubongo()
LEARNER: Final = Seat(0)
SEATS: Final = 2
USUAL: Final = UbongoOptions(level=1)
TASK: Final = 3
ROLLED: Final = 1

PURSE: Final[tuple[Gem, ...]] = ("ruby", "sapphire", *("emerald",) * 3, *("amber",) * 3)
PLURALS: Final[Mapping[Gem, str]] = {
    "ruby": "rubies",
    "sapphire": "sapphires",
    "emerald": "emeralds",
    "amber": "ambers",
}

NUMBERS: Final[Mapping[str, Fact]] = {
    "pieces": len(PIECES),
    "levels": HIGH,
    "rounds": USUAL.rounds,
    "seconds": USUAL.hourglass,
    "ruby": VALUES["ruby"],
    "sapphire": VALUES["sapphire"],
    "emerald": VALUES["emerald"],
    "amber": VALUES["amber"],
}


def shown() -> Task:
    """The task of the figures. Read late: the command line starts without boards."""
    return tasks(1)[TASK]


def built() -> Match:
    """The sand is running; both have the same level, and the learner this task."""
    until = Instant(START + USUAL.hourglass * 1000)
    boards = with_number(shown(), ROLLED), with_number(tasks(1)[-1], ROLLED)
    return from_events(
        GAME,
        SEATS,
        [
            Opened(USUAL, SEATS, LEARNER, START),
            Chose(LEARNER, 1),
            Chose(Seat(1), 1),
            Dealt(1, boards, ROLLED, START),
            Rolled(LEARNER, ROLLED, START),
            HourglassTurned(Seat(1), False, START, until),
        ],
        USUAL,
    )


def solution() -> list[str]:
    """The learner's moves to a filling."""
    return [f"{LEARNER} {format_move(put(1, piece, cubes))}" for piece, cubes in shown().solution.items()]


def solved() -> Match:
    return play_on(built(), ["wait 20000", *solution()])


def task_facts(_: Match) -> dict[str, Fact]:
    task = shown()
    return {"cells": len(task.outline), "blocks": len(task.pieces)}


def gems() -> Match:
    """The booklet's gems after the last round."""
    state: State = solved().state
    purse = gem_counts(PURSE)
    sides = (replace(state.sides[LEARNER], gems=purse), *state.sides[1:])
    return at_position(
        GAME, SEATS, replace(state, sides=sides, phase=Phase.OVER, until=None, ending="rounds")
    )


def worth(match: Match) -> dict[str, Fact]:
    purse = match.state.sides[LEARNER].gems
    each = {name: VALUES[gem] * purse[gem] for gem, name in PLURALS.items()}
    return {**each, "total": points(purse)}


FIGURES: Final = (
    Scene("task", built, LEARNER, facts=task_facts),
    Scene("solved", solved, LEARNER, facts=task_facts),
    Scene("gems", gems, LEARNER, facts=worth),
)

SHEET: Final = Sheet(FIGURES, NUMBERS)
