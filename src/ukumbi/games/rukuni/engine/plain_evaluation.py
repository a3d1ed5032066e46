"""All turns of a position with their evaluations, in plain Python.

The sums of `evaluation.py`, updated for each tower's move and each peg: a few milliseconds for a position.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ukumbi.games.rukuni.board import ALL, BESIDE, HOLLOWS, RAYS, Hollow, Hollows, members
from ukumbi.games.rukuni.engine.weights import FEATURES, WIDEST, WON, mixed, read_stages
from ukumbi.games.rukuni.position import PEGS

_Group = tuple[int, Hollows]
"""Its size, and the hollows beside it."""
Groups = list[_Group]

_STAGES: Final = read_stages()
_COMING: Final = FEATURES.index("coming")


class Prospect(NamedTuple):
    worth: float
    """Expected lead of the player who makes the turn."""
    turn: int
    own: Hollows
    towers: Hollows
    """Pegs of that player, and towers, after the turn."""


def _line(hollow: Hollow, axis: int) -> tuple[Hollows, dict[Hollows, Hollows]]:
    ahead, back = RAYS[hollow][axis], RAYS[hollow][axis + 3]
    return sum(1 << one for one in (*ahead, *back)), {}


_LINES: Final = tuple(tuple(_line(hollow, axis) for axis in range(3)) for hollow in HOLLOWS)
"""For each hollow its three lines, each with a cache: what a tower reaches, by the occupied hollows."""

_BEYOND: Final = [[0] * len(HOLLOWS) for _ in HOLLOWS]
"""For two hollows on a line: the second one and all hollows behind it."""
for _hollow in HOLLOWS:
    for _ray in RAYS[_hollow]:
        for _steps, _seen in enumerate(_ray):
            _BEYOND[_hollow][_seen] = sum(1 << one for one in _ray[_steps:])


def reach(tower: Hollow, occupied: Hollows) -> Hollows:
    """Where a tower can go."""
    goals = 0
    for axis, (line, known) in enumerate(_LINES[tower]):
        taken = line & occupied
        found = known.get(taken)
        if found is None:
            found = known[taken] = _free(tower, axis, taken)
        goals |= found
    return goals


def _free(tower: Hollow, axis: int, taken: Hollows) -> Hollows:
    goals = 0
    for ray in (RAYS[tower][axis], RAYS[tower][axis + 3]):
        for hollow in ray:
            if taken >> hollow & 1:
                break
            goals |= 1 << hollow
    return goals


def find_groups(pegs: Hollows) -> Iterator[tuple[Hollows, Hollows]]:
    """Each group's pegs, and the hollows beside it."""
    while pegs:
        group = edge = pegs & -pegs
        beside = 0
        while edge:
            around = BESIDE[(edge & -edge).bit_length() - 1]
            beside |= around
            fresh = around & pegs & ~group
            group |= fresh
            edge = edge & (edge - 1) | fresh
        pegs &= ~group
        yield group, beside & ~group


def is_over(own: Hollows, other: Hollows, towers: Hollows) -> bool:
    """Whether the player to move has no turn."""
    empty = ALL & ~(own | other | towers)
    return own.bit_count() == PEGS or not any(BESIDE[tower] & empty for tower in members(towers))


def result(own: Hollows, other: Hollows, towers: Hollows) -> float:
    """The final lead, with a bonus for the victory."""
    mine, theirs = _score(own, towers), _score(other, towers)
    won = WON if mine > theirs else -WON if mine < theirs else 0.0
    return mine[0] - theirs[0] + won


def _score(pegs: Hollows, towers: Hollows) -> tuple[int, int]:
    groups = [(group.bit_count(), (beside & towers).bit_count()) for group, beside in find_groups(pegs)]
    return sum(size * touching for size, touching in groups), max((size for size, _ in groups), default=0)


Goals = list[tuple[Hollows, Hollow, Hollows]]
"""Each tower, as a set and as a hollow, and where it can go."""
Blocked = list[tuple[Hollows, Hollows, Hollows]]
"""Towers blocked by the peg, with their reach before and after."""


