"""The review of games of ukuma: chances to win earlier, and cards that fitted and were not laid."""

from collections.abc import Iterator, Sequence
from typing import Final

from ukumbi.core import Instant, Remark, Seat
from ukumbi.core.errors import Fact
from ukumbi.games.ukuma.cards import CARD_OF, faces_of
from ukumbi.games.ukuma.layout import ways_to_lay, winning
from ukumbi.games.ukuma.moves import format_laid
from ukumbi.games.ukuma.state import SEATS, Phase, State, held

REACTION_MS: Final = 400
"""Milliseconds in which no player could have used a chance."""
LATE_MS: Final = 2000
"""Milliseconds after which even a taken chance gets a remark."""
IDLE_MS: Final = 5000
"""Milliseconds without a card laid, though one fitted, that get a remark."""
MOST_UNLAID: Final = 3
"""Remarks of each such kind for each player."""

Moments = Sequence[tuple[Instant, State]]


def review(moments: Moments) -> list[Remark]:
    """A remark for every chance that was missed or taken late: to win, or only to lay."""
    remarks = [
        remark
        for seat in SEATS
        for remark in (*_chances_of(seat, moments), *_worst(list(_unlaid_by(seat, moments))))
    ]
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


def _worst(unlaid: list[Remark]) -> Iterator[Remark]:
    """Of each kind the worst: the most cards thrown away, the longest waits."""
    for code, measure in (("threw_fit", "n"), ("could_lay", "seconds")):
        alike = [each for each in unlaid if each.code == code]
        yield from sorted(alike, key=lambda each: -int(str(each.facts[measure])))[:MOST_UNLAID]


def _unlaid_by(seat: Seat, moments: Moments) -> Iterator[Remark]:
    """Hands of which a card fitted, and that were thrown away or held for long."""
    fits, since = False, 0
    for moment, (_, state) in enumerate(moments):
        if fits and state.hands[seat] != moments[moment - 1][1].hands[seat]:
            yield from _remark_unlaid(seat, since, moment, moments)
            fits = False
        fitted = bool(fitting_lays(state, seat))
        if fitted and not fits:
            since = moment
        fits = fitted


def _remark_unlaid(seat: Seat, since: int, gone: int, moments: Moments) -> Iterator[Remark]:
    (began, first), (ended, state), (_, last) = moments[since], moments[gone], moments[gone - 1]
    if ended - began < REACTION_MS or winning_lays(last, seat):
        return
    facts: dict[str, Fact]
    if len(state.discards[seat]) > len(last.discards[seat]):
        lays = fitting_lays(last, seat)
        facts = {"laid": lays[0], "n": len(lays)}
        yield Remark(gone - 1, seat, "threw_fit", facts)
    elif ended - began >= IDLE_MS:
        facts = {"laid": fitting_lays(first, seat)[0], "seconds": round((ended - began) / 1000)}
        yield Remark(since, seat, "could_lay", facts)


def fitting_lays(state: State, seat: Seat) -> list[str]:
    """For each card of this hand that fits somewhere, one legal lay."""
    if state.phase is not Phase.PLAYING:
        return []
    lays = {
        CARD_OF[face]: format_laid(face, cell)
        for cell, face in ways_to_lay(state.layout, state.size, seat, faces_of(held(state.hands[seat])))
    }
    return list(lays.values())
