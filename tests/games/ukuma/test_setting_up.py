"""From the empty table to the signal."""

from collections import Counter
from random import Random

import pytest

from tests.games.ukuma.reference import DECK, TABLES, card, cell_of, fit, turned
from tests.games.ukuma.table import (
    ANN,
    BEN,
    GAME,
    NOW,
    cards,
    dealt,
    decide,
    drawn_table,
    lying,
    moves,
    opened,
    play,
    refusal,
    signalled,
    ticked,
)
from ukumbi.core import CLOCK, Instant, Seat, Tick, fold
from ukumbi.core.shared_rules import Readied
from ukumbi.games.ukuma.cards import FACE_NAMES
from ukumbi.games.ukuma.events import Chose, Dealt, Opened, Signalled, UkumaOptions
from ukumbi.games.ukuma.grid import CELLS, SizeName
from ukumbi.games.ukuma.starts import topmost
from ukumbi.games.ukuma.state import Phase, State, held

SEEDS = range(40)


@pytest.mark.parametrize(
    ("size", "files", "ranks", "white", "black"),
    [("cafe", 9, 6, "e3", "e4"), ("card", 11, 8, "f4", "f5"), ("dining", 17, 10, "i5", "i6")],
)
def test_tables_have_their_sizes_and_middles(
    size: SizeName, files: int, ranks: int, white: str, black: str
) -> None:
    """R5, R6, R8: White's start card lies below Black's, in the middle column."""
    state = signalled(size=size)
    view = GAME.view(state, None)
    assert (view.files, view.ranks) == (files, ranks)
    assert [(laid.seat, laid.cell) for laid in view.table] == [(ANN, white), (BEN, black)]
    assert tuple(map(cell_of, TABLES[size].starts)) == (white, black)


def test_the_card_table_is_the_default() -> None:
    """R6"""
    assert UkumaOptions().size == "card"


def test_white_is_drawn_or_set_by_option() -> None:
    """R7"""
    drawn = Counter(opened(seed, white="drawn").white for seed in SEEDS)
    assert min(drawn[ANN], drawn[BEN]) > 8
    assert {opened(seed, white="first").white for seed in SEEDS} == {ANN}
    assert {opened(seed, white="second").white for seed in SEEDS} == {BEN}


def test_whites_first_card_lies_as_drawn() -> None:
    """R8: it may be any card, either way up."""
    faces = Counter(GAME.view(opened(seed), None).table[0].card for seed in range(1500))
    assert set(faces) == {face for name in DECK for face in (name, turned(name))}


def test_black_may_choose_any_fitting_card() -> None:
    """R9: turned if needed; no other card."""
    for seed in SEEDS:
        state = opened(seed)
        (white,) = drawn_table(state).values()
        fitting = {face for name in DECK for face in {name, turned(name)} if fit(white[1], face, "above")}
        assert set(moves(state, BEN)) == {f"start {face}" for face in fitting}
        assert set(GAME.view(state, BEN).starts) == fitting
        assert GAME.view(state, ANN).starts == GAME.view(state, None).starts == ()


def test_a_start_card_that_does_not_fit_is_refused() -> None:
    """R9"""
    state = opened()
    white = GAME.view(state, None).table[0].card
    wrong = next(face for face in DECK if not fit(white, face, "above"))
    facts = {"card": wrong, "neighbour": white}
    assert refusal(state, f"start {wrong}", BEN) == ("start_does_not_fit", facts)


def test_only_black_chooses_and_only_once() -> None:
    """R9, R12"""
    state = opened()
    start = moves(state, BEN)[0]
    assert refusal(state, start, ANN) == ("not_yours_to_choose", {})
    assert refusal(state, "ready", BEN) == ("not_now", {"phase": "setup"})
    chosen = play(state, start, actor=BEN)
    assert refusal(chosen, start, BEN) == ("already_ready", {})
    assert GAME.view(chosen, BEN).starts == ()
    assert GAME.may_act(chosen) == {ANN}
    assert GAME.view(chosen, None).table[-1].card == start.removeprefix("start ")


