"""Zuma's coach: grab with a combination and never without, the nearest free pole, at once."""

from collections import Counter

from tests.kit.coached import coached
from ukumbi.games.zuma import ENTRY
from ukumbi.games.zuma.cards import Card, combination
from ukumbi.games.zuma.events import ZumaOptions
from ukumbi.games.zuma.moves import Grab, PassCard, parse_move
from ukumbi.games.zuma.state import Phase


def test_what_is_said_is_so() -> None:
    met = Counter[str]()
    for match, seat, view, advice in coached(ENTRY, *range(4), options=ZumaOptions(cycles=1)):
        met[advice.code] += 1
        hand, move = match.state.hands[seat], parse_move(advice.move)
        if isinstance(move, Grab):
            assert advice.wait == 0
            assert advice.marks == (f"pole:{move.pole.value}",)
            pole = next(pole for pole in view.poles if pole.pole == move.pole)
            assert pole.holder is None
            if advice.code == "nearest":
                assert view.phase is Phase.GRABBING
                taken = {grab.pole for grab in view.grabs if grab.came == "reaching"}
                free = [one for one in view.poles if one.holder is None and one.pole not in taken]
                assert pole in free
                assert pole.reach[seat] == min(one.reach[seat] for one in free)
            else:
                assert combination(hand) is not None
                assert combination(hand) == advice.code
                assert view.phase in (Phase.DEALT, Phase.PASSING)
        else:
            assert isinstance(move, PassCard)
            assert combination(hand) is None, "a combination is never passed on"
            assert move.card in hand
            assert (advice.code == "pass_zuma") == (move.card is Card.ZUMA)
            assert advice.wait > 0
    assert set(met) == {"zumas", "house", "nearest", "pass", "pass_zuma"}


def test_the_card_that_it_gives_away_is_not_of_the_fullest_set() -> None:
    """With two sets or more in hand a newcomer sees the sense of it."""
    for match, seat, _, advice in coached(ENTRY, 9, seats=4, options=ZumaOptions(cycles=1)):
        if advice.code == "pass":
            counts = Counter(card for card in match.state.hands[seat] if card is not Card.ZUMA)
            given = Card(str(advice.facts["card"]))
            assert counts[given] == min(counts.values()) or counts[given] < max(counts.values())
