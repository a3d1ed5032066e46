"""Every refusal by name, with its facts."""

import re
from pathlib import Path

import pytest
from msgspec import inspect

from tests.games.ukuma.table import ANN, BEN, NOW, at, dealt, moves, opened, play, refusal, signalled
from tests.kit.rulebook import raised
from ukumbi.core import CLOCK, Actor, Instant, Tick
from ukumbi.games import ukuma
from ukumbi.games.ukuma.events import UkumaOptions
from ukumbi.games.ukuma.state import Phase, State

SOURCES = Path(ukuma.__file__).parent
SETUP = opened()
COUNTDOWN = dealt()
PLAYING = at(hands=("ppob lpoo lrbb", ""))
BETWEEN = play(signalled(best_of=3), "resign")
OVER = play(PLAYING, "resign")
CHOSEN = play(SETUP, moves(SETUP, BEN)[0], actor=BEN)
WRONG: dict[str, object] = {"cell": "f3", "card": "ppob", "rules": [2, 3], "misfits": ["f4"]}
LATE = Instant(NOW + 3_600_000)

REFUSALS: list[tuple[str, State, str | Tick, Actor, dict[str, object]]] = [
    ("game_is_over", OVER, "draw", ANN, {}),
    ("game_is_over", OVER, Tick(), CLOCK, {}),
    ("not_now", SETUP, "draw", ANN, {"phase": "setup"}),
    ("not_now", SETUP, "lay ppob@e4", ANN, {"phase": "setup"}),
    ("not_now", COUNTDOWN, "ready", ANN, {"phase": "countdown"}),
    ("not_now", COUNTDOWN, "resign", BEN, {"phase": "countdown"}),
    ("not_now", PLAYING, "ready", ANN, {"phase": "playing"}),
    ("not_now", PLAYING, "start lloo", BEN, {"phase": "playing"}),
    ("not_now", BETWEEN, "discard", ANN, {"phase": "between"}),
    ("not_yours_to_choose", SETUP, "start lloo", ANN, {}),
    ("already_ready", CHOSEN, "ready", BEN, {}),
    ("already_ready", play(BETWEEN, "ready"), "ready", ANN, {}),
    ("not_in_hand", PLAYING, "lay nnoo@e4", ANN, {"card": "nnoo"}),
    ("off_the_table", PLAYING, "lay ppob@q4", ANN, {"cell": "q4"}),
    ("cell_is_taken", PLAYING, "lay ppob@f5", ANN, {"cell": "f5", "by": BEN}),
    ("does_not_fit", PLAYING, "lay ppob@f3", ANN, WRONG),
    (
        "no_own_neighbour",
        PLAYING,
        "lay ppob@a1",
        ANN,
        {**WRONG, "cell": "a1", "rules": [1, 3], "misfits": []},
    ),
    ("no_opponent_near", PLAYING, "lay lpoo@f3", ANN, {**WRONG, "card": "lpoo", "rules": [3], "misfits": []}),
    ("nothing_to_discard", PLAYING, "discard", BEN, {}),
    ("already_offered", play(PLAYING, "draw"), "draw", ANN, {}),
    ("no_clock_here", PLAYING, Tick(), CLOCK, {}),
    ("no_clock_here", PLAYING, "draw", CLOCK, {}),
    ("no_clock_here", SETUP, Tick(), CLOCK, {}),
    ("no_clock_here", COUNTDOWN, Tick(), ANN, {}),
]


@pytest.mark.parametrize(("code", "state", "move", "actor", "facts"), REFUSALS)
def test_illegal_moves_are_refused_with_code_and_facts(
    code: str, state: State, move: str | Tick, actor: Actor, facts: dict[str, object]
) -> None:
    """R9, R14, R15, R16, R17, R18, R19, R25, R32: by the codes of RULES.md."""
    assert refusal(state, move, actor) == (code, facts)


def test_only_the_clock_may_tick() -> None:
    """R10, R13, R37: even after the deadline."""
    for state in (SETUP, COUNTDOWN, BETWEEN):
        for seat in (ANN, BEN):
            assert refusal(state, Tick(), seat, LATE) == ("no_clock_here", {})
        assert refusal(state, "ready", CLOCK, LATE) == ("no_clock_here", {})


def test_example_tables_are_in_their_phases() -> None:
    assert [state.phase for state in (SETUP, COUNTDOWN, PLAYING, BETWEEN, OVER)] == list(Phase)


def test_every_refusal_is_tested_and_documented() -> None:
    source = (SOURCES / "rules.py").read_text()
    by_rule = set(re.findall(r'\d: "(\w+)"', source))
    rules = raised(SOURCES / "rules.py") | by_rule
    assert len(by_rule) == 3
    assert rules == {code for code, *_ in REFUSALS} | {"start_does_not_fit"}
    texts = raised(SOURCES / "moves.py")
    assert set(documented_facts()) == rules | texts


def documented_facts() -> dict[str, set[str]]:
    """The facts of each code in RULES.md."""
    paper = (SOURCES / "RULES.md").read_text().split("## Refusals")[1]
    return {
        code: set(re.findall(r"`(\w+)`", facts))
        for code, facts in re.findall(r"(?m)^\| `(\w+)` \| ([^|]*)\|", paper)
    }


def test_refusal_facts_match_rules_md() -> None:
    for code, *_, facts in REFUSALS:
        assert set(facts) == documented_facts()[code]


def test_options_match_rules_md() -> None:
    """R6, R7, R13, R34, R38, R45: names, values and defaults."""
    paper = (SOURCES / "RULES.md").read_text().split("## Options")[1].split("## Notation")[0]
    rows = {
        name: ({value.strip(" `") for value in values.split(",")}, default.strip(" `"))
        for name, values, default in re.findall(r"(?m)^\| `(\w+)` \| ([^|]*)\| ([^|]*)\|", paper)
    }
    form = inspect.type_info(UkumaOptions)
    assert isinstance(form, inspect.StructType)
    coded = {}
    for field in form.fields:
        coded[field.name] = (_values(field.type), str(field.default))
    assert rows == coded


def _values(kind: inspect.Type) -> set[str]:
    if isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.IntType):
        return {f"{kind.ge} to {kind.le}"}
    assert isinstance(kind, inspect.LiteralType)
    return set(map(str, kind.values))
