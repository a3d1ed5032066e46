"""A table's game as it stands: the log's end, the state it folds to, and what a move would change.

No I/O here: the journal works out what a move would write, and adopts it once it is written.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import Any, Final

import msgspec

from ukumbi.core import CLOCK, Actor, AnyGame, Instant, Outcome, Record, Seat, Tick, codec, fold
from ukumbi.core.log import CLOCK_ACTOR
from ukumbi.hall.gate import Timing
from ukumbi.hall.ledger import Snapshot

SNAPSHOT_EVERY: Final = 50
"""Events between snapshots: opening a table folds fewer than this."""
RECENT: Final = 2 * SNAPSHOT_EVERY
"""Records kept in memory for those who come back."""
REFS: Final = 64
"""Accepted moves remembered, so that one that is sent again counts once."""


class Step(msgspec.Struct, frozen=True):
    """What a move would write, and what the table would be after it."""

    records: tuple[Record, ...]
    events: tuple[Any, ...]
    state: Any
    outcome: Outcome | None
    deadline: Instant | None
    may_act: frozenset[Seat]


class Journal:
    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.seq = 0
        self.state: Any = None
        self.outcome: Outcome | None = None
        self.may_act: frozenset[Seat] = frozenset()
        self.deadline: Instant | None = None
        self.recent: deque[tuple[Record, Any]] = deque(maxlen=RECENT)
        self._refs: dict[str, None] = {}
        self._rng = rng
        self._codec = codec(game)
        self._views: dict[Hashable, msgspec.Raw] = {}

    def restore(self, snapshot: Snapshot | None, records: Iterable[Record]) -> None:
        """Fold the log again, from a snapshot on if there is one."""
        if snapshot is not None:
            self.seq = snapshot.seq
            self.state = self._codec.state(snapshot.state)
            self._refs = dict.fromkeys(snapshot.refs)
        for record in records:
            event = self._codec.event(record.event)
            self.state = self.game.evolve(self.state, event)
            self.seq = record.seq
            self.recent.append((record, event))
            self._remember(record)
        if self.seq:
            self.outcome = self.game.outcome(self.state)
            self.may_act = self.game.may_act(self.state)
            self.deadline = self.game.deadline(self.state)

    def setup(self, seats: int, options: Any, now: Instant) -> Step:
        return self._step(None, self.game.setup(seats, options, now, self._rng), now, None)

    def work_out(
        self, actor: Actor, move: str | None, now: Instant, ref: str | None, timing: Timing | None = None
    ) -> Step:
        """What this move would do; None is the tick of the clock."""
        made = Tick() if move is None else self.game.parse_move(move)
        events = self.game.decide(self.state, actor, made, now, self._rng)
        return self._step(CLOCK_ACTOR if actor is CLOCK else actor, events, now, ref, timing)

    def _step(
        self,
        actor: int | None,
        events: Sequence[Any],
        now: Instant,
        ref: str | None,
        timing: Timing | None = None,
    ) -> Step:
        # The state is folded before anything is written: an event that cannot be folded must not
        # get into the log.
        encode = self._codec.encode
        arrival, allowance = (timing.arrival, timing.allowance) if timing else (None, None)
        state = fold(self.game, events, self.state)
        records = tuple(
            Record(
                self.seq + place,
                now,
                actor,
                msgspec.Raw(encode(event)),
                ref if place == 1 else None,
                arrival,
                allowance,
            )
            for place, event in enumerate(events, start=1)
        )
        return Step(
            records=records,
            events=tuple(events),
            state=state,
            outcome=self.game.outcome(state),
            deadline=self.game.deadline(state),
            may_act=self.game.may_act(state),
        )

    @property
    def latest(self) -> Instant:
        """When the last event happened, as far as it is remembered."""
        return self.recent[-1][0].at if self.recent else Instant(0)

    def snapshot_after(self, step: Step) -> Snapshot | None:
        """A snapshot, when one is due with this step."""
        seq = self.seq + len(step.records)
        if seq // SNAPSHOT_EVERY == self.seq // SNAPSHOT_EVERY:
            return None
        refs = [*self._refs, *(_key(record) for record in step.records if record.ref)]
        return Snapshot(seq, self._codec.encode(step.state), tuple(refs[-REFS:]))

    def adopt(self, step: Step) -> None:
        """The step is written: it has happened."""
        self.seq += len(step.records)
        self.state = step.state
        self.outcome = step.outcome
        self.deadline = step.deadline
        self.may_act = step.may_act
        self._views.clear()
        for record, event in zip(step.records, step.events, strict=True):
            self.recent.append((record, event))
            self._remember(record)

    def _remember(self, record: Record) -> None:
        if record.ref is not None:
            self._refs[_key(record)] = None
            if len(self._refs) > REFS:
                del self._refs[next(iter(self._refs))]

    def is_stale(self, seat: Actor, answers: int) -> bool:
        """Whether a move made in answer to event `answers` was meant for another table than this.

        In a game of turns that is so when the seat itself has moved since: from another window.
        """
        if answers >= self.seq or self.game.simultaneous:
            return answers > self.seq
        return any(record.actor == seat and record.seq > answers for record, _ in self.recent)

    def knows(self, seat: Actor, ref: str) -> bool:
        return f"{seat}:{ref}" in self._refs

    def accepted(self, seat: Seat | None) -> tuple[str, ...]:
        """The refs of this seat's latest accepted moves."""
        own = f"{seat}:"
        return tuple(key.removeprefix(own) for key in self._refs if key.startswith(own))

    def view(self, seat: Seat | None) -> msgspec.Raw:
        """What this seat sees now, encoded once for all viewers of its kind."""
        kind = self.game.viewpoint(seat)
        if kind not in self._views:
            self._views[kind] = msgspec.Raw(self._codec.encode(self.game.view(self.state, seat)))
        return self._views[kind]

    def revealed(self, seat: Seat | None) -> msgspec.Raw:
        """This moment of a game that is over, encoded. The hall says whether it is."""
        return msgspec.Raw(self._codec.encode(self.game.reveal(self.state, seat)))

    def redacted(self, event: Any, seat: Seat | None) -> msgspec.Raw | None:
        """The event as this seat may know it, encoded; None if it may not know it."""
        known = self.game.redact(event, seat)
        return None if known is None else msgspec.Raw(self._codec.encode(known))


def _key(record: Record) -> str:
    return f"{record.actor}:{record.ref}"
