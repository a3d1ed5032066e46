"""Hands, piles and their order are secret: whole games in pairs of worlds that differ only in them."""

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.ukuma.recorded_games import moments, sample_games, whole_games, written
from tests.games.ukuma.reference import DECK, card
from tests.games.ukuma.table import ANN, BEN, GAME, NOW, at, cards, dealt, decide, lays, play, signalled
from tests.kit.play import Played
from ukumbi.core import Seat, fold
from ukumbi.games.ukuma.cards import CARD_OF, FACE_NAMES, FACES
from ukumbi.games.ukuma.events import (
    Chose,
    Dealt,
    Discarded,
    Drew,
    Ended,
    Event,
    Laid,
    Opened,
    Row,
    Signalled,
)
from ukumbi.games.ukuma.state import Phase, State, held, names

Viewer = Seat | None
VIEWERS: tuple[Viewer, ...] = (ANN, BEN, None)


def shown_to(viewer: Viewer, event: Event) -> dict[int, Iterable[str]]:
    """The seats whose cards a viewer sees in this event, by RULES.md."""
    match event:
        case Opened():
            shown: dict[int, Iterable[str]] = {event.white: event.laid}
        case Chose():
            shown = {event.seat: event.laid}
        case Laid():
            shown = {event.seat: [event.laid]}
        case Discarded():
            shown = {event.seat: event.cards}
        case Signalled() if viewer is not None:
            shown = {viewer: event.hands[viewer] or ()}
        case Drew() if event.seat == viewer:
            shown = {event.seat: event.cards or ()}
        case Ended():
            shown = {seat: [name for name in hand if name] for seat, hand in enumerate(event.hands)}
        case _:
            shown = {}
    return shown


def unseen(viewer: Viewer, events: Sequence[Event], seat: int) -> list[str]:
    """The cards of this seat's deck that the viewer has not seen in the current game."""
    met = {card(name.split("@")[0]) for event in events for name in shown_to(viewer, event).get(seat, ())}
    return [name for name in DECK if name not in met]


Exchange = dict[tuple[int, str], str]
"""For each deck, each card's counterpart in the other world."""


def exchange(viewer: Viewer, events: Sequence[Event], rng: Random) -> Exchange:
    """Exchange unseen cards in both decks."""
    other: Exchange = {}
    for seat in (0, 1):
        hidden = unseen(viewer, events, seat)
        other |= {(seat, name): name for name in DECK}
        other |= {
            (seat, name): found for name, found in zip(hidden, rng.sample(hidden, len(hidden)), strict=True)
        }
    return other


def exchanged(event: Event, other: Exchange) -> Event:
    """The same event in the other world."""

    def row(seat: int, names: Row) -> Row:
        return tuple(game_name(other[seat, card(name)]) for name in names)

    match event:
        case Dealt():
            assert event.hands is not None
            assert event.piles is not None
            return replace(
                event,
                hands=tuple(row(seat, hand) for seat, hand in enumerate(event.hands)),
                piles=tuple(row(seat, pile) for seat, pile in enumerate(event.piles)),
            )
        case Signalled():
            return replace(event, hands=tuple(row(seat, hand or ()) for seat, hand in enumerate(event.hands)))
        case Drew():
            return replace(event, cards=row(event.seat, event.cards or ()))
    return event


def game_name(name: str) -> str:
    return FACE_NAMES[CARD_OF[FACES[name]]]


def is_shown(events: Sequence[Event], viewer: Viewer, first: State | None) -> list[bytes]:
    """All that reaches a viewer: each event, and the view after it."""
    state, bytes_seen = first, list[bytes]()
    for event in events:
        state = GAME.evolve(state, event)
        bytes_seen.append(written([GAME.redact(event, viewer), GAME.view(state, viewer)]))
    return bytes_seen


def latest_game(game: Played, cut: int) -> tuple[State | None, list[Event]]:
    """The events of the current game up to the cut, and the state before it."""
    seen = moments(game)[: 1 + cut]
    began = max(number for number, moment in enumerate(seen) if isinstance(moment.event, Opened))
    return seen[began].before, [moment.event for moment in seen[began:]]


