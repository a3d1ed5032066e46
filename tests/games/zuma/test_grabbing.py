"""Grabbing: hands reach out, arrive, hold a pole or miss it, and the round ends."""

import pytest
from msgspec.structs import replace

from tests.games.zuma.table import (
    ANN,
    BEN,
    CEM,
    DOT,
    GAME,
    HOUSE,
    JUNK,
    NOW,
    ZUMAS,
    at,
    decide,
    moves,
    opened,
    play,
    refusal,
    ticked,
    told,
)
from ukumbi.core import CLOCK, Instant, Seat, Tick
from ukumbi.games.zuma.cards import Card
from ukumbi.games.zuma.events import Counted, Held, Missed, Reached, ZumaOptions
from ukumbi.games.zuma.poles import Pole
from ukumbi.games.zuma.state import Phase, State

PLAIN = at(HOUSE, JUNK, JUNK, JUNK)
"""Hands arrive at once."""
FAR = replace(PLAIN, options=ZumaOptions())
"""Red stands in front of Ann, blue at 120 degrees, violet at 240; Ben sits at 90, Cem at 180, Dot at 270."""
RED, BLUE, VIOLET = Pole.RED, Pole.BLUE, Pole.VIOLET


def later(milliseconds: int) -> Instant:
    return Instant(NOW + milliseconds)


def test_a_player_may_grab_as_soon_as_hands_are_dealt() -> None:
    """R16: also before the first call, with three Zuma cards or a full house."""
    for hand in (HOUSE, ZUMAS):
        state = at(hand, JUNK, JUNK, phase=Phase.DEALT)
        assert play(state, (ANN, "grab 1 blue")).phase is Phase.GRABBING


def test_no_player_is_forced_to_grab() -> None:
    """R16: the beats go on."""
    after = ticked(PLAIN)
    assert (after.phase, after.beat) == (Phase.PASSING, 2)


def test_after_the_first_grab_all_may_grab() -> None:
    """R17, R19: with any hand, one pole each."""
    state = play(PLAIN, (ANN, "grab 1 red"))
    assert GAME.may_act(state) == {BEN, CEM, DOT}
    assert GAME.awaited(state) == frozenset()
    state = play(state, (CEM, "grab 1 violet"))
    assert GAME.may_act(state) == {BEN, DOT}
    assert moves(state, BEN) == ["grab 1 blue", "grab 1 red", "grab 1 violet"]
    assert refusal(state, "grab 1 blue", ANN) == ("already_holding", {"pole": "red"})
    assert moves(state, ANN) == []


def test_the_first_grab_ends_the_passing() -> None:
    """R18: chosen cards stay in the hand."""
    chosen = play(PLAIN, (BEN, "pass 1.1 sun"), (CEM, "pass 1.1 moon"))
    state = play(chosen, (ANN, "grab 1 red"))
    assert (state.hands, state.chosen) == (PLAIN.hands, (None,) * 4)
    assert refusal(state, "pass 1.1 sun", BEN) == ("passing_is_over", {})
    assert refusal(ticked(state), "pass 1.1 sun", BEN) == ("round_is_over", {})


@pytest.mark.parametrize(
    ("seat", "pole", "way"),
    [(ANN, "red", 0), (ANN, "blue", 166), (BEN, "blue", 41), (CEM, "red", 250), (DOT, "violet", 41)],
)
def test_a_hand_is_on_its_way_for_a_moment(seat: Seat, pole: str, way: int) -> None:
    """R20: no time to the pole in front, a quarter of a second across; all viewers see it."""
    reached, *rest = decide(FAR, f"grab 1 {pole}", seat)
    assert reached == Reached(seat, Pole(pole), NOW, later(way), later(10_000))
    held = [Held(seat, Pole(pole), NOW)]
    assert rest == ([] if way else held)
    state = told(FAR, [reached, *rest])
    for viewer in (ANN, DOT, None):
        (grab,) = GAME.view(state, viewer).grabs
        assert (grab.seat, grab.pole, grab.arrives) == (seat, pole, later(way))
        assert grab.came == ("reaching" if way else "held")


