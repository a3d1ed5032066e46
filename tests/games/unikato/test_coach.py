"""Unikato's coach: what it says fits does fit, and so many can follow."""

from tests.kit.coached import coached
from ukumbi.games.unikato import ENTRY
from ukumbi.games.unikato.layout import neighbours
from ukumbi.games.unikato.moves import Lay, Swap, format_place, parse_move
from ukumbi.games.unikato.state import Phase
from ukumbi.games.unikato.tiles import NAMES, gathered
from ukumbi.games.unikato.view import layout_of


def test_what_is_said_is_so() -> None:
    met = set()
    for match, seat, view, advice in coached(ENTRY, *range(8), seats=2):
        met.add(advice.code)
        rack, layout, move = match.state.racks[seat], layout_of(view), parse_move(advice.move)
        if advice.code == "swap":
            assert isinstance(move, Swap)
            assert view.fits == {}
            assert advice.facts["tile"] == NAMES[move.give]
            continue
        assert isinstance(move, Lay)
        (tile, at), *rest = move.chain
        assert advice.facts == {"tile": NAMES[tile], "n": len(rest)}
        assert advice.marks == (f"rack-tile:{NAMES[tile]}", f"place:{format_place(at)}")
        assert format_place(at) in view.fits[NAMES[tile]]
        assert (advice.code == "last") == (gathered(list(rack)) == gathered([laid for laid, _ in move.chain]))
        if advice.code == "double":
            assert view.phase is Phase.ACT
            assert len(neighbours(layout, at)) > 1
        if advice.code == "chain":
            assert rest
            assert not advice.is_heeded_by(f"lay {NAMES[tile]}@{format_place(at)}"), "one tile is no chain"
    assert met == {"fits", "chain", "double", "last", "swap"}


def test_no_longer_chain_is_missed() -> None:
    """The most tiles of one action that any of the rules' own moves lays, where these can all be listed."""
    for match, seat, view, advice in coached(ENTRY, 20, seats=2):
        chains = [move for move in match.game.legal_moves(match.state, seat) if isinstance(move, Lay)]
        if chains:
            laid = len(parse_move(advice.move).chain)  # type: ignore[union-attr]
            assert laid >= max(len(move.chain) for move in chains), view.turn
