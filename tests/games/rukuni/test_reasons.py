"""Each claim of a hint is true, checked on a board that shares no code with the rules."""

from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.rukuni.engine.test_compiled_engine import drawn
from tests.games.rukuni.reference import Board, Spot, name, neighbours
from ukumbi.games.rukuni.bot import lead
from ukumbi.games.rukuni.moves import Turn, format_move, parse_move
from ukumbi.games.rukuni.position import Position, format_position, parse_position
from ukumbi.games.rukuni.reasons import Facts, Reason, reason

AHEAD: Final = -3.4
"""The search's lead; only `keeps_most` tells it."""


class Played:
    """A turn on the reference board: before, after, and its player."""

    def __init__(self, position: Position, turn: Turn) -> None:
        self.before = Board.read(format_position(position))
        self.mover, self.other = self.before.turn, "g" if self.before.turn == "w" else "w"
        names = format_move(turn).replace("/", "-").split("-")
        self.tower, self.to, self.peg = spots = tuple(map(spot, names))
        self.after = self.before.after((spots[0], spots[1], spots[2]))

    def group(self, place: Spot) -> tuple[set[Spot], set[Spot]]:
        """The mover's group with a peg there after the turn, and its towers."""
        return next(group for group in self.after.groups(self.mover) if place in group[0])

    def parts(self, group: set[Spot]) -> int:
        """The groups before the turn that this one joins."""
        return sum(bool(pegs & group) for pegs, _ in self.before.groups(self.mover))

    def best_gain(self, board: Board, mover: str, peg: Spot | None = None) -> int:
        board = Board(board.things, mover)
        now = board.points(mover)
        if board.is_over():
            return 0
        return max(
            (board.after(turn).points(mover) - now for turn in board.turns() if peg in (None, turn[2])),
            default=0,
        )


def spot(text: str) -> Spot:
    return "abcdefghi".index(text[0]), int(text[1])


def group_is_told(played: Played, facts: Facts) -> bool:
    pegs, towers = played.group(played.peg)
    told = (facts["pegs"], facts["towers"], facts["points"])
    return told == (len(pegs), len(towers), len(pegs) * len(towers))


def joins_groups(played: Played, facts: Facts) -> bool:
    parts = played.parts(played.group(played.peg)[0])
    return parts > 1 and facts["groups"] == parts and group_is_told(played, facts)


def grows_group(played: Played, facts: Facts) -> bool:
    return played.parts(played.group(played.peg)[0]) == 1 and group_is_told(played, facts)


def new_group(played: Played, facts: Facts) -> bool:
    pegs, towers = played.group(played.peg)
    return pegs == {played.peg} and facts["towers"] == len(towers) > 0


def tower_to_group(played: Played, facts: Facts) -> bool:
    """The tower is next to such a group now, and was not before."""
    met = [
        pegs
        for pegs, towers in played.after.groups(played.mover)
        if played.to in towers
        and (len(pegs), len(towers), len(pegs) * len(towers))
        == (facts["pegs"], facts["towers"], facts["points"])
    ]
    fresh = [pegs for pegs in met if not {*neighbours(played.tower)} & (pegs - {played.peg})]
    return bool(fresh) and facts["hollow"] == name(played.to)


def takes_tower_away(played: Played, facts: Facts) -> bool:
    lost = played.before.points(played.other) - played.after.points(played.other)
    beside = {*neighbours(played.tower)} & {*played.before.pegs(played.other)}
    return bool(beside) and facts["points"] == lost > 0 and facts["hollow"] == name(played.tower)


def blocks(played: Played, facts: Facts) -> bool:
    """With a peg there the other side could have scored this, and now no turn scores as much."""
    wanted = played.best_gain(played.before, played.other, played.peg)
    return facts["points"] == wanted > played.best_gain(played.after, played.other)


def ends_game(played: Played, facts: Facts) -> bool:
    ahead = played.after.points(played.mover) - played.after.points(played.other)
    return played.after.is_over() and facts["points"] == ahead > 0


def keeps_most(_: Played, facts: Facts) -> bool:
    return facts == {"points": round(AHEAD)}


CLAIMS: Final[dict[str, Callable[[Played, Facts], bool]]] = {
    claim.__name__: claim
    for claim in (
        joins_groups,
        grows_group,
        new_group,
        tower_to_group,
        takes_tower_away,
        blocks,
        ends_game,
        keeps_most,
    )
}


def is_true(position: Position, turn: Turn, why: Reason) -> bool:
    return CLAIMS[why.code](Played(position, turn), why.facts)


@given(st.integers(0, 2**32), st.integers(0, 48), st.booleans())
def test_every_claim_is_true(seed: int, turns: int, well: bool) -> None:
    """For random turns, and for good ones."""
    position = drawn(seed, turns)
    choices = list(position.turns())
    turn = (
        max(choices, key=lambda choice: lead(position.after(choice), position.turn))
        if well
        else Random(seed).choice(choices)
    )
    why = reason(position, turn, AHEAD)
    assert is_true(position, turn, why), (format_position(position), str(turn), why)


@pytest.mark.parametrize(
    ("position", "turn", "code", "facts"),
    [
        (
            "2ggT/wg1w1g/Tww1wgg/1w2ww2/wg2gTwgg/g1w1w1wT/1wwggwg/w2Tgw/1gggT w",
            "e6-d6/e6",
            "joins_groups",
            {"groups": 2, "pegs": 10, "towers": 3, "points": 30},
        ),
        (
            "1TwT1/gggwwg/gTw1Tw1/g1g2w2/1Tgw1w3/wgg1w3/3w3/1gwg2/2T2 w",
            "i6-i5/i6",
            "grows_group",
            {"pegs": 10, "towers": 4, "points": 40},
        ),
        ("T3T/6/7/8/T7T/8/7/6/T3T w", "a1-d4/c3", "new_group", {"towers": 1}),
        (
            "5/2w2w/1w3g1/4g1T1/w1ggT2w1/2Tg2g1/1wT1w2/1Tw1Tg/5 g",
            "f8-d6/e7",
            "tower_to_group",
            {"hollow": "d6", "pegs": 2, "towers": 1, "points": 2},
        ),
        (
            "T3T/6/7/8/T3wg2T/4Tw2/4T2/6/5 g",
            "c5-c3/b2",
            "takes_tower_away",
            {"hollow": "c5", "points": 1},
        ),
        (
            "3gg/2w2g/3Tg1g/gw1wggw1/5gww1/1wwwwgwT/1T3gT/ww2gT/wTg1g w",
            "c2-c4/b4",
            "blocks",
            {"points": 25},
        ),
        (
            "w1gTw/www1w1/Twwgw1w/ggwgTgwg/2ggwgwTg/2wggwgg/3wTgg/w2wgT/1w2g g",
            "i8-h7/i8",
            "ends_game",
            {"points": 35},
        ),
        (
            "g2w1/2g1g1/wTggT1w/1wg2g1g/T1ww1w1gT/g1w3gg/1w1g1w1/wgw1wg/wTwwT g",
            "e1-e2/d2",
            "keeps_most",
            {"points": -3},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and "_" in value else "",
)
def test_the_weightiest_reason_is_given(position: str, turn: str, code: str, facts: Facts) -> None:
    at, made = parse_position(position), parse_move(turn)
    assert reason(at, made, AHEAD) == Reason(code, facts)
    assert is_true(at, made, Reason(code, facts))