def test_a_hand_holds_the_pole_when_it_arrives() -> None:
    """R20: by a tick at that moment."""
    state = play(FAR, (CEM, "grab 1 red"))
    assert GAME.deadline(state) == later(250)
    assert GAME.view(state, BEN).poles[0].holder is None
    (held,) = decide(state, Tick(), CLOCK, later(250))
    assert held == Held(CEM, RED, later(250))
    assert GAME.view(told(state, [held]), BEN).poles[0].holder == CEM


def test_without_reach_every_hand_arrives_at_once() -> None:
    """R20"""
    reached, held = decide(PLAIN, "grab 1 red", CEM)
    assert (reached, held) == (Reached(CEM, RED, NOW, NOW, later(10_000)), Held(CEM, RED, NOW))
    assert {time for pole in GAME.view(PLAIN, ANN).poles for time in pole.reach} == {0}


def test_the_hand_that_arrives_first_has_the_pole() -> None:
    """R21: even if the other reached out before; both see the difference."""
    state = play(FAR, (CEM, "grab 1 red"))
    state = play(state, (ANN, "grab 1 red"), now=NOW + 180)
    assert state.held_by(ANN) is RED
    (missed,) = decide(state, Tick(), CLOCK, later(250))
    assert missed == Missed(CEM, RED, later(250), by=ANN, late=70)
    view = GAME.view(told(state, [missed]), None)
    assert [(grab.seat, grab.came, grab.by, grab.late) for grab in view.grabs] == [
        (CEM, "missed", ANN, 70),
        (ANN, "held", None, None),
    ]


def test_the_first_to_reach_out_wins_a_tie() -> None:
    """R21: if two hands arrive within the same millisecond."""
    state = play(FAR, (BEN, "grab 1 red"), (DOT, "grab 1 red"))
    held, missed = decide(state, Tick(), CLOCK, later(125))
    assert (held, missed) == (Held(BEN, RED, later(125)), Missed(DOT, RED, later(125), by=BEN, late=0))


def test_hands_arrive_in_order_even_if_the_tick_is_late() -> None:
    """R21: Dot's hand reached out later and arrives sooner."""
    state = play(FAR, (CEM, "grab 1 red"))
    state = play(state, (DOT, "grab 1 red"), now=NOW + 20)
    held, missed = decide(state, Tick(), CLOCK, later(2_000))
    assert (held, missed) == (Held(DOT, RED, later(145)), Missed(CEM, RED, later(250), by=DOT, late=105))


def test_a_hand_on_its_way_cannot_be_turned_aside() -> None:
    """R22: it may reach out again when its pole is gone."""
    state = play(FAR, (CEM, "grab 1 red"))
    state = play(state, (ANN, "grab 1 red"), now=NOW + 50)
    assert CEM not in GAME.may_act(state)
    assert refusal(state, "grab 1 blue", CEM, NOW + 60) == ("on_its_way", {"pole": "red"})
    state = ticked(state)
    assert CEM in GAME.may_act(state)
    assert play(state, (CEM, "grab 1 blue"), now=NOW + 300).reaching(CEM) is not None


def test_a_grab_for_a_held_pole_misses() -> None:
    """R21, R23: without loss, but only once for each pole."""
    state = play(FAR, (ANN, "grab 1 red"))
    assert list(decide(state, "grab 1 red", CEM, now=NOW + 90)) == [
        Reached(CEM, RED, later(90), later(90), later(10_000)),
        Missed(CEM, RED, later(90), by=ANN, late=90),
    ]
    state = play(state, (CEM, "grab 1 red"), now=NOW + 90)
    assert refusal(state, "grab 1 red", CEM) == ("pole_is_held", {"pole": "red", "by": ANN})
    assert "grab 1 red" not in moves(state, CEM)
    assert "grab 1 blue" in moves(state, CEM)


def test_a_player_who_has_tried_every_pole_may_not_act() -> None:
    """R23, R26: all poles are held, and the player has tried each."""
    state = play(PLAIN, (ANN, "grab 1 red"), (BEN, "grab 1 blue"), (DOT, "grab 1 red"))
    state = play(state, (CEM, "grab 1 violet"), (DOT, "grab 1 blue"))
    assert GAME.may_act(state) == {DOT}
    assert moves(state, DOT) == ["grab 1 violet"]
    state = play(state, (DOT, "grab 1 violet"))
    assert state.phase is Phase.GRABBING
    assert GAME.may_act(state) == frozenset()
    assert refusal(state, "grab 1 violet", DOT) == ("pole_is_held", {"pole": "violet", "by": CEM})
    assert GAME.may_act(ticked(state)) == {ANN, BEN, CEM, DOT}


