"""What holds at every moment of every game, recomputed afterwards."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.unikato.recorded_games import Moment, bots_played, moments, read, states_of, table_of
from tests.games.unikato.reference import DECK, differ, touched, wins_double
from tests.games.unikato.table import GAME, names
from tests.kit.play import Played, begun, play_on, seeded_pick
from tests.kit.strategies import played
from ukumbi.games.unikato.events import (
    Declined,
    Drew,
    Laid,
    Passed,
    Refilled,
    RoundBegan,
    RoundEnded,
    Swapped,
    UnikatoOptions,
)
from ukumbi.games.unikato.state import Phase, State

ACTION = (Laid, Swapped)


def all_tiles_are_there(seen: list[Moment]) -> None:
    for state in states_of(seen):
        places = (
            *state.layout.values(),
            *state.display,
            *state.bag,
            *(t for rack in state.racks for t in rack),
        )
        assert sorted(names(places).split()) == sorted(DECK)


def neighbours_differ_in_one(seen: list[Moment]) -> None:
    for moment in seen:
        before, after = moment.before.layout, moment.after.layout
        if isinstance(moment.event, RoundBegan):
            continue
        assert list(after.items())[: len(before)] == list(before.items()), "a tile that lay there has moved"
        if isinstance(moment.event, RoundEnded):
            table = table_of(moment.after)
            for spot, tile in table.items():
                assert all(differ(tile, other) == 1 for other in touched(table, spot))
                assert touched(table, spot) or len(table) == 1


def chains_hold_together(seen: list[Moment]) -> None:
    for moment in seen:
        if isinstance(moment.event, Laid):
            table = table_of(moment.before)
            chain = read(moment.event.chain)
            assert table_of(moment.after) == {**table, **{spot: tile for tile, spot in chain}}
            assert {tile for tile, _ in chain} <= set(names(moment.before.racks[moment.event.seat]).split())
            assert touched(table, chain[0][1])
            for (_, (x, y)), (_, (u, v)) in pairwise(chain):
                assert abs(x - u) + abs(y - v) == 1


def turns_of(seen: list[Moment]) -> list[list[Moment]]:
    """The moments of each turn; a turn belongs to one player."""
    turns: list[list[Moment]] = [[]]
    for moment in seen:
        if isinstance(moment.event, (*ACTION, Declined, Passed, Drew)):
            turns[-1].append(moment)
        if isinstance(moment.event, RoundBegan) or moment.after.turn != moment.before.turn:
            turns.append([])
    return [turn for turn in turns if turn]


def turns_are_short(seen: list[Moment]) -> None:
    for turn in turns_of(seen):
        kinds = Counter(type(moment.event) for moment in turn)
        assert kinds[Laid] + kinds[Swapped] + kinds[Declined] <= 2
        assert kinds[Laid] + kinds[Swapped] + kinds[Passed] >= 1
        assert kinds[Drew] <= 1
        assert not kinds[Passed] or len(turn) == 1
        assert len({moment.before.turn for moment in turn}) == 1


def second_actions_are_won(seen: list[Moment]) -> None:
    for turn in turns_of(seen):
        first, *later = [moment for moment in turn if isinstance(moment.event, (*ACTION, Declined, Passed))]
        won = (
            isinstance(first.event, Laid)
            and bool(first.after.racks[first.event.seat])
            and wins_double(table_of(first.before), read(first.event.chain))
        )
        assert (first.after.phase is Phase.SECOND) == won
        assert len(later) <= won
        assert all(moment.after.phase is not Phase.SECOND or not rack_after(moment) for moment in later)


def second_actions_go_on(seen: list[Moment]) -> None:
    for turn in turns_of(seen):
        chains = [read(moment.event.chain) for moment in turn if isinstance(moment.event, Laid)]
        if turn[0].before.second == "onward" and len(chains) > 1:
            (_, (x, y)), (_, (u, v)) = chains[0][-1], chains[1][0]
            assert abs(x - u) + abs(y - v) == 1


def rack_after(moment: Moment) -> tuple[int, ...]:
    """The rack of the player who acted; if it is empty, the next event ends the round."""
    return moment.after.racks[moment.before.turn]


def draws_are_due(seen: list[Moment]) -> None:
    for moment in seen:
        before, after = moment.before, moment.after
        if isinstance(moment.event, Drew):
            assert before.phase is Phase.DRAW
            assert len(before.racks[before.turn]) < 10
            assert len(after.racks[before.turn]) == len(before.racks[before.turn]) + 1
        elif isinstance(moment.event, (*ACTION, Declined)) and after.phase is not Phase.SECOND:
            due = 0 < len(rack_after(moment)) < 10 and bool(after.display or after.bag)
            assert (after.phase is Phase.DRAW) == due


def displays_are_refilled_when_empty(seen: list[Moment]) -> None:
    for moment in seen:
        before, after = moment.before, moment.after
        if isinstance(moment.event, Refilled):
            assert before.display == ()
            assert len(after.display) == min(3, len(before.bag))
        elif isinstance(moment.event, Drew):
            assert len(after.display) == len(before.display) - (not moment.event.bag)
        elif isinstance(moment.event, (*ACTION, Passed, Declined)):
            assert after.display or not after.bag
            assert len(after.display) - len(before.display) == _given(moment)


def _given(moment: Moment) -> int:
    return int(isinstance(moment.event, Swapped) and moment.event.bag)


def racks_never_grow_beyond_ten(seen: list[Moment]) -> None:
    assert all(len(rack) <= 10 for state in states_of(seen) for rack in state.racks)


def score_sheets_add_up(seen: list[Moment]) -> None:
    ends = [moment.after for moment in seen if isinstance(moment.event, RoundEnded)]
    assert [state.minus[-1] for state in ends] == [tuple(map(len, state.racks)) for state in ends]
    outcome = GAME.outcome(seen[-1].after)
    if outcome is not None:
        sums = [sum(column) for column in zip(*seen[-1].after.minus, strict=True)]
        assert outcome.points == tuple(-points for points in sums)
        assert [place == 1 for place in outcome.places] == [points == min(sums) for points in sums]


def starters_move_on(seen: list[Moment]) -> None:
    for moment in seen:
        if isinstance(moment.event, RoundBegan):
            assert moment.after.starter == (moment.before.starter + 1) % moment.before.seats


def bags_have_no_order(seen: list[Moment]) -> None:
    assert all(list(state.bag) == sorted(state.bag) for state in states_of(seen))


CHECKS: list[Callable[[list[Moment]], None]] = [
    all_tiles_are_there,
    neighbours_differ_in_one,
    chains_hold_together,
    turns_are_short,
    second_actions_are_won,
    second_actions_go_on,
    draws_are_due,
    displays_are_refilled_when_empty,
    racks_never_grow_beyond_ten,
    score_sheets_add_up,
    starters_move_on,
    bags_have_no_order,
]


@given(played(GAME, whole=True))
def test_random_games_follow_the_rules(game: Played) -> None:
    """R1, R5, R7, R8, R12, R14, R15, R20, R21, R22, R23, R28, R31, R33"""
    seen = moments(game)
    for check in CHECKS:
        check(seen)


@given(played(GAME, most=40))
def test_unfinished_games_follow_the_rules(game: Played) -> None:
    """R1, R7, R8, R12, R15, R20, R22: games cut off at random, which shrink better."""
    seen = moments(game)
    for check in CHECKS if seen else ():
        check(seen)


@settings(max_examples=15)
@given(st.integers(0, 1 << 16))
def test_random_games_without_a_swap_limit_follow_the_rules(seed: int) -> None:
    """R27: they follow all rules; whether they end is random."""
    pick = seeded_pick(seed)
    game = play_on(begun(GAME, pick, UnikatoOptions(patience="never")), pick, limit=300)
    for check in CHECKS:
        check(moments(game))
    assert "nobody_lays" not in {getattr(moment.event, "ending", "") for moment in moments(game)}


COMPANIES = [
    ("8", "8"),
    ("9", "8"),
    ("8", "1", "8"),
    ("8", "8", "1", "8"),
]


@pytest.mark.parametrize("company", COMPANIES, ids=len)
def test_games_of_bots_follow_the_rules(company: tuple[str, ...]) -> None:
    """R1, R5, R7, R8, R11, R12, R13, R15, R20, R21, R22, R23, R24, R28, R31, R33"""
    for seed in range(4):
        seen = moments(bots_played(company, seed, rounds=1 + seed % 3))
        for check in CHECKS:
            check(seen)


def test_games_with_continued_chains_follow_the_rules() -> None:
    """R14: they continue chains, and swap if they cannot."""
    actions = Counter[str]()
    for company in (("4", "6"), ("9", "8"), ("8", "8", "4")):
        for seed in range(4):
            seen = moments(bots_played(company, seed, second="onward"))
            for check in CHECKS:
                check(seen)
            actions.update(type(m.event).__name__ for m in seen if m.before.phase is Phase.SECOND)
    assert {"Laid", "Swapped"} <= set(actions)


@pytest.mark.parametrize("seed", range(4))
def test_chains_that_do_not_continue_are_found(seed: int) -> None:
    """R14: checks with the option fail on games without it."""
    seen = moments(bots_played(("8", "8"), seed, rounds=3))
    onward = [Moment(_with(m.before, second="onward"), m.event, m.after) for m in seen]
    with pytest.raises(AssertionError):
        second_actions_go_on(onward)


def test_these_games_cover_all_cases() -> None:
    """R12, R13, R17, R20, R22, R24: otherwise the checks above would prove little."""
    kinds, phases = Counter[str](), Counter[Phase]()
    longest = 0
    for company in COMPANIES:
        for seed in range(4):
            for moment in moments(bots_played(company, seed, rounds=1 + seed % 3)):
                kinds[type(moment.event).__name__] += 1
                phases[moment.after.phase] += 1
                longest = max(longest, len(_chain(moment)))
    assert {"Laid", "Swapped", "Drew", "Refilled", "RoundEnded", "RoundBegan", "Readied"} <= set(kinds)
    assert phases[Phase.SECOND] > 20
    assert longest >= 6


def _chain(moment: Moment) -> tuple[object, ...]:
    return moment.event.chain if isinstance(moment.event, Laid) else ()


@pytest.mark.parametrize("check", [all_tiles_are_there, racks_never_grow_beyond_ten, bags_have_no_order])
def test_the_checks_find_faults(check: Callable[[list[Moment]], None]) -> None:
    """A tile on two racks, and a bag in the order of drawing."""
    seen = moments(bots_played(COMPANIES[0], 0))
    last = seen[0].after
    broken = _with(last, racks=(last.racks[0] + last.racks[1], last.racks[1]), bag=last.bag[::-1])
    with pytest.raises(AssertionError):
        check([Moment(last, seen[0].event, broken)])


def _with(state: State, **changes: object) -> State:
    return State(**{**{name: getattr(state, name) for name in state.__struct_fields__}, **changes})
