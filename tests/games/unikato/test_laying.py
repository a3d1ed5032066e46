"""Chains of tiles: legal places, and second actions."""

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.unikato.reference import DECK, Table, chains, differ, fits, followers, spelt, wins_double
from tests.games.unikato.table import ANN, BEN, GAME, at, options, play, refusal, tiles
from tests.kit.play import seeded_pick
from ukumbi.games.unikato import layout as real
from ukumbi.games.unikato.layout import Place, place
from ukumbi.games.unikato.moves import Lay, format_move
from ukumbi.games.unikato.state import Phase, State
from ukumbi.games.unikato.tiles import NAMED, Tile, gathered

CORNER = "co1w@0,0 co2w@1,0 so2w@1,1"
"""A tile on 0,1 would touch two."""
SHOWN: Final[dict[str, Any]] = {"display": "xp3g", "bag": "xp3k"}


def lay(state: State, chain: str) -> State:
    return play(state, f"lay {chain}")


def test_a_turn_is_to_lay_or_to_swap() -> None:
    """R6: no other move, while one of these is possible."""
    kinds = {text.split()[0] for text in options(at("co1w@0,0", "co2w so2w", **SHOWN))}
    assert kinds == {"lay", "swap"}


def test_one_or_several_tiles_may_be_laid() -> None:
    """R7"""
    state = at("co1w@0,0", "co2w so2w xo2w xb1g", **SHOWN)
    assert len(lay(state, "co2w@0,1").layout) == 2
    after = lay(state, "co2w@0,1 so2w@0,2 xo2w@1,2")
    assert after.racks[ANN] == tiles("xb1g")
    assert after.layout == {
        place(0, 0): NAMED["co1w"],
        place(0, 1): NAMED["co2w"],
        place(0, 2): NAMED["so2w"],
        place(1, 2): NAMED["xo2w"],
    }


def test_only_own_tiles_go_to_empty_places() -> None:
    """R7"""
    state = at("co1w@0,0 co2w@0,1", "co3w", "so1w xb3k")
    assert refusal(state, "lay so1w@1,0") == ("not_on_your_rack", {"tile": "so1w"})
    assert refusal(state, "lay co3w@0,1") == ("place_is_taken", {"place": "0,1"})
    assert refusal(state, Lay(()))[0] == "not_a_move"


def test_neighbours_differ_in_exactly_one_feature() -> None:
    """R8: any two tiles of the game."""
    for other in DECK:
        if other != "so2g":
            _fits_if_it_differs_in_one(other)


def _fits_if_it_differs_in_one(other: str) -> None:
    state = at("so2g@0,0", f"{other} {'xb3k' if other != 'xb3k' else 'xb3w'}", "co1w co1g", **SHOWN)
    if differ("so2g", other) == 1:
        assert len(lay(state, f"{other}@0,1").layout) == 2
    else:
        code, facts = refusal(state, f"lay {other}@0,1")
        assert code == "does_not_fit"
        assert len(list(facts["features"])) == differ("so2g", other)  # type: ignore[call-overload]


def test_a_tile_has_to_fit_all_tiles_it_touches() -> None:
    """R8: so1w fits both, co3w only one."""
    state = at(CORNER, "so1w co3w xb1g")
    assert len(lay(state, "so1w@0,1").layout) == 4
    code, facts = refusal(state, "lay co3w@0,1")
    assert code == "does_not_fit"
    assert facts == {
        "tile": "co3w",
        "place": "0,1",
        "neighbour": "so2w",
        "at": "1,1",
        "features": ["shape", "size"],
    }


def test_corners_do_not_touch() -> None:
    """R9: neither to fit, nor to begin a chain, nor to continue one."""
    state = at("co1w@0,0 co2w@1,0", "xo2w xb2w so1w cb1w", **SHOWN)
    assert len(lay(state, "xo2w@1,1").layout) == 3
    alone = at("co1w@0,0", "co2w xb1g")
    assert refusal(alone, "lay co2w@1,1") == ("touches_nothing", {"tile": "co2w", "place": "1,1"})
    assert refusal(state, "lay so1w@0,1 xo2w@1,-1")[0] == "not_beside_the_last"


def test_the_first_tile_touches_any_tile_of_the_table() -> None:
    """R10: whether laid last or before."""
    state = at("co1w@0,0 co2w@0,1 co3w@0,2", "so1w so2w so3w xb1g", **SHOWN)
    for chain in ("so1w@1,0", "so2w@-1,1", "so3w@0,3"):
        assert len(lay(state, chain).layout) == 4
    assert refusal(state, "lay so1w@5,5") == ("touches_nothing", {"tile": "so1w", "place": "5,5"})


