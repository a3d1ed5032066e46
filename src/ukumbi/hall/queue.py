"""Moves on their way into a game: one after the other, where everyone moves at once in fair order."""

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from ukumbi.core import CLOCK, Actor, Instant, Match, Refused, Seat, Step, TakenBack, Tick, Timing
from ukumbi.hall.allowance import Allowance, AllowanceBoard
from ukumbi.hall.clock import HallClock
from ukumbi.hall.fair_order import FairOrder
from ukumbi.hall.history import reaches
from ukumbi.hall.views import Broadcast

if TYPE_CHECKING:
    from ukumbi.hall.viewers import Viewer


class Accepted(msgspec.Struct, frozen=True):
    """The move is on disk, and this is what came of it."""

    broadcast: Broadcast


class Known(msgspec.Struct, frozen=True):
    """The move was accepted before: it counts once."""


Answer = Accepted | Known | Refused
"""What comes of a move: exactly one of these, through one channel."""


def unheard(_: Answer) -> None:
    """For whoever waits for the answer itself (`Table.settle`)."""


Decide = Callable[[Match, Instant, Timing | None], Step]


class Request(msgspec.Struct, frozen=True):
    """A move, or something like one, that waits to be decided."""

    actor: Actor
    decide: Decide
    """Works out what it would write; raises Refused where that may not be."""
    answer: Callable[[Answer], None]
    ref: str | None = None
    answers: int | None = None
    """The event that it is made in answer to."""
    viewer: "Viewer | None" = None
    """Over whose connection it came."""
    waited: int = 0
    """Nanoseconds since it came in: we may have been busy."""
    due: Instant | None = None
    """The deadline that the clock's move is about, in the hall's time."""
    in_pause: bool = False
    """Whether it may be decided while the match's time stands still: it is no move."""

    def is_stale(self, match: Match) -> bool:
        """Whether it was meant for another table than this one has become.

        In a game of turns that is so when the seat itself has moved since, from another window, or when
        moves were taken back.
        """
        if self.answers is None:
            return False
        if self.answers >= match.seq or match.game.simultaneous:
            return self.answers > match.seq
        if not reaches(match, self.answers):
            return True  # longer ago than anybody waits for a turn
        since = [(record, event) for record, event in match.history if record.seq > self.answers]
        return any(record.actor == self.actor or isinstance(event, TakenBack) for record, event in since)


def move_request(
    seat: Seat,
    move: str,
    answer: Callable[[Answer], None],
    ref: str | None = None,
    answers: int | None = None,
    viewer: "Viewer | None" = None,
    waited: int = 0,
) -> Request:
    """A move in notation."""

    def decide(match: Match, now: Instant, timing: Timing | None) -> Step:
        return match.decide(seat, match.game.parse_move(move), now, ref, timing)

    return Request(seat, decide, answer, ref, answers, viewer, waited)


def tick_request(due: Instant, answer: Callable[[Answer], None]) -> Request:
    """The clock's move when a deadline has come."""

    def decide(match: Match, now: Instant, timing: Timing | None) -> Step:
        return match.decide(CLOCK, Tick(), now, None, timing)

    return Request(CLOCK, decide, answer, due=due)


def resignation_request(seat: Seat, away: bool) -> Request:
    """Somebody gives the game up, or is gone, and the one who stays ends it."""
    return Request(
        seat, lambda match, now, _: match.decide_resignation(seat, now, away), unheard, in_pause=True
    )


def taking_back_request(seat: Seat, to: int, state: Any) -> Request:
    """Everybody has agreed that the game goes back to how it was after event `to`."""

    def decide(match: Match, now: Instant, _: Timing | None) -> Step:
        return match.decide_taking_back(seat, to, state, now)

    return Request(seat, decide, unheard, in_pause=True)


class MoveQueue:
    """Holds requests until it is their turn; `let_in` is told that there is one."""

    def __init__(
        self,
        simultaneous: bool,
        clock: HallClock,
        allowances: AllowanceBoard,
        may_act: Callable[[], frozenset[Seat]],
        observe_hold: Callable[[float], None],
        let_in: Callable[[], None],
    ) -> None:
        self._waiting: deque[tuple[Request, Timing | None]] = deque()
        self._allowances = allowances
        self._let_in = let_in
        self._order: FairOrder[tuple[Request, Allowance]] | None = None
        """In turns there is no race, and nobody has to be waited for."""
        if simultaneous:
            self._order = FairOrder(clock, lambda: allowances.widest(may_act()), self._pass, observe_hold)

    @property
    def empty(self) -> bool:
        return not self._waiting and (not self._order)

    def add(self, request: Request) -> None:
        """Decide this after everything that counts from before it."""
        if self._order is None:
            self._put(request, None)
        elif request.due is not None:
            self._order.strike(request.actor, (request, Allowance()), request.due)
        else:
            allowance = Allowance()
            if request.viewer is not None and isinstance(request.actor, int):  # bots have no connection
                allowance = self._allowances.allowance(request.actor)
            self._order.arrive(request.actor, (request, allowance), allowance.total, request.waited)

    def _pass(self, allowed: tuple[Request, Allowance], timing: Timing) -> None:
        request, allowance = allowed
        # Not when it came in: that would change how long others wait, and tell them of it too early.
        if isinstance(request.actor, int):
            self._allowances.spend(request.actor, allowance.from_quota)
        self._put(request, timing)

    def _put(self, request: Request, timing: Timing | None) -> None:
        self._waiting.append((request, timing))
        self._let_in()

    def next(self) -> tuple[Request, Timing | None] | None:
        return self._waiting.popleft() if self._waiting else None

    def look_again(self) -> None:
        """Others may act now, or somebody has gone: perhaps nobody has to be waited for any more."""
        if self._order is not None:
            self._order.look_again()

    def close(self) -> list[Request]:
        """Let nothing in any more; what was still held, or let in and not decided."""
        held = [] if self._order is None else [request for request, _ in self._order.close()]
        let_in = [request for request, _ in self._waiting]
        self._waiting.clear()
        return [*let_in, *held]
