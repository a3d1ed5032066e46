"""Before the passing: the deal, ready, and the master's call."""

from collections import Counter
from random import Random

from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    DOT,
    GAME,
    JUNK,
    NOW,
    ZUMAS,
    at,
    decide,
    grabbed,
    moves,
    opened,
    play,
    ticked,
)
from ukumbi.core import CLOCK, Instant, Tick, fold
from ukumbi.core.shared_rules import Readied
from ukumbi.games.zuma.events import Called, CardsPassed, Chose, Dealt
from ukumbi.games.zuma.state import Phase, State


def test_the_first_dealer_is_drawn() -> None:
    """R6"""
    masters = Counter(opened(4, seed).master for seed in range(200))
    assert set(masters) == {0, 1, 2, 3}
    assert min(masters.values()) > 25


def test_the_next_master_sits_on_the_left() -> None:
    """R4, R37: after every round, with new cards, also between cycles."""
    state, seen = at(ZUMAS, JUNK, JUNK, master=BEN), list[tuple[int, int, int]]()
    hands = set[object]()
    while state.cycle < 3:
        # The second grabber gets red and blue in turn, which closes the cycle every other round.
        poles = ("red", "blue") if state.round % 2 else ("blue", "red")
        state = ticked(grabbed(state, (ANN, poles[0]), (BEN, poles[1])), seed=state.round)
        seen.append((state.round, state.cycle, state.master))
        hands.add(state.hands)
    assert seen == [(2, 1, CEM), (3, 2, ANN), (4, 2, BEN), (5, 3, CEM)]
    assert len(hands) == 4


def test_the_master_calls_when_all_are_ready() -> None:
    """R8"""
    state = opened(3)
    for seat in (ANN, CEM):
        assert list(decide(state, "ready 1", seat)) == [Readied(seat)]
        state = play(state, (seat, "ready 1"))
        assert seat not in GAME.awaited(state)
    assert GAME.awaited(state) == {BEN}
    ready, call = decide(state, "ready 1", BEN, now=NOW + 700)
    assert ready == Readied(BEN)
    assert call == Called(state.master, Instant(NOW + 700), Instant(NOW + 4_700))


def test_the_call_comes_by_itself() -> None:
    """R8: after twenty seconds, even if no player is ready."""
    state = opened(4)
    assert GAME.deadline(state) == NOW + 20_000
    after = ticked(state)
    assert after.phase is Phase.PASSING
    assert after.until == NOW + 24_000
    assert GAME.awaited(after) == {ANN, BEN, CEM, DOT}


def test_a_player_who_has_chosen_a_card_is_ready() -> None:
    """R8: the card can still be exchanged."""
    state = opened(3)
    hand = state.hands[ANN]
    (chose,) = decide(state, f"pass 1.1 {hand[0]}")
    assert chose == Chose(ANN, hand[0])
    state = GAME.evolve(state, chose)
    assert GAME.awaited(state) == {BEN, CEM}
    assert "ready 1" not in moves(state, ANN)
    other = next(card for card in hand if card != hand[0])
    state = play(state, (ANN, f"pass 1.1 {other}"))
    assert state.chosen[ANN] == other
    assert state.ready == (ANN,)


def test_if_all_have_chosen_the_first_beat_follows_soon() -> None:
    """R8, R11: a second after the call."""
    state = opened(3)
    for seat in (ANN, BEN):
        state = play(state, (seat, f"pass 1.1 {state.hands[seat][0]}"))
    chose, call = decide(state, f"pass 1.1 {state.hands[CEM][0]}", CEM)
    assert isinstance(chose, Chose)
    assert call == Called(state.master, NOW, Instant(NOW + 1_000))
    state = play(state, (CEM, f"pass 1.1 {state.hands[CEM][0]}"))
    (passed,) = decide(state, Tick(), CLOCK, NOW + 1_000)
    assert isinstance(passed, CardsPassed)
    assert passed.drawn == ()


def test_the_event_has_the_deal() -> None:
    """R5, R6"""
    events = list(GAME.setup(5, GAME.options(), NOW, Random(4)))
    (deal,) = [event for event in events if isinstance(event, Dealt)]
    assert (deal.round, deal.cycle, deal.until) == (1, 1, NOW + 20_000)
    state: State = fold(GAME.evolve, events)
    assert deal.hands == state.hands