def keeps_secrets(game: Played, cut: int, seed: int) -> int:
    """Check that no viewer can tell the worlds apart; return the number of exchanged cards."""
    before, events = latest_game(game, cut)
    changed = 0
    for viewer in VIEWERS:
        other = exchange(viewer, events, Random(seed))
        changed += sum(name != found for (_, name), found in other.items())
        elsewhere = [exchanged(event, other) for event in events]
        assert is_shown(elsewhere, viewer, before) == is_shown(events, viewer, before)
    return changed


@given(whole_games(), st.integers(0, 12) | st.integers(0, 400), st.integers(0, 1 << 16))
def test_worlds_that_differ_in_what_is_hidden_look_the_same(game: Played, cut: int, seed: int) -> None:
    """R11, R13, R42: the bytes of all views and events, from the setup to any moment."""
    keeps_secrets(game, cut, seed)


def test_worlds_do_differ() -> None:
    """R42: otherwise the test above would compare a world with itself."""
    for game in sample_games("any", games=4):
        assert all(keeps_secrets(game, cut, 1) > 50 for cut in (2, 3, 6, 10))


@given(st.integers(0, 1 << 16), st.integers(0, 1 << 16))
def test_the_order_of_a_pile_shows_only_when_drawn(seed: int, shuffle: int) -> None:
    """R42: neither views nor legal moves nor answers."""
    state, rng = signalled(seed), Random(shuffle)
    other = replace(state, piles=tuple(tuple(rng.sample(pile, len(pile))) for pile in state.piles))
    for viewer in VIEWERS:
        assert written(GAME.view(other, viewer)) == written(GAME.view(state, viewer))
    for seat in (ANN, BEN):
        assert list(GAME.legal_moves(other, seat)) == list(GAME.legal_moves(state, seat))
        for laid in lays(state, seat):
            assert decide(other, f"lay {laid}", seat) == decide(state, f"lay {laid}", seat)


def redacted_for(event: Any, viewer: Viewer) -> Any:
    return GAME.redact(event, viewer)


def test_dealt_cards_are_hidden() -> None:
    """R11, R42: before the signal not even the hand's owner."""
    state = dealt()
    for viewer in VIEWERS:
        view = GAME.view(state, viewer)
        assert view.hands == (None, None)
        assert (view.counts, view.piles) == ((3, 3), (32, 32))
        assert view.fits == ()
    deal = Dealt((("lloo",), ("llbb",)), (("rroo",), ("rrbb",)), NOW)
    assert all(redacted_for(deal, viewer) == replace(deal, hands=None, piles=None) for viewer in VIEWERS)


def test_the_signal_shows_players_their_own_hands() -> None:
    """R13, R42"""
    signal = Signalled((("lloo", "llbb", "rroo"), ("rrbb", "ppoo", "nnoo")))
    assert redacted_for(signal, ANN).hands == (signal.hands[0], None)
    assert redacted_for(signal, BEN).hands == (None, signal.hands[1])
    assert redacted_for(signal, None).hands == (None, None)


def test_drawn_cards_are_shown_only_to_their_player() -> None:
    """R42: others are told how many, and whether the pile was turned over."""
    drew = Drew(BEN, ("rrbb", "ppoo"), 2, turned=True)
    assert redacted_for(drew, BEN) == drew
    for viewer in (ANN, None):
        assert redacted_for(drew, viewer) == Drew(BEN, None, 2, turned=True)


def test_discards_are_open() -> None:
    """R23, R42, R43: to all; the latest stays visible even if the pile is turned over at once."""
    state = at(hands=("nnoo nnbb", ""), piles=((), ()), discards=(cards("llbb"), ()))
    threw, _ = decide(state, "discard")
    after = play(state, "discard")
    for viewer in VIEWERS:
        assert redacted_for(threw, viewer) == threw
        view = GAME.view(after, viewer)
        assert (view.discards[ANN], view.thrown[ANN]) == (0, ("nnoo", "nnbb"))