class _Way:
    """Evaluates groups after one move of a tower."""

    def __init__(self, towers: Hollows, occupied: Hollows, weights: list[float]) -> None:
        self._towers = towers
        self._empty = ALL & ~occupied
        self._weights = weights
        self.goals: Goals = [(1 << tower, tower, reach(tower, occupied)) for tower in members(towers)]

    def worth(self, group: _Group, goals: Goals, peg: Hollows = 0) -> float:
        """Of a group, with this peg placed."""
        points, room, bulk, coming, groups, towers, heft, edge, _ = self._weights
        size, beside = group
        touching = (beside & self._towers).bit_count()
        empty = beside & self._empty & ~peg
        free, arriving = empty.bit_count(), 0
        for tower, _, way in goals:
            if way & empty and not tower & beside:
                arriving += 1
        return (
            touching * (points * size + towers + heft * size * size)
            + size * (room * min(free, WIDEST) + bulk * size + coming * arriving)
            + edge * free
            + groups
        )

    def with_peg(self, peg: Hollow) -> tuple[Goals, Blocked]:
        """The reach of all towers after the peg, and the towers that it blocks."""
        bit, goals, blocked = 1 << peg, Goals(), Blocked()
        for tower, hollow, way in self.goals:
            if way & bit:
                left = way & ~_BEYOND[hollow][peg]
                blocked.append((tower, way, left))
                goals.append((tower, hollow, left))
            else:
                goals.append((tower, hollow, way))
        return goals, blocked

    def lost(self, groups: Groups, apart: list[int], blocked: Blocked) -> float:
        """What groups lose because the peg blocks towers; groups `apart` are evaluated elsewhere."""
        total = 0
        for place, (size, beside) in enumerate(groups):
            empty = beside & self._empty
            for tower, way, left in blocked:
                if way & empty and not left & empty and not tower & beside and place not in apart:
                    total += size
        return self._weights[_COMING] * total


class _Placed(NamedTuple):
    """What a peg changes, independent of the towers."""

    peg: Hollows
    group: _Group
    """The group that the peg is part of."""
    joined: list[int]
    hindered: list[int]
    """Groups of the other side beside the peg."""


def _place(peg: Hollow, own: Groups, pegs: Hollows, other: Groups) -> _Placed:
    bit = 1 << peg
    joined = [place for place, (_, beside) in enumerate(own) if beside & bit]
    size, beside = 1, BESIDE[peg]
    for place in joined:
        size += own[place][0]
        beside |= own[place][1]
    hindered = [place for place, (_, around) in enumerate(other) if around & bit]
    return _Placed(bit, (size, beside & ~(pegs | bit)), joined, hindered)


def prospects(own: Hollows, other: Hollows, towers: Hollows) -> list[Prospect]:
    """Every turn, the best evaluation first."""
    occupied = own | other | towers
    weights = mixed(_STAGES, (own | other).bit_count() + 1)
    mine: Groups = [(group.bit_count(), beside) for group, beside in find_groups(own)]
    theirs: Groups = [(group.bit_count(), beside) for group, beside in find_groups(other)]
    placed: dict[Hollow, _Placed] = {}
    found = list[Prospect]()
    for tower in members(towers):
        for to in members(reach(tower, occupied)):
            moved = 1 << tower | 1 << to
            stand = towers ^ moved
            way = _Way(stand, occupied ^ moved, weights)
            my_worths = [way.worth(group, way.goals) for group in mine]
            their_worths = [way.worth(group, way.goals) for group in theirs]
            base = sum(my_worths) - sum(their_worths) - weights[-1]
            for peg in members(BESIDE[to] & ~(occupied ^ moved)):
                put = placed.get(peg)
                if put is None:
                    put = placed[peg] = _place(peg, mine, own, theirs)
                goals, blocked = way.with_peg(peg)
                worth = base + way.worth(put.group, goals)
                worth -= way.lost(mine, put.joined, blocked) - way.lost(theirs, put.hindered, blocked)
                for place in put.joined:
                    worth -= my_worths[place]
                for place in put.hindered:
                    worth += their_worths[place] - way.worth(theirs[place], goals, put.peg)
                found.append(Prospect(worth, tower << 12 | to << 6 | peg, own | put.peg, stand))
    found.sort(reverse=True)
    return found
