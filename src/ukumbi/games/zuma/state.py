"""The state of Zuma, and how events change it."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from ukumbi.core import Instant, Seat
from ukumbi.core.shared_rules import Readied
from ukumbi.games.zuma.cards import Card, Row, in_order
from ukumbi.games.zuma.events import (
    BoardTurned,
    Called,
    CardsPassed,
    Chose,
    Counted,
    Dealt,
    Event,
    Held,
    Hurried,
    Missed,
    Opened,
    Reached,
    ZumaOptions,
)
from ukumbi.games.zuma.poles import Pole
from ukumbi.games.zuma.sheet import Account, Line


class Phase(Enum):
    DEALT = "dealt"
    """Hands are dealt; the master may turn the board."""
    PASSING = "passing"
    GRABBING = "grabbing"
    COUNTED = "counted"
    """The break after a round."""
    OVER = "over"


class Grab(msgspec.Struct, frozen=True):
    """A hand that reached for a pole, and its result."""

    seat: Seat
    pole: Pole
    reached: Instant
    arrives: Instant
    came: Literal["reaching", "held", "missed"] = "reaching"
    by: Seat | None = None
    """The seat that was faster."""
    late: int | None = None
    """Milliseconds."""


class State(msgspec.Struct, frozen=True):
    options: ZumaOptions
    sets: Row
    turn: int
    """How far the board is turned, in degrees."""
    accounts: tuple[Account, ...]
    hands: tuple[Row, ...]
    chosen: tuple[Card | None, ...]
    came: tuple[Card | None, ...]
    """The card that each seat took up at this round's latest beat."""
    phase: Phase = Phase.COUNTED
    round: int = 0
    cycle: int = 0
    opened: int = 0
    """The cycle's first round."""
    master: Seat = Seat(0)
    ready: tuple[Seat, ...] = ()
    beat: int = 0
    """The next beat, counted from 1 in each round."""
    since: Instant = Instant(0)
    """When the last beat was, or when the phase began."""
    until: Instant | None = None
    """The latest end of the phase or the beat."""
    grabs: tuple[Grab, ...] = ()
    """In order of reaching out; the first is the first grabber's."""
    closing: str | None = None
    lines: tuple[Line, ...] = ()
    """Results of the finished round."""
    closed: bool = False
    """Whether the finished round closed its cycle."""
    lulls: int = 0
    """Consecutive rounds without a grab."""
    ending: str | None = None

    @property
    def seats(self) -> int:
        return len(self.accounts)

    @property
    def first(self) -> Seat | None:
        """The first grabber."""
        return self.grabs[0].seat if self.grabs else None

    def reaching(self, seat: Seat) -> Grab | None:
        """This player's hand on its way."""
        return next((grab for grab in self.grabs if grab.seat == seat and grab.came == "reaching"), None)

    def held_by(self, seat: Seat) -> Pole | None:
        return next((grab.pole for grab in self.grabs if grab.seat == seat and grab.came == "held"), None)

    def holding(self, pole: Pole) -> Grab | None:
        """The hand that holds this pole."""
        return next((grab for grab in self.grabs if grab.pole == pole and grab.came == "held"), None)

    def missed(self, seat: Seat, pole: Pole) -> bool:
        """Whether this player has missed this pole."""
        return any(grab.seat == seat and grab.pole == pole and grab.came == "missed" for grab in self.grabs)


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Opened):
        return _opened(event)
    assert state is not None
    return _EVOLVED[type(event)](state, event)


def _opened(event: Opened) -> State:
    """An empty table; the first deal follows at once."""
    return State(
        options=event.options,
        sets=event.sets,
        turn=event.turn,
        accounts=(Account(),) * event.seats,
        hands=((),) * event.seats,
        chosen=(None,) * event.seats,
        came=(None,) * event.seats,
    )


def _dealt(state: State, event: Dealt) -> State:
    new_cycle = event.cycle > state.cycle
    hands = [hand for hand in event.hands if hand is not None]
    return replace(
        state,
        accounts=tuple(map(Account.with_cycle, state.accounts)) if new_cycle else state.accounts,
        phase=Phase.DEALT,
        round=event.round,
        cycle=event.cycle,
        opened=event.round if new_cycle else state.opened,
        master=event.master,
        hands=tuple(hands),
        ready=(),
        beat=1,
        since=event.at,
        until=event.until,
        chosen=(None,) * state.seats,
        came=(None,) * state.seats,
        grabs=(),
        closing=None,
        lines=(),
        closed=False,
    )


def _readied(state: State, event: Readied) -> State:
    return replace(state, ready=tuple(sorted({*state.ready, event.seat})))


def _turned(state: State, event: BoardTurned) -> State:
    return replace(state, turn=event.turn)


def _called(state: State, event: Called) -> State:
    return replace(state, phase=Phase.PASSING, ready=(), since=event.at, until=event.until)


def _chose(state: State, event: Chose) -> State:
    ready = tuple(sorted({*state.ready, event.seat})) if state.phase is Phase.DEALT else state.ready
    return replace(state, chosen=_set(state.chosen, event.seat, event.card), ready=ready)


def _hurried(state: State, event: Hurried) -> State:
    return replace(state, until=event.until)


def _passed(state: State, event: CardsPassed) -> State:
    cards = [card for card in event.cards if card is not None]
    taken = (cards[-1], *cards[:-1])
    return replace(
        state,
        hands=tuple(map(exchanged, state.hands, cards, taken)),
        beat=state.beat + 1,
        since=event.at,
        until=event.until,
        chosen=(None,) * state.seats,
        came=taken,
    )


def exchanged(hand: Row, given: Card, taken: Card) -> Row:
    """The hand after passing one card and taking another."""
    place = hand.index(given)
    return in_order((*hand[:place], *hand[place + 1 :], taken))


def _reached(state: State, event: Reached) -> State:
    return replace(
        state,
        phase=Phase.GRABBING,
        ready=(),
        chosen=(None,) * state.seats,
        since=state.since if state.grabs else event.at,
        until=event.until,
        grabs=(*state.grabs, Grab(event.seat, event.pole, event.at, event.arrives)),
    )


def _held(state: State, event: Held) -> State:
    return _arrived(state, event, came="held")


def _missed(state: State, event: Missed) -> State:
    return _arrived(state, event, came="missed", by=event.by, late=event.late)


def _arrived(state: State, event: Held | Missed, **came: Any) -> State:
    hand = state.reaching(event.seat)
    assert hand is not None
    return replace(
        state, grabs=tuple(replace(grab, **came) if grab is hand else grab for grab in state.grabs)
    )


def _counted(state: State, event: Counted) -> State:
    return replace(
        state,
        accounts=tuple(
            account.with_line(state.round, line)
            for account, line in zip(state.accounts, event.lines, strict=True)
        ),
        phase=Phase.COUNTED if event.ending is None else Phase.OVER,
        ready=(),
        since=event.at,
        until=event.until,
        chosen=(None,) * state.seats,
        came=(None,) * state.seats,
        closing=event.closing,
        lines=event.lines,
        closed=event.closed,
        lulls=state.lulls + 1 if event.closing == "nobody" else 0,
        ending=event.ending,
    )


def _set(row: tuple[Card | None, ...], seat: Seat, entry: Card | None) -> tuple[Card | None, ...]:
    return (*row[:seat], entry, *row[seat + 1 :])


_EVOLVED: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    Readied: _readied,
    BoardTurned: _turned,
    Called: _called,
    Chose: _chose,
    Hurried: _hurried,
    CardsPassed: _passed,
    Reached: _reached,
    Held: _held,
    Missed: _missed,
    Counted: _counted,
}
