"""The rules of Rukuni in compiled code, for searches and simulations.

The hollows of each colour and of the towers are the bits of one 64-bit word, numbered as in `board.py`.
Comments name rules of RULES.md. It needs Numba; compiled code is cached.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from ukumbi.games.rukuni.board import ALL, BESIDE, CORNERS, HOLLOWS, RAYS
from ukumbi.games.rukuni.position import PEGS

Set = np.uint64
"""A set of hollows."""
Sets = NDArray[np.uint64]

OPENING: Final = Set(CORNERS)
TOWERS: Final = CORNERS.bit_count()
MOST_TURNS: Final = TOWERS * 24 * 6
"""No hollow has straight ways to more than 24 others, and none has more than six neighbours."""
NONE: Final = Set(0)
ONE: Final = Set(1)

BESIDE_SETS: Final[Sets] = np.array(BESIDE, Set)
"""For each hollow its neighbours."""

_ALL: Final = Set(ALL)
_NEXT: Final[Sets] = np.array([[1 << ray[0] if ray else 0 for ray in RAYS[start]] for start in HOLLOWS], Set)
"""The six neighbours of each hollow, one by one; an empty set where the board ends."""


def _lines(directions: range) -> Sets:
    """For each hollow the straight lines that leave it in these directions."""
    return np.array(
        [[sum(1 << hollow for hollow in RAYS[start][way]) for way in directions] for start in HOLLOWS], Set
    )


_UP: Final = _lines(range(3))
"""Along these the numbers of the hollows grow."""
_DOWN: Final = _lines(range(3, 6))

_ZERO_IS_FINE: Final = ir.Constant(ir.IntType(1), 0)


def _instruction(emit: Callable[[Any, Any], Any]) -> Any:
    """An LLVM intrinsic as a function of a set."""

    @intrinsic
    def instruction(_context: Any, _hollows: Any) -> Any:
        return types.int64(types.uint64), lambda _, builder, __, words: emit(builder, words[0])

    return instruction


count = _instruction(lambda builder, word: builder.ctpop(word))
"""How many hollows are in a set."""
first = _instruction(lambda builder, word: builder.cttz(word, _ZERO_IS_FINE))
"""The lowest hollow of a set; 64 if it is empty."""
_zeros = _instruction(lambda builder, word: builder.ctlz(word, _ZERO_IS_FINE))
"""How many bits lie above the highest hollow of a set."""


@njit(cache=True)
def lowest(hollows: Set) -> Set:
    """The lowest hollow, as a set."""
    return hollows & (~hollows + ONE)


@njit(cache=True)
def nth(hollows: Set, place: int) -> Set:
    """The hollow at this index, as a set."""
    for _ in range(place):
        hollows &= hollows - ONE
    return lowest(hollows)


@njit(cache=True)
def reach(tower: int, occupied: Set) -> Set:
    """Where a tower can go: as far as the lines are empty (R8-R11)."""
    goals = NONE
    for line in range(3):
        up, down = _UP[tower, line], _DOWN[tower, line]
        goals |= up & (lowest(up & occupied) - ONE)
        nearest = Set(64 - _zeros(down & occupied))
        goals |= down & ~((ONE << nearest) - ONE)
    return goals


@njit(cache=True)
def free_for_peg(occupied: Set, tower: Set) -> Set:
    """Where pegs can go once that tower has left its hollow (R13)."""
    return (~occupied | tower) & _ALL


@njit(cache=True)
def list_turns(white: Set, grey: Set, towers: Set, found: NDArray[np.int64]) -> int:
    """Write every turn of a player who has a peg left; return how many there are."""
    occupied, number, rest = white | grey | towers, 0, towers
    while rest:
        tower = first(rest)
        free = free_for_peg(occupied, lowest(rest))
        rest &= rest - ONE
        goals = reach(tower, occupied)
        while goals:
            to = first(goals)
            goals &= goals - ONE
            pegs = BESIDE_SETS[to] & free
            while pegs:
                found[number] = pack(tower, to, first(pegs))
                number += 1
                pegs &= pegs - ONE
    return number


@njit(cache=True)
def pack(tower: int, to: int, peg: int) -> int:
    """A turn in one number; `unpack` takes it apart."""
    return tower << 12 | to << 6 | peg


@njit(cache=True)
def unpack(turn: int) -> tuple[int, int, int]:
    return turn >> 12, turn >> 6 & 63, turn & 63


@njit(cache=True)
def after(own: Set, towers: Set, turn: int) -> tuple[Set, Set]:
    """The mover's pegs and the towers when the turn is made."""
    tower, to, peg = unpack(turn)
    return own | ONE << Set(peg), towers ^ (ONE << Set(tower) | ONE << Set(to))


