"""Hands, choices and passed cards are secret on every channel, except to seats that may know them."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.conformance import leaks
from tests.games.zuma.recorded_games import games, played_out
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


def test_a_hand_is_shown_only_to_its_player() -> None:
    """R44, R46: spectators see no hand; all viewers see the number of cards."""
    state = called(4)
    for viewer in (ANN, BEN, CEM, DOT, None):
        seen = GAME.view(state, viewer)
        shown = [seat for seat, hand in enumerate(seen.hands) if hand is not None]
        assert shown == ([] if viewer is None else [viewer])
        assert seen.counts == tuple(map(len, state.hands))


def test_a_deal_shows_players_their_own_hand() -> None:
    """R44"""
    state = opened(3)
    deal = Dealt(1, 1, state.master, state.hands, state.since, state.since)
    for viewer in (ANN, BEN, CEM, None):
        told = GAME.redact(deal, viewer)
        assert isinstance(told, Dealt)
        assert told.hands == tuple(hand if seat == viewer else None for seat, hand in enumerate(state.hands))


def test_choices_are_hidden_but_not_that_they_were_made() -> None:
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


def test_a_passed_card_is_known_to_two_players() -> None:
    """R45: the giver and the taker have it in their history."""
    state = called(4)
    passed = CardsPassed(1, (Card.SUN, Card.MOON, Card.RAIN, Card.MAIZE), (), state.since, state.since)
    assert GAME.redact(passed, BEN) == replace(passed, cards=(Card.SUN, Card.MOON, None, None))
    assert GAME.redact(passed, ANN) == replace(passed, cards=(Card.SUN, None, None, Card.MAIZE))
    assert GAME.redact(passed, None) == replace(passed, cards=(None,) * 4)


def test_views_do_not_collect_passed_cards() -> None:
    """R45: a view marks only the card that came last."""
    state = called(4)
    assert GAME.view(state, CEM).came == (None,) * 4
    for beat in range(1, 4):
        state = play(state, (BEN, f"pass 1.{beat} {(last := state.hands[BEN][beat]).value}"))
        state = ticked(state)
        assert GAME.view(state, CEM).came == (None, None, last, None)
        assert GAME.view(state, None).came == (None,) * 4


@given(st.data())
def test_a_view_does_not_show_the_order_of_passed_cards(source: st.DataObject) -> None:
    """R45: tables that differ only in earlier beats give all viewers the same bytes."""
    seats, beats = source.draw(st.integers(3, 6)), source.draw(st.integers(3, 6))
    start = called(seats, source.draw(st.integers(0, 1 << 16)))
    given_on = [source.draw(st.permutations(hand))[:beats] for hand in start.hands]
    shuffled = [[*source.draw(st.permutations(earlier)), last] for *earlier, last in given_on]
    one, other = (_passed_on(start, rows) for rows in (given_on, shuffled))
    for viewer in (*map(Seat, range(seats)), None):
        assert written(GAME.view(one, viewer)) == written(GAME.view(other, viewer))


def _passed_on(state: State, rows: Sequence[Sequence[Card]]) -> State:
    """All pass these cards, beat by beat."""
    for beat, cards in enumerate(zip(*rows, strict=True), start=1):
        state = play(state, *((Seat(seat), f"pass 1.{beat} {card.value}") for seat, card in enumerate(cards)))
        state = ticked(state)
    return state


def test_passed_cards_stay_secret_after_the_round() -> None:
    """R45, R46: only hands are shown then."""
    state = play(ticked(at(HOUSE, JUNK, JUNK)), (ANN, "grab 1 red"), (BEN, "grab 1 blue"))
    state = ticked(state)
    assert state.phase is Phase.COUNTED
    assert GAME.view(state, CEM).hands == state.hands
    assert GAME.view(state, CEM).came == (None,) * 3


def test_grabs_and_the_score_sheet_are_open() -> None:
    """R46"""
    state = play(at(HOUSE, JUNK, JUNK, options=ZumaOptions()), (CEM, "grab 1 red"))
    shown = [GAME.view(state, viewer) for viewer in (ANN, BEN, CEM, None)]
    for name in ("grabs", "poles", "accounts", "totals", "first", "turn", "until"):
        assert len({written(getattr(seen, name)) for seen in shown}) == 1


def test_replays_show_everything() -> None:
    """R47: hands, choices and passed cards at every moment."""
    state = play(ticked(called(4)), (ANN, "grab 1 red"))
    chosen = called(4)
    chosen = play(chosen, (BEN, f"pass 1.1 {chosen.hands[BEN][0]}"))
    for viewer in (ANN, None):
        assert GAME.reveal(state, viewer).hands == state.hands
        assert GAME.reveal(state, viewer).came == state.came
        assert GAME.reveal(chosen, viewer).chosen == chosen.chosen
        assert GAME.reveal(state, viewer).you == viewer


# worlds that look the same to a viewer


@given(games(most=120), st.integers(0, 1 << 16))
def test_worlds_that_look_alike_stay_alike(game: Played, seed: int) -> None:
    """R44, R45, R46: in views, events, answers and legal moves, also after many beats."""
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
def test_a_planted_leak_is_found(fault: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """R44, R45"""
    assert callable(fault)
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        _look_for_leaks()


def _look_for_leaks() -> None:
    for seed in range(20):
        leaks.keeps_secrets(played_out("patient", 4, SHORT, seed, limit=20 + seed), seeded_pick(seed))


# imagined worlds


def beaten(seats: int, beats: int, seed: int) -> State:
    state = called(seats, seed)
    for beat in range(beats):
        state = ticked(state, seed=seed + beat)
    return state


@pytest.mark.parametrize("beats", [0, 1, 3, 30])
def test_imagined_worlds_are_possible(beats: int) -> None:
    """R5, R9, R45: they have every card, and each hand has the card that came last."""
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


def test_imagined_worlds_differ_only_in_hidden_cards() -> None:
    """R44, R45"""
    state = beaten(4, 4, 7)
    worlds = [GAME.imagine(GAME.view(state, ANN), Random(seed)) for seed in range(30)]
    assert {world.came[ANN] for world in worlds} == {state.came[ANN]}
    assert {world.hands[ANN] for world in worlds} == {state.hands[ANN]}
    assert len({world.hands for world in worlds}) > 20
    assert len({world.came[BEN] for world in worlds}) > 3


def test_hands_do_not_show_when_a_card_came() -> None:
    """R44: they are sorted by set."""
    hands: Sequence[Row] = beaten(5, 5, 3).hands
    assert all(hand == in_order(hand) for hand in hands)
