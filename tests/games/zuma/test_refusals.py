"""Every refusal by name, with its facts."""

import re
from pathlib import Path
from typing import get_type_hints

import pytest
from msgspec.structs import replace

from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    HOUSE,
    JUNK,
    NOW,
    at,
    grabbed,
    opened,
    play,
    refusal,
    ticked,
)
from tests.kit.rulebook import raised
from ukumbi.core import CLOCK, Actor, Instant, Tick
from ukumbi.core.options import offered_values
from ukumbi.games import zuma
from ukumbi.games.zuma.events import ZumaOptions
from ukumbi.games.zuma.state import Phase, State

SOURCES = Path(zuma.__file__).parent
DEALT = replace(opened(4, seed=2), master=ANN, turn=0)
PASSING = at(HOUSE, JUNK, JUNK, JUNK)
GRABBING = play(replace(PASSING, options=ZumaOptions()), (ANN, "grab 1 red"), (CEM, "grab 1 violet"))
"""Ann holds red, Cem reaches for violet."""
COUNTED = grabbed(at(HOUSE, JUNK, JUNK), (ANN, "red"), (BEN, "blue"))
OVER = ticked(at(JUNK, JUNK, JUNK, lulls=2, beat=60))
LATE = Instant(NOW + 3_600_000)

REFUSALS: list[tuple[str, State, str | Tick, Actor, dict[str, object]]] = [
    ("game_is_over", OVER, "ready 1", ANN, {}),
    ("game_is_over", OVER, Tick(), CLOCK, {}),
    ("not_now", PASSING, "ready 1", ANN, {"phase": "passing"}),
    ("not_now", GRABBING, "ready 1", BEN, {"phase": "grabbing"}),
    ("not_now", GRABBING, "turn 1 red", ANN, {"phase": "grabbing"}),
    ("not_now", COUNTED, "turn 1 red", ANN, {"phase": "counted"}),
    ("not_this_round", PASSING, "grab 2 red", ANN, {"round": 2, "now": 1}),
    ("not_this_round", COUNTED, "ready 2", ANN, {"round": 2, "now": 1}),
    ("not_this_beat", PASSING, "pass 1.2 sun", ANN, {"beat": 2, "now": 1}),
    ("passing_is_over", GRABBING, "pass 1.1 sun", BEN, {}),
    ("round_is_over", COUNTED, "pass 1.1 sun", BEN, {}),
    ("round_is_over", COUNTED, "grab 1 red", CEM, {}),
    ("already_ready", play(DEALT, (ANN, "ready 1")), "ready 1", ANN, {}),
    ("already_ready", play(COUNTED, (BEN, "ready 1")), "ready 1", BEN, {}),
    ("not_the_master", DEALT, "turn 1 blue", BEN, {"seat": ANN}),
    ("already_in_front", DEALT, "turn 1 red", ANN, {"pole": "red"}),
    ("not_in_hand", PASSING, "pass 1.1 eagle", ANN, {"card": "eagle"}),
    ("already_chosen", play(PASSING, (ANN, "pass 1.1 sun")), "pass 1.1 sun", ANN, {"card": "sun"}),
    ("not_in_play", PASSING, "grab 1 blue2", ANN, {"pole": "blue2"}),
    ("not_in_play", DEALT, "turn 1 red2", ANN, {"pole": "red2"}),
    ("already_holding", GRABBING, "grab 1 blue", ANN, {"pole": "red"}),
    ("on_its_way", GRABBING, "grab 1 blue", CEM, {"pole": "violet"}),
    ("pole_is_held", play(GRABBING, (BEN, "grab 1 red")), "grab 1 red", BEN, {"pole": "red", "by": ANN}),
    ("no_clock_here", PASSING, Tick(), CLOCK, {}),
    ("no_clock_here", PASSING, "grab 1 red", CLOCK, {}),
    ("no_clock_here", DEALT, Tick(), ANN, {}),
]


@pytest.mark.parametrize(("code", "state", "move", "actor", "facts"), REFUSALS)
def test_illegal_moves_are_refused_with_code_and_facts(
    code: str, state: State, move: str | Tick, actor: Actor, facts: dict[str, object]
) -> None:
    """R2, R7, R9, R10, R13, R18, R19, R22, R23, R26, R27: by the codes of RULES.md."""
    assert refusal(state, move, actor) == (code, facts)


def test_only_the_clock_may_tick() -> None:
    """R8, R11, R26, R36: even after the deadline."""
    for state in (DEALT, PASSING, GRABBING, COUNTED):
        for seat in (ANN, BEN, CEM):
            assert refusal(state, Tick(), seat, LATE) == ("no_clock_here", {})


def test_example_tables_are_in_their_phases() -> None:
    assert [state.phase for state in (DEALT, PASSING, GRABBING, COUNTED, OVER)] == list(Phase)


def documented_facts() -> dict[str, set[str]]:
    """The facts of each code in RULES.md."""
    paper = (SOURCES / "RULES.md").read_text().split("## Refusals")[1]
    return {
        code: set(re.findall(r"`(\w+)`", facts))
        for code, facts in re.findall(r"(?m)^\| `(\w+)` \| ([^|]*)\|", paper)
    }


def test_every_refusal_is_tested_and_documented() -> None:
    rules = raised(SOURCES / "rules.py") | raised(SOURCES / "grabbing.py")
    assert rules == {code for code, *_ in REFUSALS}
    assert set(documented_facts()) == rules | raised(SOURCES / "moves.py")


def test_refusal_facts_match_rules_md() -> None:
    for code, *_, facts in REFUSALS:
        assert set(facts) == documented_facts()[code]


def test_options_match_rules_md() -> None:
    """R11, R20, R41: names, values and defaults."""
    paper = (SOURCES / "RULES.md").read_text().split("## Options")[1].split("## Notation")[0]
    rows = {
        name: ([value.strip(" `") for value in values.split(",")], default.strip(" `"))
        for name, values, default in re.findall(r"(?m)^\| `(\w+)` \| ([^|]*)\| ([^|]*)\|", paper)
    }
    kinds = get_type_hints(ZumaOptions, include_extras=True)
    coded = {
        name: (sorted(map(_said, offered_values(kind))), _said(getattr(ZumaOptions(), name)))
        for name, kind in kinds.items()
    }
    assert {name: (sorted(values), usual) for name, (values, usual) in rows.items()} == coded


def _said(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
