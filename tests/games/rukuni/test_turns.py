"""Legal turns, and refusals of all others."""

import re
from pathlib import Path

import pytest
from hypothesis import given

from tests.games.rukuni.table import GAME, GREY, OPENING, WHITE, at, decide, play, refusal
from tests.kit.play import Played
from tests.kit.rulebook import raised
from tests.kit.strategies import played
from ukumbi.core import CLOCK, Actor, Illegal, Tick
from ukumbi.games import rukuni
from ukumbi.games.rukuni.board import BESIDE
from ukumbi.games.rukuni.moves import format_move
from ukumbi.games.rukuni.position import Colour

SOURCES = Path(rukuni.__file__).parent

BLOCKED = "5/1g3g/2g2wT/2g3wg/wwgg2gw1/wwTg2w1/TTgg1w1/Tgg1ww/Twww1 g"
"""No tower can move."""
CROWDED = "T4/6/7/8/T7T/8/7/wg4/TT1T1 g"
"""The tower on a1 stands beside another tower and two pegs."""

REFUSALS: list[tuple[str, str, str | Tick, Actor | None, dict[str, object]]] = [
    ("no_clock_here", OPENING, Tick(), CLOCK, {}),
    ("no_clock_here", OPENING, "a1-a4/b4", CLOCK, {}),
    ("no_clock_here", OPENING, Tick(), WHITE, {}),
    ("game_is_over", BLOCKED, "a1-a4/b4", None, {}),
    ("not_your_turn", OPENING, "a1-a4/b4", GREY, {}),
    ("no_tower_there", OPENING, "a2-a4/b4", None, {"hollow": "a2"}),
    ("tower_must_move", OPENING, "a1-a1/b1", None, {"hollow": "a1"}),
    ("not_in_line", OPENING, "a1-b3/b4", None, {"tower": "a1", "to": "b3"}),
    ("way_is_blocked", CROWDED, "a1-a3/b3", None, {"tower": "a1", "by": "a2"}),
    ("way_is_blocked", CROWDED, "a1-c3/c4", None, {"tower": "a1", "by": "b2"}),
    ("hollow_is_taken", CROWDED, "a1-a2/a3", None, {"hollow": "a2"}),
    ("hollow_is_taken", CROWDED, "a1-b1/c1", None, {"hollow": "b1"}),
    ("hollow_is_taken", CROWDED, "a4-a3/a2", None, {"hollow": "a2"}),
    ("peg_not_beside_tower", OPENING, "a1-a3/b5", None, {"peg": "b5", "tower": "a3"}),
    ("peg_not_beside_tower", OPENING, "a1-a3/a3", None, {"peg": "a3", "tower": "a3"}),
    ("peg_not_beside_tower", OPENING, "a1-a3/a1", None, {"peg": "a1", "tower": "a3"}),
]


@pytest.mark.parametrize(("code", "position", "turn", "actor", "facts"), REFUSALS)
def test_illegal_moves_are_refused_with_code_and_facts(
    code: str, position: str, turn: str | Tick, actor: Actor | None, facts: dict[str, object]
) -> None:
    """R4, R6, R7, R8, R9, R10, R11, R12, R20: by the codes of RULES.md."""
    assert refusal(position, turn, actor) == (code, facts)


def test_every_refusal_is_tested_and_documented() -> None:
    codes = raised(SOURCES / "rules.py")
    assert codes - {"no_such_step"} == {code for code, *_ in REFUSALS}
    paper = (SOURCES / "RULES.md").read_text()
    assert {code for code in codes if f"`{code}`" not in paper} == set()


def test_a_turn_is_a_tower_and_a_peg() -> None:
    """R6: one event carries both."""
    state = play("a1-a4/b4")
    assert state.position == at("T3T/6/7/8/T7T/8/7/3w2/3TT g").position