def test_the_earlier_action_comes_first() -> None:
    """R24: the rules compare the given times to the millisecond; fair order works them out."""
    assert GAME.simultaneous
    one = play(play(PLAIN, (DOT, "grab 1 red")), (CEM, "grab 1 red"), now=NOW + 1)
    assert [(grab.seat, grab.came, grab.late) for grab in one.grabs] == [
        (DOT, "held", None),
        (CEM, "missed", 1),
    ]


def test_the_first_to_reach_out_is_the_first_grabber() -> None:
    """R25: whichever pole the hand gets in the end."""
    far = replace(at(JUNK, JUNK, HOUSE, JUNK), options=ZumaOptions())
    state = play(far, (CEM, "grab 1 red"))
    state = play(state, (ANN, "grab 1 red"), now=NOW + 10)
    state = ticked(state)
    state = play(state, (CEM, "grab 1 violet"), now=NOW + 300)
    state = play(state, (BEN, "grab 1 blue"), now=NOW + 400)
    while state.phase is Phase.GRABBING:
        state = ticked(state)
    assert GAME.view(state, None).first == CEM
    assert [(line.why, line.points) for line in state.lines] == [
        ("grabbed", 1),
        ("grabbed", 1),
        ("first", 2),
        ("nothing", 0),
    ]


def all_held(state: State) -> State:
    return play(state, (ANN, "grab 1 red"), (BEN, "grab 1 blue"), (CEM, "grab 1 violet"), now=NOW + 500)


def test_a_round_is_over_when_all_poles_are_held() -> None:
    """R26: the count comes four tenths of a second later, so that all see who was just too late."""
    state = all_held(PLAIN)
    assert (state.phase, GAME.deadline(state)) == (Phase.GRABBING, later(900))
    late = play(state, (DOT, "grab 1 violet"), now=NOW + 560)
    assert late.grabs[-1].late == 60
    assert GAME.deadline(late) == later(900)
    (counted,) = decide(late, Tick(), CLOCK, later(900))
    assert isinstance(counted, Counted)
    assert (counted.closing, counted.until) == ("held", later(20_900))


def test_a_round_is_over_ten_seconds_after_the_first_grab() -> None:
    """R26: hands still on their way get nothing."""
    state = play(FAR, (ANN, "grab 1 red"))
    state = play(state, (CEM, "grab 1 blue"), now=NOW + 9_990)
    assert GAME.deadline(state) == later(10_000)
    assert (GAME.view(state, BEN).since, GAME.view(state, BEN).limit) == (NOW, later(10_000))
    for late in (0, 5_000):
        (counted,) = decide(state, Tick(), CLOCK, later(10_000 + late))
        assert isinstance(counted, Counted)
        assert counted.closing == "time"
        assert [line.pole for line in counted.lines] == [RED, None, None, None]


def test_a_late_grab_is_refused() -> None:
    """R27: it is never a foul in the next round."""
    state = ticked(all_held(PLAIN))
    assert refusal(state, "grab 1 red", DOT) == ("round_is_over", {})
    state = ticked(state)
    assert state.phase is Phase.DEALT
    assert refusal(state, "grab 1 red", DOT) == ("not_this_round", {"round": 1, "now": 2})
    assert [account.strokes for account in state.accounts] == [()] * 4


def test_a_grab_before_the_first_beat_counts() -> None:
    """R16, R18: from the deal on; chosen cards stay in the hand."""
    state = opened(4, seed=5, reach=False)
    card = state.hands[BEN][0]
    state = play(state, (BEN, f"pass 1.1 {card}"), (ANN, "grab 1 red"))
    assert (state.phase, state.chosen[BEN]) == (Phase.GRABBING, None)
    assert card in state.hands[BEN]
    assert Card.ZUMA in {each for hand in state.hands for each in hand}
