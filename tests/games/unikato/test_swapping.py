"""Swapping a tile, and the end of a turn."""

import pytest

from tests.games.unikato.table import ANN, BEN, BENS, CAT, at, decide, names, options, play, refusal, tiles
from ukumbi.games.unikato.events import Drew, Refilled, Swapped
from ukumbi.games.unikato.state import Phase

TEN = "co2w co3w so2g so3g xp1w xp2w xp3w xb1g xb2g xb1k"
NINE = TEN.rsplit(maxsplit=1)[0]
TABLE = "co1w@0,0"


def test_a_tile_goes_into_the_display_and_another_comes_out() -> None:
    """R17"""
    after = play(at(TABLE, TEN, display="so1k so2k so3k", bag="cp1g"), "swap xb1k so2k")
    assert set(after.racks[ANN]) == set(tiles(TEN)) - set(tiles("xb1k")) | set(tiles("so2k"))
    assert names(after.display) == "so1k so3k xb1k"
    assert names(after.bag) == "cp1g"


def test_a_player_may_always_swap_instead_of_laying() -> None:
    """R16"""
    could, cannot = (at(TABLE, rack, display="so1k") for rack in ("co2w xb1k", "xb2k xb1k"))
    assert any(text.startswith("lay ") for text in options(could))
    assert not any(text.startswith("lay ") for text in options(cannot))
    for state in (could, cannot):
        assert names(play(state, "swap xb1k so1k").display) == "xb1k"


def test_a_tile_can_be_swapped_for_one_from_the_bag() -> None:
    """R17: any tile in it."""
    state = at(TABLE, TEN, display="so1k so2k so3k", bag="cp1g cp2g cp3g")
    came = set()
    for seed in range(40):
        (event,) = decide(state, "swap xb1k bag", seed=seed)
        assert isinstance(event, Swapped)
        assert (event.gave, event.bag) == ("xb1k", True)
        came.add(event.took)
        after = play(state, "swap xb1k bag", seed=seed)
        assert names(after.display) == "so1k so2k so3k xb1k"
        assert set(names(after.bag).split()) == set(names(state.bag).split()) - {event.took}
        assert event.took in names(after.racks[ANN]).split()
    assert came == {"cp1g", "cp2g", "cp3g"}


def test_the_given_tile_cannot_be_taken_back() -> None:
    """R18"""
    state = at(TABLE, TEN, display="so1k")
    assert refusal(state, "swap xb1k xb1k") == ("same_tile", {"tile": "xb1k"})
    assert "swap xb1k xb1k" not in options(state)


@pytest.mark.parametrize(
    ("display", "bag", "takes"),
    [
        ("so1k so2k", "cp1g", {"so1k", "so2k", "bag"}),
        ("so1k so2k", "", {"so1k", "so2k"}),
        ("", "cp1g cp2g", {"bag"}),
        ("", "", set()),
    ],
)
def test_swapping_needs_a_tile_to_take(display: str, bag: str, takes: set[str]) -> None:
    """R19: each tile of the rack for each available tile."""
    state = at(TABLE, "xb1k xb2k", display=display, bag=bag)
    swaps = {text for text in options(state) if text.startswith("swap")}
    assert swaps == {f"swap {give} {take}" for give in ("xb1k", "xb2k") for take in takes}


def test_only_available_tiles_can_be_swapped() -> None:
    """R17, R19"""
    state = at(TABLE, "xb1k xb2k", display="so1k")
    assert refusal(state, "swap xb3w so1k") == ("not_on_your_rack", {"tile": "xb3w"})
    assert refusal(state, "swap xb1k so2k") == ("not_in_the_display", {"tile": "so2k"})
    assert refusal(state, "swap xb1k bag") == ("bag_is_empty", {})


def test_a_swap_ends_the_turn() -> None:
    """R5, R6: with ten tiles nothing is drawn."""
    after = play(at(TABLE, TEN, display="so1k"), "swap xb1k so1k")
    assert (after.turn, after.phase) == (BEN, Phase.ACT)


@pytest.mark.parametrize("move", ["lay co2w@0,1", "swap xb1g so1k"])
def test_a_player_with_fewer_than_ten_tiles_draws(move: str) -> None:
    """R20: after either action, from the display or the bag."""
    state = play(at(TABLE, NINE, display="so1k so2k so3k", bag="cp1g"), move)
    assert (state.turn, state.phase) == (ANN, Phase.DRAW)
    assert options(state) == [f"draw {name}" for name in (*names(state.display).split(), "bag")]
    shown = play(state, "draw so2k")
    assert tiles("so2k")[0] in shown.racks[ANN]
    assert names(shown.bag) == "cp1g"
    unseen = play(state, "draw bag")
    assert tiles("cp1g")[0] in unseen.racks[ANN]
    assert unseen.display == state.display
    for after in (shown, unseen):
        assert len(after.racks[ANN]) == len(state.racks[ANN]) + 1
        assert (after.turn, after.phase) == (BEN, Phase.ACT)