def test_white_says_ready() -> None:
    """R12: cards are dealt when White is ready and Black has chosen, in either order."""
    state = opened()
    start = moves(state, BEN)[0]
    assert moves(state, ANN) == ["ready"]
    ready = play(state, "ready")
    assert refusal(ready, "ready") == ("already_ready", {})
    assert GAME.may_act(ready) == {BEN}
    assert [type(event) for event in decide(state, "ready")] == [Readied]
    assert [type(event) for event in decide(ready, start, BEN)] == [Chose, Dealt]
    chosen = play(state, start, actor=BEN)
    assert [type(event) for event in decide(chosen, "ready")] == [Readied, Dealt]


def test_black_has_twenty_seconds() -> None:
    """R10, R12: then a fitting card is drawn, whether White is ready or not."""
    for seed in SEEDS:
        state = opened(seed)
        assert GAME.deadline(state) == NOW + 20_000
        late = Instant(NOW + 20_000)
        assert refusal(state, Tick(), CLOCK, Instant(late - 1)) == ("no_clock_here", {})
        for asked in (state, play(state, "ready")):
            chose, deal = decide(asked, Tick(), CLOCK, late, seed)
            assert isinstance(chose, Chose)
            assert isinstance(deal, Dealt)
            assert chose.drawn
            assert fit(GAME.view(state, None).table[0].card, chose.laid[0].split("@")[0], "above")


def test_blacks_card_is_drawn_at_random() -> None:
    """R10"""
    state = opened()
    drawn = {decide(state, Tick(), CLOCK, Instant(NOW + 20_000), seed)[0] for seed in SEEDS}
    assert len(drawn) > 5


def test_cards_are_dealt_even_if_white_is_not_ready() -> None:
    """R12: when Black's time is over, not when Black has chosen."""
    state = opened()
    chosen = play(state, moves(state, BEN)[0], actor=BEN)
    assert GAME.deadline(chosen) == NOW + 20_000
    (deal,) = decide(chosen, Tick(), CLOCK, Instant(NOW + 20_000))
    assert isinstance(deal, Dealt)


def test_both_draw_three_cards_of_a_shuffled_pile() -> None:
    """R11, R3: full decks, less the cards on the table; the order differs every time."""
    orders = set()
    for seed in SEEDS:
        state = dealt(seed)
        for seat in (ANN, BEN):
            assert len(held(state.hands[seat])) == 3
            assert len(state.piles[seat]) == 32
            orders.add(state.piles[seat])
    assert len(orders) == 2 * len(SEEDS)


def test_hands_are_random() -> None:
    """R11: every card of the pile is equally likely."""
    firsts = Counter(dealt(seed).hands[ANN][0] for seed in range(700))
    assert len(firsts) == 36
    assert max(firsts.values()) < 60


def test_the_signal_comes_after_three_seconds() -> None:
    """R13: before it no player may lay or see a hand."""
    state = dealt()
    assert GAME.deadline(state) == NOW + 20_000 + 3_000
    assert GAME.may_act(state) == frozenset()
    assert moves(state, ANN) == moves(state, BEN) == []
    card_held = FACE_NAMES[held(state.hands[ANN])[0]]
    for move in (f"lay {card_held}@e4", "discard", "draw", "resign", "ready"):
        assert refusal(state, move) == ("not_now", {"phase": "countdown"})
    for viewer in (ANN, BEN, None):
        assert GAME.view(state, viewer).hands == (None, None)


def test_at_the_signal_both_see_their_own_hands() -> None:
    """R13, R42"""
    state = dealt()
    assert state.until is not None
    (signal,) = decide(state, Tick(), CLOCK, state.until)
    assert isinstance(signal, Signalled)
    after = fold(GAME.evolve, [signal], state)
    for seat in (ANN, BEN):
        seen = GAME.view(after, seat).hands
        assert seen[seat] == signal.hands[seat]
        assert seen[1 - seat] is None
    assert GAME.view(after, None).hands == (None, None)
    assert GAME.deadline(after) is None
    assert GAME.may_act(after) == {ANN, BEN}


