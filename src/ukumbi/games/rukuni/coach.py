"""Rukuni's coach: one hollow that matters now, and what it brings.

It looks two turns ahead with the plain engine, and speaks of a turn that is as good as the best.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ukumbi.bots.coach import Advice
from ukumbi.core import Seat
from ukumbi.core.errors import Fact
from ukumbi.games.rukuni.board import NAMES, Hollow
from ukumbi.games.rukuni.engine.plain_engine import PlainEngine
from ukumbi.games.rukuni.moves import Turn, format_move
from ukumbi.games.rukuni.position import Group, Position, parse_position
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.games.rukuni.view import RukuniView

DEPTH: Final = 2
AS_GOOD_POINTS: Final = 0.7
"""A turn counts as good as the best up to this difference."""
SECONDS: Final = 8.0
"""Until the coach speaks: one looks for a while before it gets tiresome."""

Facts = dict[str, Fact]


class Topic(NamedTuple):
    """What a turn brings, in points, and the hollow that it is about."""

    code: str
    gain: int
    hollow: Hollow
    facts: Facts


class RukuniCoach:
    def advise(self, game: Rukuni, view: RukuniView, seat: Seat) -> Advice | None:
        if view.to_move != seat:
            return None
        at = parse_position(view.position)
        thought = PlainEngine().think(at, depth=DEPTH, margin=AS_GOOD_POINTS)
        least = thought.best[0].ahead - AS_GOOD_POINTS
        good = [one.turn for one in thought.best[: thought.compared] if one.ahead >= least]
        found = [(topic, turn) for turn in good for topic in topics(at, turn)]
        if not found:
            return None
        topic, turn = max(found, key=lambda pair: pair[0].gain)
        hollow = NAMES[topic.hollow]
        return Advice(
            code=topic.code,
            facts={**topic.facts, "hollow": hollow},
            marks=(f"hollow:{hollow}",),
            move=format_move(turn),
            heeded=tuple(_turns_about(at, topic.code)),
            wait=SECONDS,
        )


def _turns_about(at: Position, code: str) -> Iterator[str]:
    for turn in at.turns():
        if any(topic.code == code for topic in topics(at, turn)):
            yield format_move(turn)


def topics(at: Position, turn: Turn) -> Iterator[Topic]:
    """All that can be said for this turn."""
    after = at.after(turn)
    ahead = after.points(at.turn) - after.points(at.turn.other)
    if after.is_over() and ahead > 0:
        yield Topic("ends_game", 1000, turn.to, {"tower": NAMES[turn.tower], "points": ahead})
    lost = at.points(at.turn.other) - after.points(at.turn.other)
    if lost > 1:
        yield Topic("takes_tower_away", lost, turn.tower, {"points": lost})
    yield from _own(at, turn, after)


def _own(at: Position, turn: Turn, after: Position) -> Iterator[Topic]:
    """What the turn does for the own groups."""
    before, now = at.side(at.turn), after.side(at.turn)
    if now.points(after.towers) <= before.points(at.towers):
        return
    for group in now.groups:
        parts = [part for part in before.groups if part.pegs & group.pegs]
        towers = (group.beside & after.towers).bit_count()
        facts: Facts = {
            "pegs": group.pegs.bit_count(),
            "towers": towers,
            "points": group.points(after.towers),
        }
        gain = group.points(after.towers) - sum(part.points(at.towers) for part in parts)
        if not parts:
            if towers > 1:
                yield Topic("new_group", gain, turn.peg, {"towers": towers})
        elif len(parts) > 1:
            if gain > 1:
                yield Topic("joins_groups", gain, turn.peg, facts)
        elif towers > 1 and towers > _towers(parts[0], at):
            comes = bool(parts[0].beside >> turn.to & 1) and not parts[0].beside >> turn.tower & 1
            if comes:
                yield Topic("tower_to_group", gain, turn.to, facts)
            else:
                yield Topic("peg_to_tower", gain, turn.peg, facts)


def _towers(group: Group, at: Position) -> int:
    return (group.beside & at.towers).bit_count()
