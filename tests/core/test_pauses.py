"""A match can be paused; its rules never know."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance.games import GAMES
from tests.kit.play import MAX_DECISIONS, START, Played, play_on
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import PounceOptions
from tests.kit.strategies import game_options, picks_from
from ukumbi.core import AnyGame, HouseEvent, Illegal, Instant, Log, Match, PlayClock, Record, Refused, Seat
from ukumbi.games.rukuni.events import RukuniOptions
from ukumbi.games.rukuni.rules import Rukuni
from ukumbi.games.ubongo.events import UbongoOptions
from ukumbi.games.ubongo.rules import Ubongo

REAL_TIME = [game for game in GAMES if game.simultaneous]


def pounce() -> Match:
    match = Match(Pounce(), 2, PounceOptions(beat_ms=1000), rng=Random(1))
    match.begin()
    return match


@pytest.mark.parametrize("game", REAL_TIME, ids=lambda game: str(game.name))
@given(source=st.data())
def test_a_game_with_pauses_is_the_same_game(game: AnyGame, source: st.DataObject) -> None:
    """The same events at the same times, and its log always folds to the same match."""
    pick = picks_from(source)
    seats, options = game.seats[pick(len(game.seats))], source.draw(game_options(game))
    if not game.pausable(seats, options):
        return
    seed = pick(1 << 16)
    through = Played(game, seats, options, Random(seed))
    through.begin()
    play_on(through, pick, min(MAX_DECISIONS, 1 + pick(40)))
    paused = Match(game, seats, options, rng=Random(seed), now=START)
    paused.begin()
    spent = 0
    for step in through.steps[1:]:
        if paused.outcome is None and not pick(4):
            away = pick(100_000)
            stand_still(paused, pick(seats), Instant(paused.now + pick(max(1, step.now - paused.now))), away)
            spent += away
        assert step.actor is not None
        paused.now = step.now
        assert paused.adopt(paused.decide(step.actor, step.move, step.now)) == tuple(step.events)
    assert of_the_game(paused) == [(record.at, record.actor, record.event) for record in through.records]
    assert paused.state == through.state
    assert paused.clock.behind == spent
    assert (paused.may_act, paused.deadline) == (through.match.may_act, through.match.deadline)


def stand_still(match: Match, seat: int, at: Instant, away: int) -> None:
    state, may_act, deadline = match.state, match.may_act, match.deadline
    match.now = at
    match.pause(seat)
    assert match.paused
    assert (match.may_act, match.awaited, match.deadline) == (frozenset(), frozenset(), None)
    assert match.clock.at(Instant(at + 10**9)) == at
    for actor in map(Seat, range(match.seats)):
        for move in list(match.game.legal_moves(state, actor))[:1]:
            assert refusal(lambda: match.play(actor, move)) == "paused"  # noqa: B023, called at once
    assert refusal(match.wait) == refusal(lambda: match.pause(seat)) == "paused"
    folds_the_same(match)
    match.resume(seat, away)
    assert (match.state, match.may_act, match.deadline) == (state, may_act, deadline)
    assert match.clock.in_hall(at) == match.clock.starts == at + match.clock.behind
    assert refusal(lambda: match.resume(seat)) == "not_paused"
    folds_the_same(match)


def folds_the_same(match: Match) -> None:
    read = Match.of(match.game, Log.from_json(match.log.to_json()))
    facts = ("state", "clock", "may_act", "awaited", "deadline", "outcome", "now", "log")
    assert [getattr(read, fact) for fact in facts] == [getattr(match, fact) for fact in facts]


def of_the_game(match: Match) -> list[tuple[int, int | None, Any]]:
    kept: list[Record] = [record for record, event in match.history if not isinstance(event, HouseEvent)]
    return [(record.at, record.actor, record.event) for record in kept]


def refusal(ask: Any) -> str:
    with pytest.raises(Refused) as refused:
        ask()
    return refused.value.code


def test_a_copy_pauses_for_itself() -> None:
    match = pounce()
    twin = match.copy()
    twin.pause(0)
    assert (match.paused, twin.paused) == (False, True)
    assert match.deadline == 1000


def test_a_match_resumes_from_a_snapshot_with_its_clock() -> None:
    match = pounce()
    match.wait(300)
    match.pause(1)
    match.resume(1, 5000)
    match.wait()
    read = Match(match.game, 2, match.options, version=match.version)
    read.read([], match.seq, match.state, match.clock)
    assert (read.clock, read.deadline) == (PlayClock(behind=5000, stood=Instant(300)), match.deadline)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        (Rukuni(), 2, RukuniOptions()),
        (Ubongo(), 1, UbongoOptions(solo="daily")),
    ],
    ids=["in turns", "the puzzle of the day"],
)
def test_some_games_cannot_be_paused(game: AnyGame, seats: int, options: Any) -> None:
    """Ubongo R40, and games without a clock."""
    match = Match(game, seats, options, rng=Random(1))
    match.begin()
    before: Sequence[Any] = match.log.records
    assert refusal(lambda: match.pause(0)) == "not_pausable"
    assert match.log.records == before


def test_games_of_several_players_are_no_puzzle_of_the_day() -> None:
    assert Ubongo().pausable(2, UbongoOptions(solo="daily"))


def test_a_paused_game_can_be_resigned() -> None:
    match = pounce()
    match.pause(0)
    match.resign(0)
    assert match.outcome is not None
    with pytest.raises(Illegal):
        match.resume(0)
