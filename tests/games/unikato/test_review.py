"""The review: turns in which more tiles could have been laid."""

from typing import NamedTuple

import pytest

from tests.games.unikato.recorded_games import bots_played
from tests.games.unikato.table import ANN, BEN, GAME, at, decide, play
from ukumbi.core import Illegal, Instant, Log, Remark, Seat
from ukumbi.core.log import moments
from ukumbi.games.unikato.events import RoundEnded
from ukumbi.games.unikato.moves import parse_move
from ukumbi.games.unikato.review import longest_chain
from ukumbi.games.unikato.state import Phase, State
from ukumbi.games.unikato.tiles import gathered

ENDED = (Phase.DRAW, Phase.OVER)
RACK = "co2w co3w cp3w xb1k"
"""Three of these tiles make a chain at the start tile."""


def remarks(*states: State) -> list[Remark]:
    return list(GAME.review([(Instant(number), state) for number, state in enumerate(states)]))


class Told(NamedTuple):
    code: str
    seat: Seat
    moment: int
    laid: int
    n: int
    chain: str
    """As the move that lays it."""


def read(remark: Remark) -> Told:
    chain, laid, n = (remark.facts[name] for name in ("chain", "laid", "n"))
    assert isinstance(chain, list)
    assert isinstance(laid, int)
    assert isinstance(n, int)
    assert len(chain) == n
    return Told(remark.code, remark.seat, remark.moment, laid, n, f"lay {' '.join(map(str, chain))}")


def played(log: Log) -> list[tuple[Instant, State]]:
    return [(Instant(record.at), state) for record, _, state in moments(GAME, log.records, log.version)]


def test_a_turn_with_two_tiles_fewer_is_remarked() -> None:
    """R10, R11: with a chain that may be laid."""
    before = at("co1w@0,0", RACK, display="sb1g sb2g", bag="sb3g")
    told = read(*remarks(before, play(before, "lay co2w@1,0")))
    assert (told.moment, told.seat, told.code, told.laid, told.n) == (0, ANN, "could_lay_more", 1, 3)
    assert decide(before, told.chain)


def test_a_turn_with_one_tile_fewer_is_not() -> None:
    """R11"""
    before = at("co1w@0,0", RACK, display="sb1g sb2g", bag="sb3g")
    assert remarks(before, play(before, "lay co2w@1,0 co3w@2,0")) == []


def test_both_actions_of_a_double_turn_count() -> None:
    """R13"""
    before = at("co1w@0,0 co2w@1,0 cp2w@1,1", "cp1w co3w xb1k", display="sb1g sb2g", bag="sb3g")
    second = play(before, "lay cp1w@0,1")
    assert remarks(before, second, play(second, "lay co3w@2,0")) == []


def test_a_last_tile_left_over_is_remarked() -> None:
    """R24: the round could have been won."""
    before = at("co1w@0,0", "co2w co3w", display="sb1g sb2g", bag="sb3g")
    told = read(*remarks(before, play(before, "lay co2w@1,0")))
    assert (told.code, told.n) == ("could_finish", 2)


@pytest.mark.parametrize("seed", range(3))
def test_every_remark_is_true(seed: int) -> None:
    """R11, R24: the chain is legal and longer than all that was laid in the turn; three a player at most."""
    seen = played(bots_played(("1", "4"), seed))
    said = GAME.review(seen)
    assert said
    for remark in map(read, said):
        state = seen[remark.moment][1]
        assert state.turn == remark.seat
        wins = any(isinstance(event, RoundEnded) for event in decide(state, remark.chain))
        assert wins == (remark.code == "could_finish")
        over = next(after for _, after in seen[remark.moment :] if after.phase in ENDED)
        assert len(over.layout) - len(state.layout) == remark.laid < remark.n
    assert max(sum(each.seat == seat for each in said) for seat in (ANN, BEN)) <= 3


def test_no_chain_is_longer_than_the_rack_reaches() -> None:
    """R8: tiles that differ in two features from all others end nothing."""
    state = at("co1w@0,0", "co2w co3w xb2k xb3k")
    rack = gathered(state.racks[ANN])
    assert len(longest_chain(state, rack, 1)) == 2
    with pytest.raises(Illegal):
        decide(state, parse_move("lay co2w@1,0 co3w@2,0 xb3k@3,0"))
