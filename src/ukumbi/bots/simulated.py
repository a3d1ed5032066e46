"""Whole games between bots, in simulated time."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from ukumbi.bots.bot import AnyBot, seconds_for
from ukumbi.bots.plans import refusal
from ukumbi.core import CLOCK, Actor, AnyGame, Instant, Log, Options, Record, Seat, Tick, codec
from ukumbi.core.log import CLOCK_ACTOR


def play_out(game: AnyGame, bots: Sequence[AnyBot], options: Options, rng: Random) -> Log:
    """A game from the setup to the end."""
    table = _Table(game, bots, rng)
    table.write(None, game.setup(len(bots), options, table.now, rng))
    go_on = _Race(table).go_on if game.simultaneous else table.take_turn
    while game.outcome(table.state) is None:
        go_on()
    text = msgspec.Raw(codec(game).encode(options))
    return Log(game.name, game.version, len(bots), text, tuple(table.records))


class _Table:
    """Folds events as they come and keeps their records."""

    def __init__(self, game: AnyGame, bots: Sequence[AnyBot], rng: Random) -> None:
        self.game = game
        self.bots = bots
        self.rng = rng
        self.state: Any = None
        self.now = Instant(0)
        self.records: list[Record] = []

    def take_turn(self) -> None:
        """In games of turns time stands still, and jumps to the deadline when nobody may move."""
        actors = sorted(self.game.to_act(self.state))
        if actors:
            seat = self.rng.choice(actors)
            self.make(seat, self.choice(seat))
        else:
            self.tick()

    def choice(self, seat: Seat) -> Any:
        return self.bots[seat].choose(self.game, self.game.view(self.state, seat), seat, self.rng)

    def tick(self) -> None:
        self.now = max(self.now, self.game.deadline(self.state) or self.now)
        self.make(CLOCK, Tick())

    def make(self, actor: Actor, move: Any) -> None:
        self.write(actor, self.game.decide(self.state, actor, move, self.now, self.rng))

    def write(self, actor: Actor | None, events: Sequence[Any]) -> None:
        by = CLOCK_ACTOR if actor is CLOCK else actor
        for event in events:
            self.state = self.game.evolve(self.state, event)
            text = msgspec.Raw(codec(self.game).encode(event))
            self.records.append(Record(len(self.records) + 1, self.now, by, text))


class _Plan(NamedTuple):
    due: Instant
    lot: float
    """Drawn when the plan is made: it decides between plans for the same millisecond."""
    seat: Seat
    move: Any


class _Race:
    """A game in which everybody moves at once: what is due first happens first."""

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._plans: dict[Seat, _Plan] = {}

    def go_on(self) -> None:
        """The next thing happens: the earliest plan is carried out, or the clock acts before it."""
        table = self._table
        self._look()
        first = min(self._plans.values(), default=None)
        deadline = table.game.deadline(table.state)
        if first is None or (deadline is not None and deadline <= first.due):
            table.tick()
        else:
            del self._plans[first.seat]
            table.now = first.due
            table.make(first.seat, first.move)

    def _look(self) -> None:
        """Drop what cannot be done any more; whoever may act and has no plan makes one."""
        game, state = self._table.game, self._table.state
        acting = game.to_act(state)
        for seat, plan in list(self._plans.items()):
            if seat not in acting or refusal(game, state, seat, plan.move, plan.due):
                del self._plans[seat]
        for seat in sorted(acting - self._plans.keys()):
            self._plans[seat] = self._plan(seat)

    def _plan(self, seat: Seat) -> _Plan:
        table, rng = self._table, self._table.rng
        view = table.game.view(table.state, seat)
        move = table.bots[seat].choose(table.game, view, seat, rng)
        seconds = seconds_for(table.bots[seat], view, seat, move, rng)
        # At least a millisecond, so that time moves on and deadlines come.
        due = Instant(table.now + max(1, round(1000 * seconds)))
        if fault := refusal(table.game, table.state, seat, move, due):
            raise fault
        return _Plan(due, rng.random(), seat, move)