def test_both_see_the_table_from_their_own_side() -> None:
    """R5: White plays upwards; the same position turned around is the same game."""
    for white in ("first", "second"):
        state = signalled(white=white)
        rows = {laid.seat: laid.cell for laid in GAME.view(state, None).table}
        assert rows == {state.white: "f4", state.black: "f5"}
        assert state.plays_up(state.white)
        assert not state.plays_up(state.black)


def three(state: State, seat: Seat) -> list[tuple[str, str]]:
    return [(laid.card, laid.cell) for laid in GAME.view(state, None).table if laid.seat == seat]


@pytest.mark.parametrize("white", ["first", "second"])
@pytest.mark.parametrize("handicap", ["first", "second"])
def test_a_handicap_faces_three(white: str, handicap: str) -> None:
    """R38, R40: three cards side by side that fit, the middle one opposite the other player's card."""
    for seed in SEEDS:
        state = signalled(seed, white=white, handicap=handicap)
        strong = Seat(int(handicap == "second"))
        weak = Seat(1 - strong)
        row = 4 if weak == state.white else 5
        (one,) = three(state, strong)
        middle, left, right = three(state, weak)
        assert [middle[1], left[1], right[1]] == [f"f{row}", f"e{row}", f"g{row}"]
        assert one[1] == f"f{9 - row}"
        assert fit(left[0], middle[0], "right")
        assert fit(middle[0], right[0], "right")
        assert fit(middle[0], one[0], "above" if row == 4 else "below")
        assert len({card(face) for face, _ in (middle, left, right)}) == 3
        assert (len(state.piles[strong]), len(state.piles[weak])) == (32, 30)


def test_the_outer_cards_are_the_topmost_that_fit() -> None:
    """R40: as drawn if they fit, else turned; cards that fit neither way stay in the pile."""
    layout, cell = lying("lloo@f4"), CELLS["e4"]
    never, one_way, both_ways = cards("llbb lrob lroo")
    for seed in SEEDS:
        found = topmost([never, one_way, both_ways], layout, cell, Random(seed))
        assert FACE_NAMES[found] == "rlbo"
    came = {FACE_NAMES[topmost([never, both_ways, one_way], layout, cell, Random(seed))] for seed in SEEDS}
    assert came == {"lroo", "rloo"}


def test_start_cards_count_for_rule_three_at_once() -> None:
    """R38: with three against one, both begin beside the one; without a handicap, each in their own row."""
    fronts = GAME.view(signalled(handicap="second"), None).fronts
    assert fronts == (("e5", "g5"), ("e5", "g5"))
    assert GAME.view(signalled(), None).fronts == (("e4", "g4"), ("e5", "g5"))


def test_every_game_can_begin() -> None:
    """R30: with any options both players can lay at the start."""
    for seed in SEEDS:
        for handicap in ("none", "first", "second"):
            state = signalled(seed, handicap=handicap)
            assert state.phase is Phase.PLAYING
            view = GAME.view(state, None)
            assert all(view.fronts)
            table = TABLES[state.options.size]
            assert all(any(table.lays(drawn_table(state), seat, DECK)) for seat in (ANN, BEN))


def test_setting_up_needs_one_event() -> None:
    """R8, R10"""
    (event,) = GAME.setup(2, UkumaOptions(), NOW, Random(1))
    assert isinstance(event, Opened)
    assert (event.game, event.until) == (1, NOW + 20_000)


def test_the_clock_alone_reaches_the_signal() -> None:
    """R10, R13: the clock alone goes from the setup to the signal."""
    assert ticked(ticked(opened())).phase is Phase.PLAYING
