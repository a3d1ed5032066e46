"""A match: one game in progress, stepped from decision to decision. Everything that plays goes through it."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import reduce
from operator import index
from random import Random, SystemRandom
from types import MappingProxyType
from typing import Any, Self

import msgspec

from ukumbi.core.errors import Illegal, Refused
from ukumbi.core.game import AnyGame, Options, Outcome, Tick
from ukumbi.core.inputs import CLOCK, Actor, Instant, Luck, PlayClock, Seat, instant, tried, whole_number
from ukumbi.core.log import (
    CLOCK_ACTOR,
    Log,
    Paused,
    Record,
    Resigned,
    Resumed,
    TakenBack,
    clock_after,
    codec,
    log_options,
    moments,
)
from ukumbi.core.shared_rules import all_seats, no_such_seat, not_a_move
from ukumbi.core.wording import shortened

NOBODY: frozenset[Seat] = frozenset()


class Timing(msgspec.Struct, frozen=True):
    """Where moves are put into fair order: how a move found its place."""

    at: Instant
    """From when it counts."""
    arrival: Instant
    allowance: int


class Step(msgspec.Struct, frozen=True):
    """What a decision would write, and what the match would be after it."""

    records: tuple[Record, ...]
    events: tuple[Any, ...]
    state: Any
    outcome: Outcome | None
    deadline: Instant | None
    may_act: frozenset[Seat]
    awaited: frozenset[Seat]
    clock: PlayClock
    luck: Luck = None
    """How the match's generator stands then."""

    @property
    def seq(self) -> int:
        return self.records[-1].seq


Facts = tuple[Outcome | None, Instant | None, frozenset[Seat], frozenset[Seat]]
"""The outcome, the deadline, who may act and who is awaited."""


