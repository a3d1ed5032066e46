"""The review: combinations that were held without a grab."""

from hypothesis import given

from tests.games.zuma import reference
from tests.games.zuma.recorded_games import games, moments
from tests.games.zuma.table import ANN, BEN, CEM, GAME, HOUSE, JUNK, NOW, ZUMAS, at, decide, told
from tests.kit.play import Played
from ukumbi.core import CLOCK, Actor, Instant, Remark, Tick
from ukumbi.games.zuma.moves import Move
from ukumbi.games.zuma.state import Phase, State

Told = list[tuple[Instant, State]]


def happened(state: State, *done: tuple[int, Actor, str | Move | Tick]) -> Told:
    """Play these moves from this state on: time, seat, move."""
    seen = [(NOW, state)]
    for when, actor, move in done:
        for event in decide(state, move, actor, NOW + when):
            state = told(state, [event])
            seen.append((Instant(NOW + when), state))
    return seen


def remarks(seen: Told) -> list[Remark]:
    return list(GAME.review(seen))


def test_a_missed_grab_is_remarked() -> None:
    """R16: with the duration of the chance."""
    seen = happened(at(HOUSE, ZUMAS, JUNK), (2_600, BEN, "grab 1 red"))
    assert remarks(seen) == [
        Remark(0, ANN, "did_not_grab", {"combination": "house", "seconds": 3}),
        Remark(0, BEN, "grabbed_late", {"combination": "zumas", "seconds": 3}),
    ]


def test_an_immediate_grab_is_not_remarked() -> None:
    """R16: no player could have been faster than a reaction."""
    assert remarks(happened(at(HOUSE, JUNK, ZUMAS), (400, ANN, "grab 1 red"))) == []


def test_a_card_passed_out_of_a_combination_is_remarked() -> None:
    """R16: without a spare card."""
    state = at("sun sun sun sun moon moon moon", JUNK, JUNK)
    seen = happened(state, (500, ANN, "pass 1.1 sun"), (4_000, CLOCK, Tick()))
    assert remarks(seen) == [Remark(0, ANN, "passed_away", {"combination": "house", "seconds": 4})]


def test_passing_a_spare_card_is_not_remarked() -> None:
    """R15: the chance lasts over the beat and counts from its beginning."""
    state = at("sun sun sun sun moon moon moon skull", JUNK, JUNK)
    seen = happened(state, (500, ANN, "pass 1.1 skull"), (4_000, CLOCK, Tick()), (5_000, CEM, "grab 1 red"))
    assert [(each.moment, each.seat, each.code, each.facts) for each in remarks(seen)] == [
        (0, ANN, "did_not_grab", {"combination": "house", "seconds": 5}),
        (3, CEM, "foul", {}),
    ]


def test_a_chance_that_a_card_brought_is_remarked() -> None:
    """R9, R16: it is remarked at the beat that brought it."""
    state = at("sun sun sun moon moon moon rain", JUNK, "sun rain rain rain skull skull eagle")
    seen = happened(
        state,
        (100, ANN, "pass 1.1 rain"),
        (200, CEM, "pass 1.1 sun"),
        (4_000, CLOCK, Tick()),
        (7_000, ANN, "grab 1 blue"),
    )
    assert remarks(seen) == [Remark(3, ANN, "grabbed_late", {"combination": "house", "seconds": 3})]


def test_a_foul_is_remarked() -> None:
    """R34"""
    seen = happened(at(JUNK, JUNK, HOUSE), (100, BEN, "grab 1 red"))
    assert remarks(seen) == [Remark(1, BEN, "foul", {})]


def raced(*grabs: tuple[int, Actor, str]) -> list[Remark]:
    """Ann and Ben hold combinations from the deal on, Cem gets one with the first beat."""
    state = at(HOUSE, ZUMAS, "moon moon moon rain rain rain eagle skull")
    passed = (100, ANN, "pass 1.1 skull"), (200, BEN, "pass 1.1 moon"), (300, CEM, "pass 1.1 eagle")
    seen = happened(state, *passed, (4_000, CLOCK, Tick()), *grabs)
    return [each for each in remarks(seen) if each.code == "others_held"]


def test_a_first_grab_before_those_who_could_have_been_first_is_remarked() -> None:
    """R16: with their number, at the grab."""
    assert raced((4_400, CEM, "grab 1 red")) == [Remark(6, CEM, "others_held", {"n": 2})]


def test_a_first_grab_of_who_held_a_combination_first_is_not() -> None:
    """R16: nor that of a player without one."""
    assert raced((4_400, ANN, "grab 1 red")) == []


def test_an_empty_game_has_no_remarks() -> None:
    """R47"""
    assert remarks([]) == []


@given(games())
def test_every_remark_is_true_and_none_is_missing(game: Played) -> None:
    """R16, R34, R47: by the reference, in games of every kind."""
    seen = [(moment.now, moment.after) for moment in moments(game)]
    said = remarks(seen)
    for remark in said:
        _holds(seen, remark)
    assert said == sorted(said, key=lambda each: (each.moment, each.seat))
    struck = {(state.round, seat) for _, state in seen for seat, line in enumerate(state.lines) if line.foul}
    told = {(seen[each.moment][1].round, each.seat) for each in said if each.code == "foul"}
    assert struck <= told


def _holds(seen: Told, remark: Remark) -> None:
    state = seen[remark.moment][1]
    complete = reference.may_grab([str(card) for card in state.hands[remark.seat]])
    if remark.code == "others_held":
        assert (state.first, complete, len(state.grabs)) == (remark.seat, True, 1)
        held = [reference.may_grab([str(card) for card in hand]) for hand in state.hands]
        assert 1 <= int(str(remark.facts["n"])) < sum(held)
        return
    if remark.code == "foul":
        assert (state.first, complete) == (remark.seat, False)
        return
    assert complete
    assert state.phase in (Phase.DEALT, Phase.PASSING)
    before = seen[remark.moment - 1][1]
    earlier = [str(card) for card in before.hands[remark.seat]]
    assert before.round < state.round or not reference.may_grab(earlier), "it was there before"