def test_any_tower_may_be_moved() -> None:
    """R7"""
    for tower in ("a1", "a5", "e1", "e9", "i5", "i9"):
        assert any(format_move(turn).startswith(tower) for turn in at(OPENING).position.turns())


def test_towers_move_straight_in_six_directions() -> None:
    """R8, R9: from the middle to every edge, four hollows each way and all between."""
    middle = at("5/6/7/8/TT2T4/8/7/6/TT2T w").position
    ends = {format_move(turn)[3:5] for turn in middle.turns() if format_move(turn).startswith("e5")}
    assert ends == {
        *("e3", "e4", "e6", "e7", "e8", "e9"),
        *("f5", "g5", "h5", "i5", "d5", "c5", "b5"),
        *("f6", "g7", "h8", "i9", "d4", "c3", "b2"),
    }


def test_a_tower_stops_at_any_obstacle() -> None:
    """R10, R11"""
    turns = at("T3T/6/7/8/T7T/8/7/2w3/T3T w").position.turns()
    along = {format_move(turn)[3:5] for turn in turns if re.match("a1-a", format_move(turn))}
    assert along == {"a2", "a3", "a4"}
    up = {format_move(t)[3:5] for t in at("T3T/6/7/8/T3g3T/8/7/6/T3T w").position.turns() if t.tower == 0}
    assert up & {"b2", "c3", "d4", "e5", "f6"} == {"b2", "c3", "d4"}


def test_the_hollow_just_left_may_take_the_peg() -> None:
    """R13: if it is next to the tower."""
    decide(at(OPENING), "a1-a2/a1")
    assert refusal(OPENING, "a1-a3/a1")[0] == "peg_not_beside_tower"


def test_the_tower_just_moved_may_go_straight_back() -> None:
    """R14"""
    state = play("a1-a4/b4 a4-a1/a2")
    assert state.position == at("T3T/6/7/8/T7T/8/7/3w2/Tg2T w").position


@given(played(GAME, whole=True))
def test_pegs_stay_and_every_turn_adds_one(game: Played) -> None:
    """R15, R3"""
    for before, after in zip(game.states, game.states[1:], strict=False):
        for colour in Colour:
            old, new = before.position.side(colour).pegs, after.position.side(colour).pegs
            assert old & new == old
            assert (new ^ old).bit_count() == (colour is before.position.turn)


@given(played(GAME))
def test_after_a_tower_move_a_peg_can_always_be_placed(game: Played) -> None:
    """R16, R12"""
    for state in game.states:
        for tower, ways in state.position.reach().items():
            for end, pegs in ways.items():
                assert pegs
                assert pegs & BESIDE[end] & (state.position.empty() | 1 << tower) == pegs


def test_the_opening_has_78_tower_moves_and_378_turns() -> None:
    """R17"""
    turns = list(at(OPENING).position.turns())
    assert len({(turn.tower, turn.to) for turn in turns}) == 78
    assert len(turns) == len(set(turns)) == 378


@pytest.mark.parametrize(
    "parts", [["a2"], ["a1", "b3"], ["a1", "a4", "a1"], ["a1", "a4", "b4", "b5"], ["zz"], ["a1", "a1"]]
)
def test_a_plan_that_leads_nowhere_is_refused(parts: list[str]) -> None:
    """R6, R8, R9, R12: a plan follows the same rules."""
    view = GAME.view(at(OPENING), WHITE)
    with pytest.raises(Illegal) as refused:
        GAME.steps(view, parts)
    assert (refused.value.code, refused.value.facts) == ("no_such_step", {"parts": parts})


def test_a_plan_ends_with_the_turn_in_notation() -> None:
    """R6, R31"""
    view = GAME.view(at(OPENING), WHITE)
    assert set(GAME.steps(view, []).next) == {"a1", "a5", "e1", "e9", "i5", "i9"}
    assert "b4" in GAME.steps(view, ["a1", "a4"]).next
    assert GAME.steps(view, ["a1", "a4", "b4"]).move == "a1-a4/b4"
