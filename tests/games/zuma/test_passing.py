"""Passing: all choose, the beat comes, all cards move to the left together."""

from collections import Counter

import pytest

from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    DOT,
    GAME,
    JUNK,
    NOW,
    at,
    called,
    cards,
    decide,
    is_whole,
    moves,
    play,
    refusal,
    ticked,
)
from ukumbi.core import CLOCK, Instant, Seat, Tick
from ukumbi.games.zuma.cards import Card
from ukumbi.games.zuma.events import CardsPassed, Chose, Counted, Hurried
from ukumbi.games.zuma.state import Phase, State

HANDS = ("sun sun moon", "moon moon rain", "rain rain skull", "skull eagle sun")
TABLE = at(*HANDS)


def choose(state: State, *chosen: str) -> State:
    """The seats choose these cards, in order."""
    return play(state, *((Seat(seat), f"pass 1.1 {card}") for seat, card in enumerate(chosen)))


def test_all_chosen_cards_go_to_the_left_together() -> None:
    """R4, R9"""
    state = choose(TABLE, "sun", "rain", "skull", "eagle")
    after = ticked(state)
    assert after.hands == tuple(
        map(cards, ("sun moon eagle", "moon moon sun", "rain rain rain", "skull skull sun"))
    )
    assert after.came == (Card.EAGLE, Card.SUN, Card.RAIN, Card.SKULL)
    assert (after.beat, after.chosen) == (2, (None,) * 4)


def test_a_card_that_comes_cannot_go_on_in_the_same_beat() -> None:
    """R9: Cem has no eagle before the beat."""
    assert refusal(TABLE, "pass 1.1 eagle", CEM) == ("not_in_hand", {"card": "eagle"})


def test_a_choice_can_be_exchanged_until_the_beat() -> None:
    """R10"""
    state = choose(TABLE, "sun")
    assert "pass 1.1 sun" not in moves(state)
    assert list(decide(state, "pass 1.1 moon")) == [Chose(ANN, Card.MOON)]
    state = play(state, (ANN, "pass 1.1 moon"))
    assert (state.chosen[ANN], state.hands) == (Card.MOON, TABLE.hands)
    assert ticked(state).came[BEN] == Card.MOON


@pytest.mark.parametrize(("beat", "longest"), [("calm", 6_000), ("normal", 4_000), ("fast", 2_000)])
def test_a_beat_has_a_latest_time(beat: str, longest: int) -> None:
    """R11: after the call, and after each beat."""
    state = called(beat=beat)
    assert GAME.deadline(state) == NOW + 20_000 + longest
    state = ticked(state, late=30)
    assert GAME.deadline(state) == NOW + 20_000 + 2 * longest + 30


def test_a_beat_comes_sooner_when_all_have_chosen() -> None:
    """R11: four tenths of a second after the last choice."""
    state = choose(TABLE, "sun", "rain", "skull")
    chose, hurried = decide(state, "pass 1.1 eagle", DOT, now=NOW + 1_500)
    assert (chose, hurried) == (Chose(DOT, Card.EAGLE), Hurried(Instant(NOW + 1_900)))


def test_beats_are_a_second_apart_at_least() -> None:
    """R11"""
    state = choose(TABLE, "sun", "rain", "skull")
    assert decide(state, "pass 1.1 eagle", DOT, now=NOW + 100)[1] == Hurried(Instant(NOW + 1_000))


def test_a_late_choice_does_not_delay_the_beat() -> None:
    """R11"""
    state = choose(TABLE, "sun", "rain", "skull")
    assert list(decide(state, "pass 1.1 eagle", DOT, now=NOW + 3_700)) == [Chose(DOT, Card.EAGLE)]


def test_an_exchange_does_not_delay_the_beat() -> None:
    """R10, R11"""
    state = choose(TABLE, "sun", "rain", "skull", "eagle")
    assert list(decide(state, "pass 1.1 moon", now=NOW + 900)) == [Chose(ANN, Card.MOON)]


def test_players_without_a_choice_pass_a_random_card() -> None:
    """R12: each card of the hand is equally likely; the others pass their choices."""
    state = play(TABLE, (BEN, "pass 1.1 rain"))
    drawn = Counter[Card]()
    for seed in range(300):
        (beat,) = decide(state, Tick(), CLOCK, NOW + 4_000, seed)
        assert isinstance(beat, CardsPassed)
        assert beat.drawn == (ANN, CEM, DOT)
        assert beat.cards[BEN] is Card.RAIN
        drawn[beat.cards[ANN] or Card.ZUMA] += 1
    assert drawn.keys() == {Card.SUN, Card.MOON}
    assert 160 < drawn[Card.SUN] < 240


def test_a_late_choice_is_refused() -> None:
    """R13: a choice names its beat."""
    state = ticked(TABLE)
    card = state.hands[ANN][0]
    assert refusal(state, f"pass 1.1 {card}") == ("not_this_beat", {"beat": 1, "now": 2})
    assert refusal(state, f"pass 1.3 {card}") == ("not_this_beat", {"beat": 3, "now": 2})
    assert refusal(state, f"pass 2.2 {card}") == ("not_this_round", {"round": 2, "now": 1})
    play(state, (ANN, f"pass 1.2 {card}"))


def test_a_round_without_a_grab_ends() -> None:
    """R14: after sixty beats, without points or strokes, even with Zuma cards in hands."""
    state = at("zuma zuma zuma", JUNK, JUNK, "zuma sun")
    for _ in range(59):
        assert state.phase is Phase.PASSING
        state = ticked(state)
    (counted,) = decide(state, Tick(), CLOCK, GAME.deadline(state) or NOW)
    assert isinstance(counted, Counted)
    assert (counted.closing, counted.closed, counted.ending) == ("nobody", False, None)
    assert {(line.why, line.points, line.foul, line.zumas) for line in counted.lines} == {
        ("nothing", 0, 0, 0)
    }


def test_three_rounds_without_a_grab_end_the_game() -> None:
    """R14: with the scores as they are; a grab in between restarts the count."""
    state, quiet = at(JUNK, JUNK, JUNK, lulls=2, beat=60), at(JUNK, JUNK, JUNK, lulls=1, beat=60)
    over = ticked(state)
    assert over.phase is Phase.OVER
    assert GAME.outcome(over).ending == "asleep"  # type: ignore[union-attr]
    assert ticked(quiet).phase is Phase.COUNTED
    assert ticked(quiet).lulls == 2
    grabbed = play(quiet, (ANN, "grab 1 red"), (BEN, "grab 1 blue"))
    assert ticked(grabbed).lulls == 0


def test_no_card_is_lost_over_many_beats() -> None:
    """R5, R9"""
    state = called(6, seed=8)
    sizes = [len(hand) for hand in state.hands]
    for beat in range(40):
        state = ticked(state, seed=beat)
        assert is_whole(state)
        assert [len(hand) for hand in state.hands] == sizes
