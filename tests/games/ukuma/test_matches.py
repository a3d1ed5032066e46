"""Best of three, and rematches."""

from typing import Any, Literal

import pytest

from tests.games.ukuma.reference import card
from tests.games.ukuma.table import ANN, BEN, GAME, NOW, decide, play, refusal, signalled, ticked
from ukumbi.core import CLOCK, Instant, Outcome, Seat, Tick
from ukumbi.core.shared_rules import Readied
from ukumbi.games.ukuma.cards import FACE_NAMES
from ukumbi.games.ukuma.events import Ended, Opened, UkumaOptions
from ukumbi.games.ukuma.state import Phase, State, held

Handicap = Literal["none", "first", "second"]


def won(state: State, seat: Seat) -> State:
    """The state after the other player resigns."""
    return play(state, "resign", actor=Seat(1 - seat))


def drawn(state: State) -> State:
    return play(play(state, "draw"), "draw", actor=BEN)


def next_game(state: State) -> State:
    """The state at the next signal."""
    for seat in (ANN, BEN):
        state = play(state, "ready", actor=seat)
    return ticked(ticked(state))


def first(**options: Any) -> State:
    return signalled(best_of=3, **options)


def test_a_match_is_one_game_by_default() -> None:
    """R34"""
    assert UkumaOptions().best_of == 1
    assert won(signalled(), ANN).phase is Phase.OVER


def test_two_wins_are_enough() -> None:
    """R34: no third game is played."""
    one = won(first(), BEN)
    assert (one.phase, one.wins, GAME.outcome(one)) == (Phase.BETWEEN, (0, 1), None)
    two = won(next_game(one), BEN)
    assert GAME.outcome(two) == Outcome("resigned", places=(2, 1), points=(0, 2))


def test_a_third_game_decides() -> None:
    """R34"""
    even = won(next_game(won(first(), ANN)), BEN)
    assert (even.phase, even.wins) == (Phase.BETWEEN, (1, 1))
    assert GAME.outcome(won(next_game(even), ANN)) == Outcome("resigned", places=(1, 2), points=(2, 1))


def test_a_drawn_game_counts_for_neither() -> None:
    """R35: one win and two draws win the match; three draws, or a win each, draw it."""
    one = won(next_game(drawn(first())), BEN)
    assert (one.phase, one.wins) == (Phase.BETWEEN, (0, 1))
    last = drawn(next_game(one))
    assert GAME.outcome(last) == Outcome("agreed", places=(2, 1), points=(0, 1))
    level = drawn(next_game(won(next_game(won(first(), ANN)), BEN)))
    assert GAME.outcome(level) == Outcome("agreed", places=(1, 1), points=(1, 1))
    none = drawn(next_game(drawn(next_game(drawn(first())))))
    assert GAME.outcome(none) == Outcome("agreed", places=(1, 1), points=(0, 0))


@pytest.mark.parametrize("white", ["first", "second"])
def test_players_keep_their_deck(white: str) -> None:
    """R36: and the colour; every game begins with full decks."""
    state = first(white=white)
    for number in (2, 3):
        state = next_game(won(state, Seat(number % 2)))
        assert state.white == (ANN if white == "first" else BEN)
        assert state.game == number
        for seat in (ANN, BEN):
            lying = [each.face for each in state.layout.values() if each.seat == seat]
            cards = [*held(state.hands[seat]), *state.piles[seat], *lying]
            assert len({card(FACE_NAMES[each]) for each in cards}) == len(cards) == 36
        assert (state.discards, state.thrown, state.offer) == (((), ()), ((), ()), None)
        assert (state.ending, state.winner) == (None, None)


def test_the_next_game_comes_when_both_are_ready() -> None:
    """R37"""
    between = won(first(), ANN)
    assert GAME.may_act(between) == {ANN, BEN}
    ready = play(between, "ready", actor=BEN)
    assert refusal(ready, "ready", BEN) == ("already_ready", {})
    assert refusal(ready, "resign") == ("not_now", {"phase": "between"})
    assert [type(event) for event in decide(ready, "ready")] == [Readied, Opened]


def test_the_next_game_comes_after_twenty_seconds() -> None:
    """R37: even if only one player, or none, is ready."""
    between = won(first(), ANN)
    assert GAME.deadline(between) == NOW + 20_000
    for state in (between, play(between, "ready", actor=BEN)):
        assert GAME.deadline(state) == NOW + 20_000
        (event,) = decide(state, Tick(), CLOCK, Instant(NOW + 20_000))
        assert isinstance(event, Opened)
        assert (event.game, event.until) == (2, NOW + 40_000)


def test_the_last_game_ends_the_match() -> None:
    """R34"""
    (end,) = decide(next_game(won(first(), ANN)), "resign", BEN)
    assert isinstance(end, Ended)
    assert end.until is None


@pytest.mark.parametrize("handicap", ["first", "second"])
def test_a_handicap_lasts_for_the_match(handicap: Handicap) -> None:
    """R39: in a best of three the same player faces three cards in each game."""
    state = first(handicap=handicap)
    for winner in (ANN, BEN, ANN):
        counts = [sum(each.seat == seat for each in state.layout.values()) for seat in (ANN, BEN)]
        assert counts == ([1, 3] if handicap == "first" else [3, 1])
        over = won(state, winner)
        state = next_game(over) if over.phase is Phase.BETWEEN else over
    assert (state.game, state.wins) == (3, (2, 1))


@pytest.mark.parametrize(("handicap", "then"), [("none", "none"), ("first", "second"), ("second", "first")])
def test_a_handicap_goes_with_its_player(handicap: Handicap, then: Handicap) -> None:
    """R41: players move on by a seat, the other options stay; after two games all is as before."""
    options = UkumaOptions(size="cafe", white="second", best_of=3, handicap=handicap, fits="shown")
    after = GAME.rematch(options)
    assert after == UkumaOptions(size="cafe", white="second", best_of=3, handicap=then, fits="shown")
    assert GAME.rematch(after) == options


@pytest.mark.parametrize("handicap", ["first", "second"])
def test_the_same_player_faces_three_in_a_rematch(handicap: Handicap) -> None:
    """R41: as seen by the players, who have changed seats."""
    options = UkumaOptions(white="first", handicap=handicap)
    again = GAME.rematch(options)
    assert isinstance(again, UkumaOptions)

    def strong(chosen: UkumaOptions) -> int:
        state = signalled(white="first", handicap=chosen.handicap)
        return [sum(each.seat == seat for each in state.layout.values()) for seat in (0, 1)].index(1)

    assert strong(again) == (strong(options) + 1) % 2
