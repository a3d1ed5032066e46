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
from tests.kit.play import Played, seeded_pick
from ukumbi.core import Seat, codec
from ukumbi.games.zuma import rules, view
from ukumbi.games.zuma.cards import Card, Row, in_order
from ukumbi.games.zuma.events import CardsPassed, Chose, Dealt, Event, ZumaOptions
from ukumbi.games.zuma.state import Phase, State

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
    passed = CardsPassed(1, (Card.SUN, Card.MOON, Card.RAIN, Card.MAIZE), (), state.since, state.since)
    assert GAME.redact(passed, BEN) == replace(passed, cards=(Card.SUN, Card.MOON, None, None))
    assert GAME.redact(passed, ANN) == replace(passed, cards=(Card.SUN, None, None, Card.MAIZE))
    assert GAME.redact(passed, None) == replace(passed, cards=(None,) * 4)


def test_what_was_passed_on_is_gathered_up_nowhere() -> None:
    """R45: a view has the card that came last, for its mark, and no more."""
    state = called(4)
    assert GAME.view(state, CEM).came == (None,) * 4
    for beat in range(1, 4):
        state = play(state, (BEN, f"pass 1.{beat} {(last := state.hands[BEN][beat]).value}"))
        state = ticked(state)
        assert GAME.view(state, CEM).came == (None, None, last, None)
        assert GAME.view(state, None).came == (None,) * 4


@given(st.data())
def test_a_view_does_not_tell_in_which_order_cards_came(source: st.DataObject) -> None:
    """R45: tables that differ in earlier beats alone look the same to everybody, byte by byte."""
    seats, beats = source.draw(st.integers(3, 6)), source.draw(st.integers(3, 6))
    start = called(seats, source.draw(st.integers(0, 1 << 16)))
    given_on = [source.draw(st.permutations(hand))[:beats] for hand in start.hands]
    shuffled = [[*source.draw(st.permutations(earlier)), last] for *earlier, last in given_on]
    one, other = (_passed_on(start, rows) for rows in (given_on, shuffled))
    for viewer in (*map(Seat, range(seats)), None):
        assert written(GAME.view(one, viewer)) == written(GAME.view(other, viewer))


def _passed_on(state: State, rows: Sequence[Sequence[Card]]) -> State:
    """Everybody passes on these cards, beat by beat."""
    for beat, cards in enumerate(zip(*rows, strict=True), start=1):
        state = play(state, *((Seat(seat), f"pass 1.{beat} {card.value}") for seat, card in enumerate(cards)))
        state = ticked(state)
    return state


def test_what_was_passed_stays_secret_when_the_round_is_over() -> None:
    """R45, R46: hands are shown then, and nothing else."""
    state = play(ticked(at(HOUSE, JUNK, JUNK)), (ANN, "grab 1 red"), (BEN, "grab 1 blue"))
    state = ticked(state)
    assert state.phase is Phase.COUNTED
    assert GAME.view(state, CEM).hands == state.hands
    assert GAME.view(state, CEM).came == (None,) * 3


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
        assert GAME.reveal(state, viewer).came == state.came
        assert GAME.reveal(chosen, viewer).chosen == chosen.chosen
        assert GAME.reveal(state, viewer).you == viewer


# worlds that differ in nothing that a viewer may know


@given(games(most=120), st.integers(0, 1 << 16))
def test_worlds_that_look_alike_stay_alike(game: Played, seed: int) -> None:
    """R44, R45, R46: views, events, answers and legal moves, also after many beats."""
    if GAME.outcome(game.state) is None:
        leaks.keeps_secrets(game, seeded_pick(seed))


def shows_a_hand(patch: pytest.MonkeyPatch) -> None:
    see = view.see

    def indiscreet(state: State, seat: Viewer, open_hands: bool = False) -> view.ZumaView:
        return replace(see(state, seat, open_hands), hands=state.hands)

    patch.setattr(rules, "see", indiscreet)


def shows_what_others_took(patch: pytest.MonkeyPatch) -> None:
    see = view.see

    def indiscreet(state: State, seat: Viewer, open_hands: bool = False) -> view.ZumaView:
        return replace(see(state, seat, open_hands), came=state.came)

    patch.setattr(rules, "see", indiscreet)


def tells_choices(patch: pytest.MonkeyPatch) -> None:
    redact = rules.Zuma.redact

    def indiscreet(game: rules.Zuma, event: Event, seat: Viewer) -> Event:
        return event if isinstance(event, Chose) else redact(game, event, seat)

    patch.setattr(rules.Zuma, "redact", indiscreet)


def tells_passed_cards(patch: pytest.MonkeyPatch) -> None:
    redact = rules.Zuma.redact

    def indiscreet(game: rules.Zuma, event: Event, seat: Viewer) -> Event:
        return event if isinstance(event, CardsPassed) else redact(game, event, seat)

    patch.setattr(rules.Zuma, "redact", indiscreet)


@pytest.mark.parametrize("fault", [shows_a_hand, shows_what_others_took, tells_choices, tells_passed_cards])
def test_a_leak_is_noticed(fault: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """R44, R45"""
    assert callable(fault)
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        _look_for_leaks()


def _look_for_leaks() -> None:
    for seed in range(20):
        leaks.keeps_secrets(played_out("patient", 4, SHORT, seed, limit=20 + seed), seeded_pick(seed))


# what is imagined


def beaten(seats: int, beats: int, seed: int) -> State:
    state = called(seats, seed)
    for beat in range(beats):
        state = ticked(state, seed=seed + beat)
    return state


@pytest.mark.parametrize("beats", [0, 1, 3, 30])
def test_imagined_worlds_can_have_been(beats: int) -> None:
    """R5, R9, R45: every card is there, and what came last to each is in their hand."""
    for seed in range(12):
        state = beaten(3 + seed % 4, beats, seed)
        for viewer in (ANN, BEN, None):
            world = GAME.imagine(GAME.view(state, viewer), Random(seed))
            assert is_whole(world)
            assert written(GAME.view(world, viewer)) == written(GAME.view(state, viewer))
            if beats:
                assert all(card in hand for card, hand in zip(world.came, world.hands, strict=True))
            else:
                assert set(world.came) == {None}


def test_imagined_worlds_differ_in_what_is_hidden_alone() -> None:
    """R44, R45"""
    state = beaten(4, 4, 7)
    worlds = [GAME.imagine(GAME.view(state, ANN), Random(seed)) for seed in range(30)]
    assert {world.came[ANN] for world in worlds} == {state.came[ANN]}
    assert {world.hands[ANN] for world in worlds} == {state.hands[ANN]}
    assert len({world.hands for world in worlds}) > 20
    assert len({world.came[BEN] for world in worlds}) > 3


def test_hands_say_nothing_of_when_a_card_came() -> None:
    """R44: they stand in the order of the sets."""
    hands: Sequence[Row] = beaten(5, 5, 3).hands
    assert all(hand == in_order(hand) for hand in hands)
