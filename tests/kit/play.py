"""Random games for tests, with every state kept.

A `Pick` chooses the moves: Hypothesis, which shrinks a failing game, or a seeded generator.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from ukumbi.core import CLOCK, Actor, AnyGame, Illegal, Instant, Log, Match, Options, Record, Seat, Tick

Pick = Callable[[int], int]
"""Returns a number below its argument."""

START: Final = Instant(1_700_000_000_000)
MAX_DECISIONS: Final = 3_000
"""More decisions than any short game takes."""


@dataclass(frozen=True)
class Step:
    """One decision: its events, and the states before the first and after each."""

    actor: Actor | None
    move: Any
    now: Instant
    events: Sequence[Any]
    states: Sequence[Any]


class Played:
    """A match so far, with every state."""

    def __init__(self, game: AnyGame, seats: int, options: Options, rng: Random) -> None:
        self.match = Match(game, seats, options, rng=rng, now=START)
        self.steps: list[Step] = []
        self.states: list[Any] = []
        """The state after each record."""
        self.tried: list[Any] = []
        """Moves that were legal for some seat at some point in this game."""

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def seats(self) -> int:
        return self.match.seats

    @property
    def options(self) -> Options:
        return self.match.options

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def now(self) -> Instant:
        return self.match.now

    @now.setter
    def now(self, now: Instant) -> None:
        self.match.now = now

    @property
    def records(self) -> list[Record]:
        return [record for record, _ in self.match.history]

    def __repr__(self) -> str:
        made = [(step.actor, step.move, step.now - START) for step in self.steps[1:]]
        return f"{self.game.name}, {self.seats} seats, {self.options}, {made}, now {self.state}"

    def begin(self) -> None:
        self._keep(None, None, self.match.state, self.match.begin())

    def make(self, actor: Actor, move: Any) -> None:
        before = self.match.state
        self._keep(actor, move, before, self.match.adopt(self.match.decide(actor, move, self.now)))

    def attempt(self, actor: Actor, move: Any) -> Illegal | None:
        """Make the move; return the refusal, if any."""
        try:
            self.make(actor, move)
        except Illegal as refusal:
            return refusal
        return None

    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(number) for number in range(self.seats))

    def viewers(self) -> tuple[Seat | None, ...]:
        return (*self.all_seats(), None)

    def log(self) -> Log:
        return self.match.log

    def _keep(self, actor: Actor | None, move: Any, before: Any, events: Sequence[Any]) -> None:
        states = [before]
        for event in events:
            states.append(self.game.evolve(states[-1], event))
        self.states += states[1:]
        self.steps.append(Step(actor, move, self.now, events, states))


def begun(game: AnyGame, pick: Pick, options: Options | None = None) -> Played:
    """A game just set up."""
    seats = game.seats[pick(len(game.seats))]
    played = Played(game, seats, game.options() if options is None else options, Random(pick(1 << 16)))
    played.begin()
    return played


def go_on(played: Played, pick: Pick) -> None:
    """Make one step: mostly a legal move, sometimes a tick or a try out of turn."""
    actors = sorted(played.game.may_act(played.state))
    chance = pick(8)
    if not actors or (chance == 7 and played.game.deadline(played.state) is not None):
        _let_the_clock_act(played, pick)
        return
    pass_time(played, pick)
    seat = actors[pick(len(actors))]
    moves = list(played.game.legal_moves(played.state, seat))
    if not moves:
        assert played.game.deadline(played.state) is not None, "no seat can move, and no clock runs"
        _let_the_clock_act(played, pick)
        return
    moves = _mostly_playing_on(played.game, moves, pick)
    move = moves[pick(len(moves))]
    played.tried.append(move)
    if chance == 6 and played.attempt(played.all_seats()[pick(played.seats)], move) is None:
        return
    played.make(seat, move)


def _mostly_playing_on(game: AnyGame, moves: list[Any], pick: Pick) -> list[Any]:
    """Mostly leave out moves that give up: games that end at once show little."""
    on = [move for move in moves if not game.gives_up(move)]
    return on if on and len(on) < len(moves) and pick(24) else moves


def _let_the_clock_act(played: Played, pick: Pick) -> None:
    deadline = played.game.deadline(played.state)
    assert deadline is not None, "no seat may act, no clock runs, and yet it is not over"
    played.now = Instant(deadline + pick(3) * 500)
    played.make(CLOCK, Tick())


def pass_time(played: Played, pick: Pick) -> None:
    """Advance the time by up to 120 ms, but not to the deadline."""
    later = played.now + pick(4) * 40
    deadline = played.game.deadline(played.state)
    latest = later if deadline is None else max(played.now, min(later, deadline - 1))
    played.now = Instant(latest)


def play_on(played: Played, pick: Pick, limit: int = MAX_DECISIONS) -> Played:
    """Play to the end of the game, or up to `limit` decisions."""
    while played.game.outcome(played.state) is None and len(played.steps) < limit:
        go_on(played, pick)
    return played


def seeded_pick(seed: int) -> Pick:
    """A pick that makes the same game every time."""
    rng = Random(seed)
    return rng.randrange