class Match:
    """One game at one table. `ukumbi.match` sets one up; the hall, bots and tests play by it as well.

    >>> import ukumbi
    >>> match = ukumbi.match("rukuni", seed=7)
    >>> match.play(min(match.may_act), "a1-a4/b4")
    (Turned(turn='a1-a4/b4'),)
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Options,
        *,
        rng: Random | None = None,
        now: int = 0,
        version: int | None = None,
        keep: int | None = None,
    ) -> None:
        self.game = game
        self.seats = int(index(seats))
        self.options = options
        self.now = instant(now)
        """The match's own time, in milliseconds; `wait` advances it."""
        self.version = game.version if version is None else version
        """Of the rules that the log was begun with."""
        self.state: Any = None
        self.seq = 0
        """How many events there have been."""
        self.outcome: Outcome | None = None
        self.deadline: Instant | None = None
        self.may_act: frozenset[Seat] = NOBODY
        """Whose move could be accepted now."""
        self.awaited: frozenset[Seat] = NOBODY
        """Whom the table waits for."""
        self.clock = PlayClock()
        """How the match's time stands to that of the hall."""
        self.keep = keep
        """How many records are kept; None: all."""
        self.history: list[tuple[Record, Any]] = []
        """Records with their events: all, or the latest that were to be kept."""
        self._rng = rng or Random()
        self._codec = codec(game)

    @classmethod
    def of(cls, game: AnyGame, log: Log, *, rng: Random | None = None) -> Self:
        """The match of a log, at its end. It can be played on."""
        match = cls(game, log.seats, log_options(game, log), rng=rng, version=log.version)
        match.read(log.records)
        return match

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.seats} seats, after event {self.seq}: {self.outcome or 'going on'}>"

    def __str__(self) -> str:
        """The events that are kept, one a line, in the game's words."""
        missing = ["..."] if self.history and self.history[0][0].seq > 1 else []
        lines = [record.line(shortened(str(event))) for record, event in self.history]
        return "\n".join([f"{self.game.name}, {self.seats} seats", *missing, *lines])

    # what can be asked

    def legal(self, seat: int) -> Sequence[Any]:
        """The moves that this seat may make now (a sample, where there are too many to list)."""
        mover = self._seat(seat)
        return tuple(self.game.legal_moves(self.state, mover)) if mover in self.may_act else ()

    def view(self, seat: int | None) -> Any:
        """What this seat sees; None is a spectator. When the game is over, nothing is hidden any more."""
        viewer = None if seat is None else self._seat(seat)
        look = self.game.view if self.outcome is None else self.game.reveal
        return look(self.state, viewer)

    @property
    def log(self) -> Log:
        """The whole match as a value that can be written down and read back."""
        if len(self.history) < self.seq:
            raise Refused("log_not_kept")
        options = msgspec.Raw(self._codec.encode(self.options))
        return Log(
            self.game.name, self.version, self.seats, options, tuple(record for record, _ in self.history)
        )

    def copy(self) -> "Match":
        """Another match that stands where this one does, with the same luck ahead of it."""
        twin = copy(self)
        twin.history = self.history.copy()
        if not isinstance(self._rng, SystemRandom):  # true chance has no state, and nothing ahead of it
            twin._rng = copy(self._rng)  # noqa: SLF001, it is one of us
        return twin

    # what can be done

    def begin(self) -> Sequence[Any]:
        """Lay the game out."""
        return self.adopt(self.decide_setup(self.now))

    def play(self, seat: int, move: Any) -> Sequence[Any]:
        """Make this move, given as a value or in notation; what happened. Raises Illegal or Unreadable."""
        return self.adopt(self.decide(self._seat(seat), self._move(move), self.now))

    def wait(self, until: int | None = None) -> Sequence[Any]:
        """Let time go on, by itself to the next deadline; what the clock did at those that came."""
        if self.paused:
            raise Illegal("paused")
        if until is None:
            if self.deadline is None:
                raise Refused("no_deadline")
            until = max(self.now, self.deadline)
        last, self.now = instant(until), instant(self.now)
        happened: list[Any] = []
        while self.deadline is not None and self.deadline <= last:
            self.now = max(self.now, self.deadline)
            happened += self.adopt(self.decide(CLOCK, Tick(), self.now))
        self.now = max(self.now, last)
        return tuple(happened)

    def resign(self, seat: int) -> Sequence[Any]:
        """Give the game up for this seat: the other one has won."""
        return self.adopt(self.decide_resignation(self._seat(seat), self.now))

    def take_back(self, to: int) -> Sequence[Any]:
        """Go back to how it was after event `to`; the log keeps what was taken back."""
        to = int(index(to))
        self._check_taking_back(to)
        then = Match.of(self.game, msgspec.structs.replace(self.log, records=self.log.records[:to]))
        latest = self.history[-1][0].by()
        return self.adopt(
            self.decide_taking_back(Seat(0) if latest is None else latest, to, then.state, self.now)
        )

    def pause(self, seat: int) -> Sequence[Any]:
        """Stop the match's time: no seat moves and no deadline comes until `resume`."""
        return self.adopt(self.decide_pause(self._seat(seat), self.now))

    def resume(self, seat: int, after: int = 0) -> Sequence[Any]:
        """Go on, after a pause of so many milliseconds."""
        return self.adopt(self.decide_resumption(self._seat(seat), self.clock.behind + int(index(after))))

    def _seat(self, seat: int) -> Seat:
        number = whole_number(seat)
        if number is None or not 0 <= number < self.seats:
            raise no_such_seat(repr(seat)[:40] if number is None else number, self.seats)
        return Seat(number)

    def _actor(self, actor: Actor) -> Actor:
        return CLOCK if actor is CLOCK else self._seat(actor)

    def _move(self, move: Any) -> Any:
        """A move by value, or read from notation. A value that has no notation is no move."""
        if isinstance(move, str):
            return self.game.parse_move(move)
        try:
            read = self.game.parse_move(self.game.format_move(move))
        except Refused:
            raise
        except Exception as fault:
            raise not_a_move(repr(move)) from fault
        if read != move:
            raise not_a_move(repr(move))
        return read

    # what a decision would do, and doing it

    def decide_setup(
        self, now: Instant, memories: Mapping[Seat, Mapping[str, int]] = MappingProxyType({})
    ) -> Step:
        """How the game would be laid out, for players who bring these memories along."""
        if self.seq:
            raise Refused("already_playing")
        at = instant(now)
        events, luck = tried(self._rng, lambda rng: list(self.game.setup(self.seats, self.options, at, rng)))
        for seat, memory in memories.items():
            events += self.game.remember(self._seat(seat), memory)
        return self._step(None, events, at, self._folded(events), luck=luck)

    def decide(
        self, actor: Actor, move: Any, now: Instant, ref: str | None = None, timing: Timing | None = None
    ) -> Step:
        """What this move would write. Nothing has happened before the step is adopted."""
        self._check_going_on()
        if self.paused:
            raise Illegal("paused")
        mover, at = self._actor(actor), instant(now)
        events, luck = tried(self._rng, lambda rng: self.game.decide(self.state, mover, move, at, rng))
        return self._step(mover, events, at, self._folded(events), ref, timing, luck)

    def decide_resignation(self, seat: Seat, now: Instant, away: bool = False) -> Step:
        self._check_going_on()
        if self.seats > 2:
            raise Illegal("others_play_on")
        leaver = self._seat(seat)
        return self._step(leaver, [Resigned(leaver, away)], instant(now), self.state)

    def decide_taking_back(self, actor: Actor, to: int, state: Any, now: Instant) -> Step:
        """The table as it was after event `to`; the caller has looked up the state of then."""
        to = int(index(to))
        self._check_taking_back(to)
        return self._step(self._actor(actor), [TakenBack(to)], instant(now), state)

    @property
    def paused(self) -> bool:
        return self.clock.paused

    @property
    def pausable(self) -> bool:
        """Whether the rules let the match's time stand still; the hall looks who plays."""
        return self.game.pausable(self.seats, self.options)

    def decide_pause(self, seat: Seat, now: Instant) -> Step:
        self._check_going_on()
        if not self.pausable:
            raise Illegal("not_pausable")
        if self.paused:
            raise Illegal("paused")
        pauser = self._seat(seat)
        at = instant(now)
        return self._step(pauser, [Paused(pauser)], at, self.state, clock=self.clock.stopped(at))

    def decide_resumption(self, seat: Seat, behind: int) -> Step:
        """The match's time goes on from where it stands, so much behind the hall's."""
        self._check_going_on()
        if not self.paused:
            raise Illegal("not_paused")
        pauser, then = self._seat(seat), self.clock.started(int(index(behind)))
        return self._step(pauser, [Resumed(pauser, then.behind)], then.stood, self.state, clock=then)

    def _check_taking_back(self, to: int) -> None:
        self._check_going_on()
        if not self.game.can_take_back:
            raise Illegal("no_taking_back")
        if not 0 < to < self.seq:
            raise Illegal("no_such_moment", seq=to, allowed=f"1 to {self.seq - 1}")

    def _check_going_on(self) -> None:
        if self.outcome is not None:
            raise Illegal("game_is_over")

    def _folded(self, events: Sequence[Any]) -> Any:
        """The state after these. It is known before anything is written: what cannot be folded must not get
        into the log."""
        return reduce(self.game.evolve, events, self.state)

    def _step(
        self,
        actor: Actor | None,
        events: Sequence[Any],
        now: Instant,
        state: Any,
        ref: str | None = None,
        timing: Timing | None = None,
        luck: Luck = None,
        clock: PlayClock | None = None,
    ) -> Step:
        records = self._records(CLOCK_ACTOR if actor is CLOCK else actor, events, now, ref, timing)
        clock = clock or self.clock
        return Step(records, tuple(events), state, *self._facts(state, events[-1], clock), clock, luck)

    def _records(
        self,
        actor: int | None,
        events: Sequence[Any],
        now: Instant,
        ref: str | None,
        timing: Timing | None,
    ) -> tuple[Record, ...]:
        encode = self._codec.encode
        arrival, allowance = (None, None) if timing is None else (timing.arrival, timing.allowance)
        version = None if self.game.version == self.version else self.game.version
        records = []
        for seq, event in enumerate(events, start=self.seq + 1):
            written = msgspec.Raw(encode(event))
            records.append(Record(seq, now, actor, written, ref, arrival, allowance, version))
            ref = None
        return tuple(records)

    def _facts(self, state: Any, latest: Any, clock: PlayClock) -> Facts:
        """What follows from the state."""
        if isinstance(latest, Resigned):
            outcome: Outcome | None = _given_up(latest, self.seats)
        else:
            outcome = self.game.outcome(state)
        if outcome is not None or clock.paused:
            return outcome, None, NOBODY, NOBODY
        may_act = self.game.may_act(state)
        # In turns the two are the same, and the rules need not look twice.
        awaited = self.game.awaited(state) if self.game.simultaneous else may_act
        return outcome, self.game.deadline(state), may_act, awaited

    def adopt(self, step: Step) -> Sequence[Any]:
        """The step is written down: it has happened."""
        self.seq = step.seq
        self.state = step.state
        self.outcome = step.outcome
        self.deadline = step.deadline
        self.may_act = step.may_act
        self.awaited = step.awaited
        self.clock = step.clock
        self._remember(zip(step.records, step.events, strict=True))
        if step.luck is not None:
            self._rng.setstate(step.luck)
        return step.events

    def _remember(self, happened: Iterable[tuple[Record, Any]]) -> None:
        self.history.extend(happened)
        if self.keep is not None and len(self.history) > self.keep:
            del self.history[: -self.keep]

    def read(
        self,
        records: Iterable[Record],
        seq: int = 0,
        state: Any = None,
        clock: PlayClock = PlayClock(),  # noqa: B008, it is a value
    ) -> None:
        """Fold a log, or go on from the state after event `seq`."""
        self.seq, self.state, self.clock = seq, state, clock
        event: Any = None
        for record, event, folded in moments(self.game, records, self.version, state):
            self.seq, self.state, self.now = record.seq, folded, record.at
            self.clock = clock_after(self.clock, record, event)
            self._remember([(record, event)])
        if self.seq:
            self.outcome, self.deadline, self.may_act, self.awaited = self._facts(
                self.state, event, self.clock
            )


def _given_up(event: Resigned, seats: int) -> Outcome:
    """The player who resigned is last, and nothing was counted."""
    places = tuple(seats if seat == event.seat else 1 for seat in all_seats(seats))
    return Outcome("left" if event.away else "resigned", places, ())
