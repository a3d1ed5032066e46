"""Whole games between bots, in simulated time."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from ukumbi.bots.bot import AnyBot, seconds_for
from ukumbi.bots.plans import refusal
from ukumbi.core import AnyGame, Instant, Log, Match, Options, Refused, Seat

MAX_EVENTS: Final = 50_000
"""Events after which a game between bots is not going to end: its options may let it go on for ever."""


def play_out(game: AnyGame, bots: Sequence[AnyBot], options: Options, rng: Random) -> Log:
    """A game from the setup to the end."""
    match = Match(game, len(bots), options, rng=rng)
    match.begin()
    finish(match, bots, rng)
    return match.log


def finish(match: Match, bots: Sequence[AnyBot], rng: Random) -> None:
    """Let bots play a match to its end.

    In a game of turns time stands still between moves. In one in which all move at once it goes on
    as the bots take it: who is done first moves first.
    """
    go_on = _Race(match, bots, rng).go_on if match.game.simultaneous else _Turns(match, bots, rng).go_on
    while match.outcome is None:
        if match.seq > MAX_EVENTS:
            raise Refused("no_end", game=match.game.name, events=match.seq)
        go_on()


def _choice(match: Match, bots: Sequence[AnyBot], seat: Seat, rng: Random) -> Any:
    return bots[seat].choose(match.game, match.game.view(match.state, seat), seat, rng)


def _let_the_clock_act(match: Match) -> None:
    if match.deadline is None:
        raise Refused("nobody_moves", game=match.game.name, seq=match.seq)
    match.wait()


class _Turns:
    """A game of turns: no time passes, but it jumps to the deadline when no seat has a move."""

    def __init__(self, match: Match, bots: Sequence[AnyBot], rng: Random) -> None:
        self._match = match
        self._bots = bots
        self._rng = rng

    def go_on(self) -> None:
        match, rng = self._match, self._rng
        for seat in rng.sample(sorted(match.awaited), len(match.awaited)):
            move = _choice(match, self._bots, seat, rng)
            if move is not None:
                match.adopt(match.decide(seat, move, match.now))
                return
        _let_the_clock_act(match)


class _Plan(NamedTuple):
    due: Instant
    lot: float
    """Drawn when the plan is made: it decides between plans for the same millisecond."""
    seat: Seat
    move: Any


class _Race:
    """A game in which all move at once: what is due first happens first."""

    def __init__(self, match: Match, bots: Sequence[AnyBot], rng: Random) -> None:
        self._match = match
        self._bots = bots
        self._rng = rng
        self._plans: dict[Seat, _Plan] = {}
        self._idle: dict[Seat, int] = {}
        """Bots without a move, and after which event: they are asked again after the next one."""

    def go_on(self) -> None:
        """The next thing happens: the earliest plan is carried out, or the clock acts before it."""
        match = self._match
        self._look()
        first = min(self._plans.values(), default=None)
        if first is None or (match.deadline is not None and match.deadline <= first.due):
            _let_the_clock_act(match)
        else:
            del self._plans[first.seat]
            match.now = first.due
            match.adopt(match.decide(first.seat, first.move, match.now))

    def _look(self) -> None:
        """Drop plans that have become impossible; seats that may act and have no plan make one."""
        match = self._match
        for seat, plan in list(self._plans.items()):
            gone = seat not in match.may_act
            if gone or refusal(match.game, match.state, seat, plan.move, plan.due):
                del self._plans[seat]
        for seat in sorted(match.may_act - self._plans.keys()):
            if self._idle.get(seat) != match.seq:
                self._make_plan(seat)

    def _make_plan(self, seat: Seat) -> None:
        match, rng = self._match, self._rng
        move = _choice(match, self._bots, seat, rng)
        if move is None:
            self._idle[seat] = match.seq
            return
        seconds = seconds_for(self._bots[seat], match.game.view(match.state, seat), seat, move, rng)
        # At least a millisecond, so that time moves on and deadlines come.
        due = Instant(match.now + max(1, round(1000 * seconds)))
        if fault := refusal(match.game, match.state, seat, move, due):
            raise fault
        self._plans[seat] = _Plan(due, rng.random(), seat, move)
