"""The reason for a turn, as a code and facts that follow from the rules."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from ukumbi.games.rukuni.board import NAMES
from ukumbi.games.rukuni.moves import Turn
from ukumbi.games.rukuni.position import Group, Position, Side

Facts = dict[str, str | int]
FOUNDED: Final = 0.5
"""The weight of a one-peg group's points as a reason: most turns have better ones."""
MANY: Final = 25
"""The number of pegs on the board from which less than a point is no reason."""


class Reason(NamedTuple):
    code: str
    facts: Facts


class _Effect(NamedTuple):
    weight: float
    """The points at stake."""
    reason: Reason


def reason(position: Position, turn: Turn, ahead: float) -> Reason:
    """The weightiest reason for this turn; `lead` is the player's lead after it."""
    after = position.after(turn)
    if after.is_over() and (points := _ahead(position, after)) > 0:
        return Reason("ends_game", {"points": points})
    effects = [*_own_groups(position, turn, after), *_others_groups(position, turn, after)]
    best = max(effects, key=lambda effect: effect.weight, default=None)
    if best is None or best.weight < _least(after):
        return Reason("keeps_most", {"points": round(ahead)})
    return best.reason


def _least(position: Position) -> float:
    """The least points for a reason: none on an empty board, one on a full board."""
    return (position.white.pegs | position.grey.pegs).bit_count() / MANY


def _ahead(position: Position, after: Position) -> int:
    return after.points(position.turn) - after.points(position.turn.other)


def _own_groups(position: Position, turn: Turn, after: Position) -> Iterator[_Effect]:
    before, side = position.side(position.turn), after.side(position.turn)
    grown = _group_of(side, turn.peg)
    former = _parts(before, grown)
    facts = _facts(grown, after)
    gained = grown.points(after.towers) - sum(group.points(position.towers) for group in former)
    if not former:
        yield _Effect(FOUNDED * gained, Reason("new_group", {"towers": facts["towers"]}))
    elif len(former) > 1:
        yield _Effect(gained, Reason("joins_groups", {"groups": len(former), **facts}))
    else:
        come = sum(group.pegs.bit_count() for group in former if _comes_beside(group, turn))
        yield _Effect(gained - come, Reason("grows_group", facts))
    for group in side.groups:
        parts = _parts(before, group)
        if parts and group.beside >> turn.to & 1 and not any(part.beside >> turn.tower & 1 for part in parts):
            moved: Facts = {"hollow": NAMES[turn.to], **_facts(group, after)}
            # Joining groups is a better reason than a tower that was there before.
            weight = 0.0 if len(parts) > 1 else float(group.pegs.bit_count())
            yield _Effect(weight, Reason("tower_to_group", moved))


def _others_groups(position: Position, turn: Turn, after: Position) -> Iterator[_Effect]:
    other = position.turn.other
    lost = position.points(other) - after.points(other)
    yield _Effect(lost, Reason("takes_tower_away", {"hollow": NAMES[turn.tower], "points": lost}))
    # The other side's best turn, if this turn had not been made.
    passed = msgspec.structs.replace(position, turn=other)
    wanted = max(_gains(passed, turn.peg), default=0)
    yield _Effect(wanted - max(_gains(after), default=0), Reason("blocks", {"points": wanted}))


def _gains(position: Position, peg: int | None = None) -> Iterator[int]:
    """The points of each turn for its player, of turns with the peg in this hollow."""
    if position.is_over():
        return
    now = position.points(position.turn)
    for turn in position.turns():
        if peg is None or turn.peg == peg:
            yield position.after(turn).points(position.turn) - now


def _facts(group: Group, position: Position) -> Facts:
    towers = (group.beside & position.towers).bit_count()
    return {"pegs": group.pegs.bit_count(), "towers": towers, "points": group.points(position.towers)}


def _group_of(side: Side, peg: int) -> Group:
    return next(group for group in side.groups if group.pegs >> peg & 1)


def _parts(before: Side, group: Group) -> list[Group]:
    """The earlier groups that this group contains."""
    return [part for part in before.groups if part.pegs & group.pegs]


def _comes_beside(group: Group, turn: Turn) -> bool:
    """Whether the tower is next to this group now, and was not before."""
    return bool(group.beside >> turn.to & 1) and not group.beside >> turn.tower & 1
