"""What holds at every moment of every game, checked by the referee."""

from collections import Counter
from collections.abc import Collection
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ukuma.recorded_games import Moment, moments, sample_games, whole_games
from tests.games.ukuma.referee import Referee
from tests.games.ukuma.reference import TABLES, Lying, broken, card, cell_of, misfits, spot_of
from tests.games.ukuma.table import ANN, BEN, GAME, drawn_table, lays, refusal
from tests.kit.play import Played
from tests.kit.strategies import played
from ukumbi.core import Seat
from ukumbi.games.ukuma.cards import FACE_NAMES, TURNED, Face
from ukumbi.games.ukuma.events import UkumaOptions
from ukumbi.games.ukuma.grid import CELLS, SizeName
from ukumbi.games.ukuma.moves import Lay
from ukumbi.games.ukuma.state import Phase, State, held

Handicap = Literal["none", "first", "second"]


def refereed(game: Played) -> None:
    """Check every event and every state against the referee, and every lay by brute force."""
    assert isinstance(game.options, UkumaOptions)
    referee = Referee(game.options)
    for moment in moments(game):
        referee.check(moment)
        agrees(referee, moment)


def agrees(referee: Referee, moment: Moment) -> None:
    state = moment.after
    assert drawn_table(state) == referee.lying
    for seat in (ANN, BEN):
        assert named(held(state.hands[seat])) == referee.hands[seat]
        assert named(state.piles[seat])[::-1] == referee.piles[seat] or state.phase is Phase.SETUP
        assert named(state.discards[seat])[::-1] == referee.discards[seat]
        if state.phase is Phase.PLAYING and moment.last:
            assert set(map(as_spot, lays(state, seat))) == referee.lays(seat)
    view = GAME.view(state, None)
    assert {spot_of(laid.cell): (laid.seat, laid.card) for laid in view.table} == referee.lying
    assert (view.counts, view.piles) == (counted(referee.hands), counted(referee.piles))
    assert view.discards == counted(referee.discards)
    for seat in (ANN, BEN):
        on_top = [card(each) for each in view.thrown[seat]][::-1]
        assert not view.discards[seat] or referee.discards[seat][: len(on_top)] == on_top != []
    assert ({view.offer} - {None}) == referee.offers
    assert state.wins == tuple(referee.wins)
    assert (GAME.outcome(state) is not None) == (referee.phase == "over")
    if (outcome := GAME.outcome(state)) is not None:
        assert outcome.points == tuple(referee.wins)
        assert outcome.places == tuple(1 + (mine < max(referee.wins)) for mine in referee.wins)


def counted(rows: list[list[str]]) -> tuple[int, ...]:
    return tuple(map(len, rows))


def named(cards: tuple[int, ...]) -> list[str]:
    return [card(FACE_NAMES[each]) for each in cards]


def as_spot(laid: str) -> str:
    face, cell = laid.split("@")
    return f"{face}@{spot_of(cell)}"


@given(whole_games())
def test_whole_games_follow_the_rules(game: Played) -> None:
    """R3, R8, R9, R10, R11, R13, R15, R16, R17, R18, R22, R23, R24, R26, R28, R29, R30, R31, R34, R35, R36,
    R37, R38: with any options.
    """
    refereed(game)


@given(played(GAME))
def test_unfinished_games_follow_the_rules(game: Played) -> None:
    """R3, R14, R16, R17, R18, R22, R23, R32, R33: games cut off at random, which shrink better."""
    refereed(game)


@pytest.mark.parametrize("handicap", ["none", "first", "second"])
@pytest.mark.parametrize("size", ["cafe", "card", "dining"])
def test_games_on_full_tables_follow_the_rules(size: SizeName, handicap: Handicap) -> None:
    """R6, R24, R25, R29, R30, R38: no player takes a win, so cards run out and both sides are reached."""
    for game in sample_games("peaceful", size, handicap, games=2):
        refereed(game)


def test_these_games_cover_all_cases() -> None:
    """R24, R25, R26, R28, R29, R30, R33: otherwise the checks above would prove little."""
    endings = Counter[str]()
    turned = short = stuck_with_places = 0
    for style, size, best_of in (("any", "cafe", 3), ("any", "card", 1), ("peaceful", "dining", 1)):
        for game in sample_games(style, size, best_of=best_of, games=40):
            for moment in moments(game):
                endings[getattr(moment.event, "ending", "")] += 1
                turned += getattr(moment.event, "turned", False)
                short += getattr(moment.event, "count", 3) < 3
                if moment.after.ending == "stuck":
                    stuck_with_places += any(GAME.view(moment.after, None).fronts)
    assert {"edge", "behind", "sides", "stuck", "resigned"} <= set(endings)
    assert turned > 100
    assert short > 5
    assert stuck_with_places > 3


@given(played(GAME, most=50), st.data())
def test_refusals_name_the_rules_and_the_neighbours(game: Played, source: st.DataObject) -> None:
    """R16, R17, R18, R19: every cell, every card of the hand, both ways up, against the reference."""
    playing = [state for state in game.states if state.phase is Phase.PLAYING]
    if not playing:
        return
    state, seat = source.draw(st.sampled_from(playing)), source.draw(st.sampled_from((ANN, BEN)))
    lying, allowed = drawn_table(state), set(lays(state, seat))
    for own in held(state.hands[seat]):
        for face in {Face(own), TURNED[own]}:
            for cell in CELLS:
                answers_rightly(state, seat, face, cell, lying, allowed)


def answers_rightly(
    state: State, seat: Seat, face: Face, cell: str, lying: Lying, allowed: Collection[str]
) -> None:
    spot, name = spot_of(cell), FACE_NAMES[face]
    wrong = broken(lying, spot, seat, name)
    on_table = spot in TABLES[state.options.size].spots
    if on_table and spot not in lying and not wrong:
        assert f"{name}@{cell}" in allowed
        return
    code, facts = refusal(state, Lay(face, CELLS[cell]), seat)
    if not on_table:
        assert (code, facts) == ("off_the_table", {"cell": cell})
    elif spot in lying:
        assert (code, facts) == ("cell_is_taken", {"cell": cell, "by": lying[spot][0]})
    else:
        assert code == {1: "no_own_neighbour", 2: "does_not_fit", 3: "no_opponent_near"}[wrong[0]]
        said = facts.pop("misfits")
        assert isinstance(said, list)
        assert sorted(said) == sorted(map(cell_of, misfits(lying, spot, name)))
        assert facts == {"cell": cell, "card": name, "rules": wrong}
