"""The review of a game of Zuma: combinations that were held without a grab, races, and fouls."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from ukumbi.core import Instant, Remark, Seat
from ukumbi.core.errors import Fact
from ukumbi.core.shared_rules import all_seats
from ukumbi.games.zuma.cards import Combination, Row, combination
from ukumbi.games.zuma.state import Phase, State

REACTION_MS: Final = 500
"""Milliseconds in which no player could have grabbed."""
LATE_MS: Final = 2_000
"""Milliseconds after which even a first grab gets a remark."""

Moments = Sequence[tuple[Instant, State]]


def review(moments: Moments) -> list[Remark]:
    """A remark for every combination that was held for a while, every first grab of many, and every foul."""
    if not moments:
        return []
    seats = all_seats(moments[0][1].seats)
    found = [remark for seat in seats for remark in (*_chances(seat, moments), *_fouls(seat, moments))]
    found += _races(moments)
    return sorted(found, key=lambda remark: (remark.moment, remark.seat))


def _chances(seat: Seat, moments: Moments) -> Iterator[Remark]:
    held: Combination | None = None
    since = 0
    for moment, (_, state) in enumerate(moments):
        now = _could_grab(state, seat)
        if held is not None and now is None:
            yield from _remark(seat, held, since, moment, moments)
        if held is None and now is not None:
            since = moment
        held = now


def _could_grab(state: State, seat: Seat) -> Combination | None:
    """The combination with which this player could grab first."""
    return _held(state.hands[seat]) if state.phase in (Phase.DEALT, Phase.PASSING) else None


@lru_cache(maxsize=1 << 12)
def _held(hand: Row) -> Combination | None:
    """The same hand lasts for many events."""
    return combination(hand)


def _remark(seat: Seat, held: Combination, since: int, gone: int, moments: Moments) -> Iterator[Remark]:
    (began, _), (ended, state) = moments[since], moments[gone]
    lasted = ended - began
    facts: dict[str, Fact] = {"combination": held.value, "seconds": max(1, round(lasted / 1000))}
    if state.phase is Phase.PASSING:
        yield Remark(since, seat, "passed_away", facts)
    elif state.first == seat:
        if lasted >= LATE_MS:
            yield Remark(since, seat, "grabbed_late", facts)
    elif lasted >= REACTION_MS:
        yield Remark(since, seat, "did_not_grab", facts)


def _fouls(seat: Seat, moments: Moments) -> Iterator[Remark]:
    for moment, (_, state) in enumerate(moments):
        is_foul = len(state.grabs) == 1 and state.phase is Phase.GRABBING and state.first == seat
        begins = moment > 0 and moments[moment - 1][1].phase is not Phase.GRABBING
        if is_foul and begins and _held(state.hands[seat]) is None:
            yield Remark(moment, seat, "foul", {})


def _races(moments: Moments) -> Iterator[Remark]:
    """First grabs by a player before whom others had held a combination for a while."""
    since: dict[Seat, Instant] = {}
    for moment, (at, state) in enumerate(moments):
        for seat in all_seats(state.seats):
            if _could_grab(state, seat) is not None:
                since.setdefault(seat, at)
            elif state.phase is not Phase.GRABBING:
                since.pop(seat, None)
        if state.phase is Phase.GRABBING and state.first is not None:
            own = since.get(state.first)
            earlier = [] if own is None else [then for then in since.values() if then < own]
            if any(at - then >= REACTION_MS for then in earlier):
                yield Remark(moment, state.first, "others_held", {"n": len(earlier)})
            since = {}
