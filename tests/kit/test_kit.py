"""The kit itself: its games do what other tests rely on."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.kit.fragile.bots import BOTS, SCAR
from tests.kit.fragile.rules import Fragile, Go, Rotted
from tests.kit.fragile.rules import Path as Walk
from tests.kit.play import START, Played, begun, play_on, seeded_pick
from tests.kit.pounce import GAMES
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import CARDS, PounceOptions, Shuffled
from ukumbi.core import Illegal, Seat

ROOT = Path(__file__).parents[2]
POUNCE, FRAGILE = Pounce(), Fragile()

ASK = """
import sys
from random import Random
from tests.kit.fragile import GAMES
entry = GAMES[0]
view = entry.game.structs.view(steps=3)
print(entry.bots["die"].choose(entry.game, view, 0, Random(0)).verb)
"""

FOREVER = """
import asyncio
from tests.kit.in_process import hall_in_process

async def test_forever(tmp_path):
    async with hall_in_process(tmp_path):
        await asyncio.Event().wait()
"""


def test_a_seat_sees_only_its_own_cards() -> None:
    pick = seeded_pick(4)
    state = play_on(begun(POUNCE, pick), pick, limit=3).state
    for seat in state.seats:
        view = POUNCE.view(state, seat)
        assert (view.hand, view.own) == (state.hands[seat], state.laid[seat])
    assert POUNCE.view(state, None).hand == ()


def test_bots_play_pounce_from_their_view() -> None:
    played = begun(POUNCE, seeded_pick(2), PounceOptions(rounds=40))
    rng = Random(1)
    while actors := sorted(POUNCE.may_act(played.state)):
        level = list(GAMES[0].bots.values())[actors[0] % 2]
        played.make(actors[0], level.choose(POUNCE, POUNCE.view(played.state, actors[0]), actors[0], rng))
    outcome = POUNCE.outcome(played.state)
    assert outcome is not None
    assert sum(outcome.points) == sum(step.states[0].prize for step in played.steps if _reveals(step.events))


def _reveals(events: object) -> bool:
    return "Revealed" in str(events)


def test_a_long_game_has_more_than_ten_thousand_events() -> None:
    played = Played(POUNCE, 2, PounceOptions(rounds=2_000), Random(0))
    played.begin()
    while actors := sorted(POUNCE.may_act(played.state)):
        played.make(actors[0], next(iter(POUNCE.legal_moves(played.state, actors[0]))))
    assert len(played.records) > 10_000
    shuffles = [event for step in played.steps for event in step.events if isinstance(event, Shuffled)]
    assert len(shuffles) > 100
    held = [
        *played.state.pile,
        *played.state.discarded,
        *(card for hand in played.state.hands for card in hand),
    ]
    assert sorted(held) == list(CARDS)


def test_only_the_clock_ends_a_pause() -> None:
    played = Played(POUNCE, 2, PounceOptions(pause_ms=500), Random(0))
    played.begin()
    for seat in (Seat(0), Seat(1)):
        played.make(seat, next(iter(POUNCE.legal_moves(played.state, seat))))
    assert POUNCE.may_act(played.state) == frozenset()
    assert POUNCE.deadline(played.state) == START + 500


def test_fragile_breaks_on_demand() -> None:
    state, rng = Walk(steps=3), Random(0)
    with pytest.raises(RuntimeError):
        FRAGILE.decide(state, Seat(0), Go("crash"), START, rng)
    (rotted,) = FRAGILE.decide(state, Seat(0), Go("rot"), START, rng)
    assert rotted == Rotted()
    with pytest.raises(RuntimeError):
        FRAGILE.evolve(state, rotted)
    cheat = BOTS["cheat"].choose(FRAGILE, state, Seat(0), rng)
    assert cheat is not None
    with pytest.raises(Illegal):
        FRAGILE.decide(state, Seat(0), FRAGILE.parse_move(FRAGILE.format_move(cheat)), START, rng)


def test_the_dying_bot_kills_its_process_once(tmp_path: Path) -> None:
    scar = {**os.environ, SCAR: str(tmp_path / "scar")}
    command = [sys.executable, "-c", ASK]
    runs = [subprocess.run(command, cwd=ROOT, env=scar, capture_output=True, check=False) for _ in range(2)]
    assert [run.returncode for run in runs] == [1, 0]
    assert runs[1].stdout.strip() == b"step"


def test_games_of_the_kit_need_no_test_tools() -> None:
    """A server process loads them without pytest or Hypothesis."""
    look = (
        "import sys; from ukumbi.core import load; load(['tests.kit.pounce', 'tests.kit.fragile']);"
        "print(sorted({'pytest', 'hypothesis'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_test_at_its_time_limit_fails_and_closes_its_hall(tmp_path: Path) -> None:
    (tmp_path / "test_forever.py").write_text(FOREVER)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "--timeout", "1", "-c"]
    command += [str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, "1 failed" in run.stdout) == (1, True), run.stdout