@njit(cache=True)
def is_over(own: Set, other: Set, towers: Set) -> bool:
    """Whether the player to move has no turn (R18, R19)."""
    return count(own) == PEGS or not can_move(own | other | towers, towers)


@njit(cache=True)
def can_move(occupied: Set, towers: Set) -> bool:
    """Whether a tower has an empty hollow beside it (R18)."""
    while towers:
        if BESIDE_SETS[first(towers)] & ~occupied:
            return True
        towers &= towers - ONE
    return False


@njit(cache=True)
def first_group(pegs: Set) -> tuple[Set, Set]:
    """The group of the lowest peg, and all hollows next to its pegs (R21)."""
    group = edge = lowest(pegs)
    beside = NONE
    while edge:
        around = BESIDE_SETS[first(edge)]
        beside |= around
        fresh = around & pegs & ~group
        group |= fresh
        edge = (edge & (edge - ONE)) | fresh
    return group, beside


@njit(cache=True)
def score(pegs: Set, towers: Set) -> tuple[int, int]:
    """A colour's points (R21-R25), and how many pegs its largest group has (R26)."""
    points, largest = 0, 0
    while pegs:
        group, beside = first_group(pegs)
        pegs &= ~group
        size = count(group)
        points += size * count(beside & towers)
        largest = max(largest, size)
    return points, largest


@njit(cache=True)
def draw(dice: Sets, bound: int) -> int:
    """A random number below the bound; `dice` is the state of SplitMix64."""
    dice[0] += Set(0x9E3779B97F4A7C15)
    word = dice[0]
    word = (word ^ (word >> Set(30))) * Set(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> Set(27))) * Set(0x94D049BB133111EB)
    word ^= word >> Set(31)
    return int(((word >> Set(32)) * Set(bound)) >> Set(32))


@njit(cache=True)
def play_on(
    white: Set, grey: Set, towers: Set, whites_turn: bool, dice: Sets, goals: Sets
) -> tuple[Set, Set, Set, int]:
    """Play a game to its end with uniformly random turns; return the position and the number of turns.

    Draw one of all tower moves and one of six sides; if no peg can go there, draw both again. Every tower
    move has a side for the peg (R16). `goals` is a buffer of a word for each tower.
    """
    turns = 0
    while count(white if whites_turn else grey) < PEGS:  # R19
        occupied, ways, rest = white | grey | towers, 0, towers
        for place in range(TOWERS):
            goals[place] = reach(first(rest), occupied)
            ways += count(goals[place])
            rest &= rest - ONE
        if ways == 0:
            break  # R18
        peg = tower = to = NONE
        while peg == NONE:
            drawn = draw(dice, 6 * ways)
            side, drawn, place, rest = drawn % 6, drawn // 6, 0, towers
            while drawn >= count(goals[place]):
                drawn -= count(goals[place])
                place += 1
                rest &= rest - ONE
            tower, to = lowest(rest), nth(goals[place], drawn)
            peg = _NEXT[first(to), side] & free_for_peg(occupied, tower)
        towers ^= tower | to
        if whites_turn:
            white |= peg
        else:
            grey |= peg
        whites_turn = not whites_turn
        turns += 1
    return white, grey, towers, turns


@njit(cache=True)
def random_games(
    games: int,
    seed: int,
    white: Set = NONE,
    grey: Set = NONE,
    towers: Set = OPENING,
    whites_turn: bool = True,
) -> NDArray[np.int64]:
    """Of each game played on from a position: White's points and largest group, Grey's, and the turns."""
    dice, goals = np.array([seed], np.uint64), np.empty(TOWERS, np.uint64)
    played = np.empty((games, 5), np.int64)
    for game in range(games):
        ours, theirs, stand, turns = play_on(white, grey, towers, whites_turn, dice, goals)
        played[game, :2] = score(ours, stand)
        played[game, 2:4] = score(theirs, stand)
        played[game, 4] = turns
    return played
