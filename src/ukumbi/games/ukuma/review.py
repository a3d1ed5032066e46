"""The review of games of ukuma: chances to win earlier."""

from collections.abc import Iterator, Sequence
from typing import Final

from ukumbi.core import Instant, Remark, Seat
from ukumbi.core.errors import Fact
from ukumbi.games.ukuma.cards import faces_of
from ukumbi.games.ukuma.layout import ways_to_lay, winning
from ukumbi.games.ukuma.moves import format_laid
from ukumbi.games.ukuma.state import SEATS, Phase, State, held

REACTION_MS: Final = 400
"""Milliseconds in which no player could have used a chance."""
LATE_MS: Final = 2000
"""Milliseconds after which even a taken chance gets a remark."""

Moments = Sequence[tuple[Instant, State]]


def review(moments: Moments) -> list[Remark]:
    """A remark for every chance to win that was missed or taken late."""
    remarks = [remark for seat in SEATS for remark in _chances_of(seat, moments)]
    return sorted(remarks, key=lambda remark: (remark.moment, remark.seat))


def _chances_of(seat: Seat, moments: Moments) -> Iterator[Remark]:
    chance, since = "", 0
    for moment, (_, state) in enumerate(moments):
        wins = winning_lays(state, seat)
        if chance and not wins:
            yield from _remark(seat, chance, since, moment, moments)
            chance = ""
        elif wins and not chance:
            chance, since = wins[0], moment


def _remark(seat: Seat, chance: str, since: int, gone: int, moments: Moments) -> Iterator[Remark]:
    lasted = moments[gone][0] - moments[since][0]
    facts: dict[str, Fact] = {"laid": chance, "seconds": max(1, round(lasted / 1000))}
    if not _won(seat, moments[gone : gone + 2]):
        if lasted >= REACTION_MS:
            yield Remark(since, seat, "could_win", facts)
    elif lasted >= LATE_MS:
        yield Remark(since, seat, "won_late", facts)


def _won(seat: Seat, moments: Moments) -> bool:
    """Whether the chance ended because it was taken: the next event ends the game."""
    return any(state.winner == seat and state.ending in ("edge", "behind") for _, state in moments)


def winning_lays(state: State, seat: Seat) -> list[str]:
    """The winning lays of this hand."""
    if state.phase is not Phase.PLAYING:
        return []
    size, up = state.size, state.plays_up(seat)
    return [
        format_laid(face, cell)
        for cell, face in ways_to_lay(state.layout, size, seat, faces_of(held(state.hands[seat])))
        if winning(state.layout, size, seat, cell, up)
    ]
