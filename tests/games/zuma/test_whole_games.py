"""Whole games of every kind, checked by a referee that shares no code with the rules."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from tests.games.zuma import referee as watching
from tests.games.zuma.recorded_games import Moment, games, moments, played_out
from tests.games.zuma.referee import Referee
from tests.games.zuma.table import GAME, is_whole
from tests.kit.play import Played
from ukumbi.core.shared_rules import places
from ukumbi.games.zuma import grabbing, rules, sheet
from ukumbi.games.zuma.cards import Card
from ukumbi.games.zuma.events import BoardTurned, CardsPassed, Counted, Event, Missed, ZumaOptions
from ukumbi.games.zuma.poles import Colour
from ukumbi.games.zuma.state import Phase, evolve

SHORT = ZumaOptions(cycles=1)


def watched(game: Played) -> Referee:
    """Let the referee check every moment."""
    assert isinstance(game.options, ZumaOptions)
    referee = Referee(game.options, game.seats)
    for moment in moments(game):
        referee.check(moment)
        _agrees(referee, moment)
    return referee


def _agrees(referee: Referee, moment: Moment) -> None:
    """The state matches the referee's: all cards are there, and the score sheet adds up."""
    state = moment.after
    if not state.round:
        return
    assert is_whole(state)
    assert [sorted(hand) for hand in state.hands] == [sorted(hand) for hand in referee.hands]
    assert (state.round, state.cycle, state.master) == (referee.round, referee.cycle, referee.master)
    assert list(GAME.score(state)) == referee.scores.totals()
    for seat, account in enumerate(state.accounts):
        assert account.points == referee.scores.points[seat]
        assert account.minus == referee.scores.strokes[seat]
        assert {*account.cycles[-1]} == referee.scores.colours[seat]


@given(games())
def test_the_referee_has_no_objection(game: Played) -> None:
    """R1, R5, R9, R11, R12, R21, R26, R31, R32, R38: no card is lost, and scores add up."""
    referee = watched(game)
    outcome = GAME.outcome(game.state)
    assert referee.over == (outcome is not None)
    if outcome is not None:
        assert list(outcome.points) == referee.scores.totals()
        assert outcome.places == places(outcome.points)


def test_watched_games_cover_all_cases() -> None:
    """R14, R21, R26, R34: otherwise the referee would prove little."""
    seen = Counter[str]()
    for seed in range(12):
        game = played_out("patient", 3 + seed % 4, SHORT, seed)
        watched(game)
        for moment in moments(game):
            seen.update(_facts(moment))
    assert {"late", "drawn", "turned", "held", "foul", "first", "again", "zumas", "house"} <= set(seen), seen
    assert seen["passed"] > 200


def _facts(moment: Moment) -> list[str]:
    match moment.event:
        case Missed():
            return ["late"]
        case CardsPassed(drawn=drawn):
            return ["passed", *["drawn"] * bool(drawn)]
        case BoardTurned():
            return ["turned"]
        case Counted() as event:
            held = [line.combination.value for line in event.lines if line.combination]
            return [event.closing, *(line.why for line in event.lines), *held]
    return []


# planted faults


def _without(name: str, value: Any) -> Callable[[pytest.MonkeyPatch], None]:
    module = {"FIRST_POINTS": sheet, "FOUL_STROKES": sheet, "MAX_CYCLE_ROUNDS": grabbing, "HURRY_MS": rules}[
        name
    ]
    return lambda patch: patch.setattr(module, name, value)


def _hands_to_the_right(patch: pytest.MonkeyPatch) -> None:
    def turned(state: Any, event: Event) -> Any:
        if isinstance(event, CardsPassed):
            event = replace(event, cards=tuple(reversed(event.cards)))
        return evolve(state, event)

    patch.setattr(rules.Zuma, "evolve", lambda _, state, event: turned(state, event))


def _three_zumas_cost(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sheet, "ZUMAS", 4)


def _every_colour_again(patch: pytest.MonkeyPatch) -> None:
    why = sheet._why
    patch.setattr(sheet, "_why", lambda held, pole, is_first, _: why(held, pole, is_first, {}))


def _fouls_score(patch: pytest.MonkeyPatch) -> None:
    why = sheet._why
    patch.setattr(
        sheet, "_why", lambda held, pole, is_first, scored: why(held, pole, is_first and bool(held), scored)
    )


def _one_colour_closes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(grabbing, "colours_for", lambda _: frozenset({Colour.RED}))


def _last_hand_wins(patch: pytest.MonkeyPatch) -> None:
    arrived = grabbing._arrived
    patch.setattr(grabbing, "_arrived", lambda state, now: arrived(state, now)[::-1])


FAULTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "the first gets one": _without("FIRST_POINTS", 1),
    "a foul costs one": _without("FOUL_STROKES", 1),
    "a cycle goes on": _without("MAX_CYCLE_ROUNDS", 3),
    "the beat does not hurry": _without("HURRY_MS", 600),
    "cards go elsewhere": _hands_to_the_right,
    "three Zuma cards cost": _three_zumas_cost,
    "a colour counts twice": _every_colour_again,
    "a foul brings points": _fouls_score,
    "one colour closes a cycle": _one_colour_closes,
    "the last hand wins": _last_hand_wins,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """R9, R11, R21, R28, R31, R33, R34, R38, R40: the referee finds each in a few games."""
    FAULTS[fault](monkeypatch)
    with pytest.raises((AssertionError, ValueError)):
        _watch_many()


def _watch_many() -> None:
    for seed in range(40):
        watched(played_out("patient", 3 + seed % 4, SHORT, seed))


def test_without_a_fault_the_referee_is_silent() -> None:
    """R9"""
    assert watching.LONGEST_BEAT_MS == rules.BEAT_MS
    for seed in range(8):
        game = played_out("patient", 3 + seed % 4, SHORT, seed)
        watched(game)
        assert game.state.phase is Phase.OVER
        assert Card.ZUMA in {card for hand in game.state.hands for card in hand}