def test_further_tiles_touch_the_one_before() -> None:
    """R11: not just any tile of the chain or the table."""
    state = at("co1w@0,0", "co2w so2w co3w xb1g", **SHOWN)
    assert refusal(state, "lay co2w@0,1 so2w@0,2 co3w@1,1") == (
        "not_beside_the_last",
        {"tile": "co3w", "place": "1,1", "last": "0,2"},
    )
    assert refusal(state, "lay co2w@0,1 co3w@-1,0")[0] == "not_beside_the_last"
    assert len(lay(state, "co2w@0,1 co3w@1,1").layout) == 3


def test_a_further_tile_may_touch_others_if_it_fits_them() -> None:
    """R11: so1w closes the square, xo2w does not."""
    state = at("co1w@0,0", "co2w so2w so1w xo2w", **SHOWN)
    assert len(lay(state, "co2w@1,0 so2w@1,1 so1w@0,1").layout) == 4
    code, facts = refusal(state, "lay co2w@1,0 so2w@1,1 xo2w@0,1")
    assert (code, facts["neighbour"], facts["at"]) == ("does_not_fit", "co1w", "0,0")


def test_a_tile_is_laid_only_once() -> None:
    """R7, R1"""
    state = at("co1w@0,0", "co2w co3w xb1g")
    assert refusal(state, "lay co2w@0,1 co3w@0,2 co2w@0,3") == ("tile_laid_twice", {"tile": "co2w"})


@pytest.mark.parametrize(
    ("chain", "double"),
    [
        ("so1w@-1,0", False),
        ("so1w@0,1", True),
        ("so1w@0,1 xo1w@-1,1", True),
        ("so1w@-1,0 xo1w@-1,1", False),
        ("xo1w@-1,0 so1w@-1,1", False),
    ],
)
def test_touching_two_wins_a_second_action(chain: str, double: bool) -> None:
    """R12: with any tile of the chain; corners do not count."""
    after = lay(at(CORNER, "so1w xo1w xb1g", **SHOWN), chain)
    assert (after.phase is Phase.SECOND) == double
    assert after.turn == ANN


def test_tiles_of_the_same_chain_count_too() -> None:
    """R12: the last tile of a square touches the table and the tile before it."""
    state = at("co1w@0,0", "co2w so2w so1w xb1g", **SHOWN)
    assert lay(state, "co2w@1,0 so2w@1,1").phase is Phase.DRAW
    assert lay(state, "co2w@1,0 so2w@1,1 so1w@0,1").phase is Phase.SECOND


@pytest.mark.parametrize("walls", ["co2w@0,1 co3w@0,-1 cp1w@1,0", "co2w@0,1 co3w@0,-1 cp1w@1,0 cb1w@-1,0"])
def test_gaps_between_three_or_four_tiles_can_be_filled(walls: str) -> None:
    """R8, R12: by a tile that fits them all; views and legal moves have it."""
    state = at(walls, "co1w co1g xb1g", **SHOWN)
    assert "lay co1w@0,0" in options(state)
    assert "0,0" in GAME.view(state, ANN).fits["co1w"]
    assert lay(state, "co1w@0,0").phase is Phase.SECOND
    assert refusal(state, "lay co1g@0,0")[0] == "does_not_fit"


def test_only_tiles_touched_when_laid_count() -> None:
    """R12: neighbours laid later do not count for an earlier tile."""
    state = at("co1w@0,0", "co2w co3w xb1g", **SHOWN)
    assert lay(state, "co2w@0,1 co3w@0,2").phase is Phase.DRAW


def test_the_second_action_is_of_either_kind_or_declined() -> None:
    """R13"""
    won = lay(at(CORNER, "so1w xo1w xb1g", **SHOWN), "so1w@0,1")
    assert {text.split()[0] for text in options(won)} == {"lay", "swap", "decline"}
    for move in ("lay xo1w@-1,1", "swap xb1g xp3g", "decline"):
        after = play(won, move)
        assert (after.turn, after.phase) == (ANN, Phase.DRAW)


def test_the_second_action_starts_afresh() -> None:
    """R14: anywhere, not only next to the last tile."""
    won = lay(at(CORNER, "so1w co3w xb1g", **SHOWN), "so1w@0,1")
    assert lay(won, "co3w@2,0").racks[ANN] == tiles("xb1g")


