"""ukuma's coach: which card fits where, whether it has to be turned, and when nothing fits."""

from tests.kit.coached import coached
from ukumbi.games.ukuma import ENTRY
from ukumbi.games.ukuma.cards import CARD_OF, FACE_NAMES, TURNED
from ukumbi.games.ukuma.grid import CELL_NAMES
from ukumbi.games.ukuma.moves import Discard, Lay, parse_move


def test_what_is_said_is_so() -> None:
    met = set()
    for match, seat, view, advice in coached(ENTRY, *range(14)):
        met.add(advice.code)
        lays = [move for move in match.game.legal_moves(match.state, seat) if isinstance(move, Lay)]
        move = parse_move(advice.move)
        if advice.code == "discard":
            assert isinstance(move, Discard)
            assert lays == []
            assert any(view.hands[seat])
            continue
        assert isinstance(move, Lay)
        assert move in lays
        card = CARD_OF[move.face]
        assert view.hands[seat].index(FACE_NAMES[card]) + 1 == advice.facts["n"]
        assert advice.facts["cell"] == CELL_NAMES[move.cell]
        # White holds a card as the table names it; Black sits opposite.
        held = card if seat == view.white else TURNED[card]
        assert advice.code.endswith("_turned") == (move.face != held)
        wins = match.copy()
        wins.play(seat, advice.move)
        won = wins.state.winner == seat
        assert advice.code.startswith("wins") == won
        assert won or not any(_wins(match, seat, lay) for lay in lays), "a victory is never overlooked"
    assert met == {"fits", "fits_turned", "wins", "wins_turned", "discard"}


def _wins(match, seat, lay) -> bool:  # type: ignore[no-untyped-def]
    tried = match.copy()
    tried.play(seat, lay)
    return bool(tried.state.winner == seat)
