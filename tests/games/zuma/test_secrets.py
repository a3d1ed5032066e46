"""Hands, choices and passed cards are secret in every channel, and known to those who may know them."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.conformance import leaks
from tests.games.zuma.games_seen import games, played_out
from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    DOT,
    GAME,
    HOUSE,
    JUNK,
    at,
    called,
    decide,
    is_whole,
    opened,
    play,
    ticked,
)
from tests.kit.play import Played, diced
from ukumbi.core import Seat, codec
from ukumbi.games.zuma import rules, view
from ukumbi.games.zuma.cards import Card, Row, in_order
from ukumbi.games.zuma.events import Chose, Dealt, Event, Passed, ZumaOptions
from ukumbi.games.zuma.state import Phase, State, exchanged

Viewer = Seat | None
SHORT = ZumaOptions(cycles=1)


def written(thing: object) -> bytes:
    return codec(GAME).encode(thing)


def test_a_hand_is_for_one_pair_of_eyes() -> None:
    """R44, R46: spectators see none; everybody sees how many cards each has."""
    state = called(4)
    for viewer in (ANN, BEN, CEM, DOT, None):
        seen = GAME.view(state, viewer)
        shown = [seat for seat, hand in enumerate(seen.hands) if hand is not None]
        assert shown == ([] if viewer is None else [viewer])
        assert seen.counts == tuple(map(len, state.hands))


def test_a_deal_tells_each_their_own_hand() -> None:
    """R44"""
    state = opened(3)
    deal = Dealt(1, 1, state.master, state.hands, state.since, state.since)
    for viewer in (ANN, BEN, CEM, None):
        told = GAME.redact(deal, viewer)
        assert isinstance(told, Dealt)
        assert told.hands == tuple(hand if seat == viewer else None for seat, hand in enumerate(state.hands))


def test_that_somebody_has_chosen_is_seen_and_not_what() -> None:
    """R44"""
    state = called(4)
    (event,) = decide(state, f"pass 1.1 {state.hands[BEN][0]}", BEN)
    after = GAME.evolve(state, event)
    for viewer in (ANN, BEN, None):
        seen, told = GAME.view(after, viewer), GAME.redact(event, viewer)
        assert seen.has_chosen == (BEN,)
        assert isinstance(told, Chose)
        known = state.hands[BEN][0] if viewer == BEN else None
        assert told == Chose(BEN, known)
        assert seen.chosen == (None, known, None, None)


def test_a_passed_card_is_known_to_two() -> None:
    """R45: who passed it and who took it up: it stands in the history of both."""
    state = called(4)
    passed = Passed(1, (Card.SUN, Card.MOON, Card.RAIN, Card.MAIZE), (), state.since, state.since)
    assert GAME.redact(passed, BEN) == replace(passed, cards=(Card.SUN, Card.MOON, None, None))
    assert GAME.redact(passed, ANN) == replace(passed, cards=(Card.SUN, None, None, Card.MAIZE))
    assert GAME.redact(passed, None) == replace(passed, cards=(None,) * 4)


def test_what_was_passed_on_is_gathered_up_nowhere() -> None:
    """R45: a view has what came from the right, for bots and for the mark on the last card, and no more."""
    state = called(4)
    for _ in range(3):
        state = ticked(state)
    assert [len(row) for row in state.passed] == [3] * 4
    assert GAME.view(state, CEM).passed == (None, state.passed[BEN], None, None)
    assert GAME.view(state, None).passed == (None,) * 4


def test_what_was_passed_stays_secret_when_the_round_is_over() -> None:
    """R45, R46: hands are shown then, and nothing else."""
    state = play(ticked(at(HOUSE, JUNK, JUNK)), (ANN, "grab 1 red"), (BEN, "grab 1 blue"))
    state = ticked(state)
    assert state.phase is Phase.COUNTED
    assert GAME.view(state, CEM).hands == state.hands
    assert GAME.view(state, CEM).passed == (None, (), None)


def test_hands_that_reach_out_and_the_sheet_are_open() -> None:
    """R46"""
    state = play(at(HOUSE, JUNK, JUNK, options=ZumaOptions()), (CEM, "grab 1 red"))
    shown = [GAME.view(state, viewer) for viewer in (ANN, BEN, CEM, None)]
    for name in ("grabs", "poles", "accounts", "totals", "first", "turn", "until"):
        assert len({written(getattr(seen, name)) for seen in shown}) == 1


def test_in_hindsight_everything_is_open() -> None:
    """R47: hands, choices and passed cards of every moment."""
    state = play(ticked(called(4)), (ANN, "grab 1 red"))
    chosen = called(4)
    chosen = play(chosen, (BEN, f"pass 1.1 {chosen.hands[BEN][0]}"))
    for viewer in (ANN, None):
        assert GAME.reveal(state, viewer).hands == state.hands
        assert GAME.reveal(state, viewer).passed == state.passed
        assert GAME.reveal(chosen, viewer).chosen == chosen.chosen
        assert GAME.reveal(state, viewer).you == viewer


# worlds that differ in nothing that a viewer may know


@given(games(most=120), st.integers(0, 1 << 16))
def test_worlds_that_look_alike_stay_alike(game: Played, seed: int) -> None:
    """R44, R45, R46: views, events, answers and legal moves, also after many beats."""
    if GAME.outcome(game.state) is None:
        leaks.keeps_secrets(game, diced(seed))


def shows_a_hand(patch: pytest.MonkeyPatch) -> None:
    see = view.see

    def indiscreet(state: State, seat: Viewer, open_hands: bool = False) -> view.ZumaView:
        return replace(see(state, seat, open_hands), hands=state.hands)

    patch.setattr(rules, "see", indiscreet)


def shows_what_others_passed(patch: pytest.MonkeyPatch) -> None:
    see = view.see

    def indiscreet(state: State, seat: Viewer, open_hands: bool = False) -> view.ZumaView:
        return replace(see(state, seat, open_hands), passed=state.passed)

    patch.setattr(rules, "see", indiscreet)


def tells_choices(patch: pytest.MonkeyPatch) -> None:
    redact = rules.Zuma.redact

    def indiscreet(game: rules.Zuma, event: Event, seat: Viewer) -> Event:
        return event if isinstance(event, Chose) else redact(game, event, seat)

    patch.setattr(rules.Zuma, "redact", indiscreet)


def tells_passed_cards(patch: pytest.MonkeyPatch) -> None:
    redact = rules.Zuma.redact

    def indiscreet(game: rules.Zuma, event: Event, seat: Viewer) -> Event:
        return event if isinstance(event, Passed) else redact(game, event, seat)

    patch.setattr(rules.Zuma, "redact", indiscreet)


@pytest.mark.parametrize("fault", [shows_a_hand, shows_what_others_passed, tells_choices, tells_passed_cards])
def test_a_leak_is_noticed(fault: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """R44, R45"""
    assert callable(fault)
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        _look_for_leaks()


def _look_for_leaks() -> None:
    for seed in range(20):
        leaks.keeps_secrets(played_out("patient", 4, SHORT, seed, limit=20 + seed), diced(seed))


# what is imagined


def rewound(state: State) -> list[tuple[Row, ...]]:
    """The hands after each beat, back to the deal; fails if somebody passed what they did not hold."""
    hands, past = state.hands, [state.hands]
    for beat in reversed(range(len(state.passed[0]))):
        gone = [row[beat] for row in state.passed]
        hands = tuple(exchanged(hand, gone[seat - 1], gone[seat]) for seat, hand in enumerate(hands))
        past.append(hands)
    return past


def beaten(seats: int, beats: int, seed: int) -> State:
    state = called(seats, seed)
    for beat in range(beats):
        state = ticked(state, seed=seed + beat)
    return state


@pytest.mark.parametrize("beats", [0, 1, 3, 6])
def test_imagined_worlds_can_have_been(beats: int) -> None:
    """R9, R45: every card is there, and the whole round can be unwound from them, card by card."""
    for seed in range(12):
        state = beaten(3 + seed % 4, beats, seed)
        for viewer in (ANN, BEN, None):
            world = GAME.imagine(GAME.view(state, viewer), Random(seed))
            assert is_whole(world)
            assert written(GAME.view(world, viewer)) == written(GAME.view(state, viewer))
            assert len(rewound(world)) == beats + 1


def test_after_a_long_round_worlds_are_still_whole() -> None:
    """R5, R45: not every unwinding works out any more, but what the viewer sees is kept."""
    for seed in range(12):
        state = beaten(3 + seed % 4, 30, seed)
        for viewer in (ANN, None):
            world = GAME.imagine(GAME.view(state, viewer), Random(seed))
            assert is_whole(world)
            assert written(GAME.view(world, viewer)) == written(GAME.view(state, viewer))


def test_what_came_from_the_right_was_passed_on_there() -> None:
    """R9, R45: in every world that is imagined."""
    state = beaten(4, 4, 7)
    worlds = [GAME.imagine(GAME.view(state, ANN), Random(seed)) for seed in range(30)]
    assert {world.passed[DOT] for world in worlds} == {state.passed[DOT]}
    assert len({world.hands for world in worlds}) > 20
    assert {world.hands[ANN] for world in worlds} == {state.hands[ANN]}


def test_hands_say_nothing_of_when_a_card_came() -> None:
    """R44: they stand in the order of the sets."""
    hands: Sequence[Row] = beaten(5, 5, 3).hands
    assert all(hand == in_order(hand) for hand in hands)