def test_with_the_option_the_second_chain_continues_the_first() -> None:
    """R14: with the option, a chain starts at the last tile of the first action; other moves stay legal."""
    won = lay(at(CORNER, "so1w co3w so3w xb1g", second="onward", **SHOWN), "so1w@0,1")
    assert won.phase is Phase.SECOND
    assert refusal(won, "lay co3w@2,0") == (
        "not_onward",
        {"tile": "co3w", "place": "2,0", "last": "0,1"},
    )
    assert refusal(won, "lay so3w@5,5")[0] == "not_onward"
    assert refusal(won, "lay so3w@1,1")[0] == "place_is_taken"
    assert refusal(won, "lay xb1g@0,2")[0] == "does_not_fit"
    assert {text.split()[1] for text in options(won) if text.startswith("lay")} == {"so3w@0,2", "so3w@-1,1"}
    assert {"decline", "swap co3w bag", "swap co3w xp3g"} <= set(options(won))
    assert {tile: set(at) for tile, at in GAME.view(won, ANN).fits.items()} == {"so3w": {"0,2", "-1,1"}}
    assert lay(won, "so3w@0,2").racks[ANN] == tiles("co3w xb1g")


def test_only_second_actions_have_to_continue() -> None:
    """R10, R14: the next player begins anywhere."""
    state = at(CORNER, "so1w co3w xb1g", "co3g so3w xb3k", second="onward", **SHOWN)
    assert "lay co3w@2,0" in options(state)
    after = play(state, "lay so1w@0,1", "decline", "draw bag")
    assert (after.turn, after.phase) == (BEN, Phase.ACT)
    assert "lay so3w@2,1" in options(after)


def test_there_is_no_third_action() -> None:
    """R15: the second action touches two tiles, but wins no third."""
    won = lay(at(CORNER, "so1w xo1w xo2w xb1g", **SHOWN), "so1w@0,1")
    assert won.phase is Phase.SECOND
    after = lay(won, "xo1w@0,2 xo2w@1,2")
    assert len(after.laid) == 2
    assert after.phase is Phase.DRAW
    assert refusal(after, "lay xb1g@-1,1") == ("not_now", {"phase": "draw"})


def test_moves_out_of_turn_are_refused() -> None:
    """R5"""
    state = at("co1w@0,0", "co2w xb1g", "co3w xb3k")
    assert refusal(state, "lay co3w@0,1", BEN) == ("not_your_turn", {})


@st.composite
def grown(draw: st.DrawFn, most: int) -> tuple[dict[tuple[int, int], str], list[str]]:
    """A table built tile by tile, and the other tiles in random order."""
    die = seeded_pick(draw(st.integers(0, 1 << 16)))
    rest = draw(st.permutations(DECK))
    table, rest = {(0, 0): rest[0]}, rest[1:]
    for _ in range(draw(st.integers(0, most))):
        ways = sorted(followers(table, frozenset(rest), None))
        tile, spot = ways[die(len(ways))]
        table[spot] = tile
        rest.remove(tile)
    return table, rest


def places(table: Table) -> dict[Place, Tile]:
    return {place(*spot): NAMED[tile] for spot, tile in table.items()}


@given(grown(most=9), st.data())
def test_chains_match_the_reference(
    scene: tuple[dict[tuple[int, int], str], list[str]], source: st.DataObject
) -> None:
    """R7, R8, R9, R10, R11, R14: for a few tiles, most of which fit each other or the table."""
    table, rest = scene
    model = source.draw(st.sampled_from(sorted(table.values())))
    near = sorted(rest, key=lambda tile: differ(tile, model))[:9]
    rack = frozenset(source.draw(st.lists(st.sampled_from(near), min_size=1, max_size=3, unique=True)))
    for last in (None, list(table)[-1]):
        expected = sorted(map(spelt, chains(table, rack, last)))
        after = last and place(*last)
        found = real.chains(places(table), gathered([NAMED[tile] for tile in rack]), 10**6, after)
        assert sorted(format_move(Lay(chain)) for chain in found) == expected


@given(grown(most=40), st.data())
def test_doubles_and_openings_match_the_reference(
    scene: tuple[dict[tuple[int, int], str], list[str]], source: st.DataObject
) -> None:
    """R8, R12"""
    table, rest = scene
    rack = frozenset(rest[:10])
    openings = real.openings(places(table), gathered([NAMED[tile] for tile in rack]))
    found = {(at, tile) for at, fitting in openings.items() for tile in rack if fitting >> NAMED[tile] & 1}
    ways = sorted(followers(table, rack, None))
    assert found == {(place(*spot), tile) for tile, spot in ways}
    for tile, spot in ways:
        assert fits(table, tile, spot)
        doubled = real.wins_double(places(table), ((NAMED[tile], place(*spot)),))
        assert doubled == wins_double(table, ((tile, spot),))


def test_listed_chains_are_sorted_by_length_and_limited() -> None:
    """R7: for a rack with very many chains."""
    nine = [name for name in DECK if name[:2] == "co" and name != "co1w"]
    state = at("co1w@0,0", " ".join(nine), "xb3k xb3w")
    lengths = [text.count("@") for text in options(state) if text.startswith("lay")]
    assert len(lengths) == 400
    assert lengths == sorted(lengths)
    assert GAME.listable is False
