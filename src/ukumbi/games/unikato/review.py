"""The review of a game of Unikato: turns in which more tiles could have been laid."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ukumbi.core import Instant, Remark, Seat
from ukumbi.core.errors import Fact
from ukumbi.games.unikato.layout import Chain, next_placements
from ukumbi.games.unikato.moves import format_placement
from ukumbi.games.unikato.state import Phase, State
from ukumbi.games.unikato.tiles import FITTING, Tiles, gathered, members

WORTH_TELLING: Final = 2
"""The least number of tiles more for a remark."""
MOST_REMARKS: Final = 3
"""For each player of a game."""
ACTING: Final = (Phase.ACT, Phase.SECOND)
NODES: Final = 400
"""Tiles that the search for one chain tries at the most."""

Moments = Sequence[tuple[Instant, State]]


class Turn(NamedTuple):
    moment: int
    """The moment before its first action."""
    state: State
    laid: int
    """How many tiles, in both actions."""


def review(moments: Moments) -> list[Remark]:
    """A remark for each of a player's worst turns: one chain could have been much longer."""
    found = [remark for turn in _turns(moments) for remark in _remark(turn)]
    worst = [each for seat in {each.seat for each in found} for each in _worst(found, seat)]
    return sorted(worst, key=lambda each: each.moment)


def _worst(found: list[Remark], seat: Seat) -> list[Remark]:
    own = [each for each in found if each.seat == seat]
    return sorted(own, key=_missed, reverse=True)[:MOST_REMARKS]


def _missed(remark: Remark) -> tuple[bool, int]:
    laid, could = remark.facts["laid"], remark.facts["n"]
    assert isinstance(laid, int)
    assert isinstance(could, int)
    return remark.code == "could_finish", could - laid


def _turns(moments: Moments) -> Iterator[Turn]:
    """Every turn that was finished."""
    begun: tuple[int, State] | None = None
    for moment, (_, state) in enumerate(moments):
        if begun is not None and (state.phase not in ACTING or state.turn != begun[1].turn):
            since, before = begun
            yield Turn(since, before, len(state.layout) - len(before.layout))
            begun = None
        if begun is None and state.phase is Phase.ACT:
            begun = moment, state


def _remark(turn: Turn) -> Iterator[Remark]:
    state, seat = turn.state, turn.state.turn
    rack = gathered(state.racks[seat])
    longest = longest_chain(state, rack, turn.laid + 1)
    whole = len(longest) == rack.bit_count() > turn.laid
    if whole or len(longest) >= turn.laid + WORTH_TELLING:
        chain = [format_placement(each) for each in longest]
        facts: dict[str, Fact] = {"laid": turn.laid, "n": len(longest), "chain": chain}
        yield Remark(turn.moment, seat, "could_finish" if whole else "could_lay_more", facts)


def longest_chain(state: State, rack: Tiles, least: int) -> Chain:
    """The longest chain that a bounded search finds; nothing if none can have so many tiles.

    There may be a longer one, but this one may be laid.
    """
    laid, budget = dict(state.layout), [NODES]
    best: list[Chain] = [()]

    def deeper(chain: Chain, left: Tiles) -> None:
        if len(chain) > len(best[0]):
            best[0] = chain
        for tile, at in sorted(
            next_placements(laid, left, chain[-1][1] if chain else state.goes_on_from),
            key=lambda placed: (FITTING[placed[0]] & left).bit_count(),
        ):
            rest = left & ~(1 << tile)
            possible = len(chain) + 1 + reachable(tile, rest).bit_count()
            if budget[0] <= 0 or possible <= max(len(best[0]), least - 1):
                continue
            budget[0] -= 1
            laid[at] = tile
            deeper((*chain, (tile, at)), rest)
            del laid[at]

    deeper((), rack)
    return best[0]


def reachable(start: int, tiles: Tiles) -> Tiles:
    """The tiles that steps from tile to fitting tile can reach."""
    reached, edge = 0, FITTING[start] & tiles
    while edge:
        reached |= edge
        near = 0
        for tile in members(edge):
            near |= FITTING[tile]
        edge = near & tiles & ~reached
    return reached
