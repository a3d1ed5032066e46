"""Every refusal by name, with its facts."""

import re
from pathlib import Path

import pytest

from tests.games.unikato.table import ANN, BEN, NOW, at, play, refusal
from tests.kit.rulebook import raised
from ukumbi.core import CLOCK, Actor, Tick
from ukumbi.games import unikato
from ukumbi.games.unikato.moves import Lay
from ukumbi.games.unikato.state import Phase, State

SOURCES = Path(unikato.__file__).parent
TABLE = "co1w@0,0 co2w@1,0 so2w@1,1"
ACT = at(TABLE, "so1w co3w xo1w xb1g", "so3w xb3k", display="xp3g", bag="xp3k")
SECOND = play(ACT, "lay so1w@0,1")
ONWARD = play(at(TABLE, "so1w co3w xb1g", second="onward"), "lay so1w@0,1")
DRAW = play(SECOND, "decline")
BETWEEN = play(at(TABLE, "co3w", rounds=2), "lay co3w@2,0")
OVER = play(at(TABLE, "co3w"), "lay co3w@2,0")
EMPTY = at(TABLE, "co3w xb1g", display="xp3g")
READY = play(BETWEEN, "ready")

REFUSALS: list[tuple[str, State, str | Lay | Tick, Actor | None, dict[str, object]]] = [
    ("game_is_over", OVER, "pass", None, {}),
    ("game_is_over", OVER, Tick(), CLOCK, {}),
    ("not_your_turn", ACT, "lay so3w@0,1", BEN, {}),
    ("not_your_turn", DRAW, "draw bag", BEN, {}),
    ("no_clock_here", ACT, Tick(), CLOCK, {}),
    ("no_clock_here", ACT, "lay so1w@0,1", CLOCK, {}),
    ("no_clock_here", BETWEEN, Tick(), CLOCK, {}),
    ("not_now", ACT, "draw bag", None, {"phase": "act"}),
    ("not_now", ACT, "decline", None, {"phase": "act"}),
    ("not_now", ACT, "ready", None, {"phase": "act"}),
    ("not_now", SECOND, "pass", None, {"phase": "second"}),
    ("not_now", SECOND, "draw bag", None, {"phase": "second"}),
    ("not_now", DRAW, "lay co3w@2,0", None, {"phase": "draw"}),
    ("not_now", DRAW, "swap co3w xp3g", None, {"phase": "draw"}),
    ("not_now", DRAW, "decline", None, {"phase": "draw"}),
    ("not_now", BETWEEN, "pass", None, {"phase": "between"}),
    ("already_ready", READY, "ready", ANN, {}),
    ("not_a_move", ACT, Lay(()), None, {"text": "lay"}),
    ("not_on_your_rack", ACT, "lay so3w@0,1", None, {"tile": "so3w"}),
    ("not_on_your_rack", ACT, "swap xb3k xp3g", None, {"tile": "xb3k"}),
    ("tile_laid_twice", ACT, "lay co3w@2,0 co3w@3,0", None, {"tile": "co3w"}),
    ("place_is_taken", ACT, "lay co3w@1,1", None, {"place": "1,1"}),
    ("place_is_taken", ACT, "lay so1w@0,1 xo1w@0,1", None, {"place": "0,1"}),
    ("touches_nothing", ACT, "lay co3w@7,7", None, {"tile": "co3w", "place": "7,7"}),
    ("touches_nothing", ACT, "lay co3w@2,0 xo1w@7,7", None, {"tile": "xo1w", "place": "7,7"}),
    (
        *("not_beside_the_last", ACT, "lay co3w@2,0 xo1w@-1,0", None),
        {"tile": "xo1w", "place": "-1,0", "last": "2,0"},
    ),
    ("not_onward", ONWARD, "lay co3w@2,0", None, {"tile": "co3w", "place": "2,0", "last": "0,1"}),
    (
        *("does_not_fit", ACT, "lay xb1g@-1,0", None),
        {
            "tile": "xb1g",
            "place": "-1,0",
            "neighbour": "co1w",
            "at": "0,0",
            "features": ["shape", "colour", "background"],
        },
    ),
    ("not_in_the_display", ACT, "swap co3w so2w", None, {"tile": "so2w"}),
    ("not_in_the_display", DRAW, "draw xp3k", None, {"tile": "xp3k"}),
    ("bag_is_empty", EMPTY, "swap co3w bag", None, {}),
    ("same_tile", ACT, "swap co3w co3w", None, {"tile": "co3w"}),
    ("cannot_pass", ACT, "pass", None, {}),
]


@pytest.mark.parametrize(("code", "state", "move", "actor", "facts"), REFUSALS)
def test_illegal_moves_are_refused_with_code_and_facts(
    code: str, state: State, move: str | Lay | Tick, actor: Actor | None, facts: dict[str, object]
) -> None:
    """R5, R7, R8, R10, R11, R14, R15, R17, R18, R20, R23, R25, R32: by the codes of RULES.md."""
    assert refusal(state, move, actor, NOW) == (code, facts)


def test_example_tables_are_in_their_phases() -> None:
    assert [state.phase for state in (ACT, SECOND, DRAW, BETWEEN, OVER)] == list(Phase)


def test_every_refusal_is_tested_and_documented() -> None:
    rules = raised(SOURCES / "rules.py") - {"not_a_move"}
    assert rules == {code for code, *_ in REFUSALS} - {"not_a_move"}
    texts = raised(SOURCES / "moves.py")
    paper = (SOURCES / "RULES.md").read_text().split("## Refusals")[1]
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", paper)) == rules | texts


def test_refusal_facts_match_rules_md() -> None:
    paper = (SOURCES / "RULES.md").read_text().split("## Refusals")[1]
    documented = {
        code: set(re.findall(r"`(\w+)`", facts))
        for code, facts in re.findall(r"(?m)^\| `(\w+)` \| ([^|]*)\|", paper)
    }
    for code, *_, facts in REFUSALS:
        assert set(facts) == documented[code]