def test_a_player_with_ten_tiles_does_not_draw() -> None:
    """R20: nine and the drawn one make ten; ten stay ten."""
    assert play(at(TABLE, TEN, bag="cp1g cp2g"), "swap xb1k bag").phase is Phase.ACT
    assert play(at(TABLE, TEN, bag="cp1g cp2g"), "lay co2w@0,1").phase is Phase.DRAW


def test_after_a_double_turn_only_one_tile_is_drawn() -> None:
    """R21: five tiles laid in two actions, one drawn."""
    state = at("co1w@0,0 co2w@1,0 so2w@1,1", "so1w xo1w co3w cb3w xb3g xp2k", display="so1k so2k", bag="cp1g")
    after = play(state, "lay so1w@0,1 xo1w@-1,1", "lay co3w@2,0 cb3w@3,0", "draw so1k")
    assert len(after.racks[ANN]) == 3
    assert (after.turn, after.phase) == (BEN, Phase.ACT)


def test_the_display_is_refilled_when_it_is_empty() -> None:
    """R22: with three new tiles, and only then."""
    state = at(TABLE, NINE, display="so1k so2k", bag="cp1g cp2g cp3g cb1g", phase=Phase.DRAW)
    not_yet = decide(state, "draw so1k")
    assert [type(event) for event in not_yet] == [Drew]
    last = at(TABLE, NINE, display="so2k", bag="cp1g cp2g cp3g cb1g", phase=Phase.DRAW)
    drew, refilled = decide(last, "draw so2k")
    assert isinstance(drew, Drew)
    assert isinstance(refilled, Refilled)
    assert len(set(refilled.display)) == 3
    after = play(last, "draw so2k")
    assert names(after.display).split() == list(refilled.display)
    assert {*after.display, *after.bag} == set(tiles("cp1g cp2g cp3g cb1g"))


def test_a_swap_never_empties_the_display() -> None:
    """R22: the given tile lies there."""
    after = play(at(TABLE, TEN, display="so1k", bag="cp1g cp2g"), "swap xb1k so1k")
    assert names(after.display) == "xb1k"


@pytest.mark.parametrize("bag", ["cp1g", "cp1g cp2g"])
def test_the_display_gets_as_many_tiles_as_the_bag_has(bag: str) -> None:
    """R22"""
    after = play(at(TABLE, NINE, display="so2k", bag=bag, phase=Phase.DRAW), "draw so2k")
    assert (sorted(after.display), after.bag) == (sorted(tiles(bag)), ())


def test_tiles_for_the_display_are_drawn_at_random() -> None:
    """R22, R3"""
    state = at(TABLE, NINE, display="so2k", bag="cp1g cp2g cp3g cb1g cb2g", phase=Phase.DRAW)
    seen = {tile for seed in range(40) for tile in play(state, "draw so2k", seed=seed).display}
    assert seen == set(state.bag)


def test_with_an_empty_bag_the_draw_is_from_the_display() -> None:
    """R23"""
    state = at(TABLE, NINE, display="so2k so3k", phase=Phase.DRAW)
    assert options(state) == ["draw so2k", "draw so3k"]
    assert refusal(state, "draw bag") == ("bag_is_empty", {})
    assert play(state, "draw so2k").display == tiles("so3k")


def test_with_both_empty_there_is_no_draw() -> None:
    """R23"""
    after = play(at(TABLE, NINE), "lay co2w@0,1")
    assert (after.turn, after.phase) == (BEN, Phase.ACT)


def test_only_tiles_on_display_can_be_drawn() -> None:
    """R20"""
    state = at(TABLE, NINE, display="so2k", bag="cp1g", phase=Phase.DRAW)
    assert refusal(state, "draw so3k") == ("not_in_the_display", {"tile": "so3k"})
    assert refusal(state, "draw cp1g") == ("not_in_the_display", {"tile": "cp1g"})


def test_turns_go_around_the_table() -> None:
    """R5: seat by seat, and back to the first."""
    state = at(TABLE, TEN, " ".join(BENS), "cb1w cb2w", bag="cp1g cp2g cp3g cb1g cb2g cb3g")
    order = []
    for give in ("xb1k", BENS[0], "cb1w", "xb1g"):
        order.append(state.turn)
        state = play(state, f"swap {give} bag")
        if state.phase is Phase.DRAW:
            state = play(state, "draw bag")
    assert order == [ANN, BEN, CAT, ANN]
