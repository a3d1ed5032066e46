"""Logs that do not fold to the state they were written from (replays, golden logs, taking back)."""

from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tests.kit.berries.rules import Berries
from tests.kit.pounce.rules import Pounce
from tests.kit.pounce.state import Event, Revealed, State
from ukumbi.core import Actor, Game, GameStructs, Illegal, Instant, Options, Outcome, Seat, Tick


class Dices(Pounce):
    """Its evolve is not deterministic."""

    def __init__(self) -> None:
        self._times = count()

    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        return replace(after, prize=next(self._times)) if isinstance(event, Revealed) else after


class ScoresAnew(Pounce):
    """Its rules changed without a new version."""

    def evolve(self, state: State | None, event: Event) -> State:
        after = super().evolve(state, event)
        if isinstance(event, Revealed):
            return replace(after, scores=tuple(score + 1 for score in after.scores))
        return after


class ForgetsOldLogs(Berries):
    """Its new version cannot read the logs of the last one."""

    def upgrade_event(self, event: dict[str, Any], version: int) -> dict[str, Any]:
        return event


class Went(msgspec.Struct, frozen=True, tag="went"):
    steps: int


class Walk(Game[int, int, Went, int, Options]):
    """The smallest game without secrets: a player goes one step at a time."""

    name: ClassVar = "walk"
    version: ClassVar = 1
    seats: ClassVar = range(1, 3)
    options = Options
    structs: ClassVar = GameStructs(state=int, move=int, event=Went, view=int)
    endings: ClassVar = frozenset({"there"})
    hidden: ClassVar = False

    def setup(self, seats: int, options: Options, now: Instant, rng: Random) -> Sequence[Went]:
        return [Went(0)]

    def decide(self, state: int, actor: Actor, move: int | Tick, now: Instant, rng: Random) -> Sequence[Went]:
        if actor != 0 or move != 1:
            raise Illegal("one_step_at_a_time")
        return [Went(1)]

    def evolve(self, state: int | None, event: Went) -> int:
        return (state or 0) + event.steps

    def may_act(self, state: int) -> frozenset[Seat]:
        return frozenset({Seat(0)} if state < 9 else ())

    def legal_moves(self, state: int, seat: Seat) -> Iterable[int]:
        return [1] if seat in self.may_act(state) else []

    def view(self, state: int, seat: Seat | None) -> int:
        return state

    def redact(self, event: Went, seat: Seat | None) -> Went:
        return event

    def imagine(self, view: int, rng: Random) -> int:
        return view

    def outcome(self, state: int) -> Outcome | None:
        return Outcome("there", (1, 1), (0, 0)) if state == 9 else None

    def parse_move(self, text: str) -> int:
        return len(text)

    def format_move(self, move: int) -> str:
        return "x" * move


class CountsSteps(Walk):
    """Its fold depends on state outside the log, so a take-back gives another state."""

    def __init__(self) -> None:
        self._times = count()

    def evolve(self, state: int | None, event: Went) -> int:
        return (state or 0) + event.steps + (next(self._times) // 7)