def test_only_the_last_discard_stays_visible() -> None:
    """R43: of the cards under it the view has only the number; the history has the cards."""
    state = at(hands=("nnoo nnbb llbb", ""))
    first = play(state, "discard")
    after = play(first, "discard")
    earlier, later = (names(held(each.hands[ANN])) for each in (state, first))
    for viewer in VIEWERS:
        view = GAME.view(after, viewer)
        assert (view.discards, view.thrown) == ((6, 0), (later, ()))
        assert not {*earlier} & {*re.findall(r'"(\w{4})"', written(view).decode())}
    worlds = [GAME.imagine(GAME.view(after, BEN), Random(seed)).discards[ANN] for seed in range(20)]
    assert len({world[:3] for world in worlds}) > 15
    assert {world[3:] for world in worlds} == {after.discards[ANN][3:]}


def test_discards_that_were_turned_over_are_secret_again() -> None:
    """R43: a world with another order looks the same."""
    state = at(hands=("nnoo", ""), piles=((), ()), discards=(cards("llbb lrbb rrbb ppbb"), ()))
    after = play(state, "discard")
    assert len(after.piles[ANN]) == 2
    worlds = [GAME.imagine(GAME.view(after, BEN), Random(seed)) for seed in range(20)]
    assert len({world.piles[ANN] for world in worlds}) > 10


def test_imagined_worlds_are_complete_and_differ() -> None:
    """R3, R42: 36 cards in each deck; hidden cards are dealt anew."""
    for game in sample_games("any", games=3):
        for moment in moments(game):
            for viewer in VIEWERS:
                world = GAME.imagine(GAME.view(moment.after, viewer), Random(7))
                assert [whole(world, seat) for seat in (0, 1)] == [36, 36]
                assert written(GAME.view(world, viewer)) == written(GAME.view(moment.after, viewer))
    state = signalled()
    hands = {GAME.imagine(GAME.view(state, ANN), Random(seed)).hands for seed in range(20)}
    assert {each[ANN] for each in hands} == {state.hands[ANN]}
    assert len({each[BEN] for each in hands}) > 15


def whole(state: State, seat: int) -> int:
    lying = [CARD_OF[each.face] for each in state.layout.values() if each.seat == seat]
    held = [each for each in state.hands[seat] if each is not None]
    places = [*lying, *held, *state.piles[seat], *state.discards[seat]]
    assert len(set(places)) == len(places)
    return len(places)


def test_hands_are_shown_when_a_game_has_ended() -> None:
    """R44: to all, between the games of a match too; piles stay hidden."""
    for best_of in (1, 3):
        state = play(signalled(best_of=best_of), "resign")
        assert state.phase is (Phase.OVER if best_of == 1 else Phase.BETWEEN)
        for viewer in VIEWERS:
            view = GAME.view(state, viewer)
            assert all(hand is not None and len(hand) == 3 for hand in view.hands)
            assert view.piles == (32, 32)


@pytest.mark.parametrize("wanted", ["hidden", "shown"])
def test_places_are_shown_if_the_option_is_on(wanted: str) -> None:
    """R45: to each player for their own cards, never to the other player or spectators."""
    state = signalled(fits=wanted)
    for seat in (ANN, BEN):
        fits = GAME.view(state, seat).fits
        assert sorted(laid for ways in fits for laid in ways) == (
            sorted(lays(state, seat)) if wanted == "shown" else []
        )
        for own, ways in zip(state.hands[seat], fits, strict=False):
            assert {CARD_OF[FACES[laid.split("@")[0]]] for laid in ways} <= {own}
    assert GAME.view(state, None).fits == ()


def test_places_keep_to_the_places_of_the_hand() -> None:
    """R45: a laid card leaves a gap."""
    state = signalled(5, fits="shown")
    laid = next(text for text in lays(state))
    after = fold(GAME.evolve, decide(state, f"lay {laid}"), state)
    fits = GAME.view(after, ANN).fits
    assert len(fits) == 3
    assert fits[after.hands[ANN].index(None)] == ()


def test_fronts_are_public() -> None:
    """R42: they follow from the cards on the table."""
    state = signalled()
    assert len({GAME.view(state, viewer).fronts for viewer in VIEWERS}) == 1
