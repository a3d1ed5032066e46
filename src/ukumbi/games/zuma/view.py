"""What one seat sees of Zuma, and imagined states."""

from random import Random
from typing import Final

import msgspec

from ukumbi.core import Instant, Seat
from ukumbi.games.zuma.cards import Card, Row, deck, in_order
from ukumbi.games.zuma.events import ZumaOptions
from ukumbi.games.zuma.grabbing import ends
from ukumbi.games.zuma.poles import COLOUR_OF, Colour, Pole, pole_angle, poles_for, reach_time, seat_angle
from ukumbi.games.zuma.sheet import Account, Line
from ukumbi.games.zuma.state import Grab, Phase, State

_SHOWN = (Phase.COUNTED, Phase.OVER)
"""Phases in which all hands are shown."""
_OPEN: Final = (Phase.PASSING, Phase.GRABBING)
"""Phases in which the last card is marked."""


class PoleView(msgspec.Struct, frozen=True):
    pole: Pole
    colour: Colour
    angle: int
    """Degrees clockwise from the first seat, seen from above."""
    reach: tuple[int, ...]
    """Milliseconds of each seat's hand to it."""
    holder: Seat | None


class ZumaView(msgspec.Struct, frozen=True):
    you: Seat | None
    options: ZumaOptions
    sets: Row
    """The sets that are in play."""
    phase: Phase
    round: int
    cycle: int
    opened: int
    """The cycle's first round."""
    master: Seat
    turn: int
    """How far the board is turned, in degrees."""
    angles: tuple[int, ...]
    """Each seat's angle in degrees, clockwise from above."""
    poles: tuple[PoleView, ...]
    """In their order around the rim."""
    hands: tuple[Row | None, ...]
    """Your own hand; all hands when a round is over."""
    counts: tuple[int, ...]
    ready: tuple[Seat, ...]
    beat: int
    """The next beat, counted from 1 in each round."""
    since: Instant
    """When the last beat was, or when the phase began."""
    until: Instant | None
    """The latest time of the beat, or of the phase's end."""
    limit: Instant | None
    """The same, but during grabbing always ten seconds after the first grab, even if all poles are held."""
    chosen: tuple[Card | None, ...]
    """Your choice; others' are hidden."""
    has_chosen: tuple[Seat, ...]
    came: tuple[Card | None, ...]
    """The card that you took up at this round's latest beat; others' are hidden, and so are earlier ones."""
    grabs: tuple[Grab, ...]
    """Every hand that reached out in this round, in order."""
    first: Seat | None
    """The first grabber."""
    closing: str | None
    """How the round ended: `held`, `time` or `nobody`."""
    lines: tuple[Line, ...]
    """Each seat's result of the finished round, with its reason."""
    closed: bool
    """Whether the finished round closed its cycle."""
    accounts: tuple[Account, ...]
    """The score sheet."""
    totals: tuple[int, ...]
    """Points less strokes."""
    lulls: int
    """Consecutive rounds without a grab."""
    ending: str | None


def see(state: State, seat: Seat | None, open_hands: bool = False) -> ZumaView:
    seats = range(state.seats)
    shown = open_hands or state.phase in _SHOWN
    return ZumaView(
        you=seat,
        options=state.options,
        sets=state.sets,
        phase=state.phase,
        round=state.round,
        cycle=state.cycle,
        opened=state.opened,
        master=state.master,
        turn=state.turn,
        angles=tuple(seat_angle(state.seats, owner) for owner in seats),
        poles=tuple(_pole(state, pole) for pole in poles_for(state.seats)),
        hands=tuple(state.hands[owner] if shown or owner == seat else None for owner in seats),
        counts=tuple(map(len, state.hands)),
        ready=state.ready,
        beat=state.beat,
        since=state.since,
        until=ends(state),
        limit=state.until,
        chosen=tuple(state.chosen[owner] if open_hands or owner == seat else None for owner in seats),
        has_chosen=tuple(Seat(owner) for owner in seats if state.chosen[owner] is not None),
        came=tuple(state.came[owner] if open_hands or owner == seat else None for owner in seats),
        grabs=state.grabs,
        first=state.first,
        closing=state.closing,
        lines=state.lines,
        closed=state.closed,
        accounts=state.accounts,
        totals=tuple(account.total for account in state.accounts),
        lulls=state.lulls,
        ending=state.ending,
    )


def _pole(state: State, pole: Pole) -> PoleView:
    holding = state.holding(pole)
    return PoleView(
        pole=pole,
        colour=COLOUR_OF[pole],
        angle=pole_angle(state.seats, state.turn, pole),
        reach=tuple(_reach(state, seat, pole) for seat in range(state.seats)),
        holder=None if holding is None else holding.seat,
    )


def _reach(state: State, seat: int, pole: Pole) -> int:
    return reach_time(state.seats, state.turn, seat, pole) if state.options.reach else 0


def imagine(view: ZumaView, rng: Random) -> State:
    hands = _imagine_hands(view, rng)
    return State(
        options=view.options,
        sets=view.sets,
        turn=view.turn,
        accounts=view.accounts,
        hands=hands,
        chosen=tuple(_imagine_chosen(view, Seat(seat), hand, rng) for seat, hand in enumerate(hands)),
        came=tuple(_imagine_came(view, Seat(seat), hand, rng) for seat, hand in enumerate(hands)),
        phase=view.phase,
        round=view.round,
        cycle=view.cycle,
        opened=view.opened,
        master=view.master,
        ready=view.ready,
        beat=view.beat,
        since=view.since,
        until=view.limit,
        grabs=view.grabs,
        closing=view.closing,
        lines=view.lines,
        closed=view.closed,
        lulls=view.lulls,
        ending=view.ending,
    )


def _imagine_chosen(view: ZumaView, seat: Seat, hand: Row, rng: Random) -> Card | None:
    if seat not in view.has_chosen:
        return None
    return view.chosen[seat] or rng.choice(hand)


def _imagine_came(view: ZumaView, seat: Seat, hand: Row, rng: Random) -> Card | None:
    """The last card is still in the hand: passing and taking happen at the same beat."""
    if view.beat == 1 or view.phase not in _OPEN:
        return None
    return view.came[seat] or rng.choice(hand)


def _imagine_hands(view: ZumaView, rng: Random) -> tuple[Row, ...]:
    hidden = deck(view.sets)
    for card in (card for hand in view.hands for card in hand or ()):
        hidden.remove(card)
    rng.shuffle(hidden)
    hands = []
    for hand, count in zip(view.hands, view.counts, strict=True):
        hands.append(in_order(hidden[:count]) if hand is None else hand)
        if hand is None:
            del hidden[:count]
    return tuple(hands)
